import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { StaffCeremony } from '#contract/selection-ceremony/endpoints.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { formatNumber } from '../ui/card.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import type { ChangeProps } from './propose-freeze.tsx'

type Props = ChangeProps & { reply: StaffCeremony; onReload: () => void }

const Unsorted = ({ count }: { count: number }) => (
  <p className="callout is-amber mt3">
    <Plural
      value={count}
      one="# application could not be sorted, so the pool cannot be put together. Ask the operator to look at the log of the portal."
      other="# applications could not be sorted, so the pool cannot be put together. Ask the operator to look at the log of the portal."
    />
  </p>
)

/**
 * The pool, once it is put together: until then its count is null. `unsorted`: the applications whose facts
 * the portal could not derive. The pool has to wait for them.
 */
const Pool = ({ reply, onReload }: Pick<Props, 'reply' | 'onReload'>) => {
  if (reply.pool_count === null && reply.unsorted > 0) return <Unsorted count={reply.unsorted} />
  if (reply.pool_count === null)
    return (
      <p className="mt3">
        <Trans>The portal is putting the pool together. This takes some minutes.</Trans>{' '}
        <button className="btn btn-2 btn-small" type="button" onClick={onReload}>
          <Trans>Load again</Trans>
        </button>
      </p>
    )
  return (
    <dl className="facts mt3">
      <dt>
        <Trans>People in the pool</Trans>
      </dt>
      <dd className="num bold">{formatNumber(reply.pool_count)}</dd>
      <dt>
        <Trans>Digest</Trans>
      </dt>
      <dd className="any">
        <code>{reply.pool_digest}</code>
      </dd>
    </dl>
  )
}

/** A proposed pool of people. A second person freezes it. */
export function WaitingFreeze({ job, reply, onCeremony, onReload }: Props) {
  const me = useMe()
  // There is no field for the time here, so an error about `at` is shown above the buttons.
  const { errors, round: errorRound, busy, send } = useSending({ at: undefined })
  const { ceremony, proposed_by: author, may } = reply
  const params = { id: job }
  const approve = () =>
    send(async () => {
      // The pool as this officer saw it. If the pool has changed since, the server refuses.
      const body = { digest: reply.pool_digest ?? '' }
      onCeremony(
        await call('POST /api/staff/jobs/{id}/selection/approve/', { params, body }),
        t`The pool is frozen. Its root and the round are in the public log.`,
      )
    })
  const withdraw = () =>
    send(async () =>
      onCeremony(
        await call('POST /api/staff/jobs/{id}/selection/withdraw/', { params }),
        t`The proposal is taken back.`,
      ),
    )
  return (
    <section className="st-proposal" aria-labelledby="proposal">
      <h2 id="proposal">
        <Trans>Waits for a second person: the pool</Trans>
      </h2>
      <p className="mt2">
        <Trans>
          Proposed by <b>{author?.name}</b>. Round <span className="num">{ceremony?.round.number}</span>,{' '}
          {longDeadline(ceremony?.round.at)}.
        </Trans>
      </p>
      <ul className="small mt2">
        {ceremony?.observers.map(({ name, commitment }) => (
          <li key={name} className="any">
            {name}: <code>{commitment}</code>
          </li>
        ))}
      </ul>
      <Pool reply={reply} onReload={onReload} />
      <ErrorSummary errors={errors} round={errorRound} />
      {author?.id === me.id && <p className="small">{STAFF_WORDS.secondPerson}</p>}
      <p className="btn-row mt4">
        {may.includes('approve') && (
          <button className="btn" type="button" aria-disabled={busy} onClick={() => void approve()}>
            <Trans>Freeze the pool</Trans>
          </button>
        )}
        {may.includes('withdraw') && (
          <button className="btn btn-2" type="button" aria-disabled={busy} onClick={() => void withdraw()}>
            <Trans>Take the proposal back</Trans>
          </button>
        )}
      </p>
    </section>
  )
}
