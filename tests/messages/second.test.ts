import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { MESSAGES, SENDING } from '#contract/messages/limits.ts'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { spreadBatch } from '../../server/messages/spread.ts'
import { count, nextMinute } from '../support/accounts.ts'
import { type DecisionStaff, decisionStaff, good, sentByHand, sentOnes } from '../support/decisions.ts'
import { erase, problems } from '../support/erasure.ts'
import { type MessageStaff, messageStaff } from '../support/messages.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { lift } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'

/** One recipient more than a recruiter may write to without a second officer. */
const MANY = SENDING.maxRecipientsAlone + 1
const MINUTE = 60_000

// A message to many applicants needs the approval of a second officer. After the approval it waits ten
// minutes, in which an officer can still stop it.

let portal: Portal
let lists: DecisionStaff
let staff: MessageStaff
before(async () => {
  portal = await openPortal()
  lists = await decisionStaff(portal)
})
// Each test has its own officers, because the portal counts all people to whom an officer wrote in the last
// hour.
beforeEach(async () => {
  nextMinute()
  staff = await messageStaff(portal)
})
after(() => portal.close())

const setRole = (who: Officer, role: string) =>
  portal.db.run(sql`update staff set role = ${role} where id = ${who.id}`)
const stateOf = async (id: number) =>
  (await portal.db.row<{ state: string }>(sql`select state from messages where id = ${id}`))?.state
/** Queues the emails of all due messages. Returns how many emails of this message are queued. */
const queuedAfterSpreading = async (id: number) => {
  while ((await spreadBatch(portal.deps)) !== undefined);
  return count(
    portal,
    sql`select id from outbox where topic = 'messages.letter' and (payload ->> 'messageId')::bigint = ${id}`,
  )
}
const notificationsOf = (ids: number[]) =>
  count(
    portal,
    sql`select id from notifications where type = 'message' and url = any(${ids.map((id) => `/dashboard/applications/${id}`)})`,
  )
/** The audit entries about a message. */
const entriesOf = (id: number) =>
  portal.db.rows<{ act: string; role: string; reason: string; detail: Record<string, unknown> }>(
    sql`select act, role, reason, detail from audit_entries where act like 'message.%' and (detail ->> 'message')::bigint = ${id} order by id`,
  )
/** A recruiter sends a message to `size` new applicants of a new job. `over` changes the message. */
const sentTo = async (size: number, over: Record<string, unknown> = {}) => {
  const job = await lists.job()
  const ids = await sentOnes(portal, job, size)
  const message = good(await staff.send(job, { filter: {}, expected: size, ...over }))
  return { job, ids, id: Number(message.id), message }
}
const digestOf = async (id: number): Promise<string> => good(await staff.view(id)).digest

describe('T32 a message to many needs a second person', () => {
  test(`up to ${SENDING.maxRecipientsAlone} recipients need none, ${MANY} wait for one, and the preview says so before`, async () => {
    const few = await sentTo(SENDING.maxRecipientsAlone)
    assert.deepEqual([few.message.state, few.message.needs_second], ['scheduled', false])
    staff = await messageStaff(portal)
    const job = await lists.job()
    await sentOnes(portal, job, SENDING.maxRecipientsAlone)
    assert.equal(good(await staff.preview(job, { filter: {} })).needs_second, false)
    await sentOnes(portal, job, 1)
    assert.equal(good(await staff.preview(job, { filter: {} })).needs_second, true)
    const many = good(await staff.send(job, { filter: {}, expected: MANY }))
    assert.deepEqual(
      [many.state, many.needs_second, many.leaves_at, many.may],
      ['proposed', true, null, ['stop']],
    )
    portal.clock.advance(60 * MINUTE)
    assert.equal(await queuedAfterSpreading(many.id), 0)
  })
  test('after the approval it waits ten minutes more, and only then its emails and notifications appear', async () => {
    const { id, ids } = await sentTo(MANY)
    const approved = good(await staff.decide(id, { approve: true, note: 'Read', digest: await digestOf(id) }))
    const leaves = new Date(portal.clock.now().getTime() + SENDING.stopMinutes * MINUTE)
    assert.deepEqual(
      [approved.state, approved.leaves_at, approved.decided_by.id, approved.note],
      ['scheduled', leaves.toISOString(), staff.second.id, 'Read'],
    )
    portal.clock.advance(SENDING.stopMinutes * MINUTE - 1)
    assert.deepEqual(
      [await queuedAfterSpreading(id), await notificationsOf(ids), await stateOf(id)],
      [0, 0, 'scheduled'],
    )
    portal.clock.advance(1)
    assert.deepEqual(
      [await queuedAfterSpreading(id), await notificationsOf(ids), await stateOf(id)],
      [MANY, MANY, 'sent'],
    )
    const done = (await entriesOf(id)).filter(({ act: action }) => action !== 'message.looked_at')
    assert.deepEqual(
      done.map(({ act: action, role }) => [action, role]),
      [
        ['message.proposed', 'recruiter'],
        ['message.approved', 'approver'],
        ['message.left', 'portal'],
      ],
    )
    assert.equal(
      new Set(done.map(({ detail }) => detail.digest)).size,
      1,
      'what was read is what was approved and what left',
    )
  })
  test('the recipients of an hour are counted together, so several small messages count as a large one, also when sent at once', async () => {
    const job = await lists.job()
    await sentOnes(portal, job, 15)
    const both = await Promise.all([
      staff.send(job, { filter: {}, expected: 15 }),
      staff.send(job, { filter: {}, expected: 15 }),
    ])
    assert.deepEqual(new Set(both.map((answer) => good(answer).state)), new Set(['proposed', 'scheduled']))
    assert.equal(good(await staff.preview(job, { filter: {} })).needs_second, true)
    const first = both.map(good).find(({ state }) => state === 'scheduled')
    good(await staff.stop(first.id))
    assert.equal(
      good(await staff.preview(job, { filter: {} })).needs_second,
      false,
      'a stopped one reached nobody',
    )
    assert.equal(good(await staff.send(job, { filter: {}, expected: 15 })).state, 'scheduled')
    portal.clock.advance(SENDING.aloneMinutes * MINUTE)
    assert.equal(good(await staff.send(job, { filter: {}, expected: 15 })).state, 'scheduled')
  })
  test('its author cannot approve it, whatever role they have by then; the database refuses it too', async () => {
    const { id } = await sentTo(MANY)
    const digest = await digestOf(id)
    assert.equal((await staff.decide(id, { approve: true, digest }, staff.author)).status, 403)
    await setRole(staff.author, 'approver')
    const own = await staff.decide(id, { approve: true, digest }, staff.author)
    assert.deepEqual([own.status, own.json.message], [409, STAFF_WORDS.secondPerson])
    assert.equal((await staff.decide(id, { approve: false, note: 'No', digest }, staff.author)).status, 409)
    assert.deepEqual(good(await staff.view(id, staff.author)).may, ['stop'])
    const approve = (by: number | null) =>
      portal.db.run(
        sql`update messages set state = 'scheduled', decided_by = ${by}, decided_at = sent_at, leaves_at = sent_at where id = ${id}`,
      )
    await assert.rejects(approve(staff.author.id), /messages_second_person/)
    await assert.rejects(approve(null), /messages_second_person/)
    await assert.rejects(
      portal.db.run(sql`update messages set state = 'sent', leaves_at = sent_at where id = ${id}`),
      /messages_second_person/,
    )
    await assert.rejects(
      portal.db.run(sql`update messages set needs_second = false where id = ${id}`),
      /not changed after/,
    )
    await assert.rejects(
      portal.db.run(sql`
        insert into messages (job_id, key, subject, body, recipients, sent_by, sent_at, state, needs_second, digest, leaves_at)
        select job_id, 'past it', subject, body, recipients, sent_by, sent_at, 'scheduled', false, digest, sent_at from messages where id = ${id}`),
      /messages_of_many/,
    )
  })
  test('nor can an officer who wrote words of its template', async () => {
    const template = good(await staff.template())
    const right = await officer(portal, 'recruiter')
    good(await staff.rewrite(template.id, { ...template, body: 'Come at nine.' }, right))
    const { id } = await sentTo(MANY, { template: template.id })
    const digest = await digestOf(id)
    await setRole(right, 'approver')
    const answer = await staff.decide(id, { approve: true, digest }, right)
    assert.deepEqual([answer.status, answer.json.message], [409, MESSAGE_WORDS.authors])
    await assert.rejects(
      portal.db.run(
        sql`update messages set state = 'scheduled', decided_by = ${right.id}, decided_at = sent_at, leaves_at = sent_at where id = ${id}`,
      ),
      /who wrote a message does not approve it/,
    )
    good(await staff.decide(id, { approve: true, digest }))
  })
  test('an approval is for what was read: with another digest, or rows that changed since, nothing happens', async () => {
    const { id, ids } = await sentTo(MANY)
    const digest = await digestOf(id)
    const right = await staff.decide(id, { approve: true, digest: '0'.repeat(64) })
    assert.deepEqual([right.status, right.json.message], [409, MESSAGE_WORDS.otherByNow])
    await assert.rejects(
      portal.db.run(sql`update messages set body = 'Pay me' where id = ${id}`),
      /not changed after/,
    )
    await portal.db.run(
      sql`delete from message_emails where message_id = ${id} and application_id = ${ids[0]}`,
    )
    assert.equal((await staff.decide(id, { approve: true, digest })).status, 409)
    await portal.db.run(
      sql`insert into message_emails (message_id, application_id) values (${id}, ${ids[0]})`,
    )
    good(await staff.decide(id, { approve: true, digest: digest.toUpperCase() }))
  })
  test('a recipient who deletes their account does not block the approval; the others get the message', async () => {
    const gone = await sentByHand(portal)
    await sentOnes(portal, gone.jobId, MANY - 1)
    const { id } = good(await staff.send(gone.jobId, { filter: {}, expected: MANY }))
    good(await erase(gone.visitor))
    good(await staff.decide(id, { approve: true, digest: await digestOf(id) }))
    portal.clock.advance(SENDING.stopMinutes * MINUTE)
    assert.equal(await queuedAfterSpreading(id), MANY - 1)
    assert.deepEqual(
      (await problems(portal)).filter((problem) => problem.includes(`message ${id} `)),
      [],
    )
  })
  test('the recipients are fixed when it is written: later matches are not added, and people who stop matching stay', async () => {
    const { job, id, ids } = await sentTo(MANY, { filter: { stage: 'received' } })
    await sentOnes(portal, job, 3)
    await lists.applied(job, 'long_list', ids.slice(0, 2))
    const whole = good(await staff.view(id))
    assert.deepEqual(
      [whole.recipients, whole.from],
      [
        MANY,
        [
          { stage: 'received', count: MANY - 2 },
          { stage: 'long_list', count: 2 },
        ],
      ],
    )
    good(await staff.decide(id, { approve: true, digest: whole.digest }))
    portal.clock.advance(SENDING.stopMinutes * MINUTE)
    assert.equal(await queuedAfterSpreading(id), MANY)
  })
  test('the second officer reads the words, the recipients and the first emails; hidden names stay hidden, and each applicant is notified', async () => {
    const { id, ids, job } = await sentTo(MANY, { body: 'To {{first_name}}' })
    const whole = good(await staff.view(id))
    assert.deepEqual(
      [whole.subject, whole.body, whole.filter, whole.may],
      [staff.words.subject, 'To {{first_name}}', 'all', ['decide', 'stop']],
    )
    assert.match(whole.letters[0].text, /^Dear \[first name\],\n\nTo \[first name\]/)
    const looked = sql`select id from audit_entries where act = 'message.letter_previewed' and staff_id = ${staff.second.id} and application_id = any(${ids})`
    assert.equal(await count(portal, looked), MESSAGES.previews)
    await lift(portal, staff.second, job)
    assert.match(good(await staff.view(id)).letters[0].text, /^Dear Person\d+,/)
    const administrator = await officer(portal, 'administrator')
    assert.deepEqual(good(await staff.view(id, administrator)).letters, [], 'who reads no applications')
    assert.equal((await staff.view(999_999)).status, 404)
  })
  test('a returned message has ended; returning needs a note', async () => {
    const { id, job } = await sentTo(MANY)
    const digest = await digestOf(id)
    assert.deepEqual((await staff.decide(id, { approve: false, note: ' ', digest })).json.note, [
      STAFF_WORDS.noteRequired,
    ])
    const returned = good(await staff.decide(id, { approve: false, note: 'Say where', digest }))
    assert.deepEqual([returned.state, returned.note, returned.may], ['returned', 'Say where', []])
    assert.equal((await staff.decide(id, { approve: true, digest })).status, 409)
    assert.equal((await staff.stop(id)).status, 409)
    portal.clock.advance(SENDING.stopMinutes * MINUTE)
    assert.equal(await queuedAfterSpreading(id), 0)
    const [line] = await staff.history(job)
    assert.deepEqual([line.state, line.note, line.delivered, line.waiting], ['returned', 'Say where', 0, 0])
    await assert.rejects(
      portal.db.run(sql`update messages set state = 'proposed' where id = ${id}`),
      /not changed after/,
    )
  })
  test('a waiting message is on the start page of officers who may decide on it or stop it', async () => {
    const { id: many } = await sentTo(MANY)
    const waits = async (by: Officer) =>
      (await staff.waiting(by)).flatMap((entry) =>
        entry.id === many ? [[entry.waits, entry.by, entry.size]] : [],
      )
    assert.deepEqual(
      [await waits(staff.second), await waits(staff.author)],
      [[['decide', 'Officer recruiter', MANY]], [['second', null, MANY]]],
    )
    good(await staff.decide(many, { approve: true, digest: await digestOf(many) }))
    assert.deepEqual(
      [await waits(staff.second), await waits(staff.author)],
      [[['stop', null, MANY]], [['stop', null, MANY]]],
    )
    good(await staff.stop(many))
    assert.deepEqual([await waits(staff.second), await waits(staff.author)], [[], []])
  })
})

describe('ten minutes in which every message can be stopped', () => {
  test('its sender stops it, with a reason; nothing leaves, and nothing appears', async () => {
    const { id, ids, job, message } = await sentTo(3)
    assert.equal(
      message.leaves_at,
      new Date(portal.clock.now().getTime() + SENDING.stopMinutes * MINUTE).toISOString(),
    )
    assert.deepEqual((await staff.stop(id, staff.author, ' ')).json.reason, [STAFF_WORDS.reasonRequired])
    portal.clock.advance(SENDING.stopMinutes * MINUTE - 1)
    const stopped = good(await staff.stop(id, staff.author, 'Wrong day'))
    assert.deepEqual(
      [stopped.state, stopped.stopped_by.id, stopped.stop_reason, stopped.may],
      ['stopped', staff.author.id, 'Wrong day', []],
    )
    portal.clock.advance(MINUTE)
    assert.deepEqual([await queuedAfterSpreading(id), await notificationsOf(ids)], [0, 0])
    assert.equal((await staff.history(job))[0].stop_reason, 'Wrong day')
    const last = (await entriesOf(id)).at(-1)
    assert.deepEqual(
      [last?.act, last?.reason, last?.detail],
      ['message.stopped', 'Wrong day', { message: id, was: 'scheduled', recipients: 3 }],
    )
    await assert.rejects(
      portal.db.run(sql`update messages set state = 'scheduled', stopped_at = null where id = ${id}`),
      /not changed after/,
    )
  })
  test('every approver and administrator may, another recruiter, a reviewer and an auditor may not', async () => {
    for (const role of ['recruiter', 'reviewer', 'auditor'] as const) {
      const { id } = await sentTo(1)
      assert.equal((await staff.stop(id, await officer(portal, role))).status, 403, role)
      assert.equal(await stateOf(id), 'scheduled')
    }
    for (const role of ['approver', 'administrator'] as const) {
      const { id } = await sentTo(1)
      assert.equal(good(await staff.stop(id, await officer(portal, role))).state, 'stopped', role)
    }
  })
  test('a sender who is an auditor by then cannot stop it; a sender who is an approver by then can', async () => {
    const { id } = await sentTo(2)
    await setRole(staff.author, 'auditor')
    assert.equal((await staff.stop(id)).status, 403)
    await setRole(staff.author, 'approver')
    assert.equal(good(await staff.stop(id)).state, 'stopped')
  })
  test('once the hour has come it is too late, whether or not anything has left', async () => {
    const { id } = await sentTo(2)
    portal.clock.advance(SENDING.stopMinutes * MINUTE)
    const late = await staff.stop(id)
    assert.deepEqual([late.status, late.json.message], [409, MESSAGE_WORDS.tooLate])
    assert.equal(await queuedAfterSpreading(id), 2)
    assert.equal((await staff.stop(id)).json.message, MESSAGE_WORDS.tooLate)
  })
  test('a message that waits for approval can be taken back by its sender', async () => {
    const { id } = await sentTo(MANY)
    assert.equal(good(await staff.stop(id)).state, 'stopped')
    assert.equal((await staff.decide(id, { approve: true, digest: await digestOf(id) })).status, 409)
  })
})

describe('races', () => {
  test('two approvers at once: one approves, and the hour is set once', async () => {
    const { id } = await sentTo(MANY)
    const others = [staff.second, await officer(portal, 'approver'), await officer(portal, 'approver')]
    const digest = await digestOf(id)
    const answers = await Promise.all(others.map((by) => staff.decide(id, { approve: true, digest }, by)))
    assert.deepEqual(
      answers.map(({ status }) => status).sort((left, right) => left - right),
      [200, 409, 409],
    )
    assert.equal((await entriesOf(id)).filter(({ act: action }) => action === 'message.approved').length, 1)
  })
  test('an approval and a stop at once: a stopped message is never sent', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await sentTo(MANY)
      const digest = await digestOf(id)
      const [approved, stopped] = await Promise.all([
        staff.decide(id, { approve: true, digest }),
        staff.stop(id),
      ])
      assert.equal(stopped.status, 200)
      assert.ok([200, 409].includes(approved.status))
      portal.clock.advance(SENDING.stopMinutes * MINUTE)
      assert.equal(await queuedAfterSpreading(id), 0)
    }
  })
  test('a stop while many workers start the due message: it is sent once, completely, or not at all', async () => {
    for (let round = 0; round < 8; round++) {
      staff = await messageStaff(portal)
      const { id } = await sentTo(4)
      // For the officer, the message can still be stopped for a millisecond. For the workers it is already
      // due.
      portal.clock.advance(SENDING.stopMinutes * MINUTE - 1)
      const atItsHour = { ...portal.deps, now: () => new Date(portal.clock.now().getTime() + 1) }
      const [stopped] = await Promise.all([staff.stop(id), ...[1, 2, 3].map(() => spreadBatch(atItsHour))])
      portal.clock.advance(MINUTE)
      const state = await stateOf(id)
      assert.equal(state, stopped?.status === 200 ? 'stopped' : 'sent')
      assert.equal(await queuedAfterSpreading(id), state === 'sent' ? 4 : 0)
    }
  })
  test('an author who becomes an approver while others approve: the approval is never the author’s own', async () => {
    const { id } = await sentTo(MANY)
    const digest = await digestOf(id)
    const [, own, second] = await Promise.all([
      setRole(staff.author, 'approver'),
      staff.decide(id, { approve: true, digest }, staff.author),
      staff.decide(id, { approve: true, digest }),
    ])
    assert.ok([403, 409].includes(own?.status ?? 0))
    assert.equal(second?.status, 200)
    assert.equal(good(await staff.view(id)).decided_by.id, staff.second.id)
  })
})
