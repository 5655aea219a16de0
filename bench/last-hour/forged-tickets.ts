import { type Db, sql } from '../../server/database/connect.ts'
import type { Line } from '../table.ts'
import { digestOfSubmit } from './digest.ts'
import type { ForgerReport, ForgerTask } from './forger.ts'
import { runBeside } from './generate.ts'
import { atLeast, none, told } from './goals.ts'
import { formOf, inWorld } from './world.ts'

const FORM = formOf({
  smoke: { count: 2_400, people: 2_000 },
  short: { count: 100_000, people: 20_000 },
  full: { count: 100_000, people: 20_000 },
})
const CONTROLS = 50
const MINUTE_MS = 60_000

/** Everything that a submit could have changed: how many rows of each, and one hash over all applications. */
const state = (db: Db) =>
  db.patient(60).row<Record<string, string>>(sql`
    select (select md5(string_agg(concat_ws(' ', id, version, is_completed, reference_number, updated_at), ',' order by id)) from job_applications) as applications,
      (select count(*) from job_applications where is_completed) as sent, (select count(*) from submissions) as submissions,
      (select count(*) from ticket_uses) as tickets, (select count(*) from draft_copies) as copies, (select count(*) from notifications) as notifications,
      (select count(*) from outbox) as emails`)

/** Tickets that are not what they say, after the deadline: not one of them is accepted. */
export const forgedTickets = (): Promise<Line[]> =>
  inWorld(FORM.people, async ({ portal, db, world }) => {
    const { filled } = world
    const closed = { recently: Date.now() - 30 * MINUTE_MS, longAgo: Date.now() - 180 * MINUTE_MS }
    for (const [index, when] of [closed.recently, closed.longAgo].entries())
      await db.run(sql`update jobs set expiry_date = ${new Date(when)} where id = ${filled.firstJob + index}`)
    const digests: ForgerTask['digests'] = [
      world.digest,
      await digestOfSubmit({ ...filled, firstJob: filled.firstJob + 1 }),
    ]
    const task = { url: portal.url, filled, dataDir: portal.dataDir, closed, digests, connections: 16 }
    const before = await state(db)
    const report = await runBeside<ForgerReport>('forger.ts', {
      ...task,
      count: FORM.count,
      controls: 0,
    } satisfies ForgerTask)
    const after = await state(db)
    const { controlsTaken } = await runBeside<ForgerReport>('forger.ts', {
      ...task,
      count: 0,
      controls: CONTROLS,
    } satisfies ForgerTask)

    for (const [kind, { taken, right, other }] of Object.entries(report.verdicts))
      console.error(`  ${kind}: ${taken} accepted, ${right} refused with their sentence, ${other} otherwise`)
    for (const [heard, count] of Object.entries(report.others)) console.error(`  ${count} times ${heard}`)
    const changes = Object.keys(after ?? {}).filter((name) => before?.[name] !== after?.[name])
    const perSecond = FORM.count / report.seconds
    console.error(
      `${FORM.count} in ${report.seconds.toFixed(0)} s, ${perSecond.toFixed(0)} a second, ${report.shed} times asked to come back; before ${JSON.stringify(before)}, changed: ${changes.join(', ') || 'nothing'}`,
    )
    const all = Object.values(report.verdicts)
    const sum = (of: 'taken' | 'right') => all.reduce((total, verdict) => total + verdict[of], 0)
    const against = `${FORM.count.toLocaleString('en')} tickets of ${all.length} kinds`
    return [
      none(
        { what: 'Tickets accepted that are forged, copied, foreign, future or late', against },
        sum('taken'),
      ),
      none(
        { what: 'Tables that changed by them', against: 'rows, and a hash of all applications' },
        changes.length,
      ),
      atLeast(
        { what: 'Refused with the sentence of its kind, of 1,000', against },
        1_000,
        (1_000 * sum('right')) / FORM.count,
      ),
      atLeast(
        { what: 'True tickets accepted, to compare', against: `${CONTROLS} of people in time` },
        CONTROLS,
        controlsTaken,
      ),
      told({ what: 'Such submits refused', against: 'one second of the deadline, 600' }, 600, perSecond),
    ]
  })
