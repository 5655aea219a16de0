import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { LEVELS } from '#contract/last-hour/brownout.ts'
import { clockTime } from '#contract/dates.ts'
import { LAST_HOUR_WORDS, LEVEL_WORDS, situation } from '#contract/last-hour/words.ts'
import { waitWords } from '#contract/line/line.ts'
import type { LastHour } from '#contract/last-hour/endpoints.ts'
import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { NothingYet, RefreshLine } from '../reports/refresh-line.tsx'
import { SumsLine } from '../reports/sums-line.tsx'
import { type Refreshed, useRefreshed } from '../reports/use-refreshed.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { formatNumber } from '../ui/card.ts'
import { SubmissionsByMinute } from './by-minute.tsx'
import { fetchHealth, HealthMinutes } from './health-minutes.tsx'
import { Proposals } from './proposals.tsx'
import { SetLevel } from './set-level.tsx'
import type { Route } from './+types/last-hour-page'
import '../staff-ui/jobs.css'
import '../reports/reports.css'
import './last-hour.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`The last hour`, index: false })

const REFRESH_MS = 3_000

const fetchLastHour = () => call('GET /api/staff/last-hour/')

export const clientLoader = async () => {
  const [lastHour, health] = await Promise.all([loaded(fetchLastHour()), loaded(fetchHealth())])
  return { lastHour, health }
}

/** If calls wait longer than this, in milliseconds, the number is shown in amber. */
const USUAL_QUEUE_MS = 20

const durationText = (ms: number) => (ms < 1_000 ? t`${Math.round(ms)} ms` : t`${(ms / 1_000).toFixed(1)} s`)

/** The portal's level, 0 to 4: how much it leaves out so that submitting and saving continue. */
function Situation({ lastHour }: { lastHour: LastHour }) {
  const { level, level_at: since, by_hand: byHand } = lastHour
  return (
    <section className={`last-hour-now is-${level}`} aria-labelledby="level-now">
      <h2 id="level-now">
        <span className="last-hour-steps" aria-hidden="true">
          {[1, 2, 3, 4].map((step) => (
            <i key={step} className={step <= level ? 'is-on' : undefined} />
          ))}
        </span>
        <span>
          <Trans>
            Level <span className="num">{level}</span> of 4: {LEVEL_WORDS[level].name}
          </Trans>
        </span>
      </h2>
      {situation(lastHour).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {level > 0 && (
        <ul className="small">
          {/* At each level, the portal also does what the lower levels do. */}
          {LEVELS.filter((entry) => entry > 0 && entry <= level).map((entry) => (
            <li key={entry}>{LEVEL_WORDS[entry].does}</li>
          ))}
        </ul>
      )}
      <p className="small quiet">
        {since && level > 0 && (
          <>
            <Trans>Since {clockTime(new Date(since))} EAT.</Trans>{' '}
          </>
        )}
        {byHand ? t`Set by ${byHand.name}. Reason: “${byHand.reason}”` : LAST_HOUR_WORDS.byItself}
        {!byHand && level > 0 && ` ${LAST_HOUR_WORDS.goesDown}`}
      </p>
      {byHand && <p className="small quiet">{LAST_HOUR_WORDS.byHandUntil}</p>}
    </section>
  )
}

const CLASS_COLUMNS: Column<LastHour['classes'][number]>[] = [
  { header: t`What people do`, rowHeader: true, cell: ({ words }) => words },
  { header: t`Answered`, numeric: true, label: t`answered`, cell: ({ admitted }) => formatNumber(admitted) },
  {
    header: t`Asked to wait`,
    numeric: true,
    label: t`asked to wait`,
    className: ({ shed }) => (shed > 0 ? 'reports-amber bold' : ''),
    cell: ({ shed }) => formatNumber(shed),
  },
]

/** Calls by class. `admitted` calls were answered; `shed` calls were refused before any work. */
const AnsweredByClass = ({ classes }: { classes: LastHour['classes'] }) => (
  <section aria-labelledby="answered">
    <h2 id="answered">{t`Answered in the last minute`}</h2>
    <DataTable
      layout="report"
      className="reports-jobs last-hour-classes"
      caption={t`The most important requests come first. A page that has to wait says when to try again.`}
      columns={CLASS_COLUMNS}
      rows={classes}
      rowKey={(entry) => entry.class}
    />
  </section>
)

const LineFacts = ({ line }: { line: LastHour['line'] }) => (
  <section aria-labelledby="line">
    <h2 id="line">{t`The line`}</h2>
    {line ? (
      <p>
        <Trans>
          About <b className="num">{formatNumber(line.waiting)}</b>{' '}
          <Plural value={line.waiting} one="person is" other="people are" /> in{' '}
          <Link to="/line">the line</Link>, <b className="num">{formatNumber(line.let_in)}</b> came in during
          the last minute.
        </Trans>
        {line.waiting > 0 && ` ${t`Someone new waits ${waitWords(line.wait_seconds)}.`}`}
      </p>
    ) : (
      <p className="quiet">{LAST_HOUR_WORDS.noLine}</p>
    )}
  </section>
)

const TicketFacts = ({ count }: { count: number }) => (
  <section aria-labelledby="tickets">
    <h2 id="tickets">{t`Tickets`}</h2>
    {count > 0 ? (
      <p>
        <Trans>
          About <b className="num">{formatNumber(count)}</b>{' '}
          <Plural
            value={count}
            one="application waits with a ticket."
            other="applications wait with a ticket."
          />
        </Trans>{' '}
        {LAST_HOUR_WORDS.tickets}
      </p>
    ) : (
      <p className="quiet">{LAST_HOUR_WORDS.noTickets}</p>
    )}
  </section>
)

/** The sums at the top of the page. Each has a number, its words, and `amber` if the number is unusual. */
const headlineSums = ({ submissions, classes, queue_ms, nodes }: LastHour) => {
  // These are the five minutes before the current one, which is not over.
  const submittedCount = submissions.slice(-6, -1).reduce((sum, { count }) => sum + count, 0)
  // Shed calls of the class `extra` are not counted, because people do not notice them.
  const shedCount = classes.reduce((sum, entry) => sum + (entry.class === 'extra' ? 0 : entry.shed), 0)
  return [
    [formatNumber(submittedCount), t`submitted in the last 5 minutes`],
    [formatNumber(shedCount), t`asked to wait in the last minute`, shedCount > 0 ? 'amber' : undefined],
    [
      durationText(queue_ms),
      t`a request waits for its turn (usually at most 20 ms)`,
      queue_ms > USUAL_QUEUE_MS ? 'amber' : undefined,
    ],
    ...(nodes > 1 ? ([[formatNumber(nodes), t`servers answer`]] as const) : []),
  ] as const
}

type LoadedLastHourProps = {
  refreshed: Refreshed<LastHour>
  lastHour: LastHour
  health: Route.ComponentProps['loaderData']['health']
}

function LoadedLastHour({ refreshed, lastHour, health }: LoadedLastHourProps) {
  const me = useMe()
  return (
    <>
      <RefreshLine refreshed={refreshed} />
      <Situation lastHour={lastHour} />
      <div className="reports">
        <SubmissionsByMinute submissions={lastHour.submissions} />
        <AnsweredByClass classes={lastHour.classes} />
        <LineFacts line={lastHour.line} />
        <TicketFacts count={lastHour.tickets} />
        <HealthMinutes initial={health} />
        <Proposals proposals={lastHour.proposals} />
        {me.rights.includes('level.set') ? (
          <SetLevel lastHour={lastHour} onSet={refreshed.reload} />
        ) : (
          <p className="small quiet">{LAST_HOUR_WORDS.whoSets}</p>
        )}
      </div>
      <p className="small mt5">
        <Trans>
          <Link to={staffPaths.portalReports}>Reports</Link> has the totals of jobs and emails.
        </Trans>
      </p>
    </>
  )
}

/** The load on the portal now, for officers: live numbers, and the form that sets the level by hand. */
export default function LastHourPage({ loaderData }: Route.ComponentProps) {
  const refreshed = useRefreshed(fetchLastHour, loaderData.lastHour, REFRESH_MS)
  const { data } = refreshed
  return (
    <>
      <div className="st-head">
        <h1>{t`The last hour`}</h1>
        {data && <SumsLine sums={headlineSums(data)} />}
      </div>
      {data ? (
        <LoadedLastHour refreshed={refreshed} lastHour={data} health={loaderData.health} />
      ) : (
        <NothingYet refreshed={refreshed} what={t`How the portal handles the load`} />
      )}
    </>
  )
}
