import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REVIEW } from '#contract/review/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { count } from '../support/accounts.ts'
import { educationEntry, experienceEntry, readyToSend, refereeEntry, SUBMIT } from '../support/answers.ts'
import { canaries, CANARY, sentCase, type Sent } from '../support/case.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { lift, tablePath } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'

// An officer opens one application. The applicant's identity is hidden (`blind`) until a decision list takes
// effect, or another officer agrees to reveal it.

/** The area of an officer who may not see the applications of this file, because they come from Nairobi. */
const ELSEWHERE = { counties: [1], constituencies: [] }
let portal: Portal
let recruiter: Officer
let sent: Sent
let jobId: number
before(async () => {
  portal = await openPortal()
  recruiter = await officer(portal, 'recruiter')
  ;[jobId = 0] = await postJobs(portal, { expiry_date: '2026-12-03' })
  const { referee, file, address, ...person } = CANARY
  sent = await sentCase(portal, {
    jobId,
    person: { ...person, is_pwd: 'Yes', gender: 'F' },
    over: {
      address,
      referees: [refereeEntry({ ...referee, position: 'Chief', organization: 'Garissa Township' })],
    },
    files: { cv: { name: file, data: pdf() } },
  })
})
after(() => portal.close())

const path = (id: number | string = sent.id) => `/api/staff/applications/${id}/`
/** An officer opens an application. */
const openCase = (by: Officer = recruiter, id: number | string = sent.id) => by.visitor.get(path(id))
const entryCount = () => count(portal, sql`select from audit_entries`)
const lastEntry = () =>
  portal.db.row(
    sql`select staff_id, role, act, job_id, application_id, user_id, reason, detail, at from audit_entries order by id desc limit 1`,
  )
/** The words of the applicant's identity that an answer contains. */
const identifyingWordsIn = (text: string) => canaries().filter((word) => text.includes(word))

describe('GET /api/staff/applications/{id}/', () => {
  test('CANARY the identity is hidden: no byte of name, contacts, identity number, birthday, address, referee or file name', async () => {
    const { status, json, text } = await openCase()
    assert.equal(status, 200)
    assert.deepEqual(identifyingWordsIn(text), [])
    const { blind, name, gender, is_pwd, age, person, employment_number, digest } = json
    assert.deepEqual(
      [blind, name, gender, is_pwd, age, person, employment_number, digest],
      [true, null, null, null, null, null, null, null],
    )
    assert.deepEqual(json.referees, [
      { name: null, position: 'Chief', organization: 'Garissa Township', email: null, phone: null },
    ])
    assert.deepEqual(json.document_files, [
      { kind: 'cv', title: 'CV', name: null, size: pdf().length, type: 'pdf', state: 'clean', flags: [] },
    ])
  })
  test('the application is shown as it was frozen: a later profile and another title of the job change nothing', async () => {
    await portal.db.run(
      sql`update users set county_code = 1, constituency_code = 1, ward_code = 1, first_name = 'Another' where id = ${sent.owner.id}`,
    )
    const { json } = await openCase()
    assert.deepEqual(
      [json.id, json.reference, json.job.id, json.status, json.stage, json.list],
      [sent.id, sent.reference, jobId, 'Pending', 'received', null],
    )
    assert.deepEqual(
      [json.county, json.documents, json.lives_there, json.place],
      ['Nairobi City', ['cv'], null, null],
    )
    const { institution, area_of_study } = educationEntry()
    assert.deepEqual(json.education, [
      { institution, level: json.education[0].level, area_of_study, year: '2021' },
    ])
    assert.ok(json.education[0].level)
    const { position, company, start_date, end_date, responsibilities } = experienceEntry()
    assert.deepEqual(json.experience_entries, [{ position, company, start_date, end_date, responsibilities }])
    assert.deepEqual(json.history, [
      { at: json.submitted_at, stage: 'received', status: 'Pending', reason: '', by: [] },
    ])
  })
  test('T32 one view makes one audit entry, with officer, kind and application; nothing personal is in it', async () => {
    const before = await entryCount()
    await openCase()
    assert.equal(await entryCount(), before + 1)
    const auditEntry = await lastEntry()
    assert.deepEqual(auditEntry, {
      staff_id: recruiter.id,
      role: 'recruiter',
      act: 'application.looked_at',
      job_id: jobId,
      application_id: sent.id,
      user_id: null,
      reason: '',
      detail: { blind: true },
      at: portal.clock.now(),
    })
    assert.equal(
      await count(portal, sql`select from log_events where kind = 'staff_act'`),
      await entryCount(),
    )
  })
  test('W8 a referee’s relationship and contact from an older version are shown with the name, and hidden with it', async () => {
    const { visitor, jobId: job, applicationId } = await readyToSend(portal)
    const old = refereeEntry({ relationship: 'Teacher', contact: '020 123' })
    await portal.db.run(
      sql`update job_applications set referees = ${JSON.stringify([old])}::jsonb where id = ${applicationId}`,
    )
    assert.equal((await visitor.post(SUBMIT, { job_id: job })).status, 200)
    await deriveWaitingFacts(portal.deps)
    const auditor = await officer(portal, 'auditor')
    const referees = async () => (await openCase(auditor, applicationId)).json.referees
    const { position, organization } = old
    assert.deepEqual(await referees(), [{ name: null, position, organization, email: null, phone: null }])
    await lift(portal, auditor, job)
    assert.deepEqual(await referees(), [old])
  })
  test('revealed names show the identity to that officer, for that job, until the time is over', async () => {
    const auditor = await officer(portal, 'auditor')
    const now = portal.clock.now()
    await lift(portal, auditor, jobId)
    const { json, text } = await openCase(auditor)
    assert.deepEqual(
      canaries().filter((word) => /[A-Z@]/.test(word) && !text.includes(word)),
      [],
    )
    assert.deepEqual(
      [json.blind, json.gender, json.is_pwd, json.age, json.person.idno],
      [false, 'F', true, 39, CANARY.id_number],
    )
    assert.equal(json.document_files[0].name, CANARY.file)
    assert.match(json.digest, /^[\da-f]{64}$/)
    assert.deepEqual(((await lastEntry()) as { detail: unknown }).detail, { blind: false })
    assert.deepEqual(identifyingWordsIn((await openCase()).text), [], 'another officer stays blind')
    const [other = 0] = await postJobs(portal, {})
    const elsewhere = await sentCase(portal, { jobId: other })
    assert.equal((await openCase(auditor, elsewhere.id)).json.blind, true, 'another job stays blind')
    portal.clock.set(new Date(now.getTime() + REVIEW.liftHours * 3_600_000 - 1))
    assert.equal((await openCase(auditor)).json.blind, false)
    portal.clock.advance(1)
    assert.deepEqual(identifyingWordsIn((await openCase(auditor)).text), [])
    portal.clock.set(now)
  })
  test('a list that took effect shows the identity to all', async () => {
    const application = await sentCase(portal, { jobId, person: { first_name: 'Opened' } })
    assert.equal((await openCase(recruiter, application.id)).json.name, null)
    await portal.db.run(
      sql`update application_facts set is_open = true where application_id = ${application.id}`,
    )
    const { json } = await openCase(recruiter, application.id)
    assert.deepEqual([json.blind, json.name.split(' ')[0]], [false, 'Opened'])
  })
  test('an entry that declares no experience is not shown; an employment number identifies a person, so it is hidden', async () => {
    const [internal = 0] = await postJobs(portal, { job_type_id: 1, experience_required: false })
    const none = {
      position: '',
      company: '',
      start_date: '',
      end_date: '',
      currently_working: false,
      responsibilities: '',
      no_experience: true,
    }
    const application = await sentCase(portal, {
      jobId: internal,
      over: { experience: [none], employment_number: 'KANARI-4471' },
    })
    const { json, text } = await openCase(recruiter, application.id)
    assert.deepEqual(
      [json.experience_entries, json.employment_number, text.includes('4471')],
      [[], null, false],
    )
  })
})

describe('read and unread', () => {
  test('each officer’s first view is stored, and changes the row, the filter and the counts in the head', async () => {
    const [job = 0] = await postJobs(portal, {})
    const [first, second] = [await sentCase(portal, { jobId: job }), await sentCase(portal, { jobId: job })]
    const [reader, otherReader] = [
      await officer(portal, 'reviewer'),
      await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } }),
    ]
    const far = await officer(portal, 'reviewer', { areas: ELSEWHERE })
    /** The count; for each row its id, how many officers have read it, and whether this officer has. */
    const table = async (by: Officer, unread = '') => {
      const { json } = await by.visitor.get(tablePath(job, unread ? { unread } : {}))
      return [
        json.count,
        ...json.rows.map((entry: Record<string, unknown>) => [entry.id, entry.readers, entry.read_by_me]),
      ]
    }
    const unread = async (by: Officer) => (await by.visitor.get(`/api/staff/jobs/${job}/review/`)).json.unread
    assert.deepEqual(
      [await unread(reader), await unread(far)],
      [
        { me: 2, anyone: 2 },
        { me: 0, anyone: 0 },
      ],
    )

    const opened = await openCase(reader, first.id)
    assert.deepEqual([opened.json.first_read, opened.json.readers, opened.json.read_by_me], [true, 1, true])
    assert.deepEqual(
      [(await openCase(reader, first.id)).json.first_read, (await openCase(far, second.id)).status],
      [false, 404],
    )
    assert.deepEqual(await table(reader), [2, [first.id, 1, true], [second.id, 0, false]])
    assert.deepEqual(await table(otherReader), [2, [first.id, 1, false], [second.id, 0, false]])
    assert.deepEqual(
      [await table(reader, 'me'), await table(otherReader, 'me'), await table(otherReader, 'anyone')].map(
        ([count]) => count,
      ),
      [1, 2, 1],
    )
    const late = await openCase(otherReader, first.id)
    assert.deepEqual([late.json.first_read, late.json.readers], [true, 2])
    assert.deepEqual(
      [await unread(reader), await unread(otherReader), await unread(recruiter)],
      [
        { me: 1, anyone: 1 },
        { me: 1, anyone: 1 },
        { me: 2, anyone: 1 },
      ],
    )
    assert.equal(await count(portal, sql`select from application_reads where job_id = ${job}`), 2)
  })
  test('an application that has moved outside the officer’s area is not counted', async () => {
    const [job = 0] = await postJobs(portal, {})
    const application = await sentCase(portal, { jobId: job })
    const near = await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } })
    await openCase(near, application.id)
    await portal.db.run(sql`update application_facts set county = 1 where application_id = ${application.id}`)
    assert.deepEqual((await near.visitor.get(`/api/staff/jobs/${job}/review/`)).json.unread, {
      me: 0,
      anyone: 0,
    })
  })
})

describe('T32 T10 officers and people who may not see it', () => {
  /** Method, address and body of each call on an application. */
  const calls = (id: number | string): [string, string, unknown?][] => [
    ['GET', path(id)],
    ['GET', `${path(id)}documents/cv/`],
    ['POST', `${path(id)}notes/`, { text: 'A note' }],
  ]
  test('outside a reviewer’s areas it looks like an unknown one: byte for byte, and without an audit entry', async () => {
    const far = await officer(portal, 'reviewer', { areas: ELSEWHERE })
    const before = await entryCount()
    for (const [index, [method, where, body]] of calls(sent.id).entries()) {
      const missing = calls(99_999_999)[index]?.[1] ?? ''
      const [theirs, none] = [
        await far.visitor.request(method, where, { body }),
        await far.visitor.request(method, missing, { body }),
      ]
      assert.deepEqual([theirs.status, theirs.text], [404, none.text], where)
    }
    assert.equal(await entryCount(), before)
    assert.equal(await count(portal, sql`select from application_notes where application_id = ${sent.id}`), 0)
  })
  for (const [name, areas] of [
    ['county', { counties: [47], constituencies: [] }],
    ['constituency', { counties: [], constituencies: [274] }],
    ['one of several', { counties: [1], constituencies: [274] }],
  ] as const) {
    test(`inside: by ${name}, as it was frozen`, async () => {
      const near = await officer(portal, 'reviewer', {
        areas: { counties: [...areas.counties], constituencies: [...areas.constituencies] },
      })
      assert.equal((await openCase(near)).status, 200)
    })
  }
  test('a draft is not found, and neither is any odd id', async () => {
    const [job = 0] = await postJobs(portal, {})
    const draft = (await sent.visitor.post('/api/job-applications/', { job })).json.id as number
    const before = await entryCount()
    for (const id of [
      draft,
      0,
      -1,
      '01x',
      '1e3',
      '2147483648',
      '99999999999999',
      '%00',
      "'",
      '1%20or%201=1',
      '[1]',
      'null',
      '%F0%9F%97%B3',
    ]) {
      for (const [method, where, body] of calls(id)) {
        const { status } = await recruiter.visitor.request(method, where, { body })
        assert.equal(status, 404, `${method} ${where}`)
      }
    }
    for (const kind of ['passport', 'CV', 'cv%00', '%2e%2e%2fcv']) {
      const { status } = await recruiter.visitor.get(`${path()}documents/${kind}/`)
      assert.equal(status, 404, kind)
    }
    assert.equal(await entryCount(), before)
  })
})

describe('what it has in common with other applications of its job', () => {
  /**
   * Adds a mark that applications have in common, as the worker does. A mark is a keyed hash of a phone,
   * referee or document.
   */
  const mark = (kind: string, byte: number, application: number, job = jobId) =>
    portal.db.run(
      sql`insert into application_marks (job_id, kind, mark, application_id) values (${job}, ${kind}, ${Buffer.alloc(16, byte)}::bytea, ${application})`,
    )
  test('names those that this officer may open, ten of them, and counts the others; those of other jobs are left out', async () => {
    const others: Sent[] = []
    for (let n = 0; n < 12; n++) others.push(await sentCase(portal, { jobId }))
    const [away, elsewhere] = [
      others[0] as Sent,
      await sentCase(portal, { jobId: (await postJobs(portal, {}))[0] ?? 0 }),
    ]
    await portal.db.run(
      sql`update application_facts set county = 1, constituency = 1 where application_id = ${away.id}`,
    )
    for (const entry of [sent, ...others]) await mark('referee', 1, entry.id)
    // If two applications share two referees, they still count as one application in common.
    for (const entry of [sent, others[1] as Sent]) await mark('referee', 2, entry.id)
    for (const entry of [sent, away]) await mark('phone', 3, entry.id)
    await mark('document', 4, sent.id)
    await mark('document', 4, elsewhere.id, elsewhere.job)
    const referencesOf = (list: Sent[]) => list.map(({ id, reference }) => ({ id, reference }))
    assert.deepEqual((await openCase()).json.shares, [
      { flag: 'same_phone', applications: referencesOf([away]), more: 0 },
      { flag: 'same_referee', applications: referencesOf(others.slice(0, 10)), more: 2 },
    ])
    const near = await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } })
    assert.deepEqual((await openCase(near)).json.shares, [
      { flag: 'same_referee', applications: referencesOf(others.slice(1, 11)), more: 1 },
    ])
  })
})

describe('POST /api/staff/applications/{id}/notes/', () => {
  const write = (text: unknown, by = recruiter, more: Record<string, unknown> = {}) =>
    by.visitor.post(`${path()}notes/`, { text, ...more })
  test('is read by other officers, newest first, and its words are not in the log', async () => {
    const reviewer = await officer(portal, 'reviewer')
    const before = await entryCount()
    const first = await write('  <b>Asked</b> for the “original” 🗳️\nof the certificate ')
    assert.equal(await entryCount(), before + 1)
    assert.deepEqual(first.json, {
      id: first.json.id,
      by: 'Officer recruiter',
      role: 'Recruiter',
      at: portal.clock.now().toISOString(),
      text: '<b>Asked</b> for the “original” 🗳️\nof the certificate',
    })
    const auditEntry = (await lastEntry()) as Record<string, unknown>
    assert.deepEqual(
      [auditEntry.act, auditEntry.application_id, auditEntry.job_id, auditEntry.detail],
      ['note.written', sent.id, jobId, { note: first.json.id }],
    )
    const second = await write('Seen', reviewer)
    assert.deepEqual((await openCase()).json.notes, [second.json, first.json])
  })
  test('T20 an empty, long or odd one is refused; columns of the table in a body do nothing', async () => {
    const before = await count(portal, sql`select from application_notes`)
    for (const text of [
      '',
      ' \n ',
      undefined,
      null,
      5,
      {},
      ['x'],
      'x'.repeat(2_001),
      'a\u0000b',
      '\ud800',
      '\u202eevil',
    ]) {
      assert.equal((await write(text)).status, 422, JSON.stringify(text)?.slice(0, 20))
    }
    assert.equal(await count(portal, sql`select from application_notes`), before)
    const { json } = await write('Mine', recruiter, {
      staff_id: 1,
      role: 'auditor',
      at: '2020-01-01',
      application_id: 1,
      id: 1,
      by: 'Nobody',
    })
    assert.deepEqual(
      [json.by, json.role, json.at],
      ['Officer recruiter', 'Recruiter', portal.clock.now().toISOString()],
    )
    assert.equal(await count(portal, sql`select from application_notes`), before + 1)
  })
  test('stays as it is written: the database refuses to change or remove it', async () => {
    for (const query of [
      sql`update application_notes set text = 'Other'`,
      sql`delete from application_notes`,
      sql`truncate application_notes`,
    ])
      await assert.rejects(portal.db.run(query), /is written once/)
  })
})
