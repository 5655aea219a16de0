import { clockTimeInFull } from '#contract/dates.ts'
import { Loading, LoadFailed } from '../staff-ui/loading.tsx'
import type { Refreshed } from './use-refreshed.ts'

/** How old the numbers are, with a button to load them again. */
export const RefreshLine = ({
  refreshed: { data, stale, loading, reload },
}: {
  refreshed: Refreshed<{ at: string }>
}) => (
  <p className="fi-age tiny">
    {data && (
      <span className={stale ? 'fi-amber' : 'quiet'} role={stale ? 'alert' : undefined}>
        {stale ? 'Could not refresh. As of ' : 'As of '}
        <span className="num">{clockTimeInFull(new Date(data.at))} EAT</span>
      </span>
    )}
    <button className="link" type="button" aria-disabled={loading} onClick={() => !loading && reload()}>
      Refresh now
    </button>
  </p>
)

type Props = { refreshed: Refreshed<unknown>; what: string }

/** Before the first response: loading, or a failure. */
export const NothingYet = ({ refreshed: { stale, reload, error }, what }: Props) =>
  stale ? <LoadFailed subject={what} onRetry={reload} error={error} /> : <Loading />
