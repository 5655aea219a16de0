import { Trans } from '@lingui/react/macro'
import { clockTimeInFull } from '#contract/dates.ts'
import { Loading, LoadFailed } from '../staff-ui/loading.tsx'
import type { Refreshed } from './use-refreshed.ts'

/** How old the numbers are, with a button to load them again. */
export const RefreshLine = ({
  refreshed: { data, hasFailed, isLoading, reload },
}: {
  refreshed: Refreshed<{ at: string }>
}) => (
  <p className="reports-age tiny">
    {data && (
      <span className={hasFailed ? 'reports-amber' : 'quiet'} role={hasFailed ? 'alert' : undefined}>
        {hasFailed && (
          <>
            <Trans>Could not refresh.</Trans>{' '}
          </>
        )}
        <Trans>
          As of <span className="num">{clockTimeInFull(new Date(data.at))} EAT</span>
        </Trans>
      </span>
    )}
    <button className="link" type="button" aria-disabled={isLoading} onClick={() => !isLoading && reload()}>
      <Trans>Refresh now</Trans>
    </button>
  </p>
)

type Props = { refreshed: Refreshed<unknown>; what: string }

/** Before the first response, the line says that the numbers load or have failed to load. */
export const NothingYet = ({ refreshed: { hasFailed, reload, error }, what }: Props) =>
  hasFailed ? <LoadFailed subject={what} onRetry={reload} error={error} /> : <Loading />
