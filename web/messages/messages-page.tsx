import { useState } from 'react'
import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { type Filter, filterParams, isReload, readAddress } from '../review/address.ts'
import type { JobOverview } from '../review/filter-groups.ts'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useQuery } from '../staff-ui/use-query.ts'
import { useSavedMessage } from './saved-message.ts'
import { parseSavedFilter } from './message-words.ts'
import { SentMessages } from './sent-messages.tsx'
import { Templates } from './templates.tsx'
import { useDeliveryProgress } from './use-delivery-progress.ts'
import { WriteMessage } from './write-message.tsx'
import type { Route } from './+types/messages-page'
import '../staff-ui/jobs.css'
import '../decisions/decisions.css'
import '../review/review.css'
import './messages.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Messages`, index: false })

/** Where this page of messages starts: the `next` of the previous page; '' for the newest messages. */
const beforeIn = (query: URLSearchParams) => query.get('sent') ?? ''

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const id = Number(params.id)
  const before = beforeIn(new URL(request.url).searchParams)
  const [sent, templates, overview] = await Promise.all([
    loaded(call('GET /api/staff/jobs/{id}/messages/', { params: { id }, query: { before } })),
    loaded(call('GET /api/staff/templates/')),
    // The server refuses this call to officers who do not read applications. Their filter shows no counts.
    loaded(call('GET /api/staff/jobs/{id}/review/', { params: { id } })),
  ])
  return { sent, templates, overview }
}

/**
 * A change of the recipients in the address loads nothing. Another page of messages loads, and so does
 * another job or the same address again.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  isReload({ currentUrl, nextUrl }) || beforeIn(currentUrl.searchParams) !== beforeIn(nextUrl.searchParams)

type Sent = Reply<'GET /api/staff/jobs/{id}/messages/'>
type Templates = Reply<'GET /api/staff/templates/'>

/** The recipients in the address: applications chosen one by one, such as `7,12`, or a filter. */
function useRecipients() {
  const [query, setQuery] = useQuery()
  const applicationIds = (query.get('applications') ?? '')
    .split(',')
    .flatMap((entry) => (/^[1-9]\d{0,9}$/.test(entry) ? [Number(entry)] : []))
  const { filter } = readAddress(query)
  const choose = (next: Filter) => setQuery(filterParams(next))
  return { applicationIds, filter, choose, before: beforeIn(query) }
}

/** `overview`: the job's counts and the filter's choices; undefined if this officer may not read them. */
type Props = {
  jobId: number
  sent: Loaded<Sent>
  templates: Loaded<Templates>
  overview: JobOverview | undefined
}

function Messages({ jobId, overview, ...loadedData }: Props) {
  const { id, rights } = useMe()
  // The messages as they were loaded last, or as an action returned them since.
  const [sent, setSent] = useLatestData(loadedData.sent)
  const [latestTemplates] = useLatestData(loadedData.templates)
  const templates = latestTemplates?.results ?? []
  const [result, setResult] = useState<ActionResult>()
  const draft = useSavedMessage(id, jobId)
  const { before, ...recipients } = useRecipients()
  const reload = useReload(loadedData.sent.error ?? loadedData.templates.error)
  useDeliveryProgress(jobId, before, sent, setSent)
  const mayWrite = rights.includes('messages.send')
  const onResult = (newResult: ActionResult) => {
    setResult(newResult)
    reload()
  }
  const writeAgain = ({ subject, body, template, filter: savedFilter }: OfficersMessage) => {
    draft.change({ subject, body, template: template?.id })
    const { search, ...conditions } = savedFilter === null ? {} : parseSavedFilter(savedFilter)
    if (savedFilter !== null) recipients.choose(conditions)
    // Neither the text of a search nor the applications chosen one by one come with a message.
    const isIncomplete = savedFilter === null || search !== undefined
    setResult(isIncomplete ? { words: t`The text is in the form. Choose the recipients again.` } : undefined)
    requestAnimationFrame(() => document.getElementById('subject')?.focus())
  }
  if (!sent)
    return (
      <JobLoadFailed
        error={loadedData.sent.error}
        sentence={t`The messages could not load.`}
        onRetry={reload}
      />
    )
  return (
    <>
      <JobHead id={jobId} job={sent.job} />
      <ResultMessage result={result} reloadedData={sent} />
      <div className={mayWrite ? 'st-whole st-messages' : undefined}>
        {mayWrite && (
          <WriteMessage {...{ jobId, overview, recipients, draft, templates }} onResult={onResult} />
        )}
        <div>
          <SentMessages
            {...{ jobId, sent, overview }}
            isOlderPage={before !== ''}
            onStopped={() => onResult({ words: t`Stopped. No one gets it.` })}
            onWriteAgain={mayWrite ? writeAgain : undefined}
          />
          <Templates
            templates={templates}
            mayWrite={mayWrite}
            startWords={{ subject: draft.typed.subject, body: draft.typed.body }}
            onResult={onResult}
          />
        </div>
      </div>
    </>
  )
}

/** Messages to the applicants of a job: recipients, text, and earlier messages. */
export default function MessagesPage({ params, loaderData }: Route.ComponentProps) {
  const { sent, templates, overview } = loaderData
  return (
    <Messages key={params.id} jobId={Number(params.id)} {...{ sent, templates }} overview={overview.data} />
  )
}
