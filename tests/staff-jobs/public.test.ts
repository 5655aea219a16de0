import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { JOBS } from '../../contract/jobs/limits.ts'
import { startPublishing } from '../../server/jobs/publisher.ts'
import { publishDue } from '../../server/jobs/write.ts'
import { connect, sql } from '../../server/database/connect.ts'
import { count, nextMinute, loggedIn } from '../support/accounts.ts'
import { answers, PARTIAL, SUBMIT } from '../support/answers.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type JobStaff, jobStaff } from '../support/staff-jobs.ts'

// What visitors see of a job after officers publish, change or archive it.

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
  await portal.db.run(sql`
    insert into newsletter_subscribers (email, confirmed_at, requested_at) values ('reader@example.com', ${portal.clock.now()}, ${portal.clock.now()})`)
})
beforeEach(() => nextMinute())
after(() => portal.close())

/** The time that the portal's clock shows when each test starts. */
const START = new Date('2026-11-24T11:02:00Z')
beforeEach(() => portal.clock.set(START))

const publicJob = (id: number) => portal.visitor().get(`/api/jobs/${id}/`)
const listed = async (id: number) =>
  (await portal.visitor().get('/api/jobs/list/?include_expired=1')).json.results.some(
    (job: { id: number }) => job.id === id,
  )
/** Waits until a job is in the public list, or is not. Cached answers last at most two seconds. */
const untilListed = (id: number, yes: boolean) =>
  until(
    'the kept answers to be dropped',
    () => listed(id),
    (entry) => entry === yes,
    2_000,
  )
/** The number of queued newsletters about a job. */
const news = (id: number) =>
  count(
    portal,
    sql`select from outbox where topic = 'newsletter.openings' and payload->'jobIds' @> ${JSON.stringify([id])}::jsonb`,
  )
/**
 * Whether the public finds a job: on its page, in the list, the sitemap and the feed; and whether a person
 * can start an application and submit it.
 */
async function placesOf(id: number) {
  const { visitor } = await loggedIn(portal)
  const [detail, sitemap, feed, begin, submit] = [
    await publicJob(id),
    await portal.visitor().get('/sitemap.xml'),
    await portal.visitor().get('/jobs/feed.atom'),
    await visitor.post(PARTIAL, { job_id: id }),
    await visitor.post(SUBMIT, { job_id: id, idempotency_key: `key${id}`, ...answers() }),
  ]
  const found = new RegExp(`/jobs/${id}\\b`)
  return [
    detail.status === 200,
    await listed(id),
    found.test(sitemap.text),
    found.test(feed.text),
    begin.status === 200,
    submit.status === 200,
  ]
}
const EVERYWHERE = Array<boolean>(6).fill(true)
const NOWHERE = Array<boolean>(6).fill(false)

describe('staff: what was approved is public', () => {
  test('at once, in the list and at its address, although both were cached without it a moment ago', async () => {
    const id = await staff.draft({ expiry_date: '2026-12-03' })
    const change = await staff.proposed(id, { kind: 'publish' })
    assert.deepEqual([await listed(id), (await publicJob(id)).status], [false, 404])
    const { json } = await staff.decide(id, change)
    assert.deepEqual([json.state, json.publish_at], ['published', null])
    await untilListed(id, true)
    const job = (await publicJob(id)).json
    assert.deepEqual(
      [job.title, job.expiry_date, job.created_at, job.changed_at, job.change_reason],
      [json.title, '2026-12-03T20:59:59.000Z', START.toISOString(), null, null],
    )
    assert.equal(await news(id), 1)
    assert.deepEqual(await placesOf(id), EVERYWHERE)
  })
  test('at its time and not before: published once, with one newsletter, although two processes try', async () => {
    const id = await staff.draft()
    const { state, publish_at } = await staff.changed(id, { kind: 'publish', publish_at: '2026-11-25T08:00' })
    assert.deepEqual([state, publish_at], ['scheduled', '2026-11-25T05:00:00.000Z'])
    const other = connect(portal.databaseUrl, { connections: 4 })
    try {
      // Two processes try to open the job four times at once.
      const open = () =>
        Promise.all(
          [portal.deps.db, other, portal.deps.db, other].map((db) =>
            db.tx((tx) => publishDue(tx, portal.clock.now())),
          ),
        )
      portal.clock.set(new Date('2026-11-25T04:59:59.999Z'))
      assert.deepEqual(await open(), [0, 0, 0, 0])
      assert.deepEqual([await placesOf(id), await news(id)], [NOWHERE, 0])
      portal.clock.set(new Date('2026-11-25T05:00:00Z'))
      assert.equal((await open()).filter((count) => count === 1).length, 1)
      await untilListed(id, true)
      assert.deepEqual(
        [(await publicJob(id)).json.created_at, await news(id)],
        ['2026-11-25T05:00:00.000Z', 1],
      )
      assert.deepEqual(await open(), [0, 0, 0, 0])
      portal.clock.set(START)
      assert.equal((await staff.detail(id)).json.state, 'published')
    } finally {
      await other.close()
    }
  })
  test('by itself, within two seconds of its hour, and it says so in the log', async () => {
    const id = await staff.draft()
    await staff.changed(id, { kind: 'publish', publish_at: '2026-11-25T08:00' })
    const publishing = startPublishing(portal.deps)
    try {
      assert.equal(await listed(id), false)
      portal.clock.set(new Date('2026-11-25T05:00:00Z'))
      await untilListed(id, true)
    } finally {
      await publishing.stop()
    }
    assert.ok(portal.log.some(({ event, fields }) => event === 'jobs.published' && fields?.count === 1))
  })
  test('a published job that an import file switched off is not published again', async () => {
    const id = await staff.published()
    await portal.db.run(sql`update jobs set is_active = false where id = ${id}`)
    assert.equal(await portal.deps.db.tx((tx) => publishDue(tx, portal.clock.now())), 0)
  })
  test('approved after its planned time, it is public at once; archived while it waits, it never is', async () => {
    const [late, gone] = [await staff.draft(), await staff.draft()]
    const change = await staff.proposed(late, { kind: 'publish', publish_at: '2026-11-24T15:00' })
    portal.clock.set(new Date('2026-11-24T13:00:00Z'))
    assert.equal((await staff.decide(late, change)).json.state, 'published')
    assert.equal((await publicJob(late)).json.created_at, '2026-11-24T13:00:00.000Z')
    await staff.changed(gone, { kind: 'publish', publish_at: '2026-11-25' })
    await staff.changed(gone, { kind: 'archive' })
    portal.clock.set(new Date('2026-11-25T05:00:00Z'))
    assert.equal(await portal.deps.db.tx((tx) => publishDue(tx, portal.clock.now())), 0)
    assert.deepEqual(await placesOf(gone), NOWHERE)
  })
})

describe('staff: a public job changes', () => {
  const changeOf = async (id: number) => {
    const { title, expiry_date, changed_at, change_reason } = (await publicJob(id)).json
    return { title, expiry_date, changed_at, change_reason }
  }
  const DEADLINE = '2026-12-03T20:59:59.000Z'
  test('an edit leaves the deadline, and says publicly when and why; nothing before it is approved', async () => {
    const id = await staff.published()
    const { content } = (await staff.detail(id)).json
    const change = await staff.proposed(id, {
      kind: 'edit',
      content: { ...content, title: 'Store Keeper', expiry_date: '2027-01-01' },
      reason: 'The title was wrong',
    })
    assert.deepEqual(await changeOf(id), {
      title: content.title,
      expiry_date: DEADLINE,
      changed_at: null,
      change_reason: null,
    })
    portal.clock.advance(60_000)
    assert.equal((await staff.decide(id, change)).status, 200)
    const now = portal.clock.now().toISOString()
    const wanted = {
      title: 'Store Keeper',
      expiry_date: DEADLINE,
      changed_at: now,
      change_reason: 'The title was wrong',
    }
    assert.deepEqual(
      await until(
        'the edit',
        () => changeOf(id),
        (entry) => entry.title === 'Store Keeper',
        2_000,
      ),
      wanted,
    )
    assert.equal(await news(id), 1, 'an edit is no new opening')
  })
  test('an edit before the publication shows the public nothing', async () => {
    const id = await staff.draft()
    await staff.changed(id, { kind: 'publish', publish_at: '2026-11-25T08:00' })
    const { content } = (await staff.detail(id)).json
    assert.equal(
      (await staff.changed(id, { kind: 'edit', content: { ...content, title: 'Better' } })).state,
      'scheduled',
    )
    portal.clock.set(new Date('2026-11-25T05:00:00Z'))
    await portal.deps.db.tx((tx) => publishDue(tx, portal.clock.now()))
    assert.deepEqual(await changeOf(id), {
      title: 'Better',
      expiry_date: DEADLINE,
      changed_at: null,
      change_reason: null,
    })
  })
  test('an edit keeps values that the form does not show', async () => {
    const id = await staff.published()
    await portal.db.run(
      sql`update jobs set location_scope = 'constituency', vacancies_basis = 'Two a ward' where id = ${id}`,
    )
    const row = () => portal.db.row(sql`select location_scope, vacancies_basis from jobs where id = ${id}`)
    await staff.changed(id, { kind: 'edit' })
    assert.deepEqual(await row(), { location_scope: 'constituency', vacancies_basis: 'Two a ward' })
  })
  test('extended, ended early, reopened: each at once, with its reason', async () => {
    const id = await staff.published()
    const reason = 'The commission resolved so'
    assert.equal((await staff.changed(id, { kind: 'extend', expiry_date: '2026-12-20' })).state, 'published')
    const extended = await until(
      'the extension',
      () => changeOf(id),
      (entry) => entry.changed_at !== null,
      2_000,
    )
    assert.deepEqual([extended.expiry_date, extended.change_reason], ['2026-12-20T20:59:59.000Z', reason])
    assert.equal(
      (await staff.changed(id, { kind: 'end_early', reason: 'Too many' })).state,
      'closed',
      'from this moment',
    )
    const { visitor } = await loggedIn(portal)
    const late = await visitor.post(SUBMIT, { job_id: id, idempotency_key: 'ended', ...answers() })
    assert.deepEqual([late.status, late.json.code], [409, 'job_closed'])
    const ended = await until(
      'the end',
      () => changeOf(id),
      (entry) => entry.change_reason === 'Too many',
      2_000,
    )
    assert.equal(ended.title, extended.title)
    assert.equal((await publicJob(id)).json.is_expired, true)
    assert.equal(
      (await staff.changed(id, { kind: 'reopen', expiry_date: '2026-12-22', reason: 'Again' })).state,
      'published',
    )
    assert.equal(
      (await visitor.post(SUBMIT, { job_id: id, idempotency_key: 'again', ...answers() })).status,
      200,
    )
  })
  test('every public change is shown with its reason, newest first, as many as the page shows; changes before the publication are not', async () => {
    const id = await staff.draft()
    // The job is published in an hour. Officers write Nairobi's time, three hours ahead of UTC.
    const hour = new Date(portal.clock.now().getTime() + 3_600_000)
    await staff.changed(id, {
      kind: 'publish',
      publish_at: new Date(hour.getTime() + 3 * 3_600_000).toISOString().slice(0, 16),
    })
    await staff.changed(id, { kind: 'edit', reason: 'Before it was public' })
    portal.clock.set(hour)
    await portal.deps.db.tx((tx) => publishDue(tx, portal.clock.now()))
    type Changes = { at: string; reason: string }[]
    /** Waits until the newest public change of the job has this reason. Returns all public changes. */
    const changesWith = (newest: string) =>
      until(
        newest,
        async () => ((await publicJob(id)).json.changes ?? []) as Changes,
        ([first]) => first?.reason === newest,
        2_000,
      )
    assert.deepEqual((await publicJob(id)).json.changes, [])
    const now = portal.clock.now().toISOString()
    await staff.changed(id, { kind: 'extend', expiry_date: '2026-12-20', reason: 'Heavy rain' })
    await staff.changed(id, { kind: 'edit', reason: 'A torch is needed' })
    const refused = await staff.proposed(id, { kind: 'edit', reason: 'Not approved yet' })
    assert.deepEqual(await changesWith('A torch is needed'), [
      { at: now, reason: 'A torch is needed' },
      { at: now, reason: 'Heavy rain' },
    ])
    assert.equal((await staff.decide(id, refused)).status, 200)
    for (let more = 0; more < JOBS.changesShown; more++)
      await staff.changed(id, { kind: 'edit', reason: `Number ${more}` })
    assert.equal((await changesWith(`Number ${JOBS.changesShown - 1}`)).length, JOBS.changesShown)
  })
  test('an archived job is nowhere public, and nothing publishes it again', async () => {
    const id = await staff.published()
    await untilListed(id, true)
    assert.equal((await staff.changed(id, { kind: 'archive' })).state, 'archived')
    await untilListed(id, false)
    assert.deepEqual(await placesOf(id), NOWHERE)
    assert.equal(await portal.deps.db.tx((tx) => publishDue(tx, portal.clock.now())), 0)
    const { content } = (await staff.detail(id)).json
    assert.equal(content.title.length > 0, true, 'staff still read it')
  })
})
