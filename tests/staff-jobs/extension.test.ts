import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeadlineProposal } from '#contract/last-hour/endpoints.ts'
import { sql } from '../../server/database/connect.ts'
import { importJobs } from '../../server/jobs/import.ts'
import { notifyNextBatch } from '../../server/staff-jobs/notify-drafts.ts'
import { addMinutes } from '../../server/status/store.ts'
import { measuredExtensions } from '../../server/status/measured.ts'
import { notificationsWhere } from '../support/notifications.ts'
import { count, nextMinute, loggedIn } from '../support/accounts.ts'
import { answers, PARTIAL } from '../support/answers.ts'
import { emailsTo } from '../support/emails.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'
import { type JobStaff, jobStaff } from '../support/staff-jobs.ts'

// If the portal was down before a deadline, it proposes a later deadline by a published rule. Two officers
// must agree to it.

/**
 * The rule: if the portal is down for more than 15 of the last 1,440 minutes before a deadline, the deadline
 * moves. It moves by twice the time that the portal was down, and by at least 2 hours. The new deadline is
 * not between 22:00 and 6:00.
 */
const RULE = {
  extension_minutes: 15,
  extension_hours: 24,
  extension_times: 2,
  extension_least_hours: 2,
  extension_night_from: 22,
  extension_night_until: 6,
}
const DEADLINE = new Date('2026-11-25T14:00:00Z')
const SHOWN = 'Wednesday, 25 November 2026 at 7:00 p.m. EAT'
/** The moment that is this number of minutes after the deadline, or before it if the number is negative. */
const atMinute = (minutes: number) => new Date(DEADLINE.getTime() + minutes * 60_000)

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal({ now: atMinute(-20) })
  staff = await jobStaff(portal)
})
after(() => portal.close())
beforeEach(async () => {
  nextMinute()
  portal.clock.set(atMinute(-20))
  await portal.db.run(sql`delete from health_minutes`)
  await portal.db.run(sql`update jobs set is_active = false where extension_minutes is not null`)
})

/**
 * Records that the portal was up in each minute from 25 hours before the deadline until `until`. Only in the
 * `down` minutes from `from` on, it was down. Then sets the clock to `until`.
 */
async function measure(until: number, down: number, from = -120) {
  const row = (minute: number, failed: number) => ({
    at: atMinute(minute),
    probing: true,
    probes: 6,
    failed,
    accounts: 0,
    succeeded: 0,
    submitted: 0,
    shed: 0,
    stopped: false,
  })
  const minutes = Array.from({ length: until + 25 * 60 }, (_, n) => n - 25 * 60)
  await addMinutes(
    portal.db,
    minutes.map((minute) => row(minute, minute >= from && minute < from + down ? 6 : 0)),
  )
  portal.clock.set(atMinute(until))
}
const open = (over: Record<string, unknown> = {}) =>
  staff.published({ expiry_date: DEADLINE.toISOString(), ...RULE, ...over })
/** The extension that the portal proposes for a job, or null if it proposes none. */
const measuredOf = async (id: number) => (await staff.detail(id)).json.measured
const deadlineOf = async (id: number) =>
  (await portal.db.row<{ expiry_date: Date }>(sql`select expiry_date from jobs where id = ${id}`))
    ?.expiry_date

describe('the deadline moves by the rule of its job, when the portal was measured to be down', () => {
  test('the portal proposes it, two people agree, everyone with a draft is notified, and the public reads why (last-hour#extension-rule, last-hour#extension-approved)', async () => {
    const id = await open()
    const person = await loggedIn(portal)
    await person.visitor.post(PARTIAL, { job_id: id, ...answers() })
    await measure(-15, 75)
    const reason = 'The portal was down for 75 minutes of the last 24 hours before the deadline.'
    const moved = new Date('2026-11-25T16:30:00Z')
    assert.deepEqual(await measuredOf(id), {
      down_minutes: 75,
      from: DEADLINE.toISOString(),
      until: moved.toISOString(),
      reason,
    })
    const change = await staff.proposed(id, {
      kind: 'extend',
      reason: '',
      measured: true,
      expiry_date: '2027-01-01',
    })
    assert.equal(
      await deadlineOf(id).then(String),
      String(DEADLINE),
      'nothing moves before the second person',
    )
    assert.equal((await staff.decide(id, change, { approve: true }, staff.author)).json.code, 'forbidden')
    assert.equal((await staff.decide(id, change)).status, 200)
    assert.deepEqual(await deadlineOf(id), moved)
    assert.deepEqual(
      await portal.db.row(
        sql`select reason, down_minutes, measured_hours from job_changes where id = ${change}`,
      ),
      { reason: '', down_minutes: 75, measured_hours: 24 },
      'the reason is stored as two numbers, not as prose',
    )
    const notifications = await notificationsWhere(
      portal.db,
      sql`user_id = ${person.id} and type = 'deadline_changed'`,
    )
    const { title } = (await staff.detail(id)).json
    const until = SHOWN.replace('7:00', '7:30')
    assert.deepEqual(
      notifications.map(({ message }) => message),
      [`You can apply for ${title} until ${until}. ${reason} Your application is not sent yet.`],
    )
    const [email] = (await emailsTo(portal, person.email)).filter(
      ({ subject }) => subject === `More time for ${title}`,
    )
    assert.match(email?.text ?? '', /Why: The portal was down for 75 minutes of\s+the last 24 hours/)
    const [draft] = (await person.visitor.get('/api/job-applications/')).json
    assert.equal(draft.job.extension_reason, reason, 'the card of the draft says why')
    const job = (await portal.visitor().get(`/api/jobs/${id}/`)).json
    assert.deepEqual(job.extended, {
      at: atMinute(-15).toISOString(),
      from: DEADLINE.toISOString(),
      reason,
      down_minutes: 75,
    })
    assert.equal(
      job.extension_rule[0],
      'If the portal is down for more than 15 minutes of the last 24 hours before the deadline, the deadline moves.',
    )
    await portal.deps.health?.refresh(portal.db, portal.clock.now())
    const { extensions } = (await portal.visitor().get('/api/status/?hours=3')).json
    const { reference } = job
    assert.deepEqual(extensions, [
      {
        job_id: id,
        reference,
        title,
        at: atMinute(-15).toISOString(),
        from: DEADLINE.toISOString(),
        until: moved.toISOString(),
        reason,
        down_minutes: 75,
      },
    ])
    // The same minutes without the portal also lie in the 24 hours before the new deadline, but the rule
    // counts them only once.
    await measure(100, 75)
    assert.equal(await measuredOf(id), null)
  })

  test('the live page shows what became of each proposal: made by the portal, agreed to by one officer, returned, in effect, or taken back', async () => {
    const id = await open()
    await measure(-15, 75)
    const administrator = await officer(portal, 'administrator')
    const proposals = async () => {
      nextMinute()
      const { proposals: shown } = (await administrator.visitor.get('/api/staff/last-hour/')).json
      return shown
        .filter((entry: { job_id: number }) => entry.job_id === id)
        .map((entry: DeadlineProposal) => [entry.state, entry.first, entry.second, entry.note].join(' / '))
    }
    assert.deepEqual(await proposals(), ['proposed /  /  / '])
    const extension = { kind: 'extend', reason: '', measured: true }
    const first = await staff.proposed(id, extension)
    assert.deepEqual(await proposals(), ['agreed / Officer recruiter /  / '])
    await staff.withdraw(id, first)
    assert.deepEqual(await proposals(), ['proposed /  /  / '])
    await staff.decide(id, await staff.proposed(id, extension), { approve: false, note: 'Not before 5 p.m.' })
    assert.deepEqual(await proposals(), [
      'returned / Officer recruiter / Officer approver / Not before 5 p.m.',
    ])
    await staff.changed(id, extension)
    assert.deepEqual(await proposals(), ['moved / Officer recruiter / Officer approver / '])
  })

  test('the live page shows the proposal of every job of a drive, and every decision about them', async () => {
    const drive = Array.from({ length: 60 }, () => ({ expiry_date: DEADLINE.toISOString(), ...RULE }))
    const ids = await postJobs(portal, ...drive)
    await measure(-15, 75)
    const administrator = await officer(portal, 'administrator')
    /** How many jobs of the drive have a proposal in this state. */
    const shownIn = async (state: string) => {
      nextMinute()
      const { proposals } = (await administrator.visitor.get('/api/staff/last-hour/')).json
      return proposals.filter(
        (entry: DeadlineProposal) => ids.includes(entry.job_id) && entry.state === state,
      ).length
    }
    assert.equal(await shownIn('proposed'), drive.length)
    await portal.db.run(sql`
      insert into job_changes (job_id, kind, content, reason, proposed_by, proposed_at)
      select unnest(${ids}::bigint[]), 'extend', ${JSON.stringify({ expiry_date: '2026-12-20' })}::jsonb, 'Heavy rain', ${staff.author.id}, ${portal.clock.now()}`)
    assert.equal(await shownIn('agreed'), drive.length)
  })

  test('a measured extension opens a job that has just closed again, with its whole time counted from now', async () => {
    const id = await open()
    await measure(30, 60, -60)
    const until = '2026-11-25T16:30:00.000Z'
    assert.equal((await measuredOf(id)).until, until)
    const { state } = await staff.changed(id, { kind: 'reopen', reason: '', measured: true })
    assert.deepEqual([state, (await deadlineOf(id))?.toISOString()], ['published', until])
  })

  test('exactly fifteen minutes are too few, minutes that are still being counted do not count, and after three hours no proposal is made', async () => {
    const id = await open()
    await measure(-15, 15)
    assert.equal(await measuredOf(id), null)
    await portal.db.run(sql`delete from health_minutes`)
    await measure(-15, 40, -30)
    assert.equal(await measuredOf(id), null, 'the last eight minutes may still change')
    portal.clock.set(atMinute(-6))
    assert.equal((await measuredOf(id)).down_minutes, 16, 'a minute without a record is down')
    portal.clock.set(atMinute(181))
    assert.equal(await measuredOf(id), null)
    assert.deepEqual(await measuredExtensions(portal.db, portal.clock.now()), [])
  })

  test('an extension without measured minutes cannot be proposed as measured, and needs a reason of its own (last-hour#extension-approved)', async () => {
    const id = await open()
    const bare = await open({
      extension_minutes: '',
      extension_hours: '',
      extension_times: '',
      extension_least_hours: '',
      extension_night_from: '',
      extension_night_until: '',
    })
    await measure(-15, 100)
    await portal.db.run(sql`delete from health_minutes where at >= ${atMinute(-130)}`)
    assert.equal((await staff.propose(bare, { kind: 'extend', reason: '', measured: true })).status, 409)
    const claimed = await staff.propose(id, { kind: 'end_early', reason: '', measured: true })
    assert.equal(claimed.status, 409)
    const silent = await staff.propose(id, { kind: 'extend', reason: ' ', expiry_date: '2026-12-24' })
    assert.deepEqual([silent.status, Object.keys(silent.json).includes('reason')], [422, true])
    const change = await staff.changed(id, {
      kind: 'extend',
      reason: 'Heavy rain in four counties.',
      expiry_date: '2026-12-24',
    })
    assert.deepEqual(
      [change.changes[0].down_minutes, change.changes[0].reason],
      [null, 'Heavy rain in four counties.'],
    )
    assert.equal(
      (await portal.visitor().get(`/api/jobs/${id}/`)).json.extended.reason,
      'Heavy rain in four counties.',
    )
  })

  test('a deadline that was moved again in another way is no longer shown as the new one', async () => {
    const id = await open()
    await staff.changed(id, { kind: 'extend', reason: 'Heavy rain.', expiry_date: '2026-12-10' })
    const shown = async () => {
      await portal.deps.health?.refresh(portal.db, portal.clock.now())
      nextMinute()
      const { extensions } = (await portal.visitor().get('/api/status/')).json
      return extensions.some(({ job_id }: { job_id: number }) => job_id === id)
    }
    assert.equal(await shown(), true)
    // An import file may set another deadline, without a change that officers agree to.
    await portal.db.run(sql`update jobs set expiry_date = '2026-12-15T20:59:59Z' where id = ${id}`)
    assert.equal(await shown(), false)
  })

  test('a rule can come with an import file, is copied with its job, and must be complete', async () => {
    const id = await open()
    const { content } = (await staff.detail(id)).json
    const copy = await staff.author.visitor.post('/api/staff/jobs/', { copy_of: id })
    assert.equal(copy.json.content.extension_times, 2)
    const row = {
      reference: 'RULE/1',
      title: 'Clerk',
      department: 'Operations',
      location: 'Garissa',
      job_type_id: 2,
      description_html: '<p>Work</p>',
    }
    const file = (over: Record<string, unknown>) =>
      JSON.stringify([{ ...row, qualification_html: '<p>KCSE</p>', ...over }])
    await importJobs(portal.deps, file(RULE))
    const stored = await portal.db.row<Record<string, unknown>>(
      sql`select * from jobs where reference = 'RULE/1'`,
    )
    assert.deepEqual(Object.fromEntries(Object.keys(RULE).map((field) => [field, stored?.[field]])), RULE)
    await assert.rejects(
      importJobs(portal.deps, file({ ...RULE, extension_times: 11 })),
      /extension_times: must be 1 to 10/,
    )
    await assert.rejects(
      importJobs(portal.deps, file({ extension_times: 2 })),
      /extension_minutes: Enter a number from 1 to 720/,
    )
    const half = await staff.write({ ...content, reference: 'RULE/2', extension_night_until: '' })
    assert.deepEqual([half.status, Object.keys(half.json).includes('extension_night_until')], [422, true])
  })

  test('a thousand people with a draft are notified together with the change, the others after it, each once; a later change replaces the rest of an earlier one', async () => {
    const id = await open()
    // Creates 2,100 people with a draft each.
    await portal.db.run(sql`
      with people as (
        insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
          phone, is_pwd, email_verified_at, created_at)
        select 'many' || n || '@example.org', '', 'A', 'B', 'ID Card', (30000000 + n)::text, 'F', '1995-03-04', 47, 274, 1366, '+254700000000', false, now(), now()
        from generate_series(1, 2100) n returning id)
      insert into job_applications (user_id, job_id, created_at, updated_at) select id, ${id}, now(), now() from people`)
    const notificationCount = () =>
      count(
        portal,
        sql`select from notifications where type = 'deadline_changed' and url = ${`/apply?job=${id}`}`,
      )
    const emailCount = () =>
      count(portal, sql`select from outbox where topic = 'staff.deadline-changed' and job_id = ${id}`)
    await staff.changed(id, { kind: 'extend', expiry_date: '2026-12-20' })
    assert.deepEqual([await notificationCount(), await emailCount()], [1_000, 1_000])
    assert.deepEqual([await notifyNextBatch(portal.deps), await notificationCount()], [true, 2_000])
    await staff.changed(id, { kind: 'extend', expiry_date: '2026-12-21' })
    assert.equal(await notificationCount(), 3_000)
    while (await notifyNextBatch(portal.deps));
    assert.deepEqual([await notificationCount(), await emailCount()], [4_100, 4_100])
    const all = await notificationsWhere(
      portal.db,
      sql`type = 'deadline_changed' and url = ${`/apply?job=${id}`}`,
    )
    const latest = all.filter(({ message }) => message.includes('21 December'))
    assert.equal(new Set(latest.map(({ user_id }) => user_id)).size, 2_100)
  })
})
