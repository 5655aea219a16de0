import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decisionEndpoints } from '#contract/decisions/endpoints.ts'
import { DECISION_WORDS, STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { type DecisionStaff, good, sentOnes } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'

// Officers draft decision lists, which move applications to a stage. `good` checks that a reply has status
// 200, and returns its JSON. The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened))

const auditEntriesSince = async (id: number) =>
  portal.db.rows<{
    act: string
    staff_id: number
    job_id: number
    application_id: number | null
    reason: string
    detail: Record<string, unknown>
  }>(
    sql`select act, staff_id, job_id, application_id, reason, detail from audit_entries where id > ${id} order by id`,
  )
const lastActId = async () =>
  (await portal.db.row<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_entries`))?.id ?? 0
const listOf = async (application: number) =>
  (
    await portal.db.row<{ list_id: number | null }>(
      sql`select list_id from application_facts where application_id = ${application}`,
    )
  )?.list_id

describe('decisions: a list is drafted', () => {
  test('it starts empty, is renamed, and every officer who reads applications sees all of it', async () => {
    const job = await staff.job()
    const made = good(
      // `make` drafts a decision list. When it takes effect, it moves its applications to this stage.
      await staff.make(job, 'shortlisted', { name: ' First ', reason: ' Met every criterion ' }),
    )
    assert.deepEqual(
      [
        made.job.id,
        made.name,
        made.reason,
        made.to_stage,
        made.state,
        made.size,
        made.needs_second,
        made.digest,
        made.from,
        made.counties,
        made.sums,
      ],
      [job, 'First', 'Met every criterion', 'shortlisted', 'drafting', 0, true, null, [], [], null],
    )
    assert.deepEqual(
      [made.made_by, made.may],
      [{ id: staff.author.id, name: 'Officer recruiter' }, ['change', 'withdraw']],
    )
    const changed = good(await staff.change(made.id, { name: 'Second', reason: '' }))
    assert.deepEqual([changed.name, changed.reason], ['Second', ''])
    assert.deepEqual(
      [
        (await staff.view(made.id, staff.second)).json.name,
        (await staff.view(made.id, staff.second)).json.may,
      ],
      ['Second', []],
    )
    assert.equal((await staff.view(999_999)).status, 404)
    assert.equal((await staff.make(999_999, 'shortlisted')).status, 404)
  })
  test('a name is needed; no one is moved back to received', async () => {
    const job = await staff.job()
    assert.deepEqual((await staff.make(job, 'shortlisted', { name: ' ' })).json.name, [
      STAFF_WORDS.nameRequired,
    ])
    assert.deepEqual((await staff.make(job, 'received')).json.to_stage, [DECISION_WORDS.noSuchStage])
    assert.deepEqual((await staff.move(job, 'received', [1])).json.to_stage, [DECISION_WORDS.noSuchStage])
  })
  test('applications are added and taken off; the list counts them by stage and by county', async () => {
    const job = await staff.job()
    const [first = 0, two = 0] = await sentOnes(portal, job, 2)
    const [three = 0] = await sentOnes(portal, job, 1, {
      stage: 'long_list',
      county: 42,
      constituency: 240,
      ward: 1196,
    })
    const { id } = good(await staff.make(job, 'shortlisted'))
    const added = good(await staff.add(id, [first, two, three]))
    // `changed` counts the applications that were put on the list or taken off. `left` counts those that
    // could not be.
    assert.deepEqual([added.changed, added.left, added.list.size], [3, 0, 3])
    const whole = good(await staff.view(id))
    assert.deepEqual(whole.from, [
      { stage: 'received', count: 2 },
      { stage: 'long_list', count: 1 },
    ])
    assert.deepEqual(
      whole.counties.map(({ count }: { count: number }) => count),
      [2, 1],
    )
    assert.deepEqual(whole.may, ['change', 'propose', 'withdraw'])
    const taken = good(await staff.take(id, [two, 999_999]))
    assert.deepEqual([taken.changed, taken.left, taken.list.size], [1, 1, 2])
    assert.deepEqual([await listOf(first), await listOf(two)], [id, null])
    assert.deepEqual(
      [good(await staff.add(id, [two])).changed, good(await staff.add(id, [two, two])).left],
      [1, 1],
    )
  })
  test('T32 whether a draft needs a second person is computed again when applications leave it', async () => {
    const job = await staff.job()
    const plain = await sentOnes(portal, job, 1)
    const rejected = await sentOnes(portal, job, 2, { stage: 'rejected' })
    const id = await staff.drafted(job, 'screening', [...plain, ...rejected])
    const taken = async (applications: number[]) => good(await staff.take(id, applications)).list.needs_second
    assert.equal(await taken(rejected.slice(0, 1)), true, 'another rejected one stays')
    assert.equal(await taken(rejected.slice(1)), false)
    assert.equal(good(await staff.view(id)).needs_second, false)
    // A list to a stage that always needs two officers still needs them when it is empty.
    const verdict = await staff.drafted(job, 'shortlisted', plain.slice(0, 0))
    good(await staff.withdraw(id))
    good(await staff.add(verdict, plain))
    assert.equal(good(await staff.take(verdict, plain)).list.needs_second, true)
  })
  test('T32 a proposal that is taken back needs no second person if the only rejected application left it', async () => {
    const job = await staff.job()
    const [stored = 0, rejected = 0] = [
      ...(await sentOnes(portal, job, 1)),
      ...(await sentOnes(portal, job, 1, { stage: 'rejected' })),
    ]
    const { id, needs_second } = await staff.proposed(job, 'screening', [stored, rejected])
    assert.equal(needs_second, true)
    // As when the application is withdrawn meanwhile: its facts no longer name the list.
    await portal.db.run(sql`update application_facts set list_id = null where application_id = ${rejected}`)
    const draft = good(await staff.withdraw(id))
    assert.deepEqual([draft.state, draft.size, draft.needs_second], ['drafting', 1, false])
  })
  test('an application is on one list at a time; applications of another job, drafts and unknown ids are left out', async () => {
    const [job, other] = [await staff.job(), await staff.job()]
    const [here = 0, ofOtherJob = 0] = [
      ...(await sentOnes(portal, job, 1)),
      ...(await sentOnes(portal, other, 1)),
    ]
    const [first, second] = [
      good(await staff.make(job, 'shortlisted')).id,
      good(await staff.make(job, 'rejected')).id,
    ]
    good(await staff.add(first, [here]))
    const { changed, left } = good(await staff.add(second, [here, ofOtherJob, 999_999]))
    assert.deepEqual([changed, left, await listOf(here), await listOf(ofOtherJob)], [0, 3, first, null])
    assert.equal(good(await staff.take(second, [here])).changed, 0)
  })
  test('of twenty who put the same application on twenty lists at once, one does', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 8)
    const lists: number[] = []
    for (let n = 0; n < 20; n++) lists.push(good(await staff.make(job, 'shortlisted')).id)
    const answers = await Promise.all(lists.map((list, n) => staff.add(list, n % 2 ? ids : ids.toReversed())))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(
      answers.reduce((sum, { json }) => sum + json.changed, 0),
      8,
    )
    const rows = await portal.db.rows(
      sql`select application_id from decision_entries where is_open and application_id = any(${ids})`,
    )
    assert.equal(rows.length, 8)
  })
  test('the call must say which applications to add; a filter also needs the number that the officer saw', async () => {
    const { id } = good(await staff.make(await staff.job(), 'shortlisted'))
    assert.deepEqual((await staff.add(id, [])).json.applications, [DECISION_WORDS.chooseFirst])
    assert.deepEqual((await staff.add(id, [], { filter: {} })).json.expected, [DECISION_WORDS.expected])
    assert.equal((await staff.add(999_999, [1])).status, 404)
  })
  test('the database itself holds that an application is on one open list', async () => {
    const job = await staff.job()
    const [first = 0] = await sentOnes(portal, job, 1)
    await staff.drafted(job, 'shortlisted', [first])
    const { id } = good(await staff.make(job, 'rejected'))
    await assert.rejects(
      portal.db.run(sql`insert into decision_entries (list_id, application_id) values (${id}, ${first})`),
      /on one list at a time/,
    )
  })
})

describe('decisions: one by one, from the table', () => {
  test('the first application starts a list of the officer’s own, the next is added to it; another officer gets another list', async () => {
    const job = await staff.job()
    const [firstId = 0, two = 0, three = 0] = await sentOnes(portal, job, 3)
    const first = decisionEndpoints['POST /api/staff/jobs/{id}/move/'].reply.parse(
      good(await staff.move(job, 'shortlisted', [firstId])),
    )
    const second = good(await staff.move(job, 'shortlisted', [two], { reason: 'By appeal' }))
    assert.deepEqual(
      [first.list.name, second.list.id, second.list.size],
      ['Shortlisted, Tuesday 24 November 2026', first.list.id, 2],
    )
    const other = await officer(portal, 'reviewer')
    assert.notEqual(good(await staff.move(job, 'shortlisted', [three], {}, other)).list.id, first.list.id)
    assert.notEqual(
      good(await staff.move(job, 'rejected', await sentOnes(portal, job, 1))).list.id,
      first.list.id,
    )
  })
  test('an application that cannot move to the stage starts no list', async () => {
    const job = await staff.job()
    const [hired = 0] = await sentOnes(portal, job, 1, { stage: 'hired' })
    const { status, json } = await staff.move(job, 'shortlisted', [hired])
    assert.deepEqual([status, json.message], [409, DECISION_WORDS.none])
    assert.deepEqual((await staff.author.visitor.get(`/api/staff/decisions/?job=${job}`)).json.results, [])
    assert.equal((await staff.move(999_999, 'shortlisted', [hired])).status, 404)
  })
  test('ten at once, one after the other in the table: one list', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 10)
    const answers = await Promise.all(ids.map((id) => staff.move(job, 'long_list', [id])))
    assert.equal(new Set(answers.map((answer) => good(answer).list.id)).size, 1)
  })
})

describe('decisions: the lists', () => {
  test('newest first, of one job and in one state when asked, in pages', async () => {
    const job = await staff.job()
    const ids: number[] = []
    for (let n = 0; n < 52; n++) ids.push(good(await staff.make(job, n % 2 ? 'rejected' : 'shortlisted')).id)
    const list = async (query: string) =>
      (await staff.second.visitor.get(`/api/staff/decisions/?job=${job}${query}`)).json
    const first = decisionEndpoints['GET /api/staff/decisions/'].reply.parse(await list(''))
    assert.deepEqual([first.results.length, first.results[0]?.id, first.next], [50, ids.at(-1), ids[2]])
    const next = await list(`&before=${first.next}`)
    assert.deepEqual([next.results.map(({ id }: { id: number }) => id), next.next], [[ids[1], ids[0]], null])
    good(await staff.withdraw(ids[7] ?? 0))
    assert.deepEqual(
      (await list('&state=withdrawn')).results.map(({ id }: { id: number }) => id),
      [ids[7]],
    )
  })
  test('each call is one audit entry, with the ids of the choice and no personal data', async () => {
    const job = await staff.job()
    const [first = 0, two = 0, three = 0] = await sentOnes(portal, job, 3)
    const before = await lastActId()
    const { id } = good(await staff.make(job, 'shortlisted'))
    good(await staff.change(id, { name: 'Other', reason: 'As resolved' }))
    good(await staff.add(id, [first, two]))
    good(await staff.add(id, [three], { reason: 'By appeal' }))
    good(await staff.take(id, [two]))
    good(await staff.view(id))
    good(await staff.author.visitor.get(`/api/staff/decisions/?job=${job}`))
    const { digest } = good(await staff.propose(id))
    good(await staff.decide(id, { approve: false, note: 'Look again', digest }))
    good(await staff.propose(id))
    good(await staff.withdraw(id))
    good(await staff.withdraw(id))
    await staff.add(id, [two])
    const list = id
    assert.deepEqual(
      (await auditEntriesSince(before)).map((entry) => [
        entry.act,
        entry.staff_id,
        entry.application_id,
        entry.reason,
        entry.detail,
      ]),
      [
        ['list.made', staff.author.id, null, '', { list, to: 'shortlisted' }],
        ['list.changed', staff.author.id, null, '', { list }],
        [
          'list.added_to',
          staff.author.id,
          null,
          '',
          { list, to: 'shortlisted', changed: 2, left: 0, applications: [first, two] },
        ],
        [
          'list.added_to',
          staff.author.id,
          three,
          'By appeal',
          { list, to: 'shortlisted', changed: 1, left: 0, applications: [three] },
        ],
        ['list.taken_from', staff.author.id, two, '', { list, changed: 1, left: 0, applications: [two] }],
        ['list.looked_at', staff.author.id, null, '', { list }],
        ['lists.listed', staff.author.id, null, '', {}],
        ['list.proposed', staff.author.id, null, 'As resolved', { list, to: 'shortlisted', size: 2, digest }],
        ['list.returned', staff.second.id, null, 'Look again', { list, digest }],
        ['list.proposed', staff.author.id, null, 'As resolved', { list, to: 'shortlisted', size: 2, digest }],
        ['list.withdrawn', staff.author.id, null, '', { list, was: 'proposed' }],
        ['list.withdrawn', staff.author.id, null, '', { list, was: 'drafting' }],
      ],
    )
  })
})

describe('decisions: a reviewer limited to an area', () => {
  test('adds and takes off only applicants of the area, proposes no others, and sees no list of others', async () => {
    const job = await staff.job()
    const [inside = 0] = await sentOnes(portal, job, 1)
    const [outside = 0] = await sentOnes(portal, job, 1, { county: 42, constituency: 240, ward: 1196 })
    const limited = await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } })
    const foreign = await staff.drafted(job, 'rejected', [])
    const own = good(await staff.make(job, 'shortlisted', {}, limited)).id
    const { changed, left } = good(await staff.add(own, [inside, outside], {}, limited))
    assert.deepEqual([changed, left, await listOf(outside)], [1, 1, null])
    assert.equal((await staff.move(job, 'long_list', [outside], {}, limited)).status, 409)
    for (const answer of [
      await staff.view(foreign, limited),
      await staff.add(foreign, [inside], {}, limited),
      await staff.change(foreign, { name: 'x' }, limited),
      await staff.propose(foreign, limited),
      await staff.withdraw(foreign, limited),
    ])
      assert.equal(answer.status, 404)
    assert.deepEqual(
      (await limited.visitor.get(`/api/staff/decisions/?job=${job}`)).json.results.map(
        ({ id }: { id: number }) => id,
      ),
      [own],
    )
    good(await staff.add(own, [outside]))
    const whole = good(await staff.view(own, limited))
    assert.deepEqual([whole.from, whole.counties.length], [[{ stage: 'received', count: 1 }], 1])
    assert.deepEqual((await staff.propose(own, limited)).json.message, DECISION_WORDS.outside)
    assert.equal(good(await staff.take(own, [outside], {}, limited)).changed, 0)
    good(await staff.take(own, [outside]))
    assert.equal(good(await staff.propose(own, limited)).state, 'proposed')
  })
})
