import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../server/database/connect.ts'
import type { TableRow } from '../table.ts'
import { runBeside } from './generate.ts'
import { ascending, percentile, atMost, mustBeZero, forInformation } from './goals.ts'
import type { LinerReport, LinerTask, Shown } from './liner.ts'
import { settingsOfRun, inWorld } from './world.ts'

const ACCOUNTS = 1_000

type Settings = Omit<LinerTask, 'world'>
const SETTINGS = settingsOfRun<Settings>({
  smoke: { perSecond: 60, seconds: 20, watchEveryNthPerson: 4, patienceS: 120 },
  short: { perSecond: 140, seconds: 60, watchEveryNthPerson: 20, patienceS: 360 },
  full: { perSecond: 160, seconds: 240, watchEveryNthPerson: 40, patienceS: 1_800 },
})
/** How far a shown wait may be off: a quarter of the real wait or, if more, a minute. */
const TOLERANCE = { share: 0.25, seconds: 60 }

/** The error of a shown wait, divided by the allowed error. At most 1 is good. */
const errorShare = ({ shownS, realS }: Shown) =>
  Math.abs(shownS - realS) / Math.max(TOLERANCE.seconds, TOLERANCE.share * realS)
/** The page shows the wait in whole minutes, at least one. */
const inWholeMinutes = (shown: Shown): Shown => ({
  ...shown,
  shownS: Math.max(1, Math.round(shown.shownS / 60)) * 60,
})

/** Percentages of a short wait say little, so the report leaves out waits below this time. */
const MIN_WAIT_S = 30

const printErrors = (name: string, shown: Shown[]) => {
  const errors = ascending(shown.map(({ shownS, realS }) => shownS - realS))
  const shares = ascending(
    shown
      .filter(({ realS }) => realS >= MIN_WAIT_S)
      .map(({ shownS, realS }) => Math.abs(shownS - realS) / realS),
  )
  console.error(
    `  ${name}: ${shown.length} times; too long (short) by p5 ${percentile(errors, 0.05).toFixed(0)} p50 ${percentile(errors, 0.5).toFixed(0)} p95 ${percentile(errors, 0.95).toFixed(0)} s; ` +
      `of waits from 30 s on, off by p50 ${(100 * percentile(shares, 0.5)).toFixed(0)} p90 ${(100 * percentile(shares, 0.9)).toFixed(0)} %`,
  )
}

/** Compares the waits that people in the line are shown with their real waits. */
export const lineWait = (): Promise<TableRow[]> =>
  inWorld(ACCOUNTS, async ({ portal, db, world }) => {
    // Opens the line as the brownout controller does under load. The controller then moves the line.
    await db.run(
      sql`update brownout set level = 3, level_at = now(), line_until = now(), version = version + 1`,
    )
    const readLineState = async () => (await fetch(`${portal.url}/line.json`)).text()
    while ((await readLineState()) === 'null') await wait(100)
    const rates: number[] = []
    const timer = setInterval(() => {
      void db
        .row<{ rate: number; level: number }>(sql`select line_rate as rate, level from brownout`)
        // Below brownout level 2, the portal has no line, so no one is let in from it.
        .then((row) => row && rates.push(row.level >= 2 ? row.rate : 0))
        .catch(() => {})
    }, 1_000)
    const report = await runBeside<LinerReport>('liner.ts', {
      world,
      ...SETTINGS,
    } satisfies LinerTask).finally(() => clearInterval(timer))

    const { shown, came } = report
    const everyTenthRate = rates.filter((_, second) => second % 10 === 0).map((rate) => rate.toFixed(0))
    console.error(
      `${came} people, ${SETTINGS.perSecond} a second for ${SETTINGS.seconds} s: ${report.atOnce} in at once, ${report.afterLine} after the line, ${report.never} never; the longest stood ${report.longestS.toFixed(0)} s; ${report.turnedAway} asked to come back after their turn; ${report.looks} looks`,
    )
    console.error(
      `  answers: ${JSON.stringify(report.statuses)}; let in a second, each 10 s: ${everyTenthRate.join(' ')}`,
    )
    printErrors(
      'At the door',
      shown.filter(({ first }) => first),
    )
    printErrors(
      'Each look',
      shown.filter(({ first }) => !first),
    )
    printErrors('In whole minutes', shown.map(inWholeMinutes))
    const p90 = (waits: Shown[]) => percentile(ascending(waits.map(errorShare)), 0.9)
    const against = `${shown.length} times shown, the longest wait ${report.longestS.toFixed(0)} s; 25 % or 60 s`
    return [
      atMost(
        { what: 'The wait shown against the real one: error as a share of the allowed error, p90', against },
        1,
        p90(shown),
      ),
      atMost({ what: 'The same, at the door', against }, 1, p90(shown.filter(({ first }) => first))),
      atMost(
        { what: 'The same, in whole minutes as it is read', against },
        1,
        p90(shown.map(inWholeMinutes)),
      ),
      mustBeZero({ what: 'People in the line who were never let in', against: `${came} came` }, report.never),
      forInformation(
        { what: 'Asked to come back after their turn', against: 'who stood in the line' },
        report.afterLine,
        report.turnedAway,
      ),
    ]
  })
