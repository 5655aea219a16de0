import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { ask } from '../support/assistant.ts'
import { filledBoard } from '../support/board.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

// The assistant answers a person from their own applications, and from no one else’s. The portal's clock
// shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
/** Amina has two submitted applications and a draft. Brian has one submitted application. */
let board: Awaited<ReturnType<typeof filledBoard>>
before(async () => {
  portal = await openPortal()
  board = await filledBoard(portal)
})
after(() => portal.close())

const answerTo = async (question: string, visitor: Visitor = board.amina.visitor) => {
  // The clock advances, so that the questions stay below their limit a minute.
  portal.clock.advance(5_000)
  const { answerText: text, last } = await ask(visitor, question)
  assert.ok(last && 'done' in last)
  return { text, source: last.source, urls: last.links.map(({ url }) => url) }
}

describe("N2 answers from a person's own applications", () => {
  test('L3 how many: the same numbers as on the dashboard, drafts apart', async () => {
    const stats = await board.amina.visitor.get('/api/dashboard/stats/')
    const { text, source } = await answerTo('how many applications have I sent?')
    assert.equal(source, 'applications')
    assert.equal(
      text,
      `You have sent ${stats.json.totalApplications} applications. You also have ${stats.json.drafts} draft that is not sent yet.`,
    )
    assert.equal(
      (await answerTo('how many of my applications are pending')).text,
      `${stats.json.pendingApplications} of your applications has the status Pending.`,
    )
  })
  test('status of one, by its title or its reference number', async () => {
    for (const question of [
      'what is the status of my presiding officer application',
      `status of ${board.sent.reference}`,
      `${board.sent.reference.toLowerCase()} status`,
    ]) {
      const { text, urls } = await answerTo(question)
      assert.equal(
        text,
        `Presiding Officer (By-Elections): Pending. Reference number ${board.sent.reference}, sent 24 November 2026.`,
        question,
      )
      assert.equal(urls[0], `/dashboard/applications/${board.sent.id}`)
    }
  })
  test('a reference number is of no language, whatever its characters spell', async () => {
    const setReference = (reference: string) =>
      portal.db.run(
        sql`update job_applications set reference_number = ${reference} where id = ${board.sent.id}`,
      )
    await setReference('ZA-WAYANA-E')
    assert.match(
      (await answerTo('za-wayana-e status')).text,
      /^Presiding Officer \(By-Elections\): Pending\. Reference number ZA-WAYANA-E, sent/,
    )
    await setReference(board.sent.reference)
  })
  test('a reference number is no question either, although it starts with a word such as ME', async () => {
    const reference = 'ME-FA8KY9-W'
    await portal.db.run(
      sql`update job_applications set reference_number = ${reference} where id = ${board.sent.id}`,
    )
    assert.match(
      (await answerTo(`status of ${reference}`)).text,
      /: Pending\. Reference number ME-FA8KY9-W, sent/,
    )
    await portal.db.run(
      sql`update job_applications set reference_number = ${board.sent.reference} where id = ${board.sent.id}`,
    )
  })
  test('drafts, and until when they can be sent', async () => {
    const { text, urls } = await answerTo('which drafts have I not sent')
    assert.match(
      text,
      /^Finance Officer \(Election Accounts\): a draft, not sent\. The job closes Fri 18 Dec, 5:00 p\.m\.$/,
    )
    assert.equal(urls[0], `/apply?job=${board.ids.finance}`)
    const setDeadline = (deadline: Date | null) =>
      portal.db.run(sql`update jobs set expiry_date = ${deadline} where id = ${board.ids.finance}`)
    const job = await portal.db.row<{ expiry_date: Date }>(
      sql`select expiry_date from jobs where id = ${board.ids.finance}`,
    )
    await setDeadline(null)
    assert.match((await answerTo('which drafts have I not sent')).text, /The job has no deadline\.$/)
    await setDeadline(job?.expiry_date ?? null)
  })
  test('W24 a draft of a job that closed before its deadline: no deadline, and a link to the draft, not to the form', async () => {
    const setActive = (isActive: boolean) =>
      portal.db.run(sql`update jobs set is_active = ${isActive} where id = ${board.ids.finance}`)
    const draft = await portal.db.row<{ id: number }>(
      sql`select id from job_applications where job_id = ${board.ids.finance} and user_id = ${board.amina.id}`,
    )
    await setActive(false)
    const { text, urls } = await answerTo('which drafts have I not sent')
    assert.match(text, /: a draft, not sent\. The job has closed\.$/)
    assert.equal(urls[0], `/dashboard/applications/${draft?.id}`)
    assert.match((await answerTo('nionyeshe rasimu zangu')).text, /Kazi imefungwa\.$/)
    await setActive(true)
  })
  test('L8 what was sent keeps the title it had', async () => {
    await portal.db.run(sql`update jobs set title = 'Renamed Clerk' where id = ${board.ids.ict}`)
    assert.match((await answerTo('show all my applications')).text, /Constituency ICT Clerk .*Shortlisted/)
    await portal.db.run(
      sql`update jobs set title = 'Constituency ICT Clerk (Enhanced Continuous Voter Registration)' where id = ${board.ids.ict}`,
    )
  })
  test('without a token nothing personal is looked at: the way to log in is given', async () => {
    const { text, urls, source } = await answerTo('how many applications have I sent?', portal.visitor())
    assert.deepEqual([source, urls[0]], ['help', '/login'])
    assert.doesNotMatch(text, /\d/)
  })
  test('a token that ended is none', async () => {
    const visitor = portal.visitor()
    visitor.token = 'x'.repeat(43)
    assert.equal((await answerTo('how many applications have I sent?', visitor)).urls[0], '/login')
  })
})

describe('T10 L7 other people’s applications', () => {
  const WORDS_OF_BRIANS = ['Security Liaison', 'Rejected']
  const questionsAbout = (reference: string, id: number) => [
    `what is the status of ${reference}`,
    `what is the status of my application ${reference}`,
    'what is the status of my security liaison officer application',
    'did I apply for security liaison officer',
    `show application ${id}`,
    `show me my application number ${id}`,
    "what is the status of Brian's application",
    'which applications were rejected',
    'how many of my applications were rejected',
    'nionyeshe maombi yote',
    'show all applications for security liaison officer',
  ]
  test('asked by Amina, nothing of what Brian sent is said or linked', async () => {
    for (const question of questionsAbout(board.brians.reference, board.brians.id)) {
      const { text, urls, source } = await answerTo(question)
      // Only an answer from applications could reveal what Brian submitted. Other answers may name his job,
      // which is public.
      const fromApplications = source === 'applications' ? text : ''
      for (const entry of WORDS_OF_BRIANS)
        assert.ok(
          !fromApplications.includes(entry) || fromApplications.startsWith('None of your applications'),
          `${question}: ${text}`,
        )
      assert.ok(!text.includes(board.brians.reference), question)
      assert.ok(!urls.includes(`/dashboard/applications/${board.brians.id}`), question)
    }
  })
  test('another person’s reference number is answered like one that does not exist', async () => {
    const other = await answerTo(`what is the status of ${board.brians.reference}`)
    const none = await answerTo('what is the status of 22-222222-2')
    assert.equal(other.text, 'I cannot find an application from you for that.')
    assert.ok(none.text === other.text || none.source !== 'applications')
  })
  test('Brian gets the status of his own', async () => {
    assert.match(
      (await answerTo('what is the status of my application', board.brian.visitor)).text,
      /^Security Liaison Officer: Rejected\. /,
    )
  })
})
