import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  CHANGES_OF,
  JOB_CHANGES,
  JOB_STATES,
  type JobChange,
  type JobState,
} from '#contract/staff-jobs/staff-job.ts'
import { STAFF_JOB_WORDS } from '#contract/staff/words.ts'
import { WANTED_WORDS } from '#contract/jobs/wanted-documents.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type JobStaff, jobContent, jobStaff } from '../support/staff-jobs.ts'
import { HOUR_MS } from '../support/tickets.ts'

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
})
beforeEach(() => nextMinute())
after(() => portal.close())

const MINUTE = 60_000
/** The status of a reply, and the first error sentence at each field. */
const errorsOf = (answer: { status: number; json: Record<string, unknown> }) => {
  const { code: _, message: __, error: ___, detail: ____, ...fields } = answer.json
  return [
    answer.status,
    Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, (messages as string[])[0]])),
  ]
}

describe('staff: a job is drafted', () => {
  test('every field comes back as it was written, and no one outside sees it', async () => {
    const content = jobContent()
    const made = (await staff.author.visitor.post('/api/staff/jobs/', { content })).json
    assert.deepEqual(
      [made.state, made.awaiting, made.content, made.changes, made.may],
      ['draft', null, { ...content, expiry_date: '2026-12-03T20:59:59.000Z' }, [], CHANGES_OF.draft],
    )
    assert.equal((await portal.visitor().get(`/api/jobs/${made.id}/`)).status, 404)
    const { results } = (
      await staff.author.visitor.get(`/api/staff/jobs/?search=${encodeURIComponent(String(content.title))}`)
    ).json
    assert.deepEqual([results.length, results[0].id, results[0].state], [1, made.id, 'draft'])
  })
  test('a reference, a title and a type are enough; other fields may be empty, but not wrong', async () => {
    const bare = { reference: 'BARE/1', title: 'Clerk', job_type_id: 1 }
    assert.equal((await staff.author.visitor.post('/api/staff/jobs/', { content: bare })).status, 200)
    const w = STAFF_JOB_WORDS
    const none = { reference: ' ', title: '', job_type_id: '' }
    assert.deepEqual(errorsOf(await staff.write(none)), [
      422,
      { reference: w.reference, title: w.title, job_type_id: w.type },
    ])
    assert.deepEqual(errorsOf(await staff.author.visitor.post('/api/staff/jobs/', {})), [
      422,
      { title: w.title },
    ])
    const wrong = { min_age: 17, min_referees: 6, vacancies: 0, expiry_date: '3/12/2026' }
    const sentences = {
      min_age: w.age,
      min_referees: w.referees,
      vacancies: w.vacancies,
      expiry_date: w.deadline,
    }
    assert.deepEqual(errorsOf(await staff.write(wrong)), [422, sentences])
    const { json } = await staff.write()
    assert.deepEqual(errorsOf(await staff.put(json.id, { ...json.content, ...wrong }, json.updated_at)), [
      422,
      sentences,
    ])
  })
  test('an id that does not exist is an error at its field; so is the reference of another job', async () => {
    const { json: other } = await staff.write()
    const wrong: [string, unknown, string][] = [
      ['reference', other.reference, STAFF_JOB_WORDS.referenceTaken],
      ['job_type_id', 999, STAFF_JOB_WORDS.noSuch],
      ['county_code', 999, STAFF_JOB_WORDS.noSuch],
      ['min_qualification_level_id', 999, STAFF_JOB_WORDS.noSuch],
      ['by_election_areas', [99_999], STAFF_JOB_WORDS.noSuch],
      ['huduma_centres', [99_999], STAFF_JOB_WORDS.noSuch],
    ]
    const { json: own } = await staff.write()
    for (const [field, value, sentence] of wrong) {
      assert.deepEqual(errorsOf(await staff.write({ [field]: value })), [422, { [field]: sentence }], field)
      assert.deepEqual(
        errorsOf(await staff.put(own.id, { ...own.content, [field]: value }, own.updated_at)),
        [422, { [field]: sentence }],
        `${field} edited`,
      )
    }
    assert.deepEqual((await staff.detail(own.id)).json.content, own.content, 'nothing of it stays')
  })
  test('the documents that it names are numbered in their order; errors about them are at their field', async () => {
    const named = (...names: string[]) => names.map((name) => ({ name, required: false }))
    const { json } = await staff.write({
      wanted_documents: [
        { kind: 'document_5', name: ' KCSE certificate ', required: true },
        ...named('ID card'),
      ],
    })
    assert.deepEqual(json.content.wanted_documents, [
      { kind: 'document_1', name: 'KCSE certificate', required: true },
      { kind: 'document_2', name: 'ID card', required: false },
    ])
    for (const [wanted, sentence, over] of [
      [named('ID card', 'id CARD'), WANTED_WORDS.twice, {}],
      [named('CV'), WANTED_WORDS.twice, {}],
      [named('Cover letter'), WANTED_WORDS.twice, { documents: 'required' }],
      [named(' x '), WANTED_WORDS.name, {}],
      [named('one\ntwo'), WANTED_WORDS.name, {}],
    ] as const)
      assert.deepEqual(
        errorsOf(await staff.write({ ...over, wanted_documents: wanted })),
        [422, { wanted_documents: sentence }],
        JSON.stringify(wanted),
      )
    for (const wanted of [
      named(...'123456789').map((entry) => ({ ...entry, name: `Document ${entry.name}` })),
      [{ name: 'x'.repeat(81) }],
      [{ name: 'ID card', kind: 'cv' }],
      'ID card',
    ])
      assert.equal((await staff.write({ wanted_documents: wanted })).status, 422, JSON.stringify(wanted))
    assert.equal(
      (await staff.write({ documents: 'none', wanted_documents: named('CV') })).status,
      200,
      'the form has no other',
    )
  })
  test('a draft that someone saved since it was read is not overwritten (T22)', async () => {
    const { json } = await staff.write()
    portal.clock.advance(MINUTE)
    const saved = await staff.put(json.id, { ...json.content, title: 'First' }, json.updated_at)
    assert.deepEqual([saved.status, saved.json.title], [200, 'First'])
    const late = await staff.put(json.id, { ...json.content, title: 'Second' }, json.updated_at)
    assert.deepEqual([late.status, late.json.code], [409, 'conflict'])
    assert.equal(
      (await staff.put(json.id, { ...json.content, title: 'Third' }, saved.json.updated_at)).status,
      200,
    )
    assert.equal((await staff.put(json.id, json.content, '')).status, 409)
    assert.equal((await staff.put(999_999, json.content, json.updated_at)).status, 404)
  })
  test('of twenty saves at once of the same version, one succeeds', async () => {
    const { json } = await staff.write()
    portal.clock.advance(MINUTE)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        staff.put(json.id, { ...json.content, title: `Title ${n}` }, json.updated_at),
      ),
    )
    assert.deepEqual(
      [200, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length),
      [1, 19],
    )
  })
  test('a copy is a draft without a deadline, with a reference of its own, however often it is made', async () => {
    const id = await staff.published({ reference: `LONG/${'9'.repeat(55)}` })
    const references = new Set<string>()
    for (let time = 0; time < 3; time++) {
      const { status, json } = await staff.author.visitor.post('/api/staff/jobs/', { copy_of: id })
      assert.deepEqual(
        [status, json.state, json.content.expiry_date, json.content.vacancies],
        [200, 'draft', '', 12],
      )
      assert.ok(json.reference.length <= 60)
      references.add(json.reference)
    }
    assert.equal(references.size, 3)
    assert.equal((await staff.author.visitor.post('/api/staff/jobs/', { copy_of: 999_999 })).status, 404)
  })
  test('each is an audit entry, and a refused call makes none', async () => {
    const { json } = await staff.write()
    await staff.put(json.id, json.content, json.updated_at)
    await staff.put(json.id, json.content, 'another')
    await staff.write({ title: '' })
    const entries = await portal.db.rows<{ act: string; staff_id: number }>(
      sql`select act, staff_id from audit_entries where job_id = ${json.id} order by id`,
    )
    assert.deepEqual(
      entries.map(({ act: action, staff_id }) => [action, staff_id]),
      ['job.drafted', 'job.draft_edited'].map((action) => [action, staff.author.id]),
    )
  })
  test('the list: by state, by words, in pages whose count is that of all', async () => {
    const { json: entry } = await staff.write({ title: 'Only_one 100%' })
    const list = async (query: string) => (await staff.second.visitor.get(`/api/staff/jobs/?${query}`)).json
    assert.deepEqual(
      (await list('search=only_one')).results.map(({ id }: { id: number }) => id),
      [entry.id],
    )
    assert.equal((await list('search=only%25one')).count, 0, 'a sign is a sign')
    const [drafts, beyond] = [await list('state=draft'), await list('state=draft&page=99')]
    assert.ok(drafts.count >= 5 && drafts.results.every(({ state }: { state: string }) => state === 'draft'))
    assert.deepEqual([beyond.count, beyond.pages], [drafts.count, drafts.pages])
    await staff.proposed(entry.id, { kind: 'publish' })
    const waiting = await list('state=awaiting')
    assert.deepEqual(
      waiting.results.map(({ id, awaiting }: { id: number; awaiting: string }) => [id, awaiting]),
      [[entry.id, 'publish']],
    )
  })
})

/** For each state of a job, a function that creates a job in it. */
const jobIn: Record<JobState, () => Promise<number>> = {
  draft: () => staff.draft(),
  scheduled: async () => {
    const id = await staff.draft()
    await staff.changed(id, { kind: 'publish', publish_at: '2026-12-01T08:00' })
    return id
  },
  published: () => staff.published(),
  closed: async () => {
    const id = await staff.published()
    // No ticket counts any more, so that the job may be archived.
    const over = new Date(portal.clock.now().getTime() - 3 * HOUR_MS)
    await portal.db.run(sql`update jobs set expiry_date = ${over} where id = ${id}`)
    return id
  },
  archived: async () => {
    const id = await staff.published()
    await staff.changed(id, { kind: 'archive' })
    return id
  },
}
const LATER = '2026-12-20'
/** The body of a change. Extending or reopening a job needs a new deadline. */
const full = (kind: JobChange) => ({
  kind,
  ...(kind === 'extend' || kind === 'reopen' ? { expiry_date: LATER } : {}),
})

describe('staff: a change is proposed', () => {
  for (const state of JOB_STATES) {
    test(`of a job that is ${state}: ${CHANGES_OF[state].join(', ') || 'nothing'}`, async () => {
      for (const kind of JOB_CHANGES) {
        const id = await jobIn[state]()
        assert.equal((await staff.detail(id)).json.state, state)
        const { status, json } = await staff.propose(id, full(kind))
        if (CHANGES_OF[state].includes(kind))
          assert.deepEqual([status, json.awaiting, json.state, json.may], [200, kind, state, []], kind)
        else assert.deepEqual([status, json.message], [409, STAFF_JOB_WORDS.notNow], kind)
      }
    })
  }
  test('a job that was switched off by a file counts as archived, not as waiting for its publication', async () => {
    const id = await staff.published()
    await portal.db.run(sql`update jobs set is_active = false, publish_at = null where id = ${id}`)
    const { json } = await staff.detail(id)
    assert.deepEqual([json.state, json.may], ['archived', ['archive']])
    const list = async (state: string) =>
      (await staff.author.visitor.get(`/api/staff/jobs/?state=${state}`)).json.results.map(
        (entry: { id: number }) => entry.id,
      )
    assert.ok((await list('archived')).includes(id) && !(await list('scheduled')).includes(id))
  })
  test('a job that a file switched off can be archived by two officers, and then no file can publish it', async () => {
    const reference = 'OFF/1'
    const id = await staff.published({ reference })
    await postJobs(portal, { reference, is_active: false })
    for (const kind of JOB_CHANGES.filter((change) => change !== 'archive'))
      assert.equal((await staff.propose(id, full(kind))).json.message, STAFF_JOB_WORDS.notNow, kind)
    const { state, may } = await staff.changed(id, { kind: 'archive' })
    assert.deepEqual([state, may], ['archived', []])
    await assert.rejects(postJobs(portal, { reference }), /Staff must publish it/)
  })
  test('to publish, nothing may be missing: each error is at its field, and the draft stays as it was', async () => {
    const w = STAFF_JOB_WORDS
    const empty = { department: '', location: ' ', description_html: '<p>&nbsp;</p>', qualification_html: '' }
    const id = await staff.draft(empty)
    const missing = {
      department: w.department,
      location: w.location,
      description_html: w.description,
      qualification_html: w.qualification,
    }
    assert.deepEqual(errorsOf(await staff.propose(id, { kind: 'publish' })), [422, missing])
    assert.deepEqual(errorsOf(await staff.propose(id, { kind: 'publish', content: jobContent(empty) })), [
      422,
      missing,
    ])
    const markup = { description_html: '<script>x</script>', qualification_html: '<style>x</style>' }
    const nothing = { description_html: w.description, qualification_html: w.qualification }
    assert.deepEqual(
      errorsOf(await staff.propose(id, { kind: 'publish', content: jobContent(markup) })),
      [422, nothing],
      'nothing is left of it',
    )
    const past = { expiry_date: '2026-11-23' }
    assert.deepEqual(errorsOf(await staff.propose(id, { kind: 'publish', content: jobContent(past) })), [
      422,
      { expiry_date: w.deadlinePast },
    ])
    const { json } = await staff.detail(id)
    assert.deepEqual([json.awaiting, json.content.department], [null, ''])
  })
  test('the time of publication is a date or a moment before the deadline; a date means the start of that day in Nairobi', async () => {
    const id = await staff.draft()
    const w = STAFF_JOB_WORDS
    assert.deepEqual(errorsOf(await staff.propose(id, { kind: 'publish', publish_at: 'soon' })), [
      422,
      { publish_at: w.deadline },
    ])
    assert.deepEqual(errorsOf(await staff.propose(id, { kind: 'publish', publish_at: '2026-12-04' })), [
      422,
      { publish_at: w.publishLate },
    ])
    const { json } = await staff.propose(id, { kind: 'publish', publish_at: '2026-12-01' })
    assert.equal(json.changes[0].publish_at, '2026-11-30T21:00:00.000Z')
  })
  test('every change except the first publication needs a reason', async () => {
    const id = await staff.published()
    for (const kind of CHANGES_OF.published) {
      const { status, json } = await staff.propose(id, { ...full(kind), reason: ' ' })
      assert.deepEqual([status, json.reason], [422, ['Give a reason. The log keeps it.']], kind)
    }
  })
  test('an extension must be later than the present deadline; a job without a deadline cannot be extended', async () => {
    const [dated, endless] = [await staff.published(), await staff.published({ expiry_date: '' })]
    const w = STAFF_JOB_WORDS
    for (const expiry_date of ['', 'soon', '2026-02-30']) {
      assert.deepEqual(errorsOf(await staff.propose(dated, { kind: 'extend', expiry_date })), [
        422,
        { expiry_date: w.deadline },
      ])
    }
    for (const expiry_date of ['2026-12-02', '2026-12-03']) {
      assert.deepEqual(errorsOf(await staff.propose(dated, { kind: 'extend', expiry_date })), [
        422,
        { expiry_date: w.deadlineEarlier },
      ])
    }
    assert.deepEqual(errorsOf(await staff.propose(dated, { kind: 'extend', expiry_date: '2026-11-01' })), [
      422,
      { expiry_date: w.deadlinePast },
    ])
    assert.deepEqual(errorsOf(await staff.propose(endless, { kind: 'extend', expiry_date: LATER })), [
      422,
      { expiry_date: w.deadlineEarlier },
    ])
    const closed = await jobIn.closed()
    assert.deepEqual(errorsOf(await staff.propose(closed, { kind: 'reopen', expiry_date: '2026-11-01' })), [
      422,
      { expiry_date: w.deadlinePast },
    ])
  })
  test('a document keeps its kind under another name and at another place; no other document ever gets that kind', async () => {
    const [card, certificate] = [
      { name: 'ID card', required: true },
      { name: 'Certificate', required: false },
    ]
    const id = await staff.published({ wanted_documents: [card, certificate] })
    const edit = async (wanted: Record<string, unknown>[]) => {
      const { content } = (await staff.detail(id)).json
      const answer = await staff.propose(id, {
        kind: 'edit',
        content: { ...content, wanted_documents: wanted },
      })
      if (answer.status !== 200) return errorsOf(answer)
      const { json } = await staff.decide(id, answer.json.changes[0].id)
      portal.clock.advance(MINUTE)
      return json.content.wanted_documents.map(
        ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`,
      )
    }
    assert.deepEqual(
      await edit([certificate, { ...card, kind: 'document_1', name: 'National identity card' }]),
      ['document_2 Certificate', 'document_1 National identity card'],
    )
    assert.deepEqual(await edit([{ name: 'Letter' }, { name: 'certificate' }]), [
      'document_3 Letter',
      'document_2 certificate',
    ])
    assert.deepEqual(
      await edit([card]),
      ['document_4 ID card'],
      'what was taken out is another document when it comes again',
    )
    const five = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name: `Document ${name}` }))
    assert.deepEqual(await edit(five), [422, { wanted_documents: WANTED_WORDS.namesUsedUp }])
    assert.deepEqual(
      (await portal.visitor().get(`/api/jobs/${id}/`)).json.wanted_documents,
      [{ kind: 'document_4', name: 'ID card', required: true }],
      'nothing of it stays',
    )
    const copy = (await staff.author.visitor.post('/api/staff/jobs/', { copy_of: id })).json
    assert.deepEqual(
      copy.content.wanted_documents,
      [{ kind: 'document_1', ...card }],
      'nobody applied for a copy',
    )
  })
  test('an edit that is based on an older version than the last approved edit is a conflict, and proposes nothing (T22)', async () => {
    const id = await staff.published()
    const seen = (await staff.detail(id)).json
    portal.clock.advance(MINUTE)
    await staff.changed(id, {
      kind: 'edit',
      content: { ...seen.content, title: 'Theirs' },
      updated_at: seen.updated_at,
    })
    for (const updated_at of [seen.updated_at, '']) {
      const late = await staff.propose(id, {
        kind: 'edit',
        content: { ...seen.content, location: 'Mine' },
        updated_at,
      })
      assert.deepEqual([late.status, late.json.code], [409, 'conflict'])
    }
    const now = (await staff.detail(id)).json
    assert.deepEqual(
      [now.awaiting, now.content.title, now.changes.length],
      [null, 'Theirs', seen.changes.length + 1],
    )
    const mine = await staff.propose(id, {
      kind: 'edit',
      content: { ...now.content, location: 'Mine' },
      updated_at: now.updated_at,
    })
    assert.deepEqual([mine.status, mine.json.awaiting], [200, 'edit'])
  })
  test('a proposal to publish with texts is a conflict if the draft was saved meanwhile (T22)', async () => {
    const { json } = await staff.write()
    portal.clock.advance(MINUTE)
    await staff.put(json.id, { ...json.content, title: 'Theirs' }, json.updated_at)
    const late = await staff.propose(json.id, {
      kind: 'publish',
      content: json.content,
      updated_at: json.updated_at,
    })
    assert.deepEqual([late.status, (await staff.detail(json.id)).json.title], [409, 'Theirs'])
  })
  test('a job has at most one waiting proposal; until it is decided the draft cannot be edited', async () => {
    const { json } = await staff.write()
    await staff.proposed(json.id, { kind: 'publish' })
    const again = await staff.propose(json.id, { kind: 'archive' })
    assert.deepEqual([again.status, again.json.message], [409, STAFF_JOB_WORDS.awaiting])
    const { updated_at } = (await staff.detail(json.id)).json
    const edit = await staff.put(json.id, json.content, updated_at)
    assert.deepEqual([edit.status, edit.json.message], [409, STAFF_JOB_WORDS.awaiting])
  })
})
