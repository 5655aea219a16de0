import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { livesIn, type PlaceCodes } from '#contract/job-applications/rules.ts'
import { importStaffRegister, RegisterProblem } from '../../server/job-applications/staff-register.ts'
import { sql } from '../../server/database/connect.ts'
import { count } from '../support/accounts.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The lists that forms offer: offices called Huduma centres, areas of by-elections, and education levels. Job
// type 4 is for by-elections.

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
const get = (path: string) => portal.visitor().get(path)

describe('S2 §7 lookups', () => {
  test('S2 §3 Huduma centres: id, name, location; by name; cached for five minutes', async () => {
    const { status, json, headers } = await get('/api/huduma-centres/')
    assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=300'])
    assert.deepEqual(Object.keys(json[0]).sort(), ['county_name', 'id', 'location', 'name'])
    assert.deepEqual(
      json.map(({ name }: { name: string }) => name),
      json.map(({ name }: { name: string }) => name).sort(),
    )
    assert.ok(json.length > 40)
  })
  test('J9 by-election areas: a senator’s has no constituency', async () => {
    const { json } = (await get('/api/by-election-areas')) as {
      json: { id: number; position_type: string; constituency_name?: string }[]
    }
    assert.deepEqual(
      new Set(json.map(({ position_type }) => position_type)),
      new Set(['SENATOR', 'MNA', 'MCA']),
    )
    for (const area of json)
      assert.equal('constituency_name' in area, area.position_type !== 'SENATOR', JSON.stringify(area))
  })
  test('J9 an area names the places in which it lies, so that the form can find out whether a person lives elsewhere', async () => {
    const { json } = (await get('/api/by-election-areas/')) as {
      json: ({ position_type: string } & PlaceCodes)[]
    }
    for (const { position_type, county, constituency, ward } of json)
      assert.deepEqual(
        [Number(county) > 0, constituency !== null, ward !== null],
        [true, position_type !== 'SENATOR', position_type === 'MCA'],
        position_type,
      )
    // A by-election area can be a ward, a constituency or a county. A person who lives in this ward lives in
    // all three.
    const home = { county: 47, constituency: 274, ward: 1366 }
    assert.deepEqual(
      [home, { ...home, ward: null }, { ...home, ward: null, constituency: null }].map((area) =>
        livesIn(area, home),
      ),
      [true, true, true],
    )
    assert.deepEqual(
      [
        { ...home, ward: 1 },
        { ...home, constituency: 1, ward: null },
        { county: 1, constituency: null, ward: null },
      ].map((area) => livesIn(area, home)),
      [false, false, false],
    )
  })
  test('S2 §3 qualification levels: id and name, lowest first', async () => {
    const { json } = await get('/api/qualification-levels/')
    assert.ok(json.length >= 8)
    assert.ok(json.every((level: { id: number; name: string }) => level.id > 0 && level.name))
  })
  test('J9 for a job, only the places that it accepts; for a job without places, or an unknown job, all', async () => {
    const [some, all] = await postJobs(
      portal,
      { job_type_id: 4, by_election_areas: [3, 2], huduma_centres: [7] },
      { job_type_id: 4 },
    )
    const ids = async (path: string) =>
      ((await get(path)).json as { id: number }[]).map(({ id }) => id).sort((left, right) => left - right)
    assert.deepEqual(
      [await ids(`/api/by-election-areas/?job=${some}`), await ids(`/api/huduma-centres/?job=${some}`)],
      [[2, 3], [7]],
    )
    for (const path of ['/api/by-election-areas/', '/api/huduma-centres/']) {
      const allIds = await ids(path)
      for (const job of [all, 2_000_000_000, 'x', ''])
        assert.deepEqual(await ids(`${path}?job=${job}`), allIds, `${path} ${job}`)
    }
  })
  test('J9 an import that no longer names a place removes the place from the job, also in cached answers', async () => {
    const job = { reference: 'PLACES/1', job_type_id: 4, by_election_areas: [3, 2] }
    const [id] = await postJobs(portal, job)
    /** The by-election areas that the job accepts. */
    const acceptedAreas = async () =>
      ((await get(`/api/by-election-areas/?job=${id}`)).json as { id: number }[]).map((area) => area.id)
    assert.equal((await acceptedAreas()).length, 2)
    await postJobs(portal, { ...job, by_election_areas: [3] })
    assert.deepEqual(await until('the lookup has changed', acceptedAreas, (ids) => ids.length === 1), [3])
    await postJobs(portal, { ...job, by_election_areas: null })
    assert.ok((await until('all are open again', acceptedAreas, (ids) => ids.length > 1)).length > 2)
  })
  test('J9 a row that names an unknown place is refused with its line', async () => {
    await assert.rejects(
      postJobs(portal, { by_election_areas: [1, 999_999] }),
      /line 1: by_election_areas: there is no such area/,
    )
    await assert.rejects(postJobs(portal, { huduma_centres: ['one'] }), /huduma_centres/)
  })
})

describe('J8 npm run portal -- staff-register import', () => {
  test('J8 one number a line, once each; the file is the register', async () => {
    assert.equal(await importStaffRegister(portal.deps, '\ufeff iebc/1 \r\nIEBC/2\n\nIEBC/1\n'), 2)
    assert.equal(await importStaffRegister(portal.deps, 'IEBC/2\nIEBC/3'), 2)
    const rows = await portal.db.rows<{ employment_number: string }>(
      sql`select employment_number from staff_register order by 1`,
    )
    assert.deepEqual(
      rows.map((row) => row.employment_number),
      ['IEBC/2', 'IEBC/3'],
    )
  })
  test('a bad line is named and nothing is taken; an empty file is no register', async () => {
    await assert.rejects(
      importStaffRegister(portal.deps, `IEBC/9\nx\n${'y'.repeat(61)}`),
      /line 2: .*\nline 3: /,
    )
    await assert.rejects(importStaffRegister(portal.deps, '\n \n'), RegisterProblem)
    assert.equal(await count(portal, sql`select from staff_register`), 2)
  })
})
