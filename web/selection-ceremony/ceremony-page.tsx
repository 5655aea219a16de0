import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { SelectionState, StaffCeremony } from '#contract/selection-ceremony/endpoints.ts'
import type { SelectionOutcome } from '#contract/selection-checks/outcome-endpoints.ts'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { staffPaths } from '../staff-paths.ts'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { type ActionResult, ResultMessage } from '../staff-ui/result-message.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { CeremonySteps } from './ceremony-steps.tsx'
import { Outcome } from './outcome.tsx'
import { ProposeFreeze } from './propose-freeze.tsx'
import { WaitingFreeze } from './waiting-freeze.tsx'
import type { Route } from './+types/ceremony-page'
import '../staff-ui/jobs.css'
import '../form/pair.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Selection`, index: false })

type Content = {
  rule: StaffSelectionRule
  /** The ceremony that makes the seed of the lots, and what this officer may do in it (`may`). */
  ceremonyReply: Reply<'GET /api/staff/jobs/{id}/selection/'>
  outcome: SelectionOutcome
}

async function readContent(id: number): Promise<Content> {
  const params = { id }
  const [rule, ceremonyReply, outcome] = await Promise.all([
    call('GET /api/staff/jobs/{id}/selection-rule/', { params }),
    call('GET /api/staff/jobs/{id}/selection/', { params }),
    call('GET /api/staff/jobs/{id}/selection/outcome/', { params }),
  ])
  return { rule, ceremonyReply, outcome }
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => ({
  content: await loaded(readContent(Number(params.id))),
})

const STATE_WORDS: Record<SelectionState, string> = {
  proposed: t`A pool is proposed.`,
  frozen: t`The pool is frozen, and the round is named.`,
  drawn: t`The seed is known.`,
  computed: t`The seed is known, and there is a result.`,
  published: t`The result has taken effect.`,
  abandoned: t`The last selection was abandoned.`,
  failed: t`The last selection failed: the throws were not in the public log in time.`,
}

/** Shows how far the selection is, with links to its rule and to its public page. */
const StateLine = ({ job, reply, rule }: { job: number; reply: StaffCeremony; rule: StaffSelectionRule }) => (
  <p className="mb4">
    {reply.ceremony ? STATE_WORDS[reply.ceremony.state] : t`No selection has started.`}{' '}
    <Link to={staffPaths.selectionRule(job)}>
      {rule.approved ? t`The approved rule` : t`The job has no approved rule yet`}
    </Link>
    {reply.ceremony?.pool && (
      <>
        {' · '}
        <Link to={paths.selection(job)}>
          <Trans>The public page</Trans>
        </Link>
      </>
    )}
  </p>
)

function Selection({ job, loadedContent }: { job: number; loadedContent: Loaded<Content> }) {
  const [content, setContent] = useLatestData(loadedContent)
  const [result, setResult] = useState<ActionResult>()
  const reload = useReload(loadedContent.error)
  if (!content)
    return (
      <JobLoadFailed
        error={loadedContent.error}
        sentence={t`The selection could not be loaded.`}
        onRetry={reload}
      />
    )
  const { rule, ceremonyReply, outcome } = content
  const { ceremony, may } = ceremonyReply
  const onCeremony = (reply: StaffCeremony, words: string) => {
    setContent({ ...content, ceremonyReply: reply })
    setResult({ words })
  }
  const onOutcome = (changed: SelectionOutcome, words: string) => {
    setContent({ ...content, outcome: changed })
    setResult({ words })
  }
  const change = { job, onCeremony }
  return (
    <>
      <JobHead id={job} job={rule.job} />
      <ResultMessage result={result} />
      <StateLine job={job} reply={ceremonyReply} rule={rule} />
      {may.includes('propose') && rule.approved && <ProposeFreeze {...change} />}
      {ceremony?.state === 'proposed' && (
        <WaitingFreeze reply={ceremonyReply} onReload={reload} {...change} />
      )}
      {ceremony?.state === 'frozen' && (
        <CeremonySteps reply={ceremonyReply} ceremony={ceremony} {...change} />
      )}
      <Outcome job={job} outcome={outcome} onOutcome={onOutcome} />
    </>
  )
}

/** The selection of a job, from the frozen pool to the lists. `may` names the steps open to this officer. */
export default function CeremonyPage({ params, loaderData }: Route.ComponentProps) {
  return <Selection key={params.id} job={Number(params.id)} loadedContent={loaderData.content} />
}
