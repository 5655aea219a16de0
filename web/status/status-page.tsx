import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { FROM_LEVEL, type Level, LEVELS } from '#contract/last-hour/brownout.ts'
import { BUSY_WORDS } from '#contract/last-hour/brownout-words.ts'
import { clockTime, shortMoment } from '#contract/dates.ts'
import { HEALTH, STATE_WORDS } from '#contract/status/health-minutes.ts'
import { LINE_WORDS } from '#contract/line/line.ts'
import type { ShownExtension } from '#contract/status/endpoints.ts'
import { STATUS_WORDS } from '#contract/status/words.ts'
import { callContext } from '../call.ts'
import { pagePath } from '../language/paths.ts'
import { CONTENT_LANGUAGE, READERS_LANGUAGE, translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Extensions } from './extensions.tsx'
import { sixHourBlocks, disruptionsOf } from './health-periods.ts'
import './status.css'
import type { Route } from './+types/status-page'

const MINUTES_OF_AN_HOUR = 60

/** A moved deadline with its reason, and the language of a reason that an officer wrote. */
const withReasonLanguage = (extension: ShownExtension) => {
  if (extension.down_minutes !== null) return { ...extension, reason: translate(extension.reason) }
  return CONTENT_LANGUAGE ? { ...extension, reasonLanguage: CONTENT_LANGUAGE } : extension
}

/** The server summarises the minutes, so that the page is small enough for a phone. */
export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [{ level, minutes, extensions }, site] = await Promise.all([
    call('GET /api/status/', {
      query: { hours: String(HEALTH.shownHours), language: READERS_LANGUAGE },
    }),
    call('GET /api/site/'),
  ])
  return {
    // How much the portal leaves out because it is busy: a level from 0 to 4. An unknown level counts as 0.
    level: LEVELS.find((entry) => entry === level) ?? 0,
    now: site.server_time,
    submitted: minutes.slice(-MINUTES_OF_AN_HOUR).reduce((sum, minute) => sum + minute.submitted, 0),
    blocks: sixHourBlocks(minutes),
    disruptions: disruptionsOf(minutes),
    extensions: extensions.map(withReasonLanguage),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`How the portal is`,
    description: t`See whether people can submit now, and how each minute of the last two days was. See which deadlines were moved, and why.`,
    path: paths.status,
  })

type Data = Route.ComponentProps['loaderData']

// These lengths are in units of the drawings. A block of six hours is 360 units wide, one for each minute.
const CHART_HEIGHT = 24
const BLOCK_WIDTH = 360
const BAR_HEIGHTS = { up: 8, degraded: 16, down: CHART_HEIGHT } as const

/** Draws each block of six hours. The worse a minute was, the higher its bar. */
const MinuteStrip = ({ blocks }: Pick<Data, 'blocks'>) => (
  <>
    <ul className="minutes-key small mt4" aria-hidden="true">
      {(['up', 'degraded', 'down'] as const).map((state) => (
        <li key={state}>
          <svg viewBox="0 0 16 24" width="12" height="18">
            <rect
              className={`min-${state}`}
              width="16"
              y={CHART_HEIGHT - BAR_HEIGHTS[state]}
              height={BAR_HEIGHTS[state]}
            />
          </svg>
          {translate(STATE_WORDS[state].name)}
        </li>
      ))}
    </ul>
    <ol className="minutes mt4">
      {blocks.map(({ start, words, runs }) => (
        <li key={start}>
          <time className="small quiet" dateTime={start}>
            {translate(shortMoment(start))}
          </time>
          <svg
            viewBox={`0 0 ${BLOCK_WIDTH} ${CHART_HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={words}
          >
            {runs.map(({ from, length, state }) => (
              <rect
                key={from}
                className={`min-${state}`}
                x={from}
                width={length}
                y={CHART_HEIGHT - BAR_HEIGHTS[state]}
                height={BAR_HEIGHTS[state]}
              />
            ))}
          </svg>
        </li>
      ))}
    </ol>
  </>
)

/** A day and a time of day. The line may break only between them. */
function DayAndTime({ words }: { words: string }) {
  const [day, time] = translate(words).split(', ')
  return (
    <>
      <span className="nowrap">{day},</span> <span className="nowrap">{time}</span>
    </>
  )
}

const DisruptionTable = ({ disruptions }: Pick<Data, 'disruptions'>) =>
  disruptions.length === 0 ? (
    <p className="empty mt4">
      <Trans>There was no such minute.</Trans>
    </p>
  ) : (
    <table className="spells mt4">
      <caption className="sr-only">
        <Trans>Minutes in which submitting did not work well, newest first</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans context="start of a period">From</Trans>
          </th>
          <th scope="col">
            <Trans>How long</Trans>
          </th>
          <th scope="col">
            <Trans>What it was</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {disruptions.map(({ start, minutes, state, stopped }) => (
          <tr key={start}>
            <th scope="row">
              <time dateTime={start}>
                <DayAndTime words={shortMoment(start)} />
              </time>
            </th>
            <td>{plural(minutes, { one: '# minute', other: '# minutes' })}</td>
            <td>{stopped ? t`Stopped by us for maintenance` : translate(STATE_WORDS[state].name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )

/** Says what the portal leaves out at its present level. */
const LevelChanges = ({ level }: { level: Level }) => (
  <div className="callout mt4">
    <p className="bold">{translate(STATUS_WORDS.means)}</p>
    <ul>
      {STATUS_WORDS.changes(level).map((words) => (
        <li key={words}>{translate(words)}</li>
      ))}
      <li>{translate(LINE_WORDS.safe)}</li>
    </ul>
    {level >= FROM_LEVEL.registrationInLine && (
      <p>
        <a className="tap" href={pagePath('/line')}>
          {translate(STATUS_WORDS.line)}
        </a>
      </p>
    )}
  </div>
)

const WhatWeCount = () => (
  <section className="band" aria-labelledby="counts">
    <h2 id="counts">
      <Trans>What we count</Trans>
    </h2>
    <p className="mt2">
      <Trans>
        Every ten seconds the portal submits an application to itself, in the same way as you. We also count
        how many people who press Submit get an answer within five minutes.
      </Trans>
    </p>
    <dl className="facts mt4">
      {(['up', 'degraded', 'down'] as const).map((state) => (
        <Fragment key={state}>
          <dt>{translate(STATE_WORDS[state].name)}</dt>
          <dd>{translate(STATE_WORDS[state].means)}</dd>
        </Fragment>
      ))}
    </dl>
    <p className="mt4">
      <Trans>
        The page of a job may have this rule: its deadline moves if the portal was down. Near such a deadline
        we write these minutes into <Link to={paths.transparency}>the public log</Link>, where no one can
        change them later.
      </Trans>
    </p>
  </section>
)

/** The state of the portal. A person sees whether a problem is their own or the portal's. */
export default function StatusPage({
  loaderData: { level, now, submitted, blocks, disruptions, extensions },
}: Route.ComponentProps) {
  const time = translate(clockTime(new Date(now)))
  const number = submitted.toLocaleString('en')
  const applications = plural(submitted, { one: 'application', other: 'applications' })
  return (
    <article className="wrap page">
      <div className="prose">
        <h1>
          <Trans>How the portal is</Trans>
        </h1>
        <p className="lead mt2">{translate(BUSY_WORDS[level])}</p>
        {level > 0 && <LevelChanges level={level} />}
        <p className="mt4">
          <Trans>
            In the hour before {time} we received {number} {applications}.
          </Trans>
        </p>
        <p>
          <a className="tap" href={pagePath(paths.status)}>
            <Trans>Refresh</Trans>
          </a>
        </p>

        <section className="band" aria-labelledby="minutes">
          <h2 id="minutes">
            <Trans>The last two days, minute by minute</Trans>
          </h2>
          {blocks.length === 0 ? (
            <p className="empty mt4">
              <Trans>The portal has just started. The first minutes are shown soon.</Trans>
            </p>
          ) : (
            <MinuteStrip blocks={blocks} />
          )}
        </section>

        <section className="band" aria-labelledby="spells">
          <h2 id="spells">
            <Trans>When submitting was slow or not possible</Trans>
          </h2>
          <DisruptionTable disruptions={disruptions} />
        </section>

        <section className="band" aria-labelledby="moved">
          <h2 id="moved">
            <Trans>Deadlines that were moved</Trans>
          </h2>
          <Extensions extensions={extensions} />
        </section>

        <WhatWeCount />
      </div>
    </article>
  )
}
