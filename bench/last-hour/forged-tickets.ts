import { type Db, sql } from '../../server/database/connect.ts'
import type { TableRow } from '../table.ts'
import { digestOfSubmit } from './digest.ts'
import type { ForgerReport, ForgerTask } from './forger.ts'
import { runBeside } from './generate.ts'
import { atLeast, mustBeZero, forInformation } from './goals.ts'
import { settingsOfRun, inWorld } from './world.ts'

const SETTINGS = settingsOfRun({
  smoke: { count: 2_400, people: 2_000 },
  short: { count: 100_000, people: 20_000 },
  full: { count: 100_000, people: 20_000 },
})
/** How many submits with true tickets are sent, to show that the portal accepts tickets at all. */
const CONTROLS = 50
const MINUTE_MS = 60_000

/** What a submit could change in the database: the rows of each table, and one hash over all applications. */
const databaseState = (db: Db) =>
  db.patient(60).row<Record<string, string>>(sql`
    select (select md5(string_agg(concat_ws(' ', id, version, is_completed, reference_number, updated_at), ',' order by id)) from job_applications) as applications,
      (select count(*) from job_applications where is_completed) as sent, (select count(*) from submissions) as submissions,
      (select count(*) from ticket_uses) as tickets, (select count(*) from draft_copies) as copies, (select count(*) from notifications) as notifications,
      (select count(*) from outbox) as emails`)

const perSecondOf = ({ seconds }: ForgerReport) => SETTINGS.count / seconds

function printReport(report: ForgerReport): void {
  for (const [kind, { accepted, refusedAsExpected, other }] of Object.entries(report.verdicts))
    console.error(
      `  ${kind}: ${accepted} accepted, ${refusedAsExpected} refused with their sentence, ${other} otherwise`,
    )
  for (const [outcome, count] of Object.entries(report.others)) console.error(`  ${count} times ${outcome}`)
  console.error(
    `${SETTINGS.count} in ${report.seconds.toFixed(0)} s, ${perSecondOf(report).toFixed(0)} a second, ${report.shed} times asked to come back`,
  )
}

/** The lines of the table. `changes`: how many tables the wrong tickets changed. */
function rowsOf(
  report: ForgerReport,
  { changes, controlsAccepted }: { changes: number; controlsAccepted: number },
): TableRow[] {
  const verdicts = Object.values(report.verdicts)
  const sum = (outcome: 'accepted' | 'refusedAsExpected') =>
    verdicts.reduce((total, verdict) => total + verdict[outcome], 0)
  const against = `${SETTINGS.count.toLocaleString('en')} tickets of ${verdicts.length} kinds`
  return [
    mustBeZero(
      { what: 'Tickets accepted that are forged, copied, foreign, future or late', against },
      sum('accepted'),
    ),
    mustBeZero(
      { what: 'Tables that changed by them', against: 'rows, and a hash of all applications' },
      changes,
    ),
    atLeast(
      { what: 'Refused with the sentence of its kind, of 1,000', against },
      1_000,
      (1_000 * sum('refusedAsExpected')) / SETTINGS.count,
    ),
    atLeast(
      { what: 'True tickets accepted, to compare', against: `${CONTROLS} of people in time` },
      CONTROLS,
      controlsAccepted,
    ),
    forInformation(
      { what: 'Such submits refused', against: 'one second of the deadline, 600' },
      600,
      perSecondOf(report),
    ),
  ]
}

/** Submits after the deadline with forged or wrong tickets. The portal must accept none of them. */
export const forgedTickets = (): Promise<TableRow[]> =>
  inWorld(SETTINGS.people, async ({ portal, db, world }) => {
    const { filled } = world
    // The first job closed within the grace period for tickets, and the second before that.
    const closed = { recently: Date.now() - 30 * MINUTE_MS, longAgo: Date.now() - 180 * MINUTE_MS }
    for (const [index, closedAt] of [closed.recently, closed.longAgo].entries())
      await db.run(
        sql`update jobs set expiry_date = ${new Date(closedAt)} where id = ${filled.firstJob + index}`,
      )
    const digests: ForgerTask['digests'] = [
      world.digest,
      await digestOfSubmit({ ...filled, firstJob: filled.firstJob + 1 }),
    ]
    // Compares the database before and after the wrong tickets. The true tickets follow later.
    const task = { url: portal.url, filled, dataDir: portal.dataDir, closed, digests, connections: 16 }
    const before = await databaseState(db)
    const report = await runBeside<ForgerReport>('forger.ts', {
      ...task,
      count: SETTINGS.count,
      controls: 0,
    } satisfies ForgerTask)
    const after = await databaseState(db)
    const { controlsAccepted } = await runBeside<ForgerReport>('forger.ts', {
      ...task,
      count: 0,
      controls: CONTROLS,
    } satisfies ForgerTask)
    const changes = Object.keys(after ?? {}).filter((name) => before?.[name] !== after?.[name])
    printReport(report)
    console.error(`before ${JSON.stringify(before)}, changed: ${changes.join(', ') || 'nothing'}`)
    return rowsOf(report, { changes: changes.length, controlsAccepted })
  })
