import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import { raw } from 'sql-template-tag'
import type { Stage } from '#contract/review/stages.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists, startApplying } from '../../server/decisions/apply-lists.ts'
import { codeTo, emailsTo } from '../support/emails.ts'
import { member } from '../support/accounts.ts'
import { APPLICATIONS, detailPath, readyToSend } from '../support/answers.ts'
import { type DecisionStaff, good, sentByHand, sentOnes } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { until } from '../support/jobs.ts'
import { type Portal } from '../support/portal.ts'

// An approved list takes effect: it sets the status of its applications and notifies the applicants. `good`
// checks that a reply has status 200, and returns its JSON.
let portal: Portal
/** A recruiter proposes lists, an approver decides. An approved list takes effect 600,000 ms later. */
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened), { config: { PUBLIC_URL: 'https://jobs.example.org' } })

type Sent = Awaited<ReturnType<typeof sentByHand>>
const statusNotifications = async ({ visitor }: Pick<Sent, 'visitor'>) =>
  (await visitor.get('/api/notifications/')).json.filter(
    ({ type }: { type: string }) => type === 'status_changed',
  )
const statusEmails = async ({ email }: Pick<Sent, 'email'>) =>
  (await emailsTo(portal, email)).filter(({ subject }) => subject?.startsWith('News about your application '))
const outcomes = async (applicant: Pick<Sent, 'email'>) =>
  (await statusEmails(applicant)).map(({ text }) => /is now: (.+)\.$/m.exec(text ?? '')?.[1])
const statusOf = async ({ visitor, applicationId }: Sent) =>
  (await visitor.get(detailPath(applicationId))).json.status
const queuedEmails = async (list: number) =>
  portal.db.rows<{ dedupe: string }>(
    sql`select dedupe from outbox where payload -> 'list' = to_jsonb(${list}::int)`,
  )

describe('S2 §4 a status is set by a list that takes effect, and the applicant is notified', () => {
  test('before a list takes effect nothing can be seen: no status, no notification, no email, no name', async () => {
    const applicant = await sentByHand(portal)
    const list = await staff.approved(applicant.jobId, 'shortlisted', [applicant.applicationId])
    portal.clock.advance(599_999)
    assert.equal(await applyDueLists(portal.deps), 0)
    const row = await portal.db.row<{ stage: number; is_open: boolean; list_id: number }>(
      sql`select stage, is_open, list_id from application_facts where application_id = ${applicant.applicationId}`,
    )
    assert.deepEqual(row, { stage: 0, is_open: false, list_id: list })
    assert.deepEqual(
      [
        await statusOf(applicant),
        await statusNotifications(applicant),
        await statusEmails(applicant),
        good(await staff.view(list)).sums,
      ],
      ['Pending', [], [], null],
    )
  })
  test('then list, detail, tile, notification and email say it, with the reason; the job has the name that it had then (L8)', async () => {
    const applicant = await sentByHand(portal, { title: 'Warehouse Assistant' })
    await portal.db.run(
      sql`update jobs set title = 'Other', reference = ${`OTHER/${applicant.jobId}`} where id = ${applicant.jobId}`,
    )
    await portal.db.run(sql`update users set first_name = 'Another' where id = ${applicant.id}`)
    const list = await staff.applied(applicant.jobId, 'rejected', [applicant.applicationId], {
      reason: 'No KCSE certificate',
    })
    const whole = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
    assert.deepEqual([whole.status, whole.updated_at], ['Rejected', portal.clock.now().toISOString()])
    assert.equal((await applicant.visitor.get(APPLICATIONS)).json[0].status, 'Rejected')
    const stats = (await applicant.visitor.get('/api/dashboard/stats/')).json
    assert.deepEqual([stats.totalApplications, stats.pendingApplications], [1, 0])
    const [notification, ...more] = await statusNotifications(applicant)
    const url = `/dashboard/applications/${applicant.applicationId}`
    assert.deepEqual(
      [notification.message, notification.url, notification.is_read, more],
      [
        `Your application ${applicant.reference} for Warehouse Assistant is now Rejected. No KCSE certificate`,
        url,
        false,
        [],
      ],
    )
    const [email, ...others] = await statusEmails(applicant)
    assert.deepEqual([email?.subject, others], [`News about your application ${applicant.reference}`, []])
    for (const part of [email?.text, email?.html])
      for (const words of [
        'Dear Wanjiku,',
        applicant.reference,
        'Warehouse Assistant',
        'The reason: No KCSE certificate',
        'What happens next:',
        `https://jobs.example.org${url}`,
        'you can complain',
        'https://jobs.example.org/complaints',
      ])
        assert.ok(part?.includes(words), words)
    assert.doesNotMatch(email?.text ?? '', /Other|Another/)
    const { state, applied_at, left_out } = good(await staff.view(list))
    assert.deepEqual([state, applied_at, left_out], ['applied', portal.clock.now().toISOString(), 0])
  })
  test('L1 each status after Pending, one after the other: each brings one notification and one email', async () => {
    const applicant = await sentByHand(portal)
    const steps: [stage: Stage, status: string][] = [
      ['screening', 'Under Review'],
      ['shortlisted', 'Shortlisted'],
      ['interview', 'Shortlisted'],
      ['hired', 'Hired'],
      ['rejected', 'Rejected'],
    ]
    for (const [stage, status] of steps) {
      await staff.applied(applicant.jobId, stage, [applicant.applicationId])
      assert.equal(await statusOf(applicant), status, stage)
      await statusEmails(applicant)
    }
    assert.equal((await statusNotifications(applicant)).length, 4)
    assert.deepEqual(await outcomes(applicant), ['Under Review', 'Shortlisted', 'Hired', 'Rejected'])
  })
  test('a reason for one applicant replaces the list’s reason; without a reason none is shown', async () => {
    const applicant = await sentByHand(portal)
    const { id } = good(await staff.make(applicant.jobId, 'rejected', { reason: 'Others were stronger' }))
    good(await staff.add(id, [applicant.applicationId], { reason: 'Came after the deadline' }))
    const { digest } = good(await staff.propose(id))
    good(await staff.decide(id, { approve: true, digest }))
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    assert.match((await statusNotifications(applicant))[0].message, /Rejected\. Came after the deadline$/)
    const other = await sentByHand(portal)
    await staff.applied(other.jobId, 'shortlisted', [other.applicationId], { reason: '' })
    assert.match((await statusNotifications(other))[0].message, /is now Shortlisted\.$/)
    assert.doesNotMatch((await statusEmails(other))[0]?.text ?? '', /The reason/)
  })
  test('a draft has no status and cannot be added to a list', async () => {
    const draft = await readyToSend(portal)
    const { id } = good(await staff.make(draft.jobId, 'shortlisted'))
    assert.equal(good(await staff.add(id, [draft.applicationId])).changed, 0)
  })
  test('an email that still waits when a later decision takes effect is no longer sent', async () => {
    const applicant = await sentByHand(portal)
    await staff.applied(applicant.jobId, 'shortlisted', [applicant.applicationId])
    await staff.applied(applicant.jobId, 'rejected', [applicant.applicationId])
    assert.deepEqual(await outcomes(applicant), ['Rejected'])
  })
  test('it takes effect for a job that was archived meanwhile, too: its applicants are notified', async () => {
    const applicant = await sentByHand(portal)
    const list = await staff.approved(applicant.jobId, 'shortlisted', [applicant.applicationId])
    await portal.db.run(
      sql`update jobs set is_active = false, state = 'archived' where id = ${applicant.jobId}`,
    )
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    assert.deepEqual(
      [good(await staff.view(list)).state, await statusOf(applicant)],
      ['applied', 'Shortlisted'],
    )
  })
})

describe('the preview of the email', () => {
  test('has brackets in place of what differs for each applicant, so it shows no applicant’s data; it stays the same after the sending', async () => {
    const applicant = await sentByHand(portal, { title: 'Clerk' })
    const id = await staff.drafted(applicant.jobId, 'shortlisted', [applicant.applicationId])
    const { letter: delivered } = good(await staff.view(id))
    assert.equal(delivered.subject, 'News about your application [reference number]')
    const { digest } = good(await staff.propose(id))
    good(await staff.decide(id, { approve: true, digest }))
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    const [sent] = await statusEmails(applicant)
    const asEach = delivered.text
      .replaceAll('[reference number]', applicant.reference)
      .replace('[first name]', 'Wanjiku')
      .replace('[number]', String(applicant.applicationId))
    assert.equal(asEach.trim(), sent?.text?.trim())
    assert.deepEqual(good(await staff.view(id)).letter, delivered)
  })
  test('shows the reason of those on the list; of several reasons the most frequent, and that there are others', async () => {
    const job = await staff.job()
    const [first = 0, two = 0, three = 0] = await sentOnes(portal, job, 3)
    const { id } = good(await staff.make(job, 'rejected', { reason: 'As resolved' }))
    const reason = async () => /The reason: (.*)/.exec(good(await staff.view(id)).letter.text)?.[1]
    assert.equal(await reason(), 'As resolved')
    good(await staff.add(id, [first, two], { reason: 'No certificate was sent' }))
    assert.equal(await reason(), 'No certificate was sent')
    good(await staff.add(id, [three]))
    assert.equal(await reason(), 'No certificate was sent [others have another reason]')
  })
})

describe('a crash in the middle', () => {
  const notified = (ids: number[]) =>
    portal.db.rows(
      sql`select url from notifications where type = 'status_changed' and url = any(${ids.map((id) => `/dashboard/applications/${id}`)})`,
    )
  const stateOf = async (list: number) => good(await staff.view(list)).state
  test('done in parts, stopped between any two, and run by three processes at once: each applicant is moved and notified once', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 25)
    const list = await staff.approved(job, 'shortlisted', ids)
    portal.clock.advance(600_000)
    // The task stops after two parts of four applications each.
    let parts = 0
    await applyDueLists(portal.deps, { size: 4, isStopped: () => parts++ === 2 })
    const open = async () =>
      (
        await portal.db.rows(
          sql`select application_id from decision_entries where list_id = ${list} and is_open`,
        )
      ).length
    assert.deepEqual([await open(), await stateOf(list)], [17, 'approved'])
    // The task stops after six parts of at most five: four move the last 17 applications, two notify ten
    // people.
    parts = 0
    await applyDueLists(portal.deps, { size: 5, isStopped: () => parts++ === 6 })
    assert.deepEqual(
      [await open(), await stateOf(list), (await queuedEmails(list)).length, (await notified(ids)).length],
      [0, 'applied', 10, 10],
    )
    await Promise.all([1, 2, 3].map((size) => applyDueLists(portal.deps, { size: size + 1 })))
    await applyDueLists(portal.deps)
    assert.deepEqual(
      (await queuedEmails(list)).map(({ dedupe }) => dedupe).sort(),
      ids.map((id) => `decision-${list}-${id}`).sort(),
    )
    assert.equal((await notified(ids)).length, 25)
    const auditEntries = await portal.db.rows<{ role: string; detail: unknown }>(
      sql`select role, detail from audit_entries where act = 'list.applied' and detail -> 'list' = to_jsonb(${list}::int)`,
    )
    const { digest } = good(await staff.view(list))
    const detail = {
      list,
      to: 'shortlisted',
      applied: 25,
      left_out: 0,
      digest,
      proposed_by: staff.author.id,
      approved_by: staff.second.id,
    }
    assert.deepEqual(auditEntries, [{ role: 'portal', detail }])
  })
  test('a part waits until no call is being answered, but only for a limited time', async () => {
    const approved = async () => {
      const job = await staff.job()
      const ids = await sentOnes(portal, job, 6)
      const list = await staff.approved(job, 'shortlisted', ids)
      portal.clock.advance(600_000)
      return {
        list,
        open: () =>
          portal.db.rows(
            sql`select from application_facts where application_id = any(${ids}) and list_id = ${list}`,
          ),
      }
    }
    const fast = { perSecond: { applied: 1_000_000, notified: 1_000_000 }, rest: 0 }
    const [reached, idle] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = await approved()
    const waiting = applyDueLists(portal.deps, {
      size: 4,
      speedLimit: { ...fast, yieldMs: 3_600_000 },
      whenIdle: () => {
        reached.resolve()
        return idle.promise
      },
    })
    await reached.promise
    assert.equal((await first.open()).length, 6)
    idle.resolve()
    assert.equal(await waiting, 6)
    assert.deepEqual([await stateOf(first.list), (await queuedEmails(first.list)).length], ['applied', 6])
    const second = await approved()
    assert.equal(
      await applyDueLists(portal.deps, {
        size: 4,
        speedLimit: { ...fast, yieldMs: 20 },
        whenIdle: () => new Promise(() => {}),
      }),
      6,
    )
    assert.deepEqual([await stateOf(second.list), (await queuedEmails(second.list)).length], ['applied', 6])
  })
  test('a part that fails in the middle leaves nothing behind: no new status, and later no notification without its email', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 6)
    const list = await staff.approved(job, 'shortlisted', ids)
    portal.clock.advance(600_000)
    await portal.db.run(sql`
      create function break_in() returns trigger language plpgsql as $$ begin
        if (select count(*) from job_applications where job_id = ${raw(String(job))} and status = 'Shortlisted') >= 5 then raise exception 'power cut'; end if; return new;
      end $$`)
    await portal.db.run(
      sql`create trigger break_in before update on job_applications for each row execute function break_in()`,
    )
    await assert.rejects(applyDueLists(portal.deps, { size: 4 }), /power cut/)
    const moved = await portal.db.rows(
      sql`select application_id from application_facts where application_id = any(${ids}) and stage = 3`,
    )
    assert.deepEqual(
      [moved.length, (await queuedEmails(list)).length, await stateOf(list)],
      [4, 0, 'approved'],
    )
    await portal.db.run(sql`drop trigger break_in on job_applications`)
    await portal.db.run(sql`
      create function break_off() returns trigger language plpgsql as $$ begin
        if (select count(*) from outbox where topic = 'decisions.status' and payload -> 'list' = new.payload -> 'list') >= 5 then raise exception 'power cut'; end if; return new;
      end $$`)
    await portal.db.run(
      sql`create trigger break_off before insert on outbox for each row execute function break_off()`,
    )
    await assert.rejects(applyDueLists(portal.deps, { size: 4 }), /power cut/)
    assert.deepEqual(
      [await stateOf(list), (await queuedEmails(list)).length, (await notified(ids)).length],
      ['applied', 4, 4],
    )
    await portal.db.run(sql`drop trigger break_off on outbox`)
    await applyDueLists(portal.deps, { size: 4 })
    assert.deepEqual([(await queuedEmails(list)).length, (await notified(ids)).length], [6, 6])
  })
  test('a list that cannot be applied, or whose applicants cannot be notified, does not stop later lists; the error names the list', async () => {
    const job = await staff.job()
    const [first, second] = [await sentOnes(portal, job, 3), await sentOnes(portal, job, 3)]
    const [stuck, next] = [
      await staff.approved(job, 'shortlisted', first),
      await staff.approved(job, 'shortlisted', second),
    ]
    portal.clock.advance(600_000)
    const isStuck = ({ message, failed }: Error & { failed: ReadonlyMap<number, unknown> }) =>
      /no room/.test(message) && [...failed.keys()].join() === String(stuck)
    const refuse = async (table: 'decision_entries' | 'outbox', which: string) => {
      await portal.db.run(sql`
        create or replace function refuse_one() returns trigger language plpgsql as $$ begin
          if ${raw(which)} then raise exception 'no room'; end if; return new;
        end $$`)
      await portal.db.run(
        sql`create trigger refuse_one before insert or update on ${raw(table)} for each row execute function refuse_one()`,
      )
      await assert.rejects(applyDueLists(portal.deps), isStuck)
      await portal.db.run(sql`drop trigger refuse_one on ${raw(table)}`)
    }
    await refuse('decision_entries', `new.list_id = ${stuck}`)
    assert.deepEqual([await stateOf(stuck), await stateOf(next)], ['approved', 'applied'])
    assert.deepEqual([(await queuedEmails(stuck)).length, (await queuedEmails(next)).length], [0, 3])
    const last = await staff.approved(job, 'shortlisted', await sentOnes(portal, job, 3))
    portal.clock.advance(600_000)
    await refuse('outbox', `new.payload -> 'list' = '${stuck}'`)
    assert.deepEqual(
      [await stateOf(stuck), (await queuedEmails(stuck)).length, (await queuedEmails(last)).length],
      ['applied', 0, 3],
    )
    await applyDueLists(portal.deps)
    assert.equal((await queuedEmails(stuck)).length, 3)
  })
  test('each of several lists that fail in one pass is logged with its number', async () => {
    const job = await staff.job()
    const stuck = [
      await staff.approved(job, 'shortlisted', await sentOnes(portal, job, 1)),
      await staff.approved(job, 'shortlisted', await sentOnes(portal, job, 1)),
    ]
    portal.clock.advance(600_000)
    await portal.db.run(sql`
      create or replace function refuse_some() returns trigger language plpgsql as $$ begin
        if new.list_id in (${raw(stuck.join(', '))}) then raise exception 'no room'; end if; return new;
      end $$`)
    await portal.db.run(
      sql`create trigger refuse_some before update on decision_entries for each row execute function refuse_some()`,
    )
    const logged = async () =>
      portal.log
        .filter(({ event, fields }) => event === 'decisions.not_applied' && fields?.code === 'P0001')
        .map(({ fields }) => fields?.id)
    const applying = startApplying(portal.deps, async () => {})
    await until('both lists are in the log', logged, (ids) => stuck.every((list) => ids.includes(list)))
    await applying.stop()
    await portal.db.run(sql`drop trigger refuse_some on decision_entries`)
    await applyDueLists(portal.deps)
    assert.deepEqual([await stateOf(stuck[0] ?? 0), await stateOf(stuck[1] ?? 0)], ['applied', 'applied'])
  })
  test('an applicant who is moved a second time before the first notification is notified once, of the present status', async () => {
    const applicant = await sentByHand(portal)
    const first = await staff.approved(applicant.jobId, 'shortlisted', [applicant.applicationId])
    portal.clock.advance(600_000)
    let parts = 0
    await applyDueLists(portal.deps, { isStopped: () => parts++ === 1 })
    assert.deepEqual(
      [await stateOf(first), await statusOf(applicant), await statusNotifications(applicant)],
      ['applied', 'Shortlisted', []],
    )
    const second = await staff.approved(applicant.jobId, 'rejected', [applicant.applicationId])
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    assert.deepEqual([await stateOf(second), (await statusNotifications(applicant)).length], ['applied', 1])
    assert.match((await statusNotifications(applicant))[0].message, /is now Rejected\./)
    assert.equal((await statusEmails(applicant)).length, 1)
  })
  test('R11 a list that an older version had applied, partly or wholly: no one is notified a second time', async () => {
    const job = await staff.job()
    const [notifiedIds, halfNotified] = [await sentOnes(portal, job, 3), await sentOnes(portal, job, 6)]
    const done = await staff.applied(job, 'shortlisted', notifiedIds)
    const half = await staff.approved(job, 'shortlisted', halfNotified)
    portal.clock.advance(600_000)
    let parts = 0
    await applyDueLists(portal.deps, { size: 4, isStopped: () => parts++ === 1 })
    // Restores the tables of an older version of the portal. That version notified the first four applicants
    // when it moved their applications.
    await portal.db.run(sql`alter table decisions drop column notified_up_to, drop column notified_at`)
    await portal.db.run(sql`alter table decisions rename column started_at to begun_at`)
    await portal.db.run(sql`alter table decisions rename to decision_lists`)
    await portal.db.run(sql`delete from outbox where topic = 'decisions.status'`)
    const client = new pg.Client({ connectionString: portal.databaseUrl })
    await client.connect()
    await client.query(
      readFileSync(
        join(import.meta.dirname, '../../server/database/migrations/0026_decisions_told.sql'),
        'utf8',
      ),
    )
    // Renames the table and its column as the migration 0047_standard_names.sql does.
    await client.query(`
      alter table decision_lists rename to decisions;
      alter table decisions rename column begun_at to started_at;
      alter table decisions rename column told_up_to to notified_up_to;
      alter table decisions rename column told_at to notified_at`)
    await client.end()
    await applyDueLists(portal.deps, { size: 4 })
    assert.deepEqual([await stateOf(half), (await queuedEmails(done)).length], ['applied', 0])
    assert.deepEqual(
      (await queuedEmails(half)).map(({ dedupe }) => dedupe).sort(),
      halfNotified
        .slice(4)
        .map((id) => `decision-${half}-${id}`)
        .sort(),
    )
  })
  test('a reset code, which someone waits for, overtakes all emails of a list', async () => {
    const job = await staff.job()
    const list = await staff.applied(job, 'rejected', await sentOnes(portal, job, 300))
    const { email } = await member(portal)
    await portal.visitor().post('/api/password-reset-request/', { email })
    const [first] = await portal.db.rows<{ topic: string }>(sql`
      select topic from outbox where dead_at is null and run_at <= ${portal.clock.now()} order by priority, run_at limit 1`)
    assert.equal((await queuedEmails(list)).length, 300)
    assert.match(first?.topic ?? '', /^accounts\./)
    assert.match(await codeTo(portal, email), /^\d{6}$/)
  })
})
