import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../server/database/connect.ts'
import type { Line } from '../table.ts'
import { runBeside } from './generate.ts'
import { ascending, at, atMost, none, told } from './goals.ts'
import type { LinerReport, LinerTask, Shown } from './liner.ts'
import { formOf, inWorld } from './world.ts'

type Form = Omit<LinerTask, 'world'>
const FORM = formOf<Form>({
  smoke: { perSecond: 60, seconds: 20, watched: 4, patienceS: 120 },
  short: { perSecond: 140, seconds: 60, watched: 20, patienceS: 360 },
  full: { perSecond: 160, seconds: 240, watched: 40, patienceS: 1_800 },
})
/** The wait that is shown may be off by a quarter, or by a minute where that is more. */
const OFF = { share: 0.25, seconds: 60 }

/** How far off, in what is allowed: 1 is just right. */
const offOf = ({ seconds, realS }: Shown) =>
  Math.abs(seconds - realS) / Math.max(OFF.seconds, OFF.share * realS)
/** As it is read: whole minutes. */
const inWords = (shown: Shown): Shown => ({
  ...shown,
  seconds: Math.max(1, Math.round(shown.seconds / 60)) * 60,
})

const tell = (name: string, shown: Shown[]) => {
  const off = ascending(shown.map(({ seconds, realS }) => seconds - realS))
  const shares = ascending(
    shown.filter(({ realS }) => realS >= 30).map(({ seconds, realS }) => Math.abs(seconds - realS) / realS),
  )
  console.error(
    `  ${name}: ${shown.length} times; too long (short) by p5 ${at(off, 0.05).toFixed(0)} p50 ${at(off, 0.5).toFixed(0)} p95 ${at(off, 0.95).toFixed(0)} s; ` +
      `of waits from 30 s on, off by p50 ${(100 * at(shares, 0.5)).toFixed(0)} p90 ${(100 * at(shares, 0.9)).toFixed(0)} %`,
  )
}

/**
 * A line at its door, moved on by the controller: the wait that people are shown against the one they have.
 */
export const lineWait = (): Promise<Line[]> =>
  inWorld(1_000, async ({ portal, db, world }) => {
    // The level as the controller would have set it; from here on it is the controller's.
    await db.run(
      sql`update brownout set level = 3, level_at = now(), line_until = now(), version = version + 1`,
    )
    const mark = async () => (await fetch(`${portal.url}/line.json`)).text()
    while ((await mark()) === 'null') await wait(100)
    const rates: number[] = []
    const timer = setInterval(() => {
      void db
        .row<{ rate: number; level: number }>(sql`select line_rate as rate, level from brownout`)
        .then((row) => row && rates.push(row.level >= 2 ? row.rate : 0))
        .catch(() => {})
    }, 1_000)
    const report = await runBeside<LinerReport>('liner.ts', { world, ...FORM } satisfies LinerTask).finally(
      () => clearInterval(timer),
    )

    const { shown, came } = report
    const ten = rates.filter((_, second) => second % 10 === 0).map((rate) => rate.toFixed(0))
    console.error(
      `${came} people, ${FORM.perSecond} a second for ${FORM.seconds} s: ${report.atOnce} in at once, ${report.afterLine} after the line, ${report.never} never; the longest stood ${report.longestS.toFixed(0)} s; ${report.turnedAway} asked to come back after their turn; ${report.looks} looks`,
    )
    console.error(
      `  answers: ${JSON.stringify(report.statuses)}; let in a second, each 10 s: ${ten.join(' ')}`,
    )
    tell(
      'At the door',
      shown.filter(({ first }) => first),
    )
    tell(
      'Each look',
      shown.filter(({ first }) => !first),
    )
    tell('In whole minutes', shown.map(inWords))
    const p90 = (those: Shown[]) => at(ascending(those.map(offOf)), 0.9)
    const against = `${shown.length} times shown, the longest wait ${report.longestS.toFixed(0)} s; 25 % or 60 s`
    return [
      atMost(
        { what: 'The wait shown against the real one, p90, of what it may be off', against },
        1,
        p90(shown),
      ),
      atMost({ what: 'The same, at the door', against }, 1, p90(shown.filter(({ first }) => first))),
      atMost({ what: 'The same, in whole minutes as it is read', against }, 1, p90(shown.map(inWords))),
      none({ what: 'People in the line who were never let in', against: `${came} came` }, report.never),
      told(
        { what: 'Asked to come back after their turn', against: 'who stood in the line' },
        report.afterLine,
        report.turnedAway,
      ),
    ]
  })
