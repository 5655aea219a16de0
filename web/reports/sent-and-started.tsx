import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { nairobiDate, shortMoment, stampDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import { formatNumber } from '../ui/card.ts'
import { AsTable, Axis } from './as-table.tsx'

type Reports = Reply<'GET /api/staff/jobs/{id}/reports/'>
/** A period. `short`: its name on the axis. `sent`: submitted applications. `begun`: started drafts. */
type Period = { name: string; short: string; sent: number; begun: number }

/** A day such as `3 Dec 2026`, from 2026-12-03. It is read at noon UTC, which is the same day in Nairobi. */
const dayWords = (day: string) => stampDate(new Date(`${day}T12:00:00Z`))

const periodsOf = ({ hours, days }: Reports, unit: 'hours' | 'days'): Period[] =>
  unit === 'hours'
    ? hours.map(({ at: hour, sent, begun: started }) => ({
        // An hour is named like a deadline: `Thu 3 Dec, 5:00 p.m.`
        name: shortMoment(hour),
        short: hourAndMinute(Date.parse(hour)),
        sent,
        begun: started,
      }))
    : days.map(({ day, sent, begun: started }) => ({
        name: dayWords(day),
        // Without the year.
        short: dayWords(day).replace(/ \d{4}$/, ''),
        sent,
        begun: started,
      }))

// These lengths are in units of the drawing, which is stretched to the width of the page.
const CHART_HEIGHT = 100
const PERIOD_WIDTH = 10
/** The space on each side of a bar. The narrow bars of submitted applications are in front of the others. */
const STARTED_INSET = 0.8
const SUBMITTED_INSET = 2.6

function Bars({ periods }: { periods: Period[] }) {
  const max = Math.max(1, ...periods.flatMap(({ sent, begun: started }) => [sent, started]))
  const barHeight = (count: number) => (CHART_HEIGHT * count) / max
  return (
    <svg
      className="reports-course"
      viewBox={`0 0 ${periods.length * PERIOD_WIDTH} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {periods.map(
        ({ name, begun: started }, index) =>
          started > 0 && (
            <rect
              key={name}
              className="is-started"
              x={index * PERIOD_WIDTH + STARTED_INSET}
              y={CHART_HEIGHT - barHeight(started)}
              width={PERIOD_WIDTH - 2 * STARTED_INSET}
              height={barHeight(started)}
            />
          ),
      )}
      {periods.map(
        ({ name, sent }, index) =>
          sent > 0 && (
            <rect
              key={name}
              x={index * PERIOD_WIDTH + SUBMITTED_INSET}
              y={CHART_HEIGHT - barHeight(sent)}
              width={PERIOD_WIDTH - 2 * SUBMITTED_INSET}
              height={barHeight(sent)}
            />
          ),
      )}
    </svg>
  )
}

type Unit = 'hours' | 'days'

const TABS = [
  ['hours', t`Last 48 hours`],
  ['days', t`By day`],
] as const

const Tabs = ({ unit, addressOf }: Pick<Props, 'unit' | 'addressOf'>) => (
  <nav className="st-tabs" aria-label={t`By`}>
    {TABS.map(([tabUnit, words]) => (
      <Link
        key={tabUnit}
        to={addressOf(tabUnit)}
        aria-current={tabUnit === unit ? 'page' : undefined}
        preventScrollReset
        replace
      >
        {words}
      </Link>
    ))}
  </nav>
)

const sumOf = (periods: Period[], count: 'sent' | 'begun') =>
  periods.reduce((sum, period) => sum + period[count], 0)

/** The meaning of each colour of the chart, with its sum. */
function ChartKey({ periods, unit }: { periods: Period[]; unit: Unit }) {
  const busiest = [...periods].sort((left, right) => right.sent - left.sent)[0]
  return (
    <p className="reports-key tiny">
      <span>
        <span className="reports-dot" aria-hidden="true" />{' '}
        <b className="num">{formatNumber(sumOf(periods, 'sent'))}</b> <Trans>sent</Trans>
      </span>
      <span>
        <span className="reports-dot is-started" aria-hidden="true" />{' '}
        <b className="num">{formatNumber(sumOf(periods, 'begun'))}</b> <Trans>started</Trans>
      </span>
      {busiest && busiest.sent > 0 && (
        <span className="quiet">
          {unit === 'hours' ? (
            <Trans>
              Most sent: <span className="num">{formatNumber(busiest.sent)}</span> in the hour from{' '}
              {busiest.name}
            </Trans>
          ) : (
            <Trans>
              Most sent: <span className="num">{formatNumber(busiest.sent)}</span> on {busiest.name}
            </Trans>
          )}
        </span>
      )}
    </p>
  )
}

type ChartProps = { periods: Period[]; unit: Unit; isRunning: boolean }

/** The chart, and the same data as a table. `isRunning`: the last period is not over. */
const Chart = ({ periods, unit, isRunning }: ChartProps) => (
  <>
    <ChartKey periods={periods} unit={unit} />
    <Bars periods={periods} />
    <Axis names={periods.map(({ short }) => short)} />
    <AsTable
      label={unit === 'hours' ? t`By the hour` : t`By the day`}
      caption={unit === 'hours' ? t`Sent and started by the hour` : t`Sent and started by the day`}
      firstHeading={unit === 'hours' ? t`From, EAT` : t`Day`}
      headings={[t`Sent`, t`Started`]}
      rows={periods.map(({ name, sent, begun: started }, index) => ({
        name,
        counts: [sent, started],
        isRunning: isRunning && index === periods.length - 1,
      }))}
    />
  </>
)

type Props = { reports: Reports; unit: Unit; addressOf: (unit: Unit) => string }

/** Submitted applications and started drafts, by the hour or by the day: as a chart, and as a table. */
export function SentAndStarted({ reports, unit, addressOf }: Props) {
  const periods = periodsOf(reports, unit)
  // The list of hours ends with the present hour. The list of days may end before today.
  const today = nairobiDate(new Date(reports.at))
  return (
    <section aria-labelledby="course">
      <div className="reports-head">
        <h2 id="course">{t`Sent and started`}</h2>
        <Tabs unit={unit} addressOf={addressOf} />
      </div>
      {sumOf(periods, 'begun') + sumOf(periods, 'sent') === 0 ? (
        <p className="empty">
          {unit === 'hours'
            ? t`No one started or sent an application in the last 48 hours.`
            : t`No one started or sent an application in the last ${REPORTS.daysCounted} days.`}
        </p>
      ) : (
        <Chart
          periods={periods}
          unit={unit}
          isRunning={unit === 'hours' || reports.days.at(-1)?.day === today}
        />
      )}
    </section>
  )
}
