import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type pg from 'pg'
import { notificationSentence } from '#contract/notifications/words.ts'
import { databaseBefore } from '../support/before-migration.ts'

const [PERSON, APPLICATION, LIST] = [1, 41, 7]

type Row = { id: number; type: string; message: string; kind: string; params: never }

let database: Awaited<ReturnType<typeof databaseBefore>>
let client: pg.Client
before(async () => {
  database = await databaseBefore('0048_notification_kinds.sql')
  client = database.client
})
after(() => database.drop())

/** Adds a notification as every earlier version did, with its whole sentence. */
const addProse = async (type: string, message: string, url: string) => {
  const { rows } = await client.query(
    `insert into notifications (user_id, type, message, url, created_at)
     values ($1, $2, $3, $4, '2026-12-30 12:00+03') returning id`,
    [PERSON, type, message, url],
  )
  return Number(rows[0].id)
}
const stored = async (id: number) =>
  (await client.query<Row>('select * from notifications where id = $1', [id])).rows[0]

const DASHBOARD = `/dashboard/applications/${APPLICATION}`
const FIRST_TEXT = 'Come at nine.\nBring your papers.'
/** Today's sentences by kind, with the values to find in them. Each must read the same afterwards. */
const SAME: [type: string, message: string, kind: string, values: object][] = [
  [
    'draft_started',
    'You started an application for Clerk. Grade 2.',
    'draft_started',
    { job: 'Clerk. Grade 2' },
  ],
  [
    'application_received',
    'We have received your application for ICT Officer. Your reference number is K7M2-QP4X.',
    'application_received',
    { job: 'ICT Officer', reference: 'K7M2-QP4X' },
  ],
  [
    'deadline_near',
    'Your application for ICT Officer is not finished. It closes on Friday 1 January.',
    'deadline_near',
    { job: 'ICT Officer', closes: '2027-01-01' },
  ],
  [
    'deadline_changed',
    'You can apply for ICT Officer until Sunday, 20 December 2026 at 11:59 p.m. EAT. The commission resolved so. Your application is not sent yet.',
    'deadline_moved',
    { job: 'ICT Officer', deadline: '2026-12-20T20:59:00.000Z', reason: 'The commission resolved so.' },
  ],
  [
    'deadline_changed',
    'Applications for ICT Officer were closed early. Your application was not sent.',
    'closed_early',
    { job: 'ICT Officer' },
  ],
  [
    'deadline_changed',
    'ICT Officer was withdrawn. Your application was not sent.',
    'job_withdrawn',
    { job: 'ICT Officer' },
  ],
  [
    'status_changed',
    'Your application K7M2-QP4X for ICT Officer is now Shortlisted.',
    'status_changed',
    { job: 'ICT Officer', reference: 'K7M2-QP4X', status: 'Shortlisted' },
  ],
  [
    'status_changed',
    'Your application K7M2-QP4X for ICT Officer is now Rejected. You do not live in Garissa. It is now Hired. Sorry.',
    'status_changed',
    {
      job: 'ICT Officer',
      reference: 'K7M2-QP4X',
      status: 'Rejected',
      reason: { kind: 'not_resident', values: { place: 'Garissa' }, words: 'It is now Hired. Sorry.' },
    },
  ],
  [
    'status_changed',
    'Your application K7M2-QP4X for ICT Officer is now Under Review. We were wrong.',
    'status_changed',
    {
      job: 'ICT Officer',
      reference: 'K7M2-QP4X',
      status: 'Under Review',
      reason: { kind: 'other', values: {}, words: 'We were wrong.' },
    },
  ],
  ['message', `Interview\n${FIRST_TEXT}`, 'message', { subject: 'Interview', body: FIRST_TEXT }],
  [
    'document_refused',
    'CV: We found a virus in this file. We did not keep it.',
    'document_refused',
    { document: 'cv', problem: 'infected' },
  ],
  ['password_changed', 'Your password was changed.', 'password_changed', {}],
  [
    'password_changed',
    'Your password was changed with the answer to your security question.',
    'password_changed_by_question',
    {},
  ],
  ['password_changed', 'Your security question was changed.', 'question_changed', {}],
  ['support', 'Support sent you a new email to verify your address.', 'verification_sent', {}],
  [
    'support',
    'Support opened your security question again after wrong answers.',
    'support_unlocked',
    { login: false, question: true },
  ],
  [
    'support',
    'Support unlocked your account after failed attempts to log in.',
    'support_unlocked',
    { login: true, question: false },
  ],
  [
    'support',
    'Support unlocked your account after failed attempts to log in, and opened your security question again after wrong answers.',
    'support_unlocked',
    { login: true, question: true },
  ],
  ['support', 'Support ended your sessions: every device was logged out.', 'support_logged_out', {}],
  [
    'support',
    'Support corrected your name to Amina Wanjiru. Applications you have sent keep the old name.',
    'support_corrected_name',
    { name: 'Amina Wanjiru' },
  ],
  // Sentences that match no kind, and sentences of a type that has other words: they stay texts.
  [
    'password_changed',
    'Your password was changed with a code that we emailed to you.',
    'text',
    { text: 'Your password was changed with a code that we emailed to you.' },
  ],
  ['document_refused', 'Degree: This is no PDF.', 'text', { text: 'Degree: This is no PDF.' }],
  ['profile', 'Your password was changed.', 'text', { text: 'Your password was changed.' }],
]

/** Sentences of earlier versions, and the sentence that their kind has today. */
const EARLIER: [type: string, message: string, today: string][] = [
  [
    'deadline_changed',
    'ICT Officer can be applied for until Sunday, 20 December 2026 at 5:00 a.m. EAT. Your application is not sent yet.',
    'You can apply for ICT Officer until Sunday, 20 December 2026 at 5:00 a.m. EAT. Your application is not sent yet.',
  ],
  [
    'deadline_changed',
    'ICT Officer can be applied for until Sunday, 20 December 2026 at 12:00 p.m. EAT. Why not? Your application is not sent yet.',
    'You can apply for ICT Officer until Sunday, 20 December 2026 at 12:00 p.m. EAT. Why not? Your application is not sent yet.',
  ],
  [
    'password_changed',
    'Your password was changed with a code that we emailed to you. Your security question is gone: set it again.',
    'Your password was changed with a code that we emailed to you. Your security question was removed. Please set it again.',
  ],
  [
    'password_changed',
    'Your password change was undone: your old password works again, and your security question is gone.',
    'Your password change was undone: your old password works again, and your security question was removed.',
  ],
  [
    'password_changed',
    'The change of your password was undone: the one before works again, and your security question is gone.',
    'Your password change was undone: your old password works again, and your security question was removed.',
  ],
  [
    'support',
    'Support sent you a new letter to verify your email address.',
    'Support sent you a new email to verify your address.',
  ],
  [
    'support',
    'Support lifted the lock of your account after failed attempts to log in.',
    'Support unlocked your account after failed attempts to log in.',
  ],
  [
    'support',
    'Support lifted the lock of your account after failed attempts to log in, and opened your security question again after wrong answers.',
    'Support unlocked your account after failed attempts to log in, and opened your security question again after wrong answers.',
  ],
  [
    'support',
    'Support corrected your name to Amina Wanjiru. What you sent before keeps the name it had.',
    'Support corrected your name to Amina Wanjiru. Applications you have sent keep the old name.',
  ],
  [
    'document_refused',
    'Cover letter: A virus was found in this file. Nothing of it was kept.',
    'Cover letter: We found a virus in this file. We did not keep it.',
  ],
]

describe('R11 notifications that were stored as prose become a kind and its values', () => {
  const ids: number[] = []
  before(async () => {
    await client.query(`
      insert into decisions (id, job_id, name, to_stage, needs_second, made_by, made_at, updated_at)
        overriding system value values (${LIST}, 3, 'List', 2, true, 1, now(), now())`)
    await client.query(`
      insert into decision_reasons (id, list_id, kind, values, words) overriding system value
        values (5, ${LIST}, 'not_resident', '{"place": "Garissa"}', 'It is now Hired. Sorry.')`)
    await client.query(`
      insert into decision_entries (list_id, application_id, reason_id, is_open, applied_at)
        values (${LIST}, ${APPLICATION}, 5, false, now())`)
    for (const [type, message] of [...SAME, ...EARLIER]) ids.push(await addProse(type, message, DASHBOARD))
    await database.migrate()
  })

  for (const [index, [type, message, kind, values]] of SAME.entries())
    test(`${kind}: ${message.slice(0, 60)}`, async () => {
      const row = await stored(ids[index] ?? 0)
      assert.deepEqual([row?.kind, row?.params, row?.type], [kind, values, type])
      assert.equal(notificationSentence(row?.kind ?? '', row?.params ?? ({} as never)), message)
    })

  for (const [index, [type, message, today]] of EARLIER.entries())
    test(`earlier words: ${message.slice(0, 60)}`, async () => {
      const row = await stored(ids[SAME.length + index] ?? 0)
      assert.deepEqual([row?.type, row?.message], [type, message])
      assert.equal(notificationSentence(row?.kind ?? '', row?.params ?? ({} as never)), today)
    })

  test('the version before still adds its prose, and reads a sentence of every row', async () => {
    await client.query('set session_replication_role = origin')
    await client.query('alter table notifications drop constraint notifications_user_id_fkey')
    const row = await stored(await addProse('draft_started', 'You started.', '/dashboard'))
    assert.deepEqual([row?.kind, row?.params], ['text', { text: 'You started.' }])
    const { rows } = await client.query<{ message: string }>(
      `insert into notifications (user_id, type, kind, params, created_at) values (1, 'support', 'support_logged_out', '{}', now()) returning message`,
    )
    assert.equal(rows[0]?.message, notificationSentence('a_kind_of_tomorrow', {}))
  })
})
