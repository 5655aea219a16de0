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
/** Within this time, all applications of a list must be decided. */
const WITHIN_S = 20
/** The p99 of submissions may meanwhile rise by this factor. */
const MAX_SLOWDOWN = 1.2
const SUBMISSIONS_PER_SECOND = 60
const BEFORE_S = 20
/** Submissions at one moment before the measurements, so that every database connection is open and warm. */
const WARM_UP_SUBMISSIONS = 48
/**
 * The stages by their numbers in `contract/review/stages.ts`. Each round moves the same applications to one
 * of them, and notifies everyone.
 */
const SHORTLISTED = 3
const REJECTED = 8
const ROUND_STAGES = [SHORTLISTED, REJECTED, SHORTLISTED, REJECTED, SHORTLISTED, REJECTED, SHORTLISTED]

/**
 * Adds a proposed decision list, ready for the approval of the second officer. It has the first `LIST_SIZE`
 * applications of the job that are at the stage `from`. Returns its id.
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
  // The reason of the list, which everyone on it reads.
  await patient.run(sql`
    with why as (insert into decision_reasons (list_id, kind, words) values (${id}, 'other', 'As the commission resolved in its meeting') returning id)
    update decisions set reason_id = why.id from why where decisions.id = ${id}`)
  // Puts the first applications at the stage `from` on the list, in their facts and as its entries.
  await patient.run(sql`
    with taken as (select application_id from application_facts where job_id = ${job} and stage = ${from} order by application_id limit ${LIST_SIZE}),
    put as (update application_facts it set list_id = ${id}::bigint from taken where it.application_id = taken.application_id returning it.application_id)
    insert into decision_entries (list_id, application_id) select ${id}::bigint, application_id from put`)
  const row = await patient.row<{ size: number }>(
    sql`select count(*)::int as size from decision_entries where list_id = ${id}`,
  )
  if (row?.size !== LIST_SIZE) throw new Error(`only ${row?.size} are on the list`)
  await patient.run(sql`
    update decisions set state = 'proposed', size = ${LIST_SIZE}, digest = sha256(''), proposed_by = ${staff.author}, proposed_at = ${now} where id = ${id}`)
  return id
}

/** How long a list of 100,000 takes to take effect, and how much it slows down submissions meanwhile. */
export async function decisions(
  portal: Portal,
  filling: Parameters<typeof fillForOfficers>[1] = {},
): Promise<TableRow[]> {
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillWithApplications(db, { people: 40_000, each: 1 })
    const { big } = await fillForOfficers(db, filling)
    const people = await db.rows<{ id: number }>(sql`
      insert into staff (email, name, role, password_hash, created_at)
      values ('author@example.org', 'Author', 'recruiter', '', ${new Date()}), ('second@example.org', 'Second', 'approver', '', ${new Date()}) returning id`)
    const staff = { author: people[0]?.id ?? 0, second: people[1]?.id ?? 0 }
    await settle(portal)
    let next = 1
    /** Measures submissions while `work` runs. */
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
    const rounds: Record<'before' | 'applying' | 'notifying', { seconds: number; durationsMs: number[] }>[] =
      []
    for (const [index, to] of ROUND_STAGES.entries()) {
      // Before the first round, the applications are received: stage 0.
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
      const row = await db
        .patient(300)
        .row<{ notifications: number }>(
          sql`select count(*)::int as notifications from notifications where type = 'status_changed'`,
        )
      if (row?.notifications !== LIST_SIZE * (index + 1))
        throw new Error(`${row?.notifications} notifications after ${index + 1} lists`)
      rounds.push({ before, applying, notifying })
      const timesAt = (share: number) =>
        [before, applying, notifying]
          .map(({ durationsMs }) => percentile(durationsMs, share).toFixed(1))
          .join(' -> ')
      console.error(
        `${LIST_SIZE} in ${applying.seconds.toFixed(1)} s, notified in ${notifying.seconds.toFixed(1)} s more; submit p50 ${timesAt(0.5)}, p95 ${timesAt(0.95)}, p99 ${timesAt(0.99)} ms`,
      )
      // This measure is not about sending their emails.
      await db.patient(300).run(sql`delete from outbox where topic = 'decisions.status'`)
    }
    const seconds = rounds.map((entry) => entry.applying.seconds)
    // One round has too few submissions for a reliable p99, so the rounds are joined.
    const p99Of = (phase: keyof (typeof rounds)[number]) =>
      percentile(
        rounds.flatMap((entry) => entry[phase].durationsMs).sort((left, right) => left - right),
        0.99,
      )
    // The table compares rates, and more is better: so the durations are turned around.
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
  } finally {
    await db.close()
  }
}
