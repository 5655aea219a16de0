import { Link } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { plainDate, shortMoment } from '#contract/dates.ts'
import { ALARM_WORDS } from '#contract/audit-log/words.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import { staffPaths } from '../staff-paths.ts'
import { formatNumber } from '../ui/card.ts'
import { Icon } from '../ui/icon.tsx'

/** `by`: the officer whom an alarm is about. `other`: a second officer in the alarm, if there is one. */
const Alarms = ({ alarms: { items, count } }: { alarms: NonNullable<StartPage['alarms']> }) => (
  <>
    <h2 id="alarms" className="heading-small">
      <Trans>Alarms</Trans> <span className="num">{formatNumber(count)}</span>
    </h2>
    <ul>
      {items.map(({ id, rule, by, other, day, count: times }) => (
        <li key={id}>
          <Icon name="warn" size="icon-small" /> {ALARM_WORDS[rule](by.name, times, other?.name ?? '')}{' '}
          {/* The day is read at noon UTC, which is the same day in Nairobi. */}
          <span className="tiny quiet nowrap">{plainDate(new Date(`${day}T12:00:00Z`))}</span>
        </li>
      ))}
    </ul>
    <Link className="tap" to={staffPaths.auditLog}>
      {count > items.length
        ? t`See all ${formatNumber(count)} in the audit log`
        : t`See them in the audit log`}
    </Link>
  </>
)

/**
 * Shows failed emails and alarms about unusual activity to roles that may see them. It is empty if there are
 * none.
 */
export const Attention = ({ start: { alarms, failed_emails: failedEmails } }: { start: StartPage }) => (
  <>
    {alarms && alarms.count > 0 && (
      <section className="callout is-amber start-alarms" aria-labelledby="alarms">
        <Alarms alarms={alarms} />
      </section>
    )}
    {failedEmails && failedEmails.count > 0 && (
      <p className="callout is-amber start-failed">
        <Link className="tap" to={staffPaths.portalReports}>
          {plural(failedEmails.count, {
            one: '1 email failed',
            other: `${formatNumber(failedEmails.count)} emails failed`,
          })}
        </Link>
        <span className="tiny quiet">
          <Trans>The last one: {shortMoment(failedEmails.last)}</Trans>
        </span>
      </p>
    )}
  </>
)
