import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { canonical } from '#contract/canonical.ts'
import { REFERENCE_DATA_WORDS } from '#contract/reference-data/words.ts'
import { QUICKNET } from '#contract/selection-rules/quicknet.ts'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { jobStaff, type JobStaff } from '../support/staff-jobs.ts'
import { type Officer, officer } from '../support/staff.ts'

// The rule of a selection says how points are given and seats are filled. It is published before the job
// opens.

/** Twelve seats in two constituencies of Garissa; the job has twelve posts. */
const RULE = {
  criteria: [
    {
      fact: 'qualification',
      table: [
        { from: 100, points: 10 },
        { from: 300, points: 40 },
      ],
    },
    { fact: 'experience_years', table: [{ from: 2, points: 15 }] },
  ],
  unit: 'county',
  place: 'constituency',
  seats: [
    { place: 'constituency:27', seats: 7 },
    { place: 'constituency:28', seats: 5 },
  ],
  gender: { maxShare: [2, 3], from: 3 },
  disability: { minShare: [1, 20], from: 2 },
  reservePercent: 10,
}

let portal: Portal
let staff: JobStaff
/** A third officer. The two officers of `staff` write and approve the rule. */
let third: Officer
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
  third = await officer(portal, 'administrator')
})
beforeEach(() => nextMinute())
after(() => portal.close())

const path = (id: number, action = '') => `/api/staff/jobs/${id}/selection-rule/${action}`
const read = async (id: number) => (await staff.author.visitor.get(path(id))).json
/** Saves a draft of the rule, based on the stored draft. */
const save = async (id: number, over: Record<string, unknown> = {}, by: Officer = staff.author) => {
  const { next } = await read(id)
  const body = { content: { ...RULE, ...over }, updated_at: next?.updated_at ?? '' }
  return by.visitor.request('PUT', path(id), { body })
}
const propose = (id: number, reason = '', by: Officer = staff.author) =>
  by.visitor.post(path(id, 'propose/'), { reason })
const decide = async (id: number, body: Record<string, unknown> = {}, by: Officer = staff.second) => {
  const { next } = await read(id)
  return by.visitor.post(path(id, 'decide/'), {
    approve: true,
    note: '',
    digest: next?.digest ?? '',
    ...body,
  })
}
/** Creates a draft job with a written rule. Returns the id of the job. */
const withRule = async (over: Record<string, unknown> = {}) => {
  const id = await staff.draft()
  const { status, text } = await save(id, over)
  assert.equal(status, 200, text)
  return id
}
/** Creates a draft job with an approved rule. Returns the id of the job. */
const approved = async () => {
  const id = await withRule()
  assert.equal((await propose(id)).status, 200)
  assert.equal((await decide(id)).status, 200)
  return id
}
const publish = async (id: number) => staff.changed(id, { kind: 'publish' })
/** The kinds of events in the public log about the document with this digest. */
const eventsOf = (digest: string) =>
  portal.db.rows<{ kind: string }>(
    sql`select kind from log_events where digest = ${Buffer.from(digest, 'hex')}`,
  )

describe('the rule of a selection is published by two people (selection#selection-rule-published)', () => {
  test('its digest is that of the published document, and is in the public log before the job opens (selection#selection-rule-published, selection#selection-rule-digest, selection#selection-rule-format)', async () => {
    const id = await approved()
    const { approved: version } = await read(id)
    assert.deepEqual(await eventsOf(version.digest), [{ kind: 'selection_rule' }])
    assert.equal((await portal.visitor().get(`/api/jobs/${id}/selection-rule/`)).status, 404)
    await publish(id)
    const { status, json } = await portal.visitor().get(`/api/jobs/${id}/selection-rule/`)
    assert.equal(status, 200)
    assert.equal(createHash('sha256').update(canonical(json.published.rule)).digest('hex'), version.digest)
    assert.equal(json.published.digest, version.digest)
    assert.deepEqual([json.published.rule.format, json.published.rule.version], ['selection-rule/1', 1])
    assert.deepEqual(json.published.rule.beacon, QUICKNET)
  })
  test('every place is in it, with 0 if it has no seats, sorted: so everyone who applies is in the pool (selection#selection-place, selection#selection-rule-format)', async () => {
    const id = await approved()
    await publish(id)
    const { json } = await portal.visitor().get(`/api/jobs/${id}/selection-rule/`)
    const seats: { unit: string; place: string; seats: number }[] = json.published.rule.seats
    assert.deepEqual(
      seats.map(({ place }) => place),
      seats.map(({ place }) => place).toSorted(),
    )
    const rows = await portal.db.rows(sql`select from constituencies`)
    assert.equal(seats.length, rows.length)
    assert.deepEqual(
      seats.filter(({ seats: count }) => count > 0).map(({ unit, seats: count }) => [unit, count]),
      [
        ['county:7', 7],
        ['county:7', 5],
      ],
    )
  })
  test('a job whose rule is not approved yet is not published: the rule comes first (selection#selection-rule-digest)', async () => {
    const id = await withRule()
    const proposal = await staff.proposed(id, { kind: 'publish' })
    const refused = await staff.decide(id, proposal)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.notBeforeRule])
    await propose(id)
    assert.equal((await decide(id)).status, 200)
    assert.equal((await staff.decide(id, proposal)).status, 200)
  })
  test('an officer who wrote or proposed the rule cannot approve it', async () => {
    const id = await withRule()
    await propose(id, '', third)
    const { status, json } = await decide(id, {}, third)
    assert.deepEqual([status, json.code], [409, 'second_person'])
    assert.equal((await decide(id)).status, 200)
  })
  test('an approval is for what the second officer saw', async () => {
    const id = await withRule()
    await propose(id)
    assert.equal((await decide(id, { digest: 'a'.repeat(64) })).status, 409)
    assert.equal((await read(id)).next.state, 'proposed')
  })
  test('of two approvals at once, one counts', async () => {
    const id = await withRule()
    await propose(id)
    const other = await officer(portal, 'approver')
    const both = await Promise.all([decide(id), decide(id, {}, other)])
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  })
  test('a returned rule is a draft again, with the note; without a note it cannot be returned', async () => {
    const id = await withRule()
    await propose(id)
    const refused = await decide(id, { approve: false })
    assert.equal(refused.status, 422)
    assert.ok(refused.json.note)
    assert.equal((await decide(id, { approve: false, note: 'Mbalambala has six' })).status, 200)
    const { next } = await read(id)
    assert.deepEqual([next.state, next.note, next.digest], ['drafting', 'Mbalambala has six', null])
    assert.equal(next.decided_by.id, staff.second.id, 'the author reads who returned it')
    await propose(id)
    const { next: again } = await read(id)
    assert.deepEqual([again.note, again.decided_by, again.decided_at], ['', null, null])
    await staff.author.visitor.post(path(id, 'withdraw/'), {})
    assert.equal((await read(id)).next.decided_by, null, 'no one returned what was taken back')
  })
  test('a proposed rule cannot be changed; it can be taken back', async () => {
    const id = await withRule()
    await propose(id)
    assert.equal((await save(id)).status, 409)
    assert.equal((await staff.author.visitor.post(path(id, 'withdraw/'), {})).status, 200)
    assert.equal((await save(id)).status, 200)
  })
  test('a draft that another officer saved meanwhile is not overwritten', async () => {
    const id = await withRule()
    const { next } = await read(id)
    portal.clock.advance(1_000)
    assert.equal((await save(id, {}, third)).status, 200)
    const body = { content: RULE, updated_at: next.updated_at }
    assert.equal((await staff.author.visitor.request('PUT', path(id), { body })).status, 409)
  })
  test('each step makes an audit entry', async () => {
    const id = await approved()
    const rows = await portal.db.rows<{ act: string }>(
      sql`select act from audit_entries where job_id = ${id} and act like 'rule.%' and act <> 'rule.looked_at' order by id`,
    )
    assert.deepEqual(
      rows.map(({ act: action }) => action),
      ['rule.drafted', 'rule.proposed', 'rule.approved'],
    )
  })
})

test('a level above all others gives points; while a rule uses it, it cannot move', async () => {
  const { visitor } = staff.author
  const names = { name: 'Professorship', short_name: 'Professor', reason: 'Resolved by the commission' }
  const highest = async () => (await visitor.get('/api/staff/reference-data/')).json.levels.at(-1).id
  const above = await highest()
  const added = await visitor.post('/api/staff/reference-data/levels/', { ...names, above })
  assert.equal(added.status, 200, added.text)
  const level = await highest()
  const id = await staff.draft()
  const { rank } = (await read(id)).levels.at(-1)
  const move = () =>
    visitor.request('PATCH', `/api/staff/reference-data/levels/${level}/`, {
      body: { ...names, is_active: true, above: 0 },
    })
  const refused = [422, [REFERENCE_DATA_WORDS.levelInRule]]
  const saved = await save(id, { criteria: [{ fact: 'qualification', table: [{ from: rank, points: 20 }] }] })
  assert.equal(saved.status, 200, saved.text)
  assert.equal((await propose(id)).status, 200)
  const whileProposed = await move()
  assert.deepEqual([whileProposed.status, whileProposed.json.above], refused)
  assert.equal((await decide(id)).status, 200)
  const { status, json } = await move()
  assert.deepEqual([status, json.above], refused)
})

describe('after the job has opened', () => {
  test('it gets no first rule any more: this must be in the public log before (selection#selection-rule-digest)', async () => {
    const id = await staff.published()
    const source = await approved()
    const drafted = await withRule()
    await portal.db.run(sql`update jobs set state = 'published', is_active = true where id = ${drafted}`)
    assert.deepEqual((await read(drafted)).may, ['withdraw'])
    for (const { status, json } of [
      await save(id),
      await staff.author.visitor.post(path(id, 'copy/'), { from: source }),
      await save(drafted, { reservePercent: 20 }),
      await propose(drafted, 'It was forgotten'),
    ])
      assert.deepEqual([status, json.message], [409, WORDS.firstTooLate])
    assert.equal((await staff.author.visitor.post(path(drafted, 'withdraw/'), {})).status, 200)
    // A rule that was proposed before is not approved after the opening either.
    const waiting = await withRule()
    assert.equal((await propose(waiting)).status, 200)
    await portal.db.run(sql`update jobs set state = 'published', is_active = true where id = ${waiting}`)
    const late = await decide(waiting)
    assert.deepEqual([late.status, late.json.message], [409, WORDS.firstTooLate])
    assert.equal((await decide(waiting, { approve: false, note: 'The job is open' })).status, 200)
  })
  test('nor does a data file that switches it off make it early again, once anyone has applied (selection#selection-rule-digest)', async () => {
    const [id, unused] = [await staff.published(), await staff.published()]
    await sendCrowd(portal, id, {})
    for (const job of [id, unused])
      await postJobs(portal, { reference: (await read(job)).job.reference, is_active: false })
    const refused = await save(id)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.firstTooLate])
    assert.deepEqual((await read(id)).may, [])
    assert.equal((await save(unused)).status, 200)
  })
  test('the rule changes only with a reason, which everyone reads beside the version before (selection#selection-rule-changes)', async () => {
    const id = await approved()
    await publish(id)
    const before = (await read(id)).approved.digest
    assert.equal((await save(id, { reservePercent: 20 })).status, 200)
    const refused = await propose(id)
    assert.deepEqual([refused.status, refused.json.reason], [422, [WORDS.reasonRequired]])
    assert.equal((await propose(id, 'The court asked for a larger reserve')).status, 200)
    assert.equal((await decide(id)).status, 200)
    const { json } = await portal.visitor().get(`/api/jobs/${id}/selection-rule/`)
    assert.deepEqual(
      [json.published.rule.version, json.published.reason],
      [2, 'The court asked for a larger reserve'],
    )
    assert.deepEqual(
      json.earlier.map(({ digest }: { digest: string }) => digest),
      [before],
    )
  })
  test('after the deadline it never changes, not even what was proposed before (selection#selection-rule-changes)', async () => {
    const id = await approved()
    await publish(id)
    await save(id, { reservePercent: 20 })
    await propose(id, 'The court asked for a larger reserve')
    const late = new Date('2026-12-04T00:00:00Z')
    const before = portal.clock.now()
    portal.clock.set(late)
    const [author, second] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
    const { next } = (await author.visitor.get(path(id))).json
    const body = { approve: true, note: '', digest: next.digest }
    const refused = await second.visitor.post(path(id, 'decide/'), body)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.closed])
    await assert.rejects(
      portal.db.run(sql`
        update selection_rules set state = 'approved', decided_by = ${second.id}, decided_at = ${late} where job_id = ${id} and state = 'proposed'`),
      /the rule of a closed job cannot change/,
    )
    portal.clock.set(before)
  })
  test('nor does it change when the closed job was reopened (selection#selection-rule-changes)', async () => {
    const [drafted, proposed] = [await approved(), await approved()]
    for (const id of [drafted, proposed]) {
      await publish(id)
      await save(id, { reservePercent: 20 })
    }
    assert.equal((await propose(proposed, 'The court asked for it')).status, 200)
    for (const id of [drafted, proposed]) {
      await staff.changed(id, { kind: 'end_early' })
      await staff.changed(id, { kind: 'reopen', expiry_date: '2026-12-20' })
    }
    for (const { status, json } of [
      await save(drafted, { reservePercent: 30 }),
      await propose(drafted, 'The court asked for it'),
      await decide(proposed),
    ])
      assert.deepEqual([status, json.message], [409, WORDS.closed])
    // What can no longer be approved can still be taken away.
    assert.deepEqual((await read(drafted)).may, ['withdraw'])
    for (const id of [drafted, proposed]) {
      assert.equal((await staff.author.visitor.post(path(id, 'withdraw/'), {})).status, 200)
      assert.equal((await read(id)).approved.content.reservePercent, 10)
    }
  })
  test('an approved rule is never rewritten, not even in the database', async () => {
    const id = await approved()
    await assert.rejects(
      portal.db.run(sql`update selection_rules set document = '{}' where job_id = ${id}`),
      /an approved rule cannot change/,
    )
  })
})

describe('a rule without meaning is not proposed (selection#selection-criteria, selection#selection-seats, selection#selection-gender-share, selection#selection-disability-share)', () => {
  const oneCriterion = (table: unknown) => ({ criteria: [{ fact: 'qualification', table }] })
  /** Cases: a name, a faulty part of the rule, its errors by field. The rule is saved, but not proposed. */
  const BAD: [string, Record<string, unknown>, Record<string, string>][] = [
    ['no criterion', { criteria: [] }, { criteria: WORDS.criteriaMissing }],
    ['no table', oneCriterion([]), { 'criteria.0': WORDS.tableMissing }],
    [
      'a level that is not in the list',
      oneCriterion([{ from: 3, points: 1 }]),
      { 'criteria.0': WORDS.levelUnknown },
    ],
    [
      'a table out of order',
      oneCriterion([
        { from: 300, points: 1 },
        { from: 300, points: 2 },
      ]),
      { 'criteria.0': WORDS.tableOrder },
    ],
    [
      'a criterion twice',
      { criteria: [RULE.criteria[0], RULE.criteria[0]] },
      { 'criteria.1': WORDS.criterionTwice },
    ],
    [
      'a document that the job does not ask for',
      { criteria: [{ fact: 'document', document: 'document_1', table: [{ from: 1, points: 5 }] }] },
      { 'criteria.0': WORDS.documentUnknown },
    ],
    [
      'a place larger than the unit',
      { unit: 'constituency', place: 'county' },
      { place: WORDS.placeTooLarge },
    ],
    ['no seats', { seats: [] }, { seats: WORDS.seatsMissing }],
    [
      'a place that does not exist',
      { seats: [{ place: 'constituency:9999', seats: 12 }] },
      { seats: WORDS.placeUnknown('constituency:9999') },
    ],
    [
      'a place twice',
      { seats: [RULE.seats[0], RULE.seats[0]] },
      { seats: WORDS.seatsTwice('constituency:27') },
    ],
    [
      'other seats than posts',
      { seats: [{ place: 'constituency:27', seats: 11 }] },
      { seats: WORDS.seatsSum(11, 12) },
    ],
    ['a share of one seat', { gender: { maxShare: [2, 3], from: 1 } }, { gender: WORDS.genderFrom }],
    ['a share below one half', { gender: { maxShare: [1, 3], from: 3 } }, { gender: WORDS.genderHalf }],
    ['a share above the whole', { gender: { maxShare: [4, 3], from: 3 } }, { gender: WORDS.share }],
    [
      'a share that holds nowhere',
      { gender: { maxShare: [2, 3], from: 13 } },
      { gender: WORDS.genderNoUnit },
    ],
    [
      'a disability share of one seat',
      { disability: { minShare: [1, 20], from: 1 } },
      { disability: WORDS.disabilityFrom },
    ],
    [
      'a disability share that holds nowhere',
      { disability: { minShare: [1, 20], from: 20 } },
      { disability: WORDS.disabilityNoUnit },
    ],
  ]
  for (const [name, over, errors] of BAD)
    test(name, async () => {
      const id = await withRule(over)
      assert.deepEqual((await read(id)).errors, errors)
      const refused = await propose(id)
      assert.equal(refused.status, 422)
      for (const [field, sentence] of Object.entries(errors))
        assert.deepEqual(refused.json[field], [sentence])
    })

  const WRONG: [string, Record<string, unknown>, string][] = [
    ['points that are not whole', oneCriterion([{ from: 1, points: 1.5 }]), WORDS.pointsWhole],
    ['points below 0', oneCriterion([{ from: 1, points: -1 }]), WORDS.pointsWhole],
    ['a value that is not whole', oneCriterion([{ from: 0.5, points: 1 }]), WORDS.valueWhole],
    ['seats below 0', { seats: [{ place: 'constituency:27', seats: -1 }] }, WORDS.seatsWhole],
    ['a reserve above 100', { reservePercent: 101 }, WORDS.reserve],
    ['a share of halves', { gender: { maxShare: [0.5, 1], from: 3 } }, WORDS.share],
    [
      'thirteen criteria',
      { criteria: Array.from({ length: 13 }, () => RULE.criteria[0]) },
      WORDS.criteriaMost,
    ],
  ]
  for (const [name, over, sentence] of WRONG)
    test(`${name} cannot even be saved (selection#selection-criteria, selection#selection-reserve-percent)`, async () => {
      const { status, text } = await save(await staff.draft(), over)
      assert.equal(status, 422)
      assert.ok(text.includes(sentence), text)
    })
})

test('a draft that names a time outside every calendar as the one it was read at is not saved', async () => {
  const id = await withRule()
  for (const updated_at of ['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z']) {
    const body = { content: RULE, updated_at }
    const { status, json } = await staff.author.visitor.request('PUT', path(id), { body })
    assert.deepEqual([status, json.message], [409, WORDS.changed])
  }
})

test('a rule is copied from the approved one of another job, never over a draft', async () => {
  const from = await approved()
  const id = await staff.draft()
  const copy = () => staff.author.visitor.post(path(id, 'copy/'), { from })
  const { status, json } = await copy()
  assert.equal(status, 200)
  assert.deepEqual(json.next.content, RULE)
  assert.equal((await copy()).status, 409)
  const other = await staff.author.visitor.post(path(await staff.draft(), 'copy/'), { from: id })
  assert.deepEqual([other.status, other.json.from], [422, [WORDS.noRule]])
})
