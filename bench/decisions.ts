import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Db, sql, type Sql } from '../server/database/connect.ts'
import { ANSWERS, type Filled, fillWithApplications, TOKEN_LENGTH } from './applications.ts'
import { fillForOfficers } from './officers-fill.ts'
import type { Portal } from './portal.ts'
import { median } from './rounds.ts'
import { settle } from './settle.ts'
import type { TableRow } from './table.ts'

const BATCH = 100_000
const WITHIN_S = 20
/** Times slower that 99 of 100 submissions may be meanwhile. */
const SLOWER = 1.2
/** Submissions a second, whether the ones before are answered or not. */
const RATE = 60
const BEFORE_S = 20
/** At once, before anything is measured: every connection is open then, and has its plans. */
const CROWD = 48
// Into the short list, out of it, and again: of these, each tells every applicant something.
const STAGES = [3, 8, 3, 8, 3, 8, 3]

/**
 * Sends applications at a steady rate, `atOnce` of them first, until it is told to stop; how long each took,
 * in milliseconds.
 */
function submitSteadily({ url }: Portal, filled: Filled, from: number, atOnce = 0) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const waited: number[] = []
  const under = new Set<Promise<void>>()
  let position = from
  const submit = (n: number) =>
    new Promise<void>((done, fail) => {
      const began = performance.now()
      const body = JSON.stringify({
        ...ANSWERS,
        job_id: filled.firstJob,
        version: 0,
        idempotency_key: `k${n}`,
      })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: `Token ${String(filled.firstPerson + n - 1).padStart(TOKEN_LENGTH, '0')}`,
        'x-forwarded-for': `10.${(n >> 8) & 255}.${n & 255}.1`,
      }
      const clientRequest = http.request(
        `${url}/api/job-applications/update/${n}/`,
        { method: 'PUT', headers, agent },
        (answer) => {
          answer.resume().on('end', () => {
            waited.push(performance.now() - began)
            if (answer.statusCode === 200) done()
            else fail(new Error(`a submission was answered with ${answer.statusCode}`))
          })
        },
      )
      clientRequest.on('error', fail).end(body)
    })
  let failure: Error | undefined
  const began = performance.now()
  const timer = setInterval(() => {
    while (position - from < atOnce + ((performance.now() - began) / 1_000) * RATE) {
      const entry = submit(position++).catch((error: Error) => void (failure ??= error))
      under.add(entry)
      void entry.finally(() => under.delete(entry))
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    agent.destroy()
    if (failure) throw failure
    return { waited: waited.sort((left, right) => left - right), next: position }
  }
}

const share = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/**
 * A list as it stands when the second person has just approved it; those on it are the first `BATCH` of the
 * job that stand at `from`.
 */
async function approved(
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
  await patient.run(sql`
    with why as (insert into decision_reasons (list_id, kind, words) values (${id}, 'other', 'As the commission resolved in its meeting') returning id)
    update decisions set reason_id = why.id from why where decisions.id = ${id}`)
  await patient.run(sql`
    with taken as (select application_id from application_facts where job_id = ${job} and stage = ${from} order by application_id limit ${BATCH}),
    put as (update application_facts it set list_id = ${id}::bigint from taken where it.application_id = taken.application_id returning it.application_id)
    insert into decision_entries (list_id, application_id) select ${id}::bigint, application_id from put`)
  const row = await patient.row<{ size: number }>(
    sql`select count(*)::int as size from decision_entries where list_id = ${id}`,
  )
  if (row?.size !== BATCH) throw new Error(`only ${row?.size} stand on the list`)
  await patient.run(sql`
    update decisions set state = 'proposed', size = ${BATCH}, digest = sha256(''), proposed_by = ${staff.author}, proposed_at = ${now} where id = ${id}`)
  return id
}

/**
 * One approved list of 100,000 takes effect: how long that takes, and what it does to those who send their
 * applications meanwhile.
 */
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
    const meanwhile = async (work: () => Promise<unknown>, atOnce?: number) => {
      const stop = submitSteadily(portal, filled, next, atOnce)
      const began = performance.now()
      await work()
      const seconds = (performance.now() - began) / 1_000
      const { waited, next: nextPerson } = await stop()
      next = nextPerson
      return { seconds, waited }
    }
    const until = async (condition: Sql) => {
      while (!(await db.row(condition))) await wait(50)
    }
    const quiet = () => wait(BEFORE_S * 1_000)
    await meanwhile(quiet, CROWD)
    const rounds: Record<'before' | 'applying' | 'telling', { seconds: number; waited: number[] }>[] = []
    for (const [index, to] of STAGES.entries()) {
      const list = await approved(db, staff, big, { from: STAGES[index - 1] ?? 0, to })
      await settle(portal)
      const before = await meanwhile(quiet)
      const applying = await meanwhile(async () => {
        const now = new Date()
        await db.run(
          sql`update decisions set state = 'approved', decided_by = ${staff.second}, decided_at = ${now}, effective_at = ${now} where id = ${list}`,
        )
        await until(sql`select id from decisions where id = ${list} and state = 'applied' and left_out = 0`)
      })
      const telling = await meanwhile(() =>
        until(sql`select id from decisions where id = ${list} and notified_at is not null`),
      )
      const row = await db
        .patient(300)
        .row<{ notices: number }>(
          sql`select count(*)::int as notices from notifications where type = 'status_changed'`,
        )
      if (row?.notices !== BATCH * (index + 1))
        throw new Error(`${row?.notices} notices after ${index + 1} lists`)
      rounds.push({ before, applying, telling })
      const of = (part: number) =>
        [before, applying, telling].map(({ waited }) => share(waited, part).toFixed(1)).join(' -> ')
      console.error(
        `${BATCH} in ${applying.seconds.toFixed(1)} s, told in ${telling.seconds.toFixed(1)} s more; submit p50 ${of(0.5)}, p95 ${of(0.95)}, p99 ${of(0.99)} ms`,
      )
      // Their letters are of another measure.
      await db.patient(300).run(sql`delete from outbox where topic = 'decisions.status'`)
    }
    const seconds = rounds.map((entry) => entry.applying.seconds)
    // In one round a dozen submissions decide what 99 of 100 are: all rounds together say it more surely.
    const slowest = (of: keyof (typeof rounds)[number]) =>
      share(
        rounds.flatMap((entry) => entry[of].waited).sort((left, right) => left - right),
        0.99,
      )
    const against = (of: 'applying' | 'telling', what: string): TableRow => {
      const ratios = rounds.map((entry) => share(entry.before.waited, 0.99) / share(entry[of].waited, 0.99))
      return {
        what,
        against: 'before, in the same run',
        goal: 1 / SLOWER,
        product: 1_000 / slowest(of),
        limit: 1_000 / slowest('before'),
        ratio: slowest('before') / slowest(of),
        lowest: Math.min(...ratios),
        highest: Math.max(...ratios),
      }
    }
    return [
      {
        what: `Applications decided in a list of ${BATCH.toLocaleString('en')}`,
        against: `all within ${WITHIN_S} s`,
        goal: 1,
        product: BATCH / median(seconds),
        limit: BATCH / WITHIN_S,
        ratio: WITHIN_S / median(seconds),
        lowest: WITHIN_S / Math.max(...seconds),
        highest: WITHIN_S / Math.min(...seconds),
      },
      against('applying', 'Submissions meanwhile, 99 of 100 within 1/n s'),
      against('telling', 'Submissions while they are told, 99 of 100 within 1/n s'),
    ]
  } finally {
    await db.close()
  }
}
