import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { REPORTS } from '#contract/reports/limits.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { PERIODS } from '#contract/retention/periods.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { sql } from '../../server/database/connect.ts'
import { sweepApplications } from '../../server/retention/sweeps-store.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { APPLICATIONS, PARTIAL } from '../support/answers.ts'
import { manyMore, newApplicant, deriveFacts } from '../support/reports.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { daysAfter, storedOf } from '../support/retention.ts'
import { type Officer, officer } from '../support/staff.ts'

// The report on a job counts its applications. Its sums of gender and disability must not show anything about
// a single person.

let portal: Portal
let auditor: Officer
before(async () => {
  portal = await openPortal()
  auditor = await officer(portal, 'auditor')
})
// A report is cached for some seconds, so each test asks a minute later.
beforeEach(() => {
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

const HOUR = 3_600_000
/** Posts a job and returns its id. */
const newJob = async () => (await postJobs(portal, {}))[0] ?? 0
const reportOf = async (id: number, by: Officer = auditor) => {
  nextMinute()
  return (await by.visitor.get(`/api/staff/jobs/${id}/reports/`)).json
}
/** The audit entries about reports that an officer read; `job_id` is null for the whole portal. */
const readsBy = (staff: number) =>
  portal.db.rows<{ job_id: number | null }>(
    sql`select job_id from audit_entries where staff_id = ${staff} and act = 'figures.looked_at' order by id`,
  )

describe('staff: a job by the hour and by place', () => {
  test('what was submitted and started counts in its hour and its day in Nairobi; the hours have no gaps', async () => {
    const id = await newJob()
    await newApplicant(portal, id)
    portal.clock.advance(2 * HOUR)
    await newApplicant(portal, id)
    const drafter = await loggedIn(portal)
    await drafter.visitor.post(APPLICATIONS, { job: id })
    await deriveFacts(portal)
    const report = await reportOf(id)
    assert.deepEqual([report.sent, report.hours.length], [2, REPORTS.hourlyCountsShown + 1])
    assert.deepEqual(
      report.hours
        .slice(-3)
        .map(({ at: moment, sent, begun: started }: Record<string, unknown>) => [moment, sent, started]),
      [
        ['2026-11-24T11:00:00.000Z', 1, 1],
        ['2026-11-24T12:00:00.000Z', 0, 0],
        ['2026-11-24T13:00:00.000Z', 1, 2],
      ],
    )
    assert.deepEqual(report.days, [{ day: '2026-11-24', sent: 2, begun: 3 }])
    // At 21:30 UTC, the next day has already started in Nairobi.
    portal.clock.set(new Date('2026-11-25T21:30:00Z'))
    await newApplicant(portal, id)
    await deriveFacts(portal)
    assert.deepEqual((await reportOf(id, await officer(portal, 'auditor'))).days, [
      { day: '2026-11-24', sent: 2, begun: 3 },
      { day: '2026-11-25', sent: 0, begun: 0 },
      { day: '2026-11-26', sent: 1, begun: 1 },
    ])
  })
  test('the county with the most comes first, and in it the constituency; other jobs do not count', async () => {
    const [id, other] = [await newJob(), await newJob()]
    for (const place of [{}, {}, { constituency: 275, ward: 1371 }, { county: 1, constituency: 1, ward: 1 }])
      await newApplicant(portal, id, place)
    await newApplicant(portal, other)
    await deriveFacts(portal)
    await manyMore(portal, id, [
      { gender: 'F', count: 2, stage: stageNumber('interview') },
      { gender: 'M', count: 1, stage: stageNumber('hired') },
    ])
    const { counties } = await reportOf(id)
    type Sums = { name: string; received: number; shortlisted: number; hired: number }
    const countsOf = ({ name, received, shortlisted, hired }: Sums) => [name, received, shortlisted, hired]
    assert.deepEqual(
      counties
        .slice(0, 2)
        .map((entry: Sums & { constituencies: Sums[] }) => [
          ...countsOf(entry),
          entry.constituencies.map(countsOf),
        ]),
      [
        [
          'Nairobi City',
          6,
          3,
          1,
          [
            ['Westlands', 5, 3, 1],
            ['Dagoretti North', 1, 0, 0],
          ],
        ],
        ['Mombasa', 1, 0, 0, [['Changamwe', 1, 0, 0]]],
      ],
    )
    assert.deepEqual([counties.length, counties[2].received, counties[2].constituencies], [47, 0, []])
  })
  test('unfinished drafts are counted by the step at which they stopped', async () => {
    const id = await newJob()
    for (const step of [2, 2, 4])
      await (await loggedIn(portal)).visitor.post(PARTIAL, { job_id: id, unfinished: { step } })
    await (await loggedIn(portal)).visitor.post(APPLICATIONS, { job: id })
    await newApplicant(portal, id)
    await deriveFacts(portal)
    const { unfinished } = await reportOf(id)
    assert.deepEqual(unfinished, {
      count: 4,
      steps: [
        { step: 0, count: 1 },
        { step: 2, count: 2 },
        { step: 4, count: 1 },
      ],
    })
  })
  test('the report of a job that no one has applied for has no numbers, and an unknown job is 404', async () => {
    const report = await reportOf(await newJob())
    assert.deepEqual(
      [
        report.sent,
        report.days,
        report.counties,
        report.unfinished.count,
        report.gender[0].words,
        report.left_out,
      ],
      [0, [], [], 0, 'Too few to say', 0],
    )
    assert.equal((await auditor.visitor.get('/api/staff/jobs/999999/reports/')).status, 404)
  })
})

describe('staff: sums of gender and disability that show nothing about a single person', () => {
  test('by stage, compared with the limits of the Constitution', async () => {
    const id = await newJob()
    const hired = stageNumber('hired')
    await manyMore(portal, id, [
      { gender: 'F', count: 40 },
      { gender: 'M', count: 20 },
      { gender: 'F', count: 6, stage: hired, is_pwd: true },
      { gender: 'M', count: 24, stage: hired },
      { gender: 'M', count: 10, stage: stageNumber('interview') },
    ])
    const { gender, disability, left_out } = await reportOf(id)
    assert.deepEqual(gender, [
      {
        stage: 'received',
        whole: 100,
        women: { count: 46, fewer: false },
        men: { count: 54, fewer: false },
        others: { count: 0, fewer: false },
        words: 'Women 46%, men 54%: within the two-thirds rule',
      },
      {
        stage: 'shortlisted',
        whole: 40,
        women: { count: 6, fewer: false },
        men: { count: 34, fewer: false },
        others: { count: 0, fewer: false },
        words: 'Women 15%, men 85%: men are more than two-thirds',
      },
      {
        stage: 'hired',
        whole: 30,
        women: { count: 6, fewer: false },
        men: { count: 24, fewer: false },
        others: { count: 0, fewer: false },
        words: 'Women 20%, men 80%: men are more than two-thirds',
      },
    ])
    assert.deepEqual(
      disability.map(({ words }: { words: string }) => words),
      [
        'Persons with disabilities 6%: at least 5%',
        'Persons with disabilities 15%: at least 5%',
        'Persons with disabilities 20%: at least 5%',
      ],
    )
    assert.equal(left_out, 0)
  })
  test('one more application changes no sum: only complete blocks are counted, in the order of arrival', async () => {
    const id = await newJob()
    await manyMore(portal, id, [
      { gender: 'M', count: 12 },
      { gender: 'F', count: 8 },
    ])
    const first = await reportOf(id)
    assert.deepEqual([first.gender[0].whole, first.gender[0].women.count, first.left_out], [20, 8, 0])
    for (let more = 1; more < REPORTS.blockSize; more++) {
      portal.clock.advance(60_000)
      await manyMore(portal, id, [{ gender: 'F', is_pwd: true, count: 1 }])
      // The test checks only every sixth step, to save time.
      if (more % 6 !== 1) continue
      const report = await reportOf(id)
      assert.deepEqual(
        [report.gender, report.disability, report.left_out, report.sent],
        [first.gender, first.disability, more, 20 + more],
      )
    }
    await manyMore(portal, id, [{ gender: 'F', is_pwd: true, count: 1 }])
    const last = await reportOf(id)
    assert.deepEqual(
      [last.gender[0].whole, last.gender[0].women.count, last.disability[0].with.count, last.left_out],
      [40, 28, 20, 0],
    )
  })
  test('a number below five is not shown, nor a number from which it could be computed', async () => {
    const id = await newJob()
    await manyMore(portal, id, [
      { gender: 'M', count: 17 },
      { gender: 'F', count: 3, is_pwd: true },
    ])
    const { gender, disability } = await reportOf(id)
    assert.deepEqual(
      [gender[0].women, gender[0].men.count, gender[0].words],
      [{ count: null, fewer: true }, null, 'Women fewer than 5: men are more than two-thirds'],
    )
    assert.deepEqual([disability[0].with, disability[0].without.count], [{ count: null, fewer: true }, null])
  })
})

describe('staff: who looks at reports', () => {
  test('one audit entry for a view: an open page that asks again counts as the same view for a quarter of an hour', async () => {
    const [first, two] = [await newJob(), await newJob()]
    const staffMember = await officer(portal, 'approver')
    for (const id of [first, first, two, first]) {
      await reportOf(id, staffMember)
      portal.clock.advance(30_000)
    }
    await staffMember.visitor.get('/api/staff/reports/')
    assert.deepEqual(
      (await readsBy(staffMember.id)).map(({ job_id }) => job_id),
      [first, two, null],
    )
    portal.clock.advance(STAFF.sameReadMinutes * 60_000)
    await reportOf(first, staffMember)
    assert.deepEqual(
      (await readsBy(staffMember.id)).map(({ job_id }) => job_id),
      [first, two, null, first],
    )
  })
  test('an unknown job makes no entry; a report from the cache makes one', async () => {
    const [first, second] = [await officer(portal, 'recruiter'), await officer(portal, 'administrator')]
    const id = await newJob()
    await first.visitor.get('/api/staff/jobs/999999/reports/')
    for (const entry of [first, second])
      assert.equal((await entry.visitor.get(`/api/staff/jobs/${id}/reports/`)).status, 200)
    assert.deepEqual([(await readsBy(first.id)).length, (await readsBy(second.id)).length], [1, 1])
  })
  test('a reviewer sees no reports, not of the job and not of the portal', async () => {
    const { visitor } = await officer(portal, 'reviewer', { areas: { counties: [1], constituencies: [] } })
    for (const path of [
      `/api/staff/jobs/${await newJob()}/reports/`,
      '/api/staff/reports/',
      '/api/staff/now/',
    ])
      assert.equal((await visitor.get(path)).status, 403, path)
  })
})

describe('staff: a job whose applications were erased', () => {
  test('T35 issue 19: the counts stay as they were, part by part, and the block that is left out stays the same one', async () => {
    const id = await newJob()
    const deadline = portal.clock.now()
    await portal.db.run(sql`update jobs set expiry_date = ${deadline} where id = ${id}`)
    const [rejected, hired] = [stageNumber('rejected'), stageNumber('hired')]
    // The report publishes sums only for complete blocks of 20. The last nine of these 49 fill no block.
    for (const each of [
      { gender: 'F', count: 14, stage: rejected },
      { gender: 'M', count: 8, stage: hired },
      { gender: 'F', count: 7, stage: hired, is_pwd: true },
      { gender: 'M', count: 13, stage: rejected },
      { gender: 'F', count: 5, stage: hired },
      { gender: 'M', count: 2, stage: rejected, is_pwd: true },
    ] as const) {
      await manyMore(portal, id, [each])
      portal.clock.advance(1000)
    }
    await portal.db.run(sql`
      update job_applications set status = case stage when ${hired} then 'Hired' else 'Rejected' end
      from application_facts where application_id = id and job_applications.job_id = ${id}`)
    const sums = async () => {
      const { sent, counties, gender, disability, left_out } = await reportOf(
        id,
        await officer(portal, 'auditor'),
      )
      return { sent, counties, gender, disability, left_out }
    }
    const before = await sums()
    assert.deepEqual([before.sent, before.left_out], [49, 9])
    for (const days of [PERIODS.not_chosen.days, PERIODS.chosen.days]) {
      portal.clock.set(daysAfter(deadline, days + 1))
      while (
        await sweepApplications(portal.db, {
          periods: portal.deps.config.retention,
          now: portal.clock.now(),
          limit: 7,
        })
      ) {
        assert.deepEqual(await sums(), before)
      }
    }
    assert.equal(await storedOf(portal, id), 0)
    assert.deepEqual(await sums(), before)
  })
})
