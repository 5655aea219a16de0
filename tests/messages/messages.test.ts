import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { MESSAGES } from '#contract/messages/limits.ts'
import { MESSAGE_FIELDS, MESSAGE_WORDS } from '#contract/messages/fields.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { count, nextMinute } from '../support/accounts.ts'
import { type DecisionStaff, decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { type MessageStaff, messageStaff } from '../support/messages.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { lift } from '../support/review.ts'
import { officer } from '../support/staff.ts'

// Officers write to many applicants of a job at once. `sentOnes` inserts submitted applications, from Nairobi
// (county 47) unless another place is given.

let portal: Portal
/** The officers who send messages, and their calls. */
let staff: MessageStaff
/** The officers who draft and approve decision lists, and their calls. They also create the jobs. */
let lists: DecisionStaff
before(async () => {
  portal = await openPortal()
  staff = await messageStaff(portal)
  lists = await decisionStaff(portal)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

type AuditRow = { act: string; staff_id: number; job_id: number | null; detail: Record<string, unknown> }
/** The audit entries with ids above this one. `act` is the kind of the audited action. */
const entriesAfter = (from = 0) =>
  portal.db.rows<AuditRow & { id: number }>(
    sql`select id, act, staff_id, job_id, detail from audit_entries where id > ${from} order by id`,
  )
const lastEntryId = async () =>
  (await portal.db.row<{ id: number }>(sql`select max(id) as id from audit_entries`))?.id ?? 0
const emailCount = () => count(portal, sql`select * from message_emails`)

describe('templates of messages', () => {
  test('made, rewritten, archived and restored, each with one audit entry', async () => {
    const from = await lastEntryId()
    const made = good(await staff.template({ name: '  Interview  ' }))
    assert.deepEqual([made.name, made.archived, made.made_by.id], ['Interview', false, staff.author.id])
    portal.clock.advance(60_000)
    const rewritten = good(await staff.rewrite(made.id, { ...made, body: 'Come on {{deadline}}.' }))
    assert.equal(rewritten.body, 'Come on {{deadline}}.')
    assert.equal(good(await staff.archive(made.id)).archived, true)
    assert.equal(good(await staff.archive(made.id)).archived, true, 'said twice')
    assert.equal(good(await staff.archive(made.id, false)).archived, false)
    assert.deepEqual(
      (await entriesAfter(from)).map(({ act: auditAction, detail }) => [auditAction, detail.template]),
      ['template.made', 'template.edited', 'template.archived', 'template.taken_back'].map((auditAction) => [
        auditAction,
        made.id,
      ]),
    )
  })
  test('a template that another officer saved meanwhile is not overwritten, and the answer has its present text', async () => {
    const made = good(await staff.template())
    portal.clock.advance(60_000)
    good(await staff.rewrite(made.id, { ...made, subject: 'Theirs' }))
    const refused = await staff.rewrite(made.id, { ...made, subject: 'Mine' })
    assert.deepEqual(
      [refused.status, refused.json.message, refused.json.current.subject],
      [409, MESSAGE_WORDS.changed, 'Theirs'],
    )
  })
  test('two templates cannot have the same name, unless one is archived', async () => {
    const made = good(await staff.template({ name: 'Once' }))
    assert.deepEqual((await staff.template({ name: 'ONCE' })).json.name, [MESSAGE_WORDS.nameTaken])
    good(await staff.archive(made.id))
    good(await staff.template({ name: 'once' }))
    assert.deepEqual(
      (await staff.archive(made.id, false)).json.name,
      [MESSAGE_WORDS.nameTaken],
      'nor does it come back beside another',
    )
  })
  test('their number is limited, with archived ones: one more is refused, also of many at once, and makes no audit entry', async () => {
    const from = await lastEntryId()
    const there = (await staff.templates()).length
    // Adds so many templates that only one more is allowed. Every second added template is archived.
    await portal.db.run(sql`
      insert into message_templates (name, subject, body, made_by, made_at, updated_at, archived_at)
      select 'Filled ' || n, 's', 'b', ${staff.author.id}, ${portal.clock.now()}, ${portal.clock.now()}, case when n % 2 = 0 then ${portal.clock.now()}::timestamptz end
      from generate_series(${there + 2}::int, ${MESSAGES.maxTemplates}) n`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.template()))
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409, 409, 409, 409],
    )
    assert.equal(answers.find(({ status }) => status === 409)?.json.message, MESSAGE_WORDS.tooManyTemplates)
    assert.equal((await staff.templates()).length, MESSAGES.maxTemplates)
    assert.equal(await count(portal, sql`select from message_templates`), MESSAGES.maxTemplates)
    await portal.db.run(sql`delete from message_templates where name like 'Filled %'`)
    assert.equal(
      (await entriesAfter(from)).filter(({ act: auditAction }) => auditAction !== 'templates.listed').length,
      1,
    )
  })
  test('an unknown or half-written field is an error at the text that has it', async () => {
    const problems = async (over: Record<string, unknown>) => (await staff.template(over)).json
    assert.match(
      (await problems({ body: 'Dear {{frist_name}}' })).body[0],
      /There is no field \{\{frist_name\}\}\. There are first_name, /,
    )
    assert.match((await problems({ subject: '{{__proto__}}' })).subject[0], /no field/)
    assert.match((await problems({ body: '{{constructor}}' })).body[0], /no field/)
    assert.deepEqual((await problems({ body: 'Hello {{first_name}' })).body, [MESSAGE_WORDS.braces])
    assert.deepEqual((await problems({ body: 'Hello first_name}}' })).body, [MESSAGE_WORDS.braces])
    // A line break in a subject could add a header to the email.
    assert.deepEqual((await problems({ subject: 'One\r\nBcc: all@example.com' })).subject, [
      MESSAGE_WORDS.oneLine,
    ])
    assert.deepEqual((await problems({ subject: ' ', body: ' ', name: ' ' })).code, 'invalid')
    assert.equal(
      (
        await staff.template({
          body: Object.keys(MESSAGE_FIELDS)
            .map((field) => `{{ ${field} }}`)
            .join(' '),
        })
      ).status,
      200,
    )
  })
  test('only who sends messages writes templates; an auditor and an approver read them', async () => {
    const made = good(await staff.template())
    for (const role of ['reviewer', 'administrator'] as const)
      assert.equal((await staff.template({}, await officer(portal, role))).status, 403)
    for (const role of ['approver', 'auditor'] as const) {
      const other = await officer(portal, role)
      assert.ok((await staff.templates(other)).some(({ id }) => id === made.id))
      for (const answer of [
        await staff.template({}, other),
        await staff.rewrite(made.id, made, other),
        await staff.archive(made.id, true, other),
      ])
        assert.equal(answer.status, 403)
    }
  })
})

describe('the preview of a message', () => {
  test('counts exactly who gets the message and shows the first three emails, with one audit entry a view', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 5)
    await sentOnes(portal, await lists.job(), 2)
    const from = await lastEntryId()
    const seen = good(await staff.preview(job, { filter: {} }))
    assert.deepEqual(
      [seen.count, seen.letters.map(({ application }: { application: number }) => application)],
      [5, ids.slice(0, 3)],
    )
    assert.match(seen.letters[0].subject, /^About D\d+-\d+$/)
    assert.match(
      seen.letters[0].text,
      /Bring your papers for Clerk as "it" was\./,
      'the job as it was called (L8)',
    )
    assert.match(seen.letters[0].text, /You get this email because you applied/)
    assert.equal(good(await staff.preview(job, { applications: [ids[1], ids[4]] })).count, 2)
    const [first, second, ...more] = (await entriesAfter(from)).filter(
      ({ act: auditAction }) => auditAction !== 'message.letter_previewed',
    )
    assert.deepEqual(
      [first?.act, first?.job_id, first?.detail],
      ['message.previewed', job, { count: 5, filter: {} }],
    )
    assert.deepEqual(
      [second?.act, second?.detail],
      ['message.previewed', { count: 2, applications: [ids[1], ids[4]] }],
    )
    assert.deepEqual(more, [])
  })
  test('BLIND: a hidden name is replaced by the name of its field, until a list takes effect or names are revealed', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 3)
    const body = 'To {{first_name}} {{last_name}}: {{status}}'
    const shown = async () =>
      good(await staff.preview(job, { filter: {}, body })).letters as { hidden: boolean; text: string }[]
    for (const { hidden, text } of await shown()) {
      assert.equal(hidden, true)
      assert.match(text, /^Dear \[first name\],\n\nTo \[first name\] \[last name\]: Pending/)
      assert.doesNotMatch(text, /Person\d|Kamau/)
    }
    await lists.applied(job, 'shortlisted', ids.slice(0, 1))
    const [open, ...others] = await shown()
    assert.match(open?.text ?? '', /^Dear Person\d+,\n\nTo Person\d+ Kamau: Shortlisted/)
    assert.deepEqual(
      others.map(({ hidden }) => hidden),
      [true, true],
    )
    await lift(portal, staff.author, job)
    assert.ok((await shown()).every(({ text }) => /^Dear Person\d+,/.test(text)))
  })
  test('BLIND: a filter about identity finds only people whose names may be seen, and its count shows nothing about others', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 4)
    assert.equal(good(await staff.preview(job, { filter: { gender: 'F' } })).count, 0)
    await lists.applied(job, 'shortlisted', ids.slice(0, 2))
    assert.equal(good(await staff.preview(job, { filter: { gender: 'F' } })).count, 2)
    const sent = await staff.send(job, { filter: { gender: 'F' }, expected: 4 })
    assert.deepEqual([sent.status, sent.json.count], [409, 2])
  })
  test('no one chosen, and a job that is not there', async () => {
    const job = await lists.job()
    assert.deepEqual((await staff.preview(job)).json.applications, [MESSAGE_WORDS.nobody])
    assert.equal((await staff.preview(999_999, { filter: {} })).status, 404)
    assert.equal((await staff.send(999_999, { filter: {}, expected: 1 })).status, 404)
    assert.deepEqual((await staff.preview(job, { filter: { stage: 'nowhere' } })).status, 422)
  })
  test('a field in single braces is refused at its field, in the subject, the body and a template', async () => {
    const job = await lists.job()
    await sentOnes(portal, job, 1)
    const problem = MESSAGE_WORDS.oneBrace('{job_title}', 'job_title')
    assert.deepEqual(
      (await staff.preview(job, { filter: {}, subject: 'Interview for {job_title}' })).json.subject,
      [problem],
    )
    assert.deepEqual(
      (await staff.send(job, { filter: {}, expected: 1, body: 'For {job_title}' })).json.body,
      [problem],
    )
    assert.deepEqual((await staff.template({ body: '{job_title}' })).json.body, [problem])
    assert.equal((await staff.preview(job, { filter: {}, body: 'Bring {x} and { y }' })).status, 200)
  })
  test('a filled-in value is marked in the text, even if a name looks like a field', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 1)
    await portal.db.run(
      sql`update users set first_name = ${'{{status}}'} where id = (select user_id from job_applications where id = ${ids[0]})`,
    )
    await lift(portal, staff.author, job)
    // The portal marks filled-in values with the character \uE000, so a message must not contain it.
    const [email] = good(
      await staff.preview(job, {
        filter: {},
        subject: 'For {{reference_number}}',
        body: 'Hi {{first_name}}, {{status}}\uE000!',
      }),
    ).letters
    const textsAt = (text: string, spans: [number, number][]) =>
      spans.map(([from, to]) => text.slice(from, to))
    assert.deepEqual(textsAt(email.subject, email.filled.subject), [email.reference])
    assert.match(email.text, /^Dear \{\{status\}\},\n\nHi \{\{status\}\}, Pending!\n/)
    assert.deepEqual(textsAt(email.text, email.filled.text), [
      '{{status}}',
      '{{status}}',
      'Pending',
      'Clerk as "it" was',
      email.reference,
    ])
  })
})

describe('sending a message', () => {
  test('is sent to as many people as the officer saw, or to no one; one audit entry with count, filter and template', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 4)
    const template = good(await staff.template({ name: 'Called' }))
    const from = await lastEntryId()
    const before = await emailCount()
    const refused = await staff.send(job, { filter: { stage: 'received' }, expected: 3 })
    assert.deepEqual(
      [refused.status, refused.json.count, refused.json.message],
      [409, 4, MESSAGE_WORDS.otherCount(4)],
    )
    assert.equal(
      (await staff.send(job, { filter: { stage: 'hired' }, expected: 0 })).json.message,
      MESSAGE_WORDS.nobody,
    )
    assert.equal((await staff.send(job, { filter: {} })).status, 409, 'without what was seen')
    assert.deepEqual([await emailCount(), await entriesAfter(from)], [before, []])
    const sent = good(
      await staff.send(job, {
        filter: { stage: 'received', county: '47' },
        expected: 4,
        template: template.id,
      }),
    )
    assert.deepEqual(
      [sent.recipients, sent.waiting, sent.delivered, sent.filter, sent.template],
      [4, 0, 0, 'stage=received&county=47', { id: template.id, name: 'Called' }],
    )
    const [auditEntry, ...more] = await entriesAfter(from)
    const { digest, leaves_at, ...detail } = auditEntry?.detail ?? {}
    assert.deepEqual(
      [auditEntry?.act, auditEntry?.staff_id, auditEntry?.job_id, detail],
      [
        'message.sent',
        staff.author.id,
        job,
        {
          message: sent.id,
          recipients: 4,
          filter: { stage: ['received'], county: [47] },
          template: template.id,
        },
      ],
    )
    assert.match(String(digest), /^[0-9a-f]{64}$/)
    assert.equal(leaves_at, sent.leaves_at)
    assert.deepEqual(more, [])
    const named = good(await staff.send(job, { applications: [ids[0], ids[0], ids[3]], expected: 2 }))
    assert.deepEqual([named.recipients, named.filter], [2, null])
  })
  test('goes to all on a list of decisions, before and after it took effect', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 5)
    const list = await lists.approved(job, 'shortlisted', ids.slice(0, 2))
    /** How many applications are on the waiting lists with these numbers; 0 means on no waiting list. */
    const countOn = (lists: string) =>
      staff.preview(job, { filter: { list: lists } }).then((answer) => good(answer).count as number)
    assert.deepEqual([await countOn(String(list)), await countOn('0'), await countOn(`0,${list}`)], [2, 3, 5])
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    assert.deepEqual([await countOn(String(list)), await countOn('0'), await countOn('999999')], [2, 5, 0])
    assert.equal(
      good(await staff.send(job, { filter: { list: String(list) }, expected: 2 })).filter,
      `list=${list}`,
    )
  })
  test('search words are stored nowhere, because they may be a name', async () => {
    const job = await lists.job()
    const ids = await sentOnes(portal, job, 2)
    const reference = `D${ids[0]}`
    const from = await lastEntryId()
    await staff.preview(job, { filter: { search: `Otieno ${reference}` } })
    await staff.send(job, { filter: { search: 'Otieno' }, expected: 2 })
    const stored = JSON.stringify([
      await entriesAfter(from),
      await portal.db.rows(sql`select filter from messages`),
      portal.log,
    ])
    assert.doesNotMatch(stored, /Otieno/)
  })
  test('a call with the same key sends nothing again, whatever else it says', async () => {
    const job = await lists.job()
    await sentOnes(portal, job, 3)
    const first = good(await staff.send(job, { filter: {}, expected: 3, key: 'the-one' }))
    const [from, before] = [await lastEntryId(), await emailCount()]
    const again = await Promise.all(
      [1, 2, 3].map(() => staff.send(job, { filter: {}, expected: 3, key: 'the-one', subject: 'Another' })),
    )
    for (const answer of again)
      assert.deepEqual([answer.status, answer.json.id, answer.json.subject], [200, first.id, first.subject])
    assert.deepEqual([await emailCount(), await entriesAfter(from)], [before, []])
    const another = await messageStaff(portal)
    assert.notEqual(
      good(await another.send(job, { filter: {}, expected: 3, key: 'the-one' })).id,
      first.id,
      'another officer’s key is another',
    )
  })
  test('a call with the same key for another job or other recipients is refused, and nothing is sent', async () => {
    const [job, otherJob] = [await lists.job(), await lists.job()]
    const ids = await sentOnes(portal, job, 4)
    await sentOnes(portal, otherJob, 4)
    const chosen = { applications: ids.slice(0, 2), expected: 2, key: 'chosen' }
    // Search words of two applications: the job's id, then `#` and a reference.
    await portal.db.run(sql`
      insert into application_words (application_id, words) values (${ids[0]}, array_to_tsvector(array[${`${job}#first`}]::text[])),
        (${ids[1]}, array_to_tsvector(array[${`${job}#second`}]::text[]))`)
    const filtered = { filter: { search: 'first' }, expected: 1, key: 'filtered' }
    const sent = [good(await staff.send(job, chosen)), good(await staff.send(job, filtered))]
    const before = await emailCount()
    assert.deepEqual(
      [good(await staff.send(job, chosen)).id, good(await staff.send(job, filtered)).id],
      sent.map(({ id }) => id),
    )
    const refused = [
      await staff.send(job, { ...chosen, applications: ids.slice(2) }),
      await staff.send(job, { ...chosen, applications: ids.slice(0, 3), expected: 3 }),
      await staff.send(job, { filter: {}, expected: 2, key: 'chosen' }),
      await staff.send(otherJob, { filter: {}, expected: 4, key: 'chosen' }),
      await staff.send(job, { ...filtered, filter: { search: 'second' } }),
    ]
    for (const { status, json } of refused)
      assert.deepEqual([status, json.code, json.message], [409, 'conflict', MESSAGE_WORDS.earlierWritten])
    assert.equal(await emailCount(), before)
  })
  test('AREAS: an officer who is limited to an area does not reach applications elsewhere', async () => {
    const job = await lists.job()
    const [here, there] = [
      await sentOnes(portal, job, 2),
      await sentOnes(portal, job, 3, { county: 1, constituency: 1, ward: 1 }),
    ]
    const limited = await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } })
    // At present no role that sends messages is limited to areas. The rule must hold as soon as one is.
    await portal.db.run(sql`update staff set role = 'recruiter' where id = ${limited.id}`)
    assert.equal(good(await staff.preview(job, { filter: {} }, limited)).count, 2)
    assert.equal(good(await staff.preview(job, { applications: [...here, ...there] }, limited)).count, 2)
    assert.equal(
      (await staff.send(job, { applications: [...here, ...there], expected: 5 }, limited)).json.count,
      2,
    )
    assert.equal((await staff.send(job, { filter: { county: '1' }, expected: 3 }, limited)).json.count, 0)
  })
  test('only a recruiter sends messages; others may at most read the sent ones', async () => {
    const job = await lists.job()
    await sentOnes(portal, job, 1)
    good(await staff.send(job, { filter: {}, expected: 1 }))
    for (const role of ['administrator', 'reviewer', 'approver', 'auditor'] as const) {
      const other = await officer(portal, role)
      assert.equal((await staff.send(job, { filter: {}, expected: 1 }, other)).status, 403, role)
      assert.equal((await staff.preview(job, { filter: {} }, other)).status, 403, role)
      const read = await other.visitor.get(`/api/staff/jobs/${job}/messages/`)
      assert.equal(read.status, role === 'reviewer' ? 403 : 200, role)
    }
  })
  test('T20 other fields of a body are ignored', async () => {
    const job = await lists.job()
    await sentOnes(portal, job, 1)
    const sent = good(
      await staff.send(job, {
        filter: {},
        expected: 1,
        sent_by: 1,
        recipients: 99,
        job_id: 1,
        state: 'sent',
        needs_second: false,
        leaves_at: '2020-01-01',
        spread_at: '2020-01-01',
        delivered: 1,
        __proto__: { x: 1 },
      }),
    )
    assert.deepEqual(
      [sent.recipients, sent.sent_by.id, sent.state, sent.delivered],
      [1, staff.author.id, 'scheduled', 0],
    )
  })
})
