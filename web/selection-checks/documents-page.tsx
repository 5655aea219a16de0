import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { SelectionChange } from '#contract/selection-checks/outcome-endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { type ActionResult, ResultMessage } from '../staff-ui/result-message.tsx'
import { CheckTable } from './check-table.tsx'
import { WaitingChanges } from './waiting-changes.tsx'
import type { Route } from './+types/documents-page'
import '../staff-ui/jobs.css'
import '../decisions/decisions.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Documents after the selection`, index: false })

const SHOWN = ['open', 'failed', 'passed'] as const
type Shown = (typeof SHOWN)[number]
const SHOWN_WORDS: Record<Shown, string> = {
  open: t`To check`,
  failed: t`Not right`,
  passed: t`Right`,
}

type Checks = Reply<'GET /api/staff/jobs/{id}/selection/checks/'>
type Content = { checks: Checks; changes: SelectionChange[]; nextChange: number | null }

const shownIn = (query: URLSearchParams): Shown =>
  SHOWN.find((entry) => entry === query.get('show')) ?? 'open'

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(request.url)
  const show = shownIn(searchParams)
  // The page of the list starts after this application (`next` of the page before); undefined for the first
  // page.
  const after = Number(searchParams.get('after')) || undefined
  // The changes that wait are listed in pages too.
  const before = Number(searchParams.get('before')) || undefined
  const jobParams = { id: Number(params.id) }
  const read = async (): Promise<Content> => {
    const [checks, { results, next }] = await Promise.all([
      call('GET /api/staff/jobs/{id}/selection/checks/', { params: jobParams, query: { show, after } }),
      call('GET /api/staff/jobs/{id}/selection/changes/', {
        params: jobParams,
        query: { waiting: '1', before },
      }),
    ])
    return { checks, changes: results, nextChange: next }
  }
  return { show, content: await loaded(read()) }
}

type Props = { job: number; show: Shown; content: Loaded<Content> }

const Filters = ({ job, show }: { job: number; show: Shown }) => (
  <nav className="st-tabs mb4" aria-label={t`Which documents`}>
    {SHOWN.map((entry) => (
      <Link
        key={entry}
        to={staffPaths.selectionDocuments(job, entry)}
        aria-current={entry === show ? 'page' : undefined}
      >
        {SHOWN_WORDS[entry]}
      </Link>
    ))}
  </nav>
)

function Documents({ job, show, content }: Props) {
  const [result, setResult] = useState<ActionResult>()
  const reload = useReload(content.error)
  if (!content.data)
    return (
      <JobLoadFailed
        error={content.error}
        sentence={t`The documents to check could not be loaded.`}
        onRetry={reload}
      />
    )
  const { checks, changes, nextChange } = content.data
  const onDone = (words: string) => {
    setResult({ words })
    reload()
  }
  return (
    <>
      <JobHead id={job} job={checks.job} />
      <ResultMessage result={result} reloadedData={content} />
      <h2 className="mb4">
        <Trans>Documents of taken and reserve</Trans>
      </h2>
      <p className="mb4">
        <Trans>
          Compare the documents with what the selection counted. No one is hired before. What is not right
          needs a change by two people, and the selection is computed again.
        </Trans>
      </p>
      <Filters job={job} show={show} />
      <CheckTable job={job} rows={checks.results} onDone={onDone} />
      {checks.next !== null && (
        <p className="mt3">
          <Link to={staffPaths.selectionDocuments(job, show, checks.next)}>
            <Trans>More</Trans>
          </Link>
        </p>
      )}
      <WaitingChanges
        job={job}
        // `approved` is null while no one has decided on the change.
        changes={changes.filter(({ approved }) => approved === null)}
        onDone={onDone}
      />
      {nextChange !== null && (
        <p className="mt3">
          <Link to={`${staffPaths.selectionDocuments(job, show)}&before=${nextChange}`}>
            <Trans>More changes</Trans>
          </Link>
        </p>
      )}
    </>
  )
}

/**
 * The page where officers check the documents of people whom a selection took or put on the reserve. This
 * comes before anyone is hired.
 */
export default function DocumentsPage({ params, loaderData }: Route.ComponentProps) {
  return <Documents key={params.id} job={Number(params.id)} {...loaderData} />
}
