import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { raw } from 'sql-template-tag'
import { MESSAGES } from '#contract/messages/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { emails as allEmails } from '../../server/emails.ts'
import { createTransport } from '../../server/mail/transport.ts'
import { BATCH_SIZE } from '../../server/messages/spread-store.ts'
import { spreadBatch, startSpreading } from '../../server/messages/spread.ts'
import { deliverDue } from '../../server/outbox/deliver.ts'
import { PRIORITY } from '../../server/outbox/enqueue-email.ts'
import { sweepDead } from '../../server/outbox/store.ts'
import { count, member, nextMinute, loggedIn } from '../support/accounts.ts'
import { actionPath } from '../support/corrections.ts'
import { type DecisionStaff, decisionStaff, good, sentByHand, sentOnes } from '../support/decisions.ts'
import { until } from '../support/jobs.ts'
import { emailsTo } from '../support/emails.ts'
import { erase, problems } from '../support/erasure.ts'
import { type MessageStaff, messageStaff } from '../support/messages.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { smtpPeer } from '../support/smtp-peer.ts'

// When a message is due, the portal queues an email and writes a notification for each recipient. The queued
// emails are delivered later.

let portal: Portal
/** The calls on messages, and below those on decision lists. */
let staff: MessageStaff
let lists: DecisionStaff
before(async () => {
  portal = await openPortal()
  staff = await messageStaff(portal)
  lists = await decisionStaff(portal)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const queuedEmails = (messageId: number) =>
  count(
    portal,
    sql`select id from outbox where topic = 'messages.letter' and (payload ->> 'messageId')::bigint = ${messageId}`,
  )
/** The notifications of all messages. */
const notificationCount = () => count(portal, sql`select id from notifications where type = 'message'`)
const emailOf = async (applicationId: number) =>
  (
    await portal.db.row<{ email: string }>(
      sql`select email from job_applications application join users on users.id = user_id where application.id = ${applicationId}`,
    )
  )?.email ?? ''

type Person = Awaited<ReturnType<typeof sentByHand>>
const messageEmails = async ({ email }: Person) =>
  (await emailsTo(portal, email)).filter(({ subject }) => subject?.startsWith('About '))
const messageNotifications = async ({ visitor }: Person) =>
  (await visitor.get('/api/notifications/')).json.filter(({ type }: { type: string }) => type === 'message')

/** Sends a message to these applications. Queues its emails, but does not deliver them. */
async function sentTo(
  ids: number[],
  over: Record<string, unknown> = {},
): Promise<{ id: number; job: number }> {
  const row = await portal.db.row<{ job_id: number }>(
    sql`select job_id from job_applications where id = ${ids[0]}`,
  )
  const job = row?.job_id ?? 0
  const { id } = good(await staff.send(job, { applications: ids, expected: ids.length, ...over }))
  await staff.spread()
  return { id, job }
}

describe('what a message brings', () => {
  test('issue 19: a person who deletes their account before the sending gets none and counts as not reached; the others get theirs', async () => {
    const gone = await sentByHand(portal)
    const others = await sentOnes(portal, gone.jobId, 2)
    const ids = [gone.applicationId, ...others]
    const { id } = good(await staff.send(gone.jobId, { applications: ids, expected: ids.length }))
    good(await erase(gone.visitor))
    await staff.spread()
    assert.deepEqual(
      (await emailsTo(portal, gone.email)).map(({ subject }) => subject).at(-1),
      'Your account is deleted',
    )
    for (const other of others)
      assert.match((await emailsTo(portal, await emailOf(other))).at(-1)?.subject ?? '', /^About D/)
    const { recipients, waiting, failed } = good(await staff.view(id))
    assert.deepEqual([recipients, waiting, failed], [3, 0, 1])
  })
  test('a person who withdraws before the sending gets neither notification nor email, and counts as not reached', async () => {
    const person = await sentByHand(portal)
    const [other = 0] = await sentOnes(portal, person.jobId, 1)
    const ids = [person.applicationId, other]
    const { id } = good(await staff.send(person.jobId, { applications: ids, expected: 2 }))
    good(await person.visitor.post(actionPath(person, 'withdraw'), {}))
    await staff.spread()
    assert.equal(await queuedEmails(id), 1)
    assert.deepEqual(await messageNotifications(person), [])
    assert.match((await emailsTo(portal, await emailOf(other))).at(-1)?.subject ?? '', /^About D/)
    assert.deepEqual(await messageEmails(person), [])
    const { recipients, delivered, waiting, failed } = good(await staff.view(id))
    assert.deepEqual([recipients, delivered, waiting, failed], [2, 1, 0, 1])
    assert.deepEqual(
      (await problems(portal)).filter((problem) => problem.includes(`message ${id} `)),
      [],
    )
  })
  test('a person who withdraws while the email waits in the queue does not get it', async () => {
    const person = await sentByHand(portal)
    await sentTo([person.applicationId])
    assert.equal((await messageNotifications(person)).length, 1)
    good(await person.visitor.post(actionPath(person, 'withdraw'), {}))
    assert.deepEqual(await messageEmails(person), [])
  })
  test('an email in the usual form and a notification with the whole text, both with the fields filled in', async () => {
    const job = await lists.job({ expiry_date: '2026-12-03T17:00:00+03:00' })
    const [id = 0] = await sentOnes(portal, job, 1)
    const body =
      'Hello {{ first_name }} {{last_name}},\nyou are {{status}} for {{job_title}}.\r\n\r\n\r\nWrite to the {{organisation}} before {{deadline}}.'
    await sentTo([id], { subject: '{{first_name}}, your {{reference_number}}', body })
    const [received] = await emailsTo(portal, await emailOf(id))
    assert.match(received?.subject ?? '', /^Person\d+, your D\d+-\d+$/)
    assert.match(
      received?.text ?? '',
      /^Dear Person\d+,\n\nHello Person\d+ Kamau,\nyou are Pending for Clerk as "it" was\.\n\nWrite to the [A-Z].* before Thursday, 3 December 2026/,
    )
    assert.match(
      received?.text ?? '',
      new RegExp(`See my application:\n${portal.deps.config.publicUrl}/dashboard/applications/${id}\n`),
    )
    assert.match(received?.text ?? '', /No one may ask you for money/)
    assert.ok(
      !received?.headers.some(({ key }) => key === 'list-unsubscribe'),
      'a letter about one’s own application: nothing to unsubscribe from',
    )
    const { visitor, id: userId } = await loggedIn(portal)
    await portal.db.run(
      sql`update notifications set user_id = ${userId} where url = ${`/dashboard/applications/${id}`}`,
    )
    const [notification] = (await visitor.get('/api/notifications/')).json.filter(
      ({ type }: { type: string }) => type === 'message',
    )
    assert.match(
      notification.message,
      /^Person\d+, your D\d+-\d+\nHello Person\d+ Kamau,\nyou are Pending for Clerk as "it" was\.\nWrite to the /,
    )
    assert.equal(notification.url, `/dashboard/applications/${id}`)
  })
  test('the email has the status, the name and the address of the moment when it is sent', async () => {
    const job = await lists.job()
    const [id = 0] = await sentOnes(portal, job, 1)
    await sentTo([id], { body: '{{first_name}}: {{status}}' })
    await lists.applied(job, 'rejected', [id])
    await portal.db.run(
      sql`update users set first_name = 'Akinyi', email = 'akinyi@example.com' where id = (select user_id from job_applications where id = ${id})`,
    )
    const found = (await emailsTo(portal, 'akinyi@example.com')).find(({ subject }) =>
      subject?.startsWith('About'),
    )
    assert.match(found?.text ?? '', /^Dear Akinyi,\n\nAkinyi: Rejected/)
  })
  test('T23 a hostile template and hostile names stay text: no markup, no header, no foreign link', async () => {
    const job = await lists.job()
    const [id = 0] = await sentOnes(portal, job, 1)
    await portal.db.run(sql`
      update users set first_name = ${'<img src=x onerror=alert(1)>'}, last_name = ${'{{reference_number}}\r\nBcc: victim@example.com'}
      where id = (select user_id from job_applications where id = ${id})`)
    const own = `${portal.deps.config.publicUrl}/jobs`
    const body = `<script>alert(1)</script> <a href="https://evil.example">x</a> https://evil.example/pay ${own} {{last_name}} javascript:alert(1)`
    await sentTo([id], { subject: 'Hi {{last_name}} <b>', body })
    const [received] = await emailsTo(portal, await emailOf(id))
    assert.equal(
      received?.subject,
      'Hi {{reference_number}} Bcc: victim@example.com <b>',
      'one line, and a value is not filled again',
    )
    assert.ok(!received?.headers.some(({ key }) => key === 'bcc'))
    assert.deepEqual(received?.to?.length, 1)
    const html = received?.html ?? ''
    assert.doesNotMatch(html, /<script|<img|<b>|onerror=alert\(1\)>/)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
    assert.ok(
      links.includes(own) && links.every((href) => href.startsWith(`${portal.deps.config.publicUrl}/`)),
      String(links),
    )
  })
})

describe('R4 exactly once, whatever breaks', () => {
  test('queued in parts; a part that fails half-way leaves nothing, and the next try does it completely', async () => {
    const job = await lists.job()
    const size = BATCH_SIZE + 7
    await sentOnes(portal, job, size)
    const { id } = good(await staff.send(job, { filter: {}, expected: size }))
    await staff.due()
    const before = await notificationCount()
    assert.equal(await spreadBatch(portal.deps), BATCH_SIZE)
    assert.deepEqual([await queuedEmails(id), await notificationCount()], [BATCH_SIZE, before + BATCH_SIZE])
    // The process ends while its transaction is open.
    const dieInside: typeof portal.deps.db.tx = (work) =>
      portal.deps.db.tx(async (tx) => {
        await work(tx)
        throw new Error('killed')
      })
    await assert.rejects(
      spreadBatch({
        ...portal.deps,
        db: { ...portal.deps.db, patient: () => ({ ...portal.deps.db, tx: dieInside }) },
      }),
      /killed/,
    )
    assert.deepEqual([await queuedEmails(id), await notificationCount()], [BATCH_SIZE, before + BATCH_SIZE])
    await staff.spread()
    assert.deepEqual([await queuedEmails(id), await notificationCount()], [size, before + size])
    assert.equal(await spreadBatch(portal.deps), undefined)
    const twice = sql`select payload from outbox where topic = 'messages.letter' group by payload having count(*) > 1`
    assert.equal(await count(portal, twice), 0)
  })
  test('a recipient whose account is gone in a full part does not end the message: all later recipients get it', async () => {
    const job = await lists.job()
    const size = BATCH_SIZE + 7
    const [gone] = await sentOnes(portal, job, size)
    const { id } = good(await staff.send(job, { filter: {}, expected: size }))
    // The account was deleted at the moment when the message was written: its email was not given up.
    await portal.db.run(sql`update job_applications set user_id = null where id = ${gone}`)
    await staff.spread()
    assert.equal(await queuedEmails(id), size - 1)
    const { recipients, waiting, failed } = good(await staff.view(id))
    assert.deepEqual([recipients, waiting, failed], [size, size - 1, 1])
  })
  test('a message whose emails cannot be queued does not stop later messages', async () => {
    const job = await lists.job()
    await sentOnes(portal, job, 3)
    const [stuck, next] = [
      good(await staff.send(job, { filter: {}, expected: 3 })),
      good(await staff.send(job, { filter: {}, expected: 3 })),
    ]
    // A database trigger refuses each email of the first message.
    await portal.db.run(sql`
      create function refuse_one() returns trigger language plpgsql as $$ begin
        if new.payload -> 'messageId' = to_jsonb(${raw(String(stuck.id))}) then raise exception 'no room'; end if; return new;
      end $$`)
    await portal.db.run(
      sql`create trigger refuse_one before insert on outbox for each row execute function refuse_one()`,
    )
    await staff.due()
    await assert.rejects(spreadBatch(portal.deps), (error: Error & { id?: number }) => error.id === stuck.id)
    const worker = startSpreading(portal.deps)
    const done = await until(
      'the later message',
      () => queuedEmails(next.id),
      (count) => count === 3,
    ).finally(() => worker.stop())
    assert.equal(done, 3)
    assert.equal(await queuedEmails(stuck.id), 0)
    assert.ok(portal.log.some(({ event, fields }) => event === 'messages.waiting' && fields?.id === stuck.id))
    await portal.db.run(sql`drop trigger refuse_one on outbox`)
    await staff.spread()
    assert.equal(await queuedEmails(stuck.id), 3)
  })
  test('several workers at once queue each email once', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 40)
    const before = await notificationCount()
    const reply = good(await staff.send(job, { filter: {}, expected: 40 }))
    await staff.due()
    await Promise.all(Array.from({ length: 6 }, () => spreadBatch(portal.deps)))
    await staff.spread()
    assert.deepEqual(
      [await queuedEmails(reply.id), await notificationCount()],
      [ids.length, before + ids.length],
    )
  })
  test('emails of a message let others overtake: they are bulk', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 2)
    const { id } = await sentTo(ids)
    const rows = await portal.db.rows<{ priority: number }>(
      sql`select priority from outbox where (payload ->> 'messageId')::bigint = ${id}`,
    )
    assert.deepEqual(
      rows.map(({ priority }) => priority),
      [PRIORITY.bulk, PRIORITY.bulk],
    )
  })
})

describe('what became of a message', () => {
  test('its counts follow the emails that are sent, wait or failed; a failed one stays counted after its row is deleted', async () => {
    const peer = await smtpPeer()
    after(() => peer.close())
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 3)
    const counts = async () => {
      const [{ recipients, delivered, waiting, failed }] = await staff.history(job)
      return { recipients, delivered, waiting, failed }
    }
    const deliver = async (times: number) => {
      const transport = createTransport({ ...portal.deps.config, smtpUrl: `smtp://127.0.0.1:${peer.port}` })
      for (let index = 0; index < times; index++) await deliverDue(portal.deps, allEmails, transport)
      transport.close()
    }
    // Delivers the emails that earlier tests queued, so that the counts below do not include them.
    while ((await deliverDue(portal.deps, allEmails, createTransport(portal.deps.config))) > 0);
    good(await staff.send(job, { filter: {}, expected: 3 }))
    assert.deepEqual(
      await counts(),
      { recipients: 3, delivered: 0, waiting: 0, failed: 0 },
      'it can still be stopped',
    )
    await staff.spread()
    assert.deepEqual(
      await counts(),
      { recipients: 3, delivered: 0, waiting: 3, failed: 0 },
      'promised is not delivered',
    )
    // Two of the three emails become due an hour later.
    await portal.db.run(
      sql`update outbox set run_at = ${new Date(portal.clock.now().getTime() + 3_600_000)} where (payload ->> 'applicationId')::bigint <> ${ids[0]}`,
    )
    await deliver(1)
    assert.deepEqual(await counts(), { recipients: 3, delivered: 1, waiting: 2, failed: 0 })
    portal.clock.advance(3_600_001)
    peer.manner = 'no such mailbox'
    await deliver(1)
    assert.deepEqual(await counts(), { recipients: 3, delivered: 1, waiting: 0, failed: 2 })
    await sweepDead(portal.deps.db, new Date(portal.clock.now().getTime() + 1))
    assert.deepEqual(await counts(), { recipients: 3, delivered: 1, waiting: 0, failed: 2 })
  })
  test('a failed email that is tried again counts as waiting, and then as delivered', async () => {
    const job = await lists.job()
    const [id = 0] = await sentOnes(portal, job, 1)
    const { id: message } = await sentTo([id])
    const ofMessage = sql`topic = 'messages.letter' and (payload ->> 'messageId')::bigint = ${message}`
    /**
     * The state in message_emails: 1 is waiting, 2 delivered, 3 failed. A trigger on the email queue sets it.
     */
    const state = async () =>
      (
        await portal.db.row<{ state: number }>(
          sql`select state from message_emails where message_id = ${message}`,
        )
      )?.state
    await portal.deps.db.run(sql`update outbox set dead_at = ${portal.clock.now()} where ${ofMessage}`)
    assert.equal(await state(), 3)
    await portal.deps.db.run(sql`update outbox set dead_at = null where ${ofMessage}`)
    assert.equal(await state(), 1)
    await emailsTo(portal, await emailOf(id))
    assert.equal(await state(), 2)
  })
  test('a person whose account is gone gets nothing, and the others get theirs', async () => {
    const job = await lists.job()
    const person = await member(portal)
    const [id = 0, other = 0] = await sentOnes(portal, job, 2)
    const { id: message } = await sentTo([id, other])
    await portal.db.run(sql`delete from message_emails where application_id = ${id}`)
    assert.equal((await emailsTo(portal, await emailOf(other))).length, 1)
    assert.equal((await emailsTo(portal, await emailOf(id))).length, 0)
    assert.equal(await queuedEmails(message), 0)
    const now = portal.clock.now()
    const draft = sql`insert into job_applications (user_id, job_id, created_at, updated_at) values (${person.id}, ${job}, ${now}, ${now}) returning id`
    const row = await portal.db.row<{ id: number }>(draft)
    await portal.db.run(
      sql`insert into message_emails (message_id, application_id) values (${message}, ${row?.id})`,
    )
    await portal.deps.db.run(sql`delete from users where id = ${person.id}`)
    assert.equal(
      await count(portal, sql`select state from message_emails where application_id = ${row?.id}`),
      0,
    )
  })
  test('newest first, a page at a time', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 1)
    for (let n = 0; n <= MESSAGES.pageSize; n++)
      await staff.send(job, { applications: ids, expected: 1, subject: `Number ${n}` })
    const first = good(await staff.author.visitor.get(`/api/staff/jobs/${job}/messages/`))
    assert.deepEqual(
      [first.results.length, first.results[0].subject],
      [MESSAGES.pageSize, `Number ${MESSAGES.pageSize}`],
    )
    const second = good(
      await staff.author.visitor.get(`/api/staff/jobs/${job}/messages/?before=${first.next}`),
    )
    assert.deepEqual(
      [second.results.map(({ subject }: { subject: string }) => subject), second.next],
      [['Number 0'], null],
    )
  })
})
