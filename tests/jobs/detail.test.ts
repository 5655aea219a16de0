import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { longDeadline } from '#contract/dates.ts'
import { FALLBACK_JOB_TYPES, JOB_TYPE_CODES } from '#contract/jobs/words.ts'
import { postJobs, postSample } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
before(async () => {
  portal = await openPortal()
  await postSample(portal)
})
after(() => portal.close())

const get = (path: string) => portal.visitor().get(path)

describe('GET /api/jobs/{id}/', () => {
  test('J2 the detail is the row of the list, with and without the slash', async () => {
    const [first] = (await get('/api/jobs/list/')).json.results
    const changed = { changed_at: null, change_reason: null, changes: [], extension_rule: [], extended: null }
    const rules = {
      experience_required: true,
      min_referees: 1,
      documents: 'asked',
      min_age: null,
      ...changed,
    }
    for (const slash of ['/', '']) {
      const {
        wanted_documents: named,
        counties: _counties,
        ...json
      } = (await get(`/api/jobs/${first.id}${slash}`)).json
      assert.deepEqual(json, { ...first, ...rules })
      assert.ok(Array.isArray(named))
    }
  })
  test('where posts in several counties are: by county, its areas or centres; a map of them is an image of its own', async () => {
    // Jobs of type 4 are for by-election areas, and jobs of type 3 for offices called Huduma centres.
    const countiesOf = async (over: Record<string, unknown>) => {
      const [id] = await postJobs(portal, over)
      return (await get(`/api/jobs/${id}/`)).json.counties as { code: number; name: string; places: number }[]
    }
    assert.deepEqual(await countiesOf({ job_type_id: 4, by_election_areas: [1, 21, 22] }), [
      { code: 30, name: 'Baringo', places: 1 },
      { code: 46, name: 'Nyamira', places: 2 },
    ])
    assert.deepEqual(
      [
        (await countiesOf({ job_type_id: 4 })).length,
        await countiesOf({ job_type_id: 4, by_election_areas: [21, 22] }),
        await countiesOf({}),
      ],
      [20, [], []],
    )
    assert.equal(new Set((await countiesOf({ job_type_id: 3 })).map(({ code }) => code)).size, 47)
    const image = await get('/maps/30-46.svg')
    assert.deepEqual(
      [image.status, image.headers.get('content-type'), image.headers.get('cache-control')],
      [200, 'image/svg+xml', 'public, max-age=86400'],
    )
    assert.match(image.text, /<path class="counties" d="M/)
    assert.match((await get('/maps/30.1-46.4.svg')).text, /fill-opacity=".25" d="M.*class="counties" d="M/)
    assert.doesNotMatch(image.text, /\bon\w+=|<script|href/)
    for (const file of ['46-30.svg', '99.svg', 'x.svg'])
      assert.equal((await get(`/maps/${file}`)).status, 404)
  })
  test('J1 an expired job by direct link is 200 and says so', async () => {
    const [id] = await postJobs(portal, { expiry_date: '2026-11-23' })
    const answer = await get(`/api/jobs/${id}/`)
    assert.deepEqual([answer.status, answer.json.is_expired], [200, true])
  })
  test('an inactive job is 404, like one that never was', async () => {
    const [id] = await postJobs(portal, { is_active: false })
    const [hidden, missing] = [await get(`/api/jobs/${id}/`), await get('/api/jobs/999999/')]
    assert.deepEqual([hidden.status, hidden.text], [404, missing.text])
    assert.equal(hidden.json.error, 'This job does not exist')
  })
  for (const id of [
    'abc',
    '0',
    '-1',
    '1.0',
    '1e2',
    '2147483648',
    '9'.repeat(300),
    '1%20',
    '%20',
    '1%00',
    "1'",
    '1%2F2',
    '..%2f1',
    '+1',
    '０',
  ]) {
    test(`J7 a job id that is no id (${id.slice(0, 12)}) is 404 as JSON, never cached`, async () => {
      for (const slash of ['', '/']) {
        const answer = await get(`/api/jobs/${id}${slash}`)
        assert.equal(answer.status, 404)
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        for (const key of ['code', 'message', 'error', 'detail'])
          assert.equal(typeof answer.json[key], 'string', key)
      }
    })
  }
})

describe('J3 the deadline', () => {
  const deadlineOf = async (expiry_date: string | null) => {
    const [id] = await postJobs(portal, { expiry_date })
    return (await get(`/api/jobs/${id}/`)).json.expiry_date as string | null
  }
  test('J3 a date ends at 23:59:59 in Nairobi', async () => {
    assert.equal(await deadlineOf('2026-12-03'), '2026-12-03T20:59:59.000Z')
    assert.equal(longDeadline(await deadlineOf('2026-12-03')), 'Thursday, 3 December 2026 at 11:59 p.m. EAT')
  })
  test('J3 a time without a zone is Nairobi time; one with a zone is that instant', async () => {
    assert.equal(await deadlineOf('2026-12-03T17:00:00'), '2026-12-03T14:00:00.000Z')
    assert.equal(await deadlineOf('2026-12-03T17:00:00Z'), '2026-12-03T17:00:00.000Z')
    assert.equal(await deadlineOf('2026-12-03T17:00:00+02:00'), '2026-12-03T15:00:00.000Z')
  })
  test('J3 none is null, which reads No deadline set', async () => {
    assert.equal(await deadlineOf(null), null)
    assert.equal(longDeadline(await deadlineOf(null)), 'No deadline set')
  })
  test('J3 the last second of the day in Nairobi is still open, the next is not', async () => {
    const [id] = await postJobs(portal, { expiry_date: '2026-11-24' })
    portal.clock.set(new Date('2026-11-24T23:59:59+03:00'))
    assert.equal((await get(`/api/jobs/${id}/?a`)).json.is_expired, false)
    const [other] = await postJobs(portal, { expiry_date: '2026-11-24' })
    portal.clock.set(new Date('2026-11-25T00:00:00+03:00'))
    assert.equal((await get(`/api/jobs/${other}/`)).json.is_expired, true)
  })
})

describe('J4 job types', () => {
  test('J4 the four, with stable codes, and S1 fallback ids 1 and 2', async () => {
    const types = (await get('/api/job-types/')).json
    assert.deepEqual(
      types.map((type: { code: string }) => type.code),
      [...JOB_TYPE_CODES],
    )
    assert.deepEqual(types.slice(0, 2), FALLBACK_JOB_TYPES)
    assert.equal(types[2].name, 'IEBC Huduma Centre Jobs')
    for (const type of types) assert.deepEqual((await get(`/api/job-types/${type.id}/`)).json, type)
  })
  test('J4 the prefix is the acronym of the organisation that runs the portal', async () => {
    const other = await openPortal({ config: { ORG_ACRONYM: 'EMB' } })
    const { loadReference } = await import('../../server/database/load-reference.ts')
    await loadReference(other.db, other.deps.config.organisation.acronym)
    assert.equal((await other.visitor().get('/api/job-types/3/')).json.name, 'EMB Huduma Centre Jobs')
    await other.close()
  })
  test('J4 an unknown type is 404', async () => {
    for (const id of ['5', '0', 'x', '99999999999'])
      assert.equal((await get(`/api/job-types/${id}/`)).status, 404, id)
  })
  test('S1 §9 clients and caches may keep them for five minutes', async () => {
    assert.equal((await get('/api/job-types/')).headers.get('cache-control'), 'public, max-age=300')
  })
})
