import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SHARE_WORDS } from '#contract/shares/words.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import type { WorkPlan } from '#contract/shares/endpoints.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { type DecisionStaff, decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { tablePath } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'

// The officers who review a job divide its applications into shares, by county or in equal parts.

const GARISSA = { county: 7, constituency: 27, ward: 133 }
const NAIROBI = 47

let portal: Portal
let staff: DecisionStaff
let first: Officer
let second: Officer
/** A reviewer whose area is Garissa alone. */
let local: Officer
before(async () => {
  portal = await openPortal()
  staff = await decisionStaff(portal)
  first = await officer(portal, 'reviewer')
  second = await officer(portal, 'reviewer')
  local = await officer(portal, 'reviewer', { areas: { counties: [GARISSA.county], constituencies: [] } })
})
beforeEach(() => nextMinute())
after(() => portal.close())

const sharesPath = (job: number) => `/api/staff/jobs/${job}/shares/`
/** The plan of the review: which officer reads which applications of a job, and how many are read. */
const planOf = async (job: number, by: Officer = staff.author): Promise<WorkPlan> =>
  good(await by.visitor.get(sharesPath(job)))
/** Saves a plan for the review of a job. `seen` is the time of the plan on which it is based. */
const share = async (job: number, body: Record<string, unknown>, by: Officer = staff.author) => {
  portal.clock.advance(1_000)
  const seen = (await planOf(job)).shared_at ?? ''
  return by.visitor.request('PUT', sharesPath(job), { body: { only_unread: false, seen, ...body } })
}
const start = async (by: Officer): Promise<StartPage> => good(await by.visitor.get('/api/staff/start/'))
/**
 * The applications in an officer's table of a job. By default the table shows only the officer's own share.
 */
const idsOf = async (
  job: number,
  by: Officer,
  query: Record<string, string> = { share: 'mine' },
): Promise<number[]> =>
  good(await by.visitor.get(tablePath(job, query)))
    .rows.map(({ id }: { id: number }) => id)
    .sort((left: number, right: number) => left - right)
/** An officer reads an application. */
const open = async (by: Officer, id: number) =>
  void good(await by.visitor.get(`/api/staff/applications/${id}/`))
/** Applications per share: assigned, read, decided. Then those in no share: assigned, decided. */
const progress = ({ shares, rest }: WorkPlan) => [
  ...shares.map(({ assigned, read, decided }) => [assigned, read, decided]),
  [rest.assigned, rest.decided],
]

describe('the work of a job is shared out', () => {
  test('by whole counties: each officer finds their own share, and the plan says how far they are', async () => {
    const job = await staff.job()
    const [here, there] = [await sentOnes(portal, job, 3), await sentOnes(portal, job, 2, GARISSA)]
    const shares = [
      { officer: first.id, counties: [NAIROBI] },
      { officer: local.id, counties: [GARISSA.county] },
    ]
    const made: WorkPlan = good(await share(job, { kind: 'county', shares }))
    const byOfficer = (plan: WorkPlan, { id }: Officer) =>
      plan.shares.find((entry) => entry.officer.id === id)
    assert.deepEqual(
      [made.kind, byOfficer(made, first)?.assigned, byOfficer(made, local)?.assigned, made.rest.assigned],
      ['county', 3, 2, 0],
    )
    assert.deepEqual(await idsOf(job, first), here)
    assert.deepEqual(await idsOf(job, local), there)
    assert.deepEqual(await idsOf(job, second), [], 'who has no share has nothing in it')
    // Shares do not change which applications an officer may see.
    assert.deepEqual(await idsOf(job, first, {}), [...here, ...there])
    assert.deepEqual(await idsOf(job, local, {}), there)
    await open(first, here[0] ?? 0)
    await open(second, here[1] ?? 0)
    await staff.drafted(job, 'rejected', [here[0] ?? 0])
    const { assigned, read, decided } = byOfficer(await planOf(job), first) ?? {}
    assert.deepEqual([assigned, read, decided], [3, 1, 1], 'what another read is not read by this one')
    const seen = await planOf(job, local)
    assert.deepEqual(
      seen.counties,
      [{ code: 7, name: 'Garissa', applications: 2, unread: 2 }],
      'of other areas no sum is told',
    )
    assert.equal(byOfficer(seen, first)?.assigned, 0)
    assert.deepEqual(seen.reviewers, [])
  })
  test('in equal parts, which stay as they are and leave no application out', async () => {
    const job = await staff.job()
    const all = await sentOnes(portal, job, 40)
    const { shares }: WorkPlan = good(
      await share(job, { kind: 'parts', shares: [{ officer: first.id }, { officer: second.id }] }),
    )
    const [part = 0, otherPart = 0] = shares.map(({ assigned }) => assigned)
    assert.equal(part + otherPart, 40)
    assert.ok(Math.abs(part - otherPart) <= 2, `${part} and ${otherPart}`)
    const [mine, theirs] = [await idsOf(job, first), await idsOf(job, second)]
    assert.deepEqual(
      [...mine, ...theirs].sort((left, right) => left - right),
      all,
    )
    await sentOnes(portal, job, 10)
    assert.deepEqual(
      (await idsOf(job, first)).slice(0, mine.length),
      mine,
      'later ones move none of the first',
    )
  })
  test('of unread applications only: one that another officer reads leaves the share; one that the officer reads counts as done', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 4)
    const [firstId = 0, secondId = 0] = ids
    await open(second, firstId)
    const made: WorkPlan = good(
      await share(job, {
        kind: 'county',
        only_unread: true,
        shares: [{ officer: first.id, counties: [NAIROBI] }],
      }),
    )
    assert.deepEqual(progress(made), [
      [3, 0, 0],
      [0, 0],
    ])
    await open(first, secondId)
    assert.deepEqual(progress(await planOf(job)), [
      [3, 1, 0],
      [0, 0],
    ])
    assert.deepEqual(await idsOf(job, first), ids.slice(1))
    assert.deepEqual(await idsOf(job, first, { share: 'mine', unread: 'me' }), ids.slice(2))
  })
  test('is changed and taken back, with an audit entry each; a plan that the officer has not seen is not overwritten', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 2)
    const shares = [{ officer: first.id, counties: [NAIROBI] }]
    const made: WorkPlan = good(await share(job, { kind: 'county', shares }))
    const blindly = await share(job, { kind: 'none', seen: '' })
    assert.deepEqual([blindly.status, blindly.json.message], [409, SHARE_WORDS.changed])
    assert.equal((await planOf(job)).shared_at, made.shared_at)
    good(await share(job, { kind: 'county', shares: [{ officer: second.id, counties: [NAIROBI] }] }))
    assert.deepEqual(
      (await planOf(job)).shares.map(({ officer: { id } }) => id),
      [second.id],
    )
    assert.equal((good(await share(job, { kind: 'none' })) as WorkPlan).kind, null)
    const entries = await portal.db.rows<{ act: string; detail: { shares?: unknown } }>(sql`
      select act, detail from audit_entries where job_id = ${job} and act like 'work.%' order by id`)
    assert.deepEqual(
      entries.map(({ act: action }) => action),
      ['work.shared', 'work.shared', 'work.share_ended'],
    )
    assert.deepEqual(entries[0]?.detail.shares, shares)
  })
  test('only by officers who lead the review, and only among officers who may read the applications', async () => {
    const job = await staff.job()
    const refused = async (shares: unknown, kind = 'county') => {
      const { status, json } = await share(job, { kind, shares })
      return [status, json.shares?.[0]]
    }
    for (const by of [first, staff.second]) assert.equal((await share(job, { kind: 'none' }, by)).status, 403)
    assert.deepEqual(await refused([]), [422, SHARE_WORDS.noReviewer])
    assert.deepEqual(await refused([{ officer: first.id, counties: [] }]), [422, SHARE_WORDS.noCounty])
    const both = [first, second].map(({ id }) => ({ officer: id, counties: [NAIROBI] }))
    assert.deepEqual(await refused(both), [422, SHARE_WORDS.countyTwice])
    assert.deepEqual(await refused([both[0], both[0]], 'parts'), [422, SHARE_WORDS.personTwice])
    assert.deepEqual(await refused([{ officer: staff.second.id, counties: [NAIROBI] }]), [
      422,
      SHARE_WORDS.notReviewer,
    ])
    assert.deepEqual(await refused([{ officer: first.id, counties: [99] }]), [422, SHARE_WORDS.noSuchCounty])
    for (const [shares, kind] of [
      [[{ officer: local.id, counties: [NAIROBI] }], 'county'],
      [[{ officer: local.id }], 'parts'],
    ] as const)
      assert.deepEqual(await refused(shares, kind), [422, SHARE_WORDS.limited('Officer reviewer')])
    assert.equal(
      (await staff.author.visitor.request('PUT', sharesPath(999_999), { body: { kind: 'none' } })).status,
      404,
    )
  })
})

describe('the start page of an officer', () => {
  test('has their share, the deadlines and the unread ones, of their areas alone', async () => {
    const job = await staff.job({ title: 'Clerk of the day' })
    const [here] = [await sentOnes(portal, job, 3), await sentOnes(portal, job, 2, GARISSA)]
    good(await share(job, { kind: 'county', shares: [{ officer: local.id, counties: [GARISSA.county] }] }))
    const jobOf = ({ jobs }: StartPage) => jobs.items.find(({ id }) => id === job)
    const mine = await start(local)
    assert.deepEqual(
      [mine.jobs.mine, jobOf(mine)?.applications, jobOf(mine)?.unread, jobOf(mine)?.is_open],
      [true, 2, 2, true],
    )
    const own = mine.shares.find((entry) => entry.job.id === job)
    assert.deepEqual(
      [own?.counties, own?.unread, own?.more, own?.by.id],
      [['Garissa'], 2, false, staff.author.id],
    )
    assert.ok(mine.counties?.every(({ code }) => code === GARISSA.county))
    assert.deepEqual([mine.to_decide, mine.failed_emails], [null, null])
    await open(second, here[0] ?? 0)
    const all = await start(staff.author)
    assert.deepEqual([jobOf(all)?.applications, jobOf(all)?.unread], [5, 4])
    const unread =
      all.counties?.flatMap((entry) => (entry.job.id === job ? [[entry.code, entry.unread]] : [])) ?? []
    assert.deepEqual(
      new Map(unread as [number, number][]),
      new Map([
        [NAIROBI, 2],
        [GARISSA.county, 2],
      ]),
    )
    const administrator = await start(await officer(portal, 'administrator'))
    assert.deepEqual(
      [
        administrator.counties,
        administrator.shares,
        administrator.jobs.items.every(({ unread }) => unread === null),
      ],
      [null, [], true],
    )
  })
  test('has tasks that wait for their decision, those that came back, and those that they started', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 4)
    const { id, digest } = await staff.proposed(job, 'rejected', ids.slice(0, 2))
    const drafted = await staff.drafted(job, 'shortlisted', ids.slice(2))
    /** Tasks about this job on the start page: kind, what it waits for, id, proposer, number of people. */
    const waits = (found: StartPage['to_decide']) =>
      (found?.items ?? [])
        .flatMap((entry) =>
          entry.job?.id === job ? [[entry.kind, entry.waits, entry.id, entry.by, entry.size]] : [],
        )
        .sort((left, right) => Number(left[2]) - Number(right[2]))
    assert.deepEqual(waits((await start(staff.second)).to_decide), [
      ['list', 'decide', id, 'Officer recruiter', 2],
    ])
    assert.deepEqual(waits((await start(staff.author)).own), [
      ['list', 'second', id, null, 2],
      ['list', 'draft', drafted, null, 2],
    ])
    const stranger = await start(first)
    assert.deepEqual([waits(stranger.to_decide), waits(stranger.own)], [[], []])
    good(await staff.decide(id, { approve: false, note: 'Too many', digest }))
    assert.deepEqual(waits((await start(staff.second)).to_decide), [])
    const back = (await start(staff.author)).own.items.find(
      (entry) => entry.kind === 'list' && entry.id === id,
    )
    assert.deepEqual([back?.waits, back?.note, back?.by], ['returned', 'Too many', 'Officer approver'])
  })
  test('counts the failed emails, for officers who may read reports', async () => {
    const now = portal.clock.now()
    await portal.db.run(sql`
      insert into outbox (topic, payload, run_at, created_at, dead_at, last_error, attempts)
      select 'job-applications.received', '{"applicationId":1}', ${now}, ${now}, ${now}, '550', 1 from generate_series(1, 3)`)
    assert.deepEqual((await start(staff.author)).failed_emails, { count: 3, last: now.toISOString() })
  })
  test('the stored sums equal the counts of the applications, after all that was submitted, read and deleted', async () => {
    await portal.db.run(
      sql`delete from application_facts where application_id in (select application_id from application_facts order by 1 limit 3)`,
    )
    const [storedSums, counted] = await Promise.all([
      portal.db.rows(sql`
        select job_id, county, constituency, applications, unread from area_counts where applications > 0 or unread <> 0 order by 1, 2, 3`),
      portal.db.rows(sql`
        select job_id, county, constituency, count(*)::int as applications, (count(*) filter (where not is_read))::int as unread
        from application_facts group by 1, 2, 3 order by 1, 2, 3`),
    ])
    assert.ok(counted.length > 3)
    assert.deepEqual(storedSums, counted)
  })
})
