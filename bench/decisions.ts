import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Db, sql, type Sql } from '../server/database/connect.ts'
import { fillWithApplications } from './applications.ts'
import { fillForOfficers } from './officers-fill.ts'
import type { Portal } from './portal.ts'
import { median } from './rounds.ts'
import { settle } from './settle.ts'
import { percentile, submitSteadily } from './submit-steadily.ts'
import type { TableRow } from './table.ts'

const LIST_SIZE = 100_000
const POLL_MS = 50
/** The maximum time in which all applications of a decision list must be decided. */
const WITHIN_S = 20
/** While a decision list takes effect, the p99 of submissions may rise by this factor. */
const MAX_SLOWDOWN = 1.2
const SUBMISSIONS_PER_SECOND = 60
const BEFORE_S = 20
/** How many submissions start at once before the measurements, to warm up all database connections. */
const WARM_UP_SUBMISSIONS = 48
/**
 * Application stages by their numbers in `contract/review/stages.ts`. Each round moves the same applications
 * to the next of these stages, and notifies all their applicants.
 */
const SHORTLISTED = 3
const REJECTED = 8
const ROUND_STAGES = [SHORTLISTED, REJECTED, SHORTLISTED, REJECTED, SHORTLISTED, REJECTED, SHORTLISTED]

/**
 * Adds a proposed decision list that the second officer can approve. It has the first `LIST_SIZE`
 * applications of the job at the stage `from`. Returns the list's id.
 */
async function insertProposedList(
  db: Db,
  staff: { author: number; second: number },
  job: number,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const patient = db.patient(300)
  const now = new Date()
  const list = await patient.row<{ id: number }>(sql`
    insert into decisions (job_id, name, to_stage, needs_second, made_by, made_at, updated_at)
    values (${job}, 'Bench', ${to}, true, ${staff.author}, ${now}, ${now}) returning id`)
  const id = list?.id ?? 0
  // The reason text of the decision list, which everyone on the list reads.
  await patient.run(sql`
    with why as (insert into decision_reasons (list_id, kind, words) values (${id}, 'other', 'As the commission resolved in its meeting') returning id)
    update decisions set reason_id = why.id from why where decisions.id = ${id}`)
  // Adds the first applications at the stage `from` to the decision list: in their facts and as list entries.
  await patient.run(sql`
    with taken as (select application_id from application_facts where job_id = ${job} and stage = ${from} order by application_id limit ${LIST_SIZE}),
    put as (update application_facts facts set list_id = ${id}::bigint from taken where facts.application_id = taken.application_id returning facts.application_id)
    insert into decision_entries (list_id, application_id) select ${id}::bigint, application_id from put`)
  const row = await patient.row<{ size: number }>(
    sql`select count(*)::int as size from decision_entries where list_id = ${id}`,
  )
  if (row?.size !== LIST_SIZE) throw new Error(`only ${row?.size} are on the list`)
  await patient.run(sql`
    update decisions set state = 'proposed', size = ${LIST_SIZE}, digest = sha256(''), proposed_by = ${staff.author}, proposed_at = ${now} where id = ${id}`)
  return id
}

/** The measurements of one decision list: before it, while it takes effect, and while it notifies people. */
type Round = Record<'before' | 'applying' | 'notifying', { seconds: number; durationsMs: number[] }>

/** The lines of the table for these rounds. */
function rowsOf(rounds: Round[]): TableRow[] {
  const seconds = rounds.map((entry) => entry.applying.seconds)
  // Compute the p99 over all rounds, because one round has too few submissions for a reliable p99.
  const p99Of = (phase: keyof Round) =>
    percentile(
      rounds.flatMap((entry) => entry[phase].durationsMs).sort((left, right) => left - right),
      0.99,
    )
  // The table shows rates, where more is better. So the ratio is the old duration divided by the new one.
  const rowOf = (phase: 'applying' | 'notifying', what: string): TableRow => {
    const ratios = rounds.map(
      (entry) => percentile(entry.before.durationsMs, 0.99) / percentile(entry[phase].durationsMs, 0.99),
    )
    return {
      what,
      against: 'before, in the same run',
      goal: 1 / MAX_SLOWDOWN,
      product: 1_000 / p99Of(phase),
      limit: 1_000 / p99Of('before'),
      ratio: p99Of('before') / p99Of(phase),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
    }
  }
  return [
    {
      what: `Applications decided in a list of ${LIST_SIZE.toLocaleString('en')}`,
      against: `all within ${WITHIN_S} s`,
      goal: 1,
      product: LIST_SIZE / median(seconds),
      limit: LIST_SIZE / WITHIN_S,
      ratio: WITHIN_S / median(seconds),
      lowest: WITHIN_S / Math.max(...seconds),
      highest: WITHIN_S / Math.min(...seconds),
    },
    rowOf('applying', 'Submissions meanwhile, 99 of 100 within 1/n s'),
    rowOf('notifying', 'Submissions while they are notified, 99 of 100 within 1/n s'),
  ]
}

/** Checks that each person on the decision lists so far was notified once. */
async function checkNotifications(db: Db, lists: number): Promise<void> {
  const row = await db
    .patient(300)
    .row<{ notifications: number }>(
      sql`select count(*)::int as notifications from notifications where type = 'status_changed'`,
    )
  if (row?.notifications !== LIST_SIZE * lists)
    throw new Error(`${row?.notifications} notifications after ${lists} lists`)
}

function printRound({ before, applying, notifying }: Round): void {
  const timesAt = (share: number) =>
    [before, applying, notifying]
      .map(({ durationsMs }) => percentile(durationsMs, share).toFixed(1))
      .join(' -> ')
  console.error(
    `${LIST_SIZE} in ${applying.seconds.toFixed(1)} s, notified in ${notifying.seconds.toFixed(1)} s more; submit p50 ${timesAt(0.5)}, p95 ${timesAt(0.95)}, p99 ${timesAt(0.99)} ms`,
  )
}

/** Inserts two officers: the author of a decision list, and the second one, who approves it. */
async function insertStaff(db: Db): Promise<{ author: number; second: number }> {
  const people = await db.rows<{ id: number }>(sql`
    insert into staff (email, name, role, password_hash, created_at)
    values ('author@example.org', 'Author', 'recruiter', '', ${new Date()}), ('second@example.org', 'Second', 'approver', '', ${new Date()}) returning id`)
  return { author: people[0]?.id ?? 0, second: people[1]?.id ?? 0 }
}

/** How long a decision list of 100,000 takes to take effect, and how much it slows down submissions. */
export async function decisions(
  portal: Portal,
  filling: Parameters<typeof fillForOfficers>[1] = {},
): Promise<TableRow[]> {
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillWithApplications(db, { people: 40_000, each: 1 })
    const { big } = await fillForOfficers(db, filling)
    const staff = await insertStaff(db)
    await settle(portal)
    let next = 1
    /** Measures the durations of submissions while `work` runs. `atOnce` of them start immediately. */
    const meanwhile = async (work: () => Promise<unknown>, atOnce?: number) => {
      const stop = submitSteadily(portal, filled, {
        from: next,
        perSecond: SUBMISSIONS_PER_SECOND,
        atOnce,
      })
      const startedAt = performance.now()
      await work()
      const seconds = (performance.now() - startedAt) / 1_000
      const { durationsMs, next: nextPerson } = await stop()
      next = nextPerson
      return { seconds, durationsMs }
    }
    const waitForRow = async (query: Sql) => {
      while (!(await db.row(query))) await wait(POLL_MS)
    }
    const nothingElse = () => wait(BEFORE_S * 1_000)
    await meanwhile(nothingElse, WARM_UP_SUBMISSIONS)
    const rounds: Round[] = []
    for (const [index, to] of ROUND_STAGES.entries()) {
      // At the first round, all applications are at stage 0, received.
      const list = await insertProposedList(db, staff, big, { from: ROUND_STAGES[index - 1] ?? 0, to })
      await settle(portal)
      const before = await meanwhile(nothingElse)
      const applying = await meanwhile(async () => {
        const now = new Date()
        await db.run(
          sql`update decisions set state = 'approved', decided_by = ${staff.second}, decided_at = ${now}, effective_at = ${now} where id = ${list}`,
        )
        await waitForRow(
          sql`select id from decisions where id = ${list} and state = 'applied' and left_out = 0`,
        )
      })
      const notifying = await meanwhile(() =>
        waitForRow(sql`select id from decisions where id = ${list} and notified_at is not null`),
      )
      await checkNotifications(db, index + 1)
      rounds.push({ before, applying, notifying })
      printRound({ before, applying, notifying })
      // Delete the emails that this list queued, because the bench does not measure their sending.
      await db.patient(300).run(sql`delete from outbox where topic = 'decisions.status'`)
    }
    return rowsOf(rounds)
  } finally {
    await db.close()
  }
}
