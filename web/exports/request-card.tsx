import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import { COLUMN_WORDS, EXPORT_WORDS, type ExportState, FORMAT_WORDS } from '#contract/exports/words.ts'
import type { ExportRequest } from '#contract/exports/endpoints.ts'
import { EXPORTS } from '#contract/exports/limits.ts'
import { address, call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Icon } from '../ui/icon.tsx'
import { countedApplications } from '../staff-ui/applications.ts'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { Conditions } from './conditions.tsx'
import { DownloadLine } from './download-line.tsx'
import { useDownload } from './use-download.ts'

const STATE_WORDS: Record<ExportState, string> = {
  waiting: t`Waits for a second person`,
  approved: t`Approved`,
  returned: t`Returned`,
  withdrawn: t`Taken back`,
  over: t`Expired`,
}

/** `words`: the result for the message above the page. */
type Props = {
  request: ExportRequest
  onRequest: (request: ExportRequest, words: string) => void
  onDownloaded: () => void
}

const History = ({ request }: { request: ExportRequest }) => (
  <ul className="small quiet">
    <li>
      <Trans>
        Asked for by {request.requested_by.name}, {shortMoment(request.requested_at)}
      </Trans>
    </li>
    {request.decided_by && request.decided_at && (
      <li>
        {request.state === 'returned'
          ? t`Returned by ${request.decided_by.name}, ${shortMoment(request.decided_at)}`
          : t`Approved by ${request.decided_by.name}, ${shortMoment(request.decided_at)}`}
        {request.note && (
          <>
            : <q className="any">{request.note}</q>
          </>
        )}
      </li>
    )}
    {request.state === 'waiting' && (
      <li>
        <Trans>Waits until {shortMoment(request.ends_at)}</Trans>
      </li>
    )}
    {request.state === 'approved' && (
      <li>
        <Trans>Can be downloaded until {shortMoment(request.ends_at)}</Trans>
      </li>
    )}
    {request.downloads > 0 && (
      <li>{plural(request.downloads, { one: 'Downloaded once', other: 'Downloaded # times' })}</li>
    )}
  </ul>
)

/** The colours of the words of a state. A request that has ended has no colour. */
const STATE_CLASSES: Partial<Record<ExportState, string>> = {
  waiting: 'text-amber bold small',
  approved: 'text-green bold small',
}

/** What the requested file holds, why it was requested, and who decided on the request. */
const RequestFacts = ({ request }: { request: ExportRequest }) => (
  <>
    <p className={STATE_CLASSES[request.state] ?? 'quiet small'}>
      {request.state === 'waiting' && <Icon name="half" size="icon-small" />} {STATE_WORDS[request.state]}
    </p>
    <p className="mt2">
      <q className="any">{request.reason}</q>
    </p>
    <div className="small mt2">
      <Conditions conditions={request.conditions} />
    </div>
    <p className="small mt2">{request.columns.map((column) => COLUMN_WORDS[column]).join(' · ')}</p>
    <div className="mt2">
      <History request={request} />
    </div>
  </>
)

/** The functions that decide on a request for a file, take it back, and download the file. */
function useRequestActions({ request, onRequest, onDownloaded }: Props) {
  const decision = useDecision(`note-${request.id}`)
  const { note, send } = decision
  // The server counts each download. The page adds one to its own count.
  const { download, start } = useDownload(onDownloaded)
  const params = { id: request.id }
  const attempt = (sendAction: () => Promise<ExportRequest>, doneWords: string) =>
    void send(async () => onRequest(await sendAction(), doneWords))
  const decide = (approve: boolean) =>
    attempt(
      () =>
        call('POST /api/staff/exports/{id}/decide/', {
          params,
          // The digest of the request as this officer read it. The server refuses if it has changed since.
          body: { approve, note, digest: request.digest },
        }),
      approve
        ? t`Approved. ${request.requested_by.name} can download it for 24 hours.`
        : t`Returned, with your note.`,
    )
  const withdraw = () =>
    attempt(() => call('POST /api/staff/exports/{id}/withdraw/', { params }), t`The request is taken back.`)
  const save = () => void start(address('GET /api/staff/exports/{id}/file/', { params }))
  return { decision, download, decide, withdraw, save }
}

type ButtonsProps = { request: ExportRequest; actions: ReturnType<typeof useRequestActions> }

const Buttons = ({ request: { may }, actions: { decision, download, save, withdraw } }: ButtonsProps) =>
  (may.includes('download') || may.includes('withdraw')) && (
    <p className="btn-row mt3">
      {may.includes('download') && (
        <button
          className="btn btn-small"
          type="button"
          aria-disabled={download.state === 'running'}
          onClick={save}
        >
          <Trans>Download</Trans>
        </button>
      )}
      {may.includes('withdraw') && (
        <button
          className="btn btn-2 btn-small"
          type="button"
          aria-disabled={decision.busy}
          onClick={withdraw}
        >
          <Trans>Take back</Trans>
        </button>
      )}
    </p>
  )

/**
 * One request: the content of the file, why, who requested and decided, and what this officer may do with it.
 */
export function RequestCard(props: Props) {
  const { request } = props
  const me = useMe()
  const actions = useRequestActions(props)
  const { decision, download, decide } = actions
  const title = `${countedApplications(request.count)}, ${FORMAT_WORDS[request.format].name}`
  const isWaiting = request.state === 'waiting'
  return (
    <article
      className={isWaiting ? 'st-card is-waiting' : 'st-card'}
      aria-labelledby={`request-${request.id}`}
    >
      <h3 id={`request-${request.id}`}>{title}</h3>
      <RequestFacts request={request} />
      {request.may.includes('decide') ? (
        <Decision
          decision={decision}
          wording="approve"
          readers={t`Officers read it.`}
          maxLength={EXPORTS.maxReason}
          subject={title}
          onDecide={decide}
        />
      ) : (
        <ErrorSummary errors={decision.errors} round={decision.round} />
      )}
      {request.requested_by.id === me.id && isWaiting && (
        <p className="small mt3">{EXPORT_WORDS.secondPerson}</p>
      )}
      <Buttons request={request} actions={actions} />
      <DownloadLine download={download} />
    </article>
  )
}
