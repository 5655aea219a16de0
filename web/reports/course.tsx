import { Link } from 'react-router'
import { nairobiDate, shortDeadline, stampDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import { AsTable, Axis } from './as-table.tsx'
import { many } from './bar.tsx'

type Reports = Reply<'GET /api/staff/jobs/{id}/reports/'>
type Spell = { name: string; short: string; sent: number; begun: number }

const dayOf = (day: string) => stampDate(new Date(`${day}T12:00:00Z`))
const spells = ({ hours, days }: Reports, by: 'hours' | 'days'): Spell[] =>
  by === 'hours'
    ? hours.map(({ at: hour, sent, begun }) => ({
        name: shortDeadline(hour),
        short: hourAndMinute(Date.parse(hour)),
        sent,
        begun,
      }))
    : days.map(({ day, sent, begun }) => ({
        name: dayOf(day),
        short: dayOf(day).replace(/ \d{4}$/, ''),
        sent,
        begun,
      }))

const HIGH = 100
const WIDE = 10

function Drawing({ all }: { all: Spell[] }) {
  const most = Math.max(1, ...all.flatMap(({ sent, begun }) => [sent, begun]))
  const up = (count: number) => (HIGH * count) / most
  return (
    <svg
      className="fi-course"
      viewBox={`0 0 ${all.length * WIDE} ${HIGH}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {all.map(
        ({ name, begun }, index) =>
          begun > 0 && (
            <rect
              key={name}
              className="is-begun"
              x={index * WIDE + 0.8}
              y={HIGH - up(begun)}
              width={WIDE - 1.6}
              height={up(begun)}
            />
          ),
      )}
      {all.map(
        ({ name, sent }, index) =>
          sent > 0 && (
            <rect
              key={name}
              x={index * WIDE + 2.6}
              y={HIGH - up(sent)}
              width={WIDE - 5.2}
              height={up(sent)}
            />
          ),
      )}
    </svg>
  )
}

type By = 'hours' | 'days'

const TABS = [
  ['hours', 'Last 48 hours'],
  ['days', 'By day'],
] as const

const Tabs = ({ by, to }: { by: By; to: (by: By) => string }) => (
  <nav className="st-tabs" aria-label="By">
    {TABS.map(([entry, words]) => (
      <Link
        key={entry}
        to={to(entry)}
        aria-current={entry === by ? 'page' : undefined}
        preventScrollReset
        replace
      >
        {words}
      </Link>
    ))}
  </nav>
)

const sumOf = (all: Spell[], name: 'sent' | 'begun') => all.reduce((sum, spell) => sum + spell[name], 0)

/** What the colours of the chart mean, with their sums. */
function Key({ all, by }: { all: Spell[]; by: By }) {
  const top = [...all].sort((left, right) => right.sent - left.sent)[0]
  return (
    <p className="fi-key tiny">
      <span>
        <span className="fi-dot" aria-hidden="true" /> <b className="num">{many(sumOf(all, 'sent'))}</b> sent
      </span>
      <span>
        <span className="fi-dot is-begun" aria-hidden="true" />{' '}
        <b className="num">{many(sumOf(all, 'begun'))}</b> started
      </span>
      {top && top.sent > 0 && (
        <span className="quiet">
          Most sent: <span className="num">{many(top.sent)}</span>{' '}
          {by === 'hours' ? 'in the hour from' : 'on'} {top.name}
        </span>
      )}
    </p>
  )
}

type ChartProps = { all: Spell[]; by: By; isRunning: boolean }

/** The chart, and the same as a table. `isRunning`: the last period is not over. */
const Chart = ({ all, by, isRunning }: ChartProps) => (
  <>
    <Key all={all} by={by} />
    <Drawing all={all} />
    <Axis names={all.map(({ short }) => short)} />
    <AsTable
      label={by === 'hours' ? 'By the hour' : 'By the day'}
      caption={by === 'hours' ? 'Sent and started by the hour' : 'Sent and started by the day'}
      first={by === 'hours' ? 'From, EAT' : 'Day'}
      counted={['Sent', 'Started']}
      rows={all.map(({ name, sent, begun }, index) => ({
        name,
        counts: [sent, begun],
        isRunning: isRunning && index === all.length - 1,
      }))}
    />
  </>
)

type Props = { reports: Reports; by: By; to: (by: By) => string }

/** Submitted applications and started drafts, by the hour or by the day: as a chart, and as a table. */
export function Course({ reports, by, to }: Props) {
  const all = spells(reports, by)
  const today = nairobiDate(new Date(reports.at))
  return (
    <section aria-labelledby="course">
      <div className="fi-head">
        <h2 id="course">Sent and started</h2>
        <Tabs by={by} to={to} />
      </div>
      {sumOf(all, 'begun') + sumOf(all, 'sent') === 0 ? (
        <p className="empty">
          {by === 'hours'
            ? 'No one started or sent an application in the last 48 hours.'
            : 'No one has started an application yet.'}
        </p>
      ) : (
        <Chart all={all} by={by} isRunning={by === 'hours' || reports.days.at(-1)?.day === today} />
      )}
    </section>
  )
}
