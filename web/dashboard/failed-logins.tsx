import { Trans } from '@lingui/react/macro'
import { FAILED_LOGINS } from '#contract/accounts/limits.ts'
import type { FailedLoginLine } from '#contract/accounts/sessions.ts'
import { shortMoment } from '#contract/dates.ts'
import { translate } from '../language/translate.ts'
import type { Loaded } from '../loaded.ts'
import { ListFailed } from '../ui/list-failed.tsx'
import { deviceForReader } from '../ui/own-sessions.tsx'

type Props = { attempts: Loaded<{ results: FailedLoginLine[] }>; reload: () => void }

/** The last times that someone typed a wrong password for this account. */
export function FailedLogins({ attempts: { data, error }, reload }: Props) {
  return (
    <section className="mt6" aria-labelledby="failed-logins">
      <h2 id="failed-logins" className="mb4">
        <Trans>Wrong passwords</Trans>
      </h2>
      {error !== undefined && <ListFailed reload={reload} />}
      {data?.results.length === 0 && (
        <p>
          <Trans>In the last {FAILED_LOGINS.storedDays} days, no one typed a wrong password here.</Trans>
        </p>
      )}
      {data && data.results.length > 0 && <Attempts lines={data.results} />}
    </section>
  )
}

const Attempts = ({ lines }: { lines: FailedLoginLine[] }) => (
  <>
    <p className="mb4">
      <Trans>
        Someone tried to log in to your account with a wrong password, and did not get in. This list shows the
        last {FAILED_LOGINS.listed} attempts of the last {FAILED_LOGINS.storedDays} days.
      </Trans>
    </p>
    <ul className="sessions">
      {lines.map(({ failed_at: failedAt, device }, index) => (
        // Two attempts may have the same time. New attempts are added at the front, so the key counts from
        // the end.
        <li key={`${failedAt} ${lines.length - index}`}>
          <p>
            <span className="nowrap">{translate(shortMoment(failedAt))}</span>, {deviceForReader(device)}
          </p>
        </li>
      ))}
    </ul>
    <p className="small mt4">
      <Trans>If it was not you, choose a password that no one can guess.</Trans>
    </p>
  </>
)
