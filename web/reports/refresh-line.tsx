import { clockTimeInFull } from '#contract/dates.ts'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import type { Refreshed } from './use-refreshed.ts'

/** How old the numbers are, with a button to load them again. */
export const RefreshLine = ({
  answer: { data, stale, asking, again },
}: {
  answer: Refreshed<{ at: string }>
}) => (
  <p className="fi-age tiny">
    {data && (
      <span className={stale ? 'fi-amber' : 'quiet'} role={stale ? 'alert' : undefined}>
        {stale ? 'Could not refresh. As of ' : 'As of '}
        <span className="num">{clockTimeInFull(new Date(data.at))} EAT</span>
      </span>
    )}
    <button className="link" type="button" aria-disabled={asking} onClick={() => !asking && again()}>
      Refresh now
    </button>
  </p>
)

/** Before the first response: loading, or a failure. */
export const NothingYet = ({
  answer: { stale, again, error },
  what,
}: {
  answer: Refreshed<unknown>
  what: string
}) => (stale ? <Unread what={what} again={again} error={error} /> : <Loading />)
