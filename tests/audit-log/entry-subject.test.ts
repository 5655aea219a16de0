import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { type DecisionStaff, decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { lift, tablePath } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'

// An entry of the audit log says whom or what it is about. `good` checks that a reply has status 200, and
// returns its JSON.
let portal: Portal
let staff: DecisionStaff
let auditor: Officer
before(async () => {
  portal = await openPortal()
  staff = await decisionStaff(portal)
  auditor = await officer(portal, 'auditor')
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

/** The reference numbers of these applications in the given order, as an auditor reads them. */
const referencesOf = async (ids: number[]) => {
  const rows = await portal.db.rows<{ reference_number: string }>(sql`
    select reference_number from job_applications where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
  return rows.map(({ reference_number }) => reference_number).join(', ')
}
type Line = { act: string; job_id: number | null; application_id: number | null; about: string }
/** The newest audit entry of this kind, as an auditor reads it. */
const lastOf = async (action: string) => {
  const { results } = good(await auditor.visitor.get('/api/staff/audit-log/')) as { results: Line[] }
  const found = results.find((entry) => entry.act === action)
  assert.ok(found, action)
  return found
}

describe('each entry says whom it is about, so an auditor needs no other page', () => {
  test('a list, and the applications that were named; many by the first of them and how many more', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 14)
    const list = await staff.drafted(job, 'shortlisted', ids.slice(0, 2))
    assert.deepEqual((await lastOf('list.made')).about, `List ${list}`)
    assert.equal(
      (await lastOf('list.added_to')).about,
      `List ${list}, applications ${await referencesOf(ids.slice(0, 2))}`,
    )
    good(await staff.add(list, ids.slice(2)))
    assert.equal(
      (await lastOf('list.added_to')).about,
      `List ${list}, applications ${await referencesOf(ids.slice(2, 12))} and 2 more`,
    )
    const { digest } = good(await staff.propose(list))
    good(await staff.decide(list, { approve: true, digest }))
    assert.equal((await lastOf('list.approved')).about, `List ${list}`)
  })
  test('does not name applications that stayed as they were: of another job, outside the officer’s area, or already on a list', async () => {
    const [job, other] = [await staff.job(), await staff.job()]
    const [[here = 0, far = 0], [elsewhere = 0]] = [
      await sentOnes(portal, job, 2),
      await sentOnes(portal, other, 1),
    ]
    // This application moves to a county outside the area of the officer below.
    await portal.db.run(
      sql`update application_facts set county = 1, constituency = 1, ward = 1 where application_id = ${far}`,
    )
    const staffMember = await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } })
    const list = good(await staff.make(job, 'shortlisted', {}, staffMember)).id
    for (const [id, changed] of [
      [elsewhere, 0],
      [far, 0],
      [here, 1],
      [here, 0],
    ] as const) {
      assert.equal(good(await staff.add(list, [id], {}, staffMember)).changed, changed)
      const { application_id, about } = await lastOf('list.added_to')
      assert.deepEqual(
        [application_id, about],
        changed ? [id, `List ${list}, application ${await referencesOf([id])}`] : [null, `List ${list}`],
      )
    }
    assert.equal(good(await staff.take(list, [far], {}, staffMember)).changed, 0)
    assert.deepEqual((await lastOf('list.taken_from')).application_id, null)
  })
  test('an officer whose role was changed, by name; an entry of the lists that jobs choose from', async () => {
    const boss = await officer(portal, 'administrator')
    const { id } = await officer(portal, 'reviewer')
    good(
      await boss.visitor.request('PATCH', `/api/staff/people/${id}/`, {
        body: { role: 'auditor', reason: 'A new post' },
      }),
    )
    assert.equal((await lastOf('person.changed')).about, 'Officer reviewer')
    good(
      await boss.visitor.request('PATCH', '/api/staff/reference-data/counties/47/', {
        body: { name: 'Nairobi', reason: 'As it is called' },
      }),
    )
    assert.equal((await lastOf('lookup.changed')).about, 'Counties 47')
  })
  test('BLIND: shows neither what was searched for nor how many were found, because both may identify a person', async () => {
    const job = await staff.job()
    await sentOnes(portal, job, 1)
    // The recruiter gets permission to see applicants' names and to search for them.
    await lift(portal, staff.author, job)
    good(await staff.author.visitor.get(tablePath(job, { gender: 'F', search: 'Person' })))
    const { about, job_id } = await lastOf('applications.listed')
    assert.deepEqual([about, job_id], ['', job])
    const { text } = await auditor.visitor.get('/api/staff/audit-log/')
    for (const field of ['gender', 'filter', 'count', 'detail', 'shown', 'searched'])
      assert.ok(!text.includes(`"${field}"`), field)
  })
})
