import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { WIRE } from '#contract/wire.ts'
import { sql } from '../../server/database/connect.ts'
import { type DecisionStaff, good, sentOnes } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { type Portal } from '../support/portal.ts'
import { lift } from '../support/review.ts'
import { officer } from '../support/staff.ts'

// An officer puts all applications that match a filter on a decision list. `good` checks that a reply has
// status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened))

const MOMBASA = { county: 1, constituency: 1, ward: 1 }
/** Names all applications that match a filter; the officer saw `expected` of them on the page. */
const allMatching = (filter: Record<string, string>, expected: number) => ({ filter, expected })
const lastAct = async () =>
  portal.db.row<{ act: string; detail: Record<string, unknown>; reason: string }>(
    sql`select act, detail, reason from audit_entries order by id desc limit 1`,
  )

describe('decisions: all that match a filter', () => {
  test('the matching applications are added to the list, as many as the officer saw; the audit entry has the filter', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 4)
    const fromMombasa = await sentOnes(portal, job, 3, MOMBASA)
    await sentOnes(portal, await staff.job(), 2, MOMBASA)
    const { id } = good(await staff.make(job, 'shortlisted'))
    const { changed, left, list } = good(await staff.add(id, [], allMatching({ county: '1' }, 3)))
    assert.deepEqual([changed, left, list.size], [3, 0, 3])
    assert.deepEqual((await lastAct())?.detail, {
      list: id,
      to: 'shortlisted',
      changed: 3,
      left: 0,
      filter: { county: [1] },
    })
    const on = await portal.db.rows<{ application_id: number }>(
      sql`select application_id from decision_entries where list_id = ${id} order by 1`,
    )
    assert.deepEqual(
      on.map((entry) => entry.application_id),
      fromMombasa,
    )
    const taken = good(await staff.take(id, [], allMatching({ list: String(id) }, 3)))
    assert.deepEqual([taken.changed, taken.list.size], [3, 0])
  })
  test('if another number matches by now, nothing is done, and the officer reads the new number', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 5)
    const { id } = good(await staff.make(job, 'shortlisted'))
    for (const answer of [
      await staff.add(id, [], allMatching({}, 4)),
      await staff.move(job, 'shortlisted', [], allMatching({}, 6)),
    ])
      assert.deepEqual(
        [answer.status, answer.json.message, answer.json.count],
        [409, DECISION_WORDS.counted(5), 5],
      )
    const facts = await portal.db.row<{ free: boolean }>(
      sql`select bool_and(list_id is null) as free from application_facts where job_id = ${job}`,
    )
    assert.deepEqual([facts?.free, good(await staff.view(id)).size], [true, 0])
  })
  test('applications on another list, or in a stage from which they cannot move, are left out and counted', async () => {
    const job = await staff.job()
    const [first = 0] = await sentOnes(portal, job, 4)
    await sentOnes(portal, job, 2, { stage: 'hired' })
    await staff.drafted(job, 'rejected', [first])
    const { changed, left } = good(await staff.move(job, 'shortlisted', [], allMatching({}, 6)))
    assert.deepEqual([changed, left], [3, 3])
  })
  test('a filter about identity finds no one while names are hidden, and all once they are revealed', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 3)
    const { id } = good(await staff.make(job, 'shortlisted'))
    // Filters that would reveal something about a person whose identity is hidden.
    const telling: Record<string, string>[] = [
      { gender: 'F' },
      { pwd: 'no' },
      { age: '18-90' },
      { search: 'Person' },
    ]
    for (const filter of telling) {
      const { changed, left } = good(await staff.add(id, [], allMatching(filter, 0)))
      assert.deepEqual([changed, left], [0, 0], JSON.stringify(filter))
      assert.equal((await staff.add(id, [], allMatching(filter, 3))).status, 409)
    }
    await lift(portal, staff.author, job)
    assert.equal(good(await staff.add(id, [], allMatching({ gender: 'F' }, 3))).changed, 3)
    assert.deepEqual(
      [good(await staff.view(id)).size, good(await staff.view(id)).sums],
      [3, null],
      'no sums of those who are hidden',
    )
  })
  test('what was typed into a search may be a name, and stays out of the log', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 1)
    const { id } = good(await staff.make(job, 'shortlisted'))
    good(await staff.add(id, [], allMatching({ search: 'wanjiku' }, 0)))
    assert.deepEqual((await lastAct())?.detail, {
      list: id,
      to: 'shortlisted',
      changed: 0,
      left: 0,
      filter: { search: true },
    })
  })
  test('a reviewer limited to an area puts on a list who lives there, whatever the filter says', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 2)
    const outside = await sentOnes(portal, job, 3, MOMBASA)
    const limited = await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } })
    const { list, changed } = good(await staff.move(job, 'shortlisted', [], allMatching({}, 2), limited))
    assert.deepEqual([changed, list.size], [2, 2])
    assert.equal(
      (await staff.move(job, 'shortlisted', [], allMatching({ county: '1' }, 3), limited)).status,
      409,
    )
    const facts = await portal.db.rows(
      sql`select list_id from application_facts where application_id = any(${outside}) and list_id is not null`,
    )
    assert.deepEqual(facts, [])
  })
  test('a filter or a number that cannot be read is refused', async () => {
    const { id } = good(await staff.make(await staff.job(), 'shortlisted'))
    for (const filter of [{ stage: 'nowhere' }, { age: 'old' }, { county: 'x' }])
      assert.equal((await staff.add(id, [], { filter, expected: 0 })).status, 422)
    for (const expected of [3_000_000_000, -1, 1.5]) {
      const refused = await staff.add(id, [], { filter: {}, expected })
      assert.deepEqual([refused.status, refused.json.expected], [422, [WIRE.notNumber]], String(expected))
    }
  })
  test('ten officers who put all that match on lists at once: each application on one, and no answer is an error', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 200)
    const lists: number[] = []
    for (let n = 0; n < 10; n++)
      lists.push(good(await staff.make(job, n % 2 ? 'shortlisted' : 'long_list')).id)
    const answers = await Promise.all(lists.map((list) => staff.add(list, [], allMatching({}, 200))))
    assert.deepEqual(
      [
        answers.reduce((sum, answer) => sum + good(answer).changed, 0),
        answers.filter(({ json }) => json.changed > 0).length,
      ],
      [200, 1],
    )
  })
})
