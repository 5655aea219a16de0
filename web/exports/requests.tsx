import { Trans } from '@lingui/react/macro'
import type { ExportRequest } from '#contract/exports/endpoints.ts'
import { RequestCard } from './request-card.tsx'

type Props = {
  requests: ExportRequest[]
  onRequest: (request: ExportRequest, words: string) => void
  /** Called with the id of a request when its file is saved. */
  onDownloaded: (id: number) => void
}

/** Requests for files that identify people: first those that wait, then all others, the newest first. */
export function Requests({ requests, onRequest, onDownloaded }: Props) {
  const sorted = [...requests].sort(
    (left, right) =>
      Number(right.state === 'waiting') - Number(left.state === 'waiting') || right.id - left.id,
  )
  return (
    <section aria-labelledby="requests">
      <h2 className="mb4" id="requests">
        <Trans>Files with identities</Trans>
      </h2>
      {sorted.length === 0 && (
        <p className="empty small">
          <Trans>No one has requested a file for this job.</Trans>
        </p>
      )}
      {sorted.map((request) => (
        <RequestCard
          key={request.id}
          request={request}
          onRequest={onRequest}
          onDownloaded={() => onDownloaded(request.id)}
        />
      ))}
    </section>
  )
}
