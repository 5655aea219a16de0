import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { EXPORTS } from '#contract/exports/limits.ts'
import { EXPORT_WORDS, LEGAL_BASES_FOR_NAMES } from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { type Officer, officer } from '../support/staff.ts'

// Officers make a list of applications that they publish, such as the list of all who are shortlisted.

const NAIROBI = {
  county: { code: 47, name: 'Nairobi' },
  constituency: { code: 274, name: 'Westlands' },
  ward: { code: 1366, name: 'Kitisuru' },
}
const [shortlisted, interview, hired, screening] = [
  stageNumber('shortlisted'),
  stageNumber('interview'),
  stageNumber('hired'),
  stageNumber('screening'),
]

let portal: Portal
let recruiter: Officer
let job: number
before(async () => {
  portal = await openPortal()
  recruiter = await officer(portal, 'recruiter')
  ;[job = 0] = await postJobs(portal, {})
  // Sends one application for each entry, from Garissa unless a place is given. `is_open`: its decision list
  // has taken effect.
  await sendCrowd(
    portal,
    job,
    { ...NAIROBI, stage: interview, is_open: true },
    { stage: shortlisted, is_open: true, first_name: 'Amina' },
    { stage: shortlisted, is_open: true, first_name: '<b>Otieno</b>' },
    // This applicant is shortlisted, but the decision list has not taken effect.
    { stage: shortlisted },
    { stage: hired, is_open: true },
    { stage: screening },
    {},
  )
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const read = async (query = '', by = recruiter): Promise<PublishedList> =>
  (await by.visitor.get(`/api/staff/jobs/${job}/published-list/?${query}`)).json
/** Officers need a second person's agreement to see names; this asks for the list with names. */
const readWithNames = (body: Record<string, unknown>, by = recruiter) =>
  by.visitor.post(`/api/staff/jobs/${job}/published-list/names/`, body)
const WHY = { basis: 'election_officers', reason: 'Resolution 7 of the commission' }
const auditEntries = () =>
  portal.db.rows<{ act: string; staff_id: number; reason: string; detail: Record<string, unknown> }>(
    sql`select act, staff_id, reason, detail from audit_entries where act like 'notice.%' order by id`,
  )

describe('staff: a list of applications for publication', () => {
  test('references of people whose list has taken effect, by county and constituency; no names', async () => {
    const published = await read()
    // The lines are compared with the names of counties that the list itself gives.
    assert.deepEqual([published.status, published.count, published.too_many], ['Shortlisted', 3, false])
    assert.deepEqual(
      published.lines.map(({ county, constituency, name }) => [county, constituency, name]),
      [
        ['Garissa', 'Garissa Township', null],
        ['Garissa', 'Garissa Township', null],
        ['Nairobi', 'Westlands', null],
      ].map(([county, constituency, name]) => [
        published.places.find((entry) => entry.name.startsWith(String(county)))?.name,
        constituency,
        name,
      ]),
    )
    assert.ok((published.lines[0]?.reference ?? '') < (published.lines[1]?.reference ?? ''))
    assert.deepEqual(Object.keys(published.lines[0] ?? {}).sort(), [
      'constituency',
      'county',
      'name',
      'reference',
    ])
    assert.doesNotMatch(JSON.stringify(published), /Amina|Kamau|\+254/)
    assert.equal((await read('status=Hired')).count, 1)
  })
  test('of one county or one constituency; the counts by place stay those of the whole job', async () => {
    const ofNairobi = await read('county=47')
    assert.deepEqual(
      [ofNairobi.count, ofNairobi.lines.length, ofNairobi.places.map(({ count }) => count)],
      [1, 1, [2, 1]],
    )
    assert.equal((await read('county=7&constituency=27')).count, 2)
    assert.equal((await read('county=47&constituency=27')).count, 0)
    assert.equal((await read('county=1')).count, 0)
  })
  test('with names only on a legal basis and for a reason; with the names as they were submitted', async () => {
    assert.deepEqual((await readWithNames({ reason: 'Because' })).json.basis, [EXPORT_WORDS.basis])
    assert.deepEqual((await readWithNames({ ...WHY, basis: 'habit' })).json.basis, [EXPORT_WORDS.basis])
    assert.deepEqual((await readWithNames({ ...WHY, reason: ' ' })).json.reason, [STAFF_WORDS.reasonRequired])
    for (const basis of LEGAL_BASES_FOR_NAMES) {
      const { lines } = (await readWithNames({ ...WHY, basis, county: '7' })).json as PublishedList
      assert.deepEqual(
        lines.map(({ name }) => name?.split(' ')[0]),
        ['Amina', '<b>Otieno</b>'],
        'and never of one whose list has not taken effect',
      )
    }
  })
  test('each call is one audit entry, and a refused call is none', async () => {
    const before = (await auditEntries()).length
    await read('county=47')
    await readWithNames({ ...WHY, status: 'Hired' })
    await readWithNames({ ...WHY, basis: 'habit' })
    assert.deepEqual(
      (await auditEntries())
        .slice(before)
        .map(({ act: action, staff_id, reason, detail }) => [action, staff_id, reason, detail]),
      [
        ['notice.printed', recruiter.id, '', { status: 'Shortlisted', county: 47, count: 1 }],
        ['notice.names_printed', recruiter.id, WHY.reason, { status: 'Hired', count: 1, basis: WHY.basis }],
      ],
    )
  })
  test('who may: an auditor sees references and has no names; a reviewer and an administrator have neither', async () => {
    const auditor = await officer(portal, 'auditor')
    assert.equal((await read('', auditor)).count, 3)
    for (const role of ['auditor', 'reviewer', 'administrator'] as const)
      assert.equal((await readWithNames(WHY, await officer(portal, role))).status, 403, role)
    for (const role of ['reviewer', 'administrator'] as const) {
      assert.equal(
        (await (await officer(portal, role)).visitor.get(`/api/staff/jobs/${job}/published-list/`)).status,
        403,
        role,
      )
    }
    assert.equal((await recruiter.visitor.get('/api/staff/jobs/999999/published-list/')).status, 404)
  })
  test('an officer with an area gets lists of this area alone', async () => {
    const limited = await officer(portal, 'recruiter')
    await portal.db.run(
      sql`insert into staff_areas (staff_id, constituency_code) values (${limited.id}, 274)`,
    )
    const published = await read('', limited)
    assert.deepEqual([published.count, published.places.length], [1, 1])
    assert.equal(
      ((await readWithNames({ ...WHY, county: '7' }, limited)).json as PublishedList).lines.length,
      0,
    )
  })
  test('a list that would be too long has no lines: the officer chooses a county', async () => {
    const [big = 0] = await postJobs(portal, {})
    await sendCrowd(
      portal,
      big,
      ...Array.from({ length: EXPORTS.publishedListLines + 1 }, (_, n) => ({
        stage: shortlisted,
        is_open: true,
        ...(n < 2 ? NAIROBI : {}),
      })),
    )
    const { count, lines, too_many } = (await recruiter.visitor.get(`/api/staff/jobs/${big}/published-list/`))
      .json as PublishedList
    assert.deepEqual([count, lines.length, too_many], [EXPORTS.publishedListLines + 1, 0, true])
    const part = (await recruiter.visitor.get(`/api/staff/jobs/${big}/published-list/?county=47`))
      .json as PublishedList
    assert.deepEqual([part.count, part.lines.length, part.too_many], [2, 2, false])
    const before = (await auditEntries()).length
    const whole = (await recruiter.visitor.post(`/api/staff/jobs/${big}/published-list/names/`, WHY))
      .json as PublishedList
    assert.deepEqual([whole.lines, whole.too_many], [[], true])
    assert.deepEqual((await readWithNames({ ...WHY, county: '1' })).json.lines, [])
    const logged = (await auditEntries()).slice(before).map(({ act: action, reason }) => [action, reason])
    assert.deepEqual(
      logged,
      Array(2).fill(['notice.printed', WHY.reason]),
      'where nobody stands on it no names were shown, and nobody is told that they were',
    )
  })
})
