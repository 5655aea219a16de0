import { shortDeadline } from '#contract/dates.ts'
import { COLUMN_WORDS, EXPORT_WORDS, type ExportState, FORMAT_WORDS } from '#contract/exports/words.ts'
import type { ExportRequest } from '#contract/exports/endpoints.ts'
import { address, call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Icon } from '../ui/icon.tsx'
import { applications } from '../staff-ui/applications.ts'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { Conditions } from './conditions.tsx'
import { DownloadLine } from './download-line.tsx'
import { useDownload } from './use-download.ts'

const STATE_WORDS: Record<ExportState, string> = {
  waiting: 'Waits for a second person',
  approved: 'Approved',
  returned: 'Returned',
  withdrawn: 'Taken back',
  over: 'Expired',
}

type Props = { request: ExportRequest; onRequest: (request: ExportRequest, words?: string) => void }

const History = ({ it }: { it: ExportRequest }) => (
  <ul className="small quiet">
    <li>
      Asked for by {it.requested_by.name}, {shortDeadline(it.requested_at)}
    </li>
    {it.decided_by && it.decided_at && (
      <li>
        {it.state === 'returned' ? 'Returned' : 'Approved'} by {it.decided_by.name},{' '}
        {shortDeadline(it.decided_at)}
        {it.note && (
          <>
            : <q className="any">{it.note}</q>
          </>
        )}
      </li>
    )}
    {it.state === 'waiting' && <li>Waits until {shortDeadline(it.ends_at)}</li>}
    {it.state === 'approved' && <li>Can be downloaded until {shortDeadline(it.ends_at)}</li>}
    {it.downloads > 0 && (
      <li>{it.downloads === 1 ? 'Downloaded once' : `Downloaded ${it.downloads} times`}</li>
    )}
  </ul>
)

/**
 * One request: the content of the file, why, who requested and decided, and what this officer may do with it.
 */
export function RequestCard({ request: it, onRequest }: Props) {
  const me = useMe()
  const decision = useDecision(`note-${it.id}`)
  const { faults, round, busy, note, send } = decision
  const { download, start } = useDownload(() => onRequest({ ...it, downloads: it.downloads + 1 }))
  const attempt = (work: () => Promise<ExportRequest>, words: string) =>
    void send(async () => onRequest(await work(), words))
  const params = { id: it.id }
  const decide = (approve: boolean) =>
    attempt(
      () =>
        call('POST /api/staff/exports/{id}/decide/', { params, body: { approve, note, digest: it.digest } }),
      approve
        ? `Approved. ${it.requested_by.name} can download it for 24 hours.`
        : 'Returned, with your note.',
    )
  const withdraw = () =>
    attempt(() => call('POST /api/staff/exports/{id}/withdraw/', { params }), 'The request is taken back.')
  const own = it.requested_by.id === me.id
  const title = `${applications(it.count)}, ${FORMAT_WORDS[it.format].name}`
  return (
    <article
      className={it.state === 'waiting' ? 'st-card is-waiting' : 'st-card'}
      aria-labelledby={`request-${it.id}`}
    >
      <h3 id={`request-${it.id}`}>{title}</h3>
      <p
        className={
          it.state === 'waiting'
            ? 'c-amber b small'
            : it.state === 'approved'
              ? 'c-green b small'
              : 'quiet small'
        }
      >
        {it.state === 'waiting' && <Icon name="half" size="i-s" />} {STATE_WORDS[it.state]}
      </p>
      <p className="mt2">
        <q className="any">{it.reason}</q>
      </p>
      <div className="small mt2">
        <Conditions conditions={it.conditions} />
      </div>
      <p className="small mt2">{it.columns.map((column) => COLUMN_WORDS[column]).join(' · ')}</p>
      <div className="mt2">
        <History it={it} />
      </div>
      {it.may.includes('decide') ? (
        <Decision
          of={decision}
          as="approve"
          readers="Officers read it."
          maxLength={500}
          what={title}
          onDecide={decide}
        />
      ) : (
        <ErrorSummary faults={faults} round={round} />
      )}
      {own && it.state === 'waiting' && <p className="small mt3">{EXPORT_WORDS.secondPerson}.</p>}
      {(it.may.includes('download') || it.may.includes('withdraw')) && (
        <p className="btn-row mt3">
          {it.may.includes('download') && (
            <button
              className="btn btn-s"
              type="button"
              aria-disabled={download.state === 'running'}
              onClick={() => void start(address('GET /api/staff/exports/{id}/file/', { params }))}
            >
              Download
            </button>
          )}
          {it.may.includes('withdraw') && (
            <button className="btn btn-2 btn-s" type="button" aria-disabled={busy} onClick={withdraw}>
              Take back
            </button>
          )}
        </p>
      )}
      <DownloadLine download={download} />
    </article>
  )
}
