import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { settle } from '../../bench/settle.ts'
import { sql, type Tx } from '../../server/database/connect.ts'
import { reportStart } from '../../server/reports/course.ts'
import { findValidationCounts } from '../../server/reports/validation-store.ts'
import { countEmailsOf, findDead } from '../../server/reports/emails-store.ts'
import {
  countSentSince,
  findStarted,
  findOpenJobs,
  findSent,
  findSums,
  findUnfinished,
} from '../../server/reports/store.ts'
import { isWindowOpen } from '../../server/counters.ts'
import { plansOf } from '../support/plans.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
let job: number
before(async () => {
  portal = await openPortal({ now: new Date() })
  // One job has a small part of all rows, so that the planner prefers an index to reading whole tables.
  const { others } = await fillForOfficers(portal.db, { people: 3_000, others: 40, each: 3 })
  job = others[0] ?? 0
  const now = portal.clock.now()
  const patient = portal.db.patient(60)
  await patient.run(sql`
    insert into job_applications (user_id, job_id, unfinished, created_at, updated_at)
    select user_id, ${job}, '{"step":2}', ${now}, ${now} from job_applications where id % 97 = 0 and job_id <> ${job} on conflict do nothing`)
  // Of 100,000 queued emails, one in 500 is given up and one in 100 is about the job. Most others are about
  // another job.
  await patient.run(sql`
    insert into outbox (topic, payload, run_at, created_at, dead_at, job_id)
    select 'none', '{}', ${now}, ${now}, case when n % 500 = 0 then ${now}::timestamptz end, case when n % 100 = 0 then ${job}::bigint when n % 3 > 0 then 999999 end
    from generate_series(1, 100000) n`)
  await portal.db.run(sql`
    insert into counters (key, count, window_ends)
    select format('look %s recruiter job.looked_at %s {}', n % 20, n), 1, ${now}::timestamptz + interval '1 minute' from generate_series(1, 5000) n`)
  await settle(portal)
})
after(() => portal.close())

describe('the numbers of one job are read by indexes, however many rows other jobs have', () => {
  const now = () => portal.clock.now()
  const asks: [string, string, (tx: Tx) => Promise<unknown>][] = [
    ['sums', 'application_facts_', (tx) => findSums(tx, job)],
    ['sent by the hour', 'application_facts_sent', (tx) => findSent(tx, job, reportStart(now()))],
    ['started by the hour', 'job_applications_started', (tx) => findStarted(tx, job, reportStart(now()))],
    ['drafts by step', 'job_applications_', (tx) => findUnfinished(tx, job)],
    ['the open jobs', 'application_facts_sent', (tx) => findOpenJobs(tx, now())],
    [
      'sent in the last hour',
      'application_facts_sent',
      (tx) => countSentSince(tx, new Date(now().getTime() - 3_600_000)),
    ],
    ['emails about it', 'outbox_job', (tx) => countEmailsOf(tx, job)],
    ['emails that are given up', 'outbox_dead', (tx) => findDead(tx)],
    [
      'whether an officer is still looking',
      'counters_pkey',
      (tx) => isWindowOpen(tx, 'look 1 recruiter job.looked_at 21 {}', now()),
    ],
    [
      'sentences met',
      'validation_statistics',
      (tx) => findValidationCounts(tx, { firstDay: '2026-11-18', today: '2026-11-24', jobId: job }),
    ],
  ]
  for (const [what, index, ask] of asks) {
    test(what, async () => {
      const plan = (await plansOf(portal.db, ask)).at(-1) ?? ''
      assert.match(plan, new RegExp(index), plan)
      assert.doesNotMatch(plan, /Seq Scan on (?:application_facts|job_applications|outbox|counters)/, plan)
    })
  }
})
