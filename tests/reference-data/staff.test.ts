import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { loadReference } from '../../server/database/load-reference.ts'
import { rankAbove } from '../../server/reference-data/rank.ts'
import { nextMinute } from '../support/accounts.ts'
import { answers, educationEntry, PARTIAL, readyToSend, SUBMIT } from '../support/answers.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { deriveFacts } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'
import type { Answer } from '../support/visitor.ts'

// Officers change the lists that forms offer. A release brings entries in files. Entries that officers add
// have ids above 10,000.

let portal: Portal
/** A recruiter may change the reference data. */
let recruiter: Officer
before(async () => {
  portal = await openPortal()
  recruiter = await officer(portal, 'recruiter')
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const REASON = { reason: 'Resolved by the commission' }
/** Adds an entry to a list of the reference data, such as `centres` or `levels`. */
const add = (list: string, body: Record<string, unknown>) =>
  recruiter.visitor.post(`/api/staff/reference-data/${list}/`, { ...REASON, ...body })
const change = (list: string, id: number, body: Record<string, unknown>) =>
  recruiter.visitor.request('PATCH', `/api/staff/reference-data/${list}/${id}/`, {
    body: { ...REASON, ...body },
  })
/** What a visitor without a login gets from a call. */
const open = async (path: string) => (await portal.visitor().get(path)).json
const lists = async () => (await recruiter.visitor.get('/api/staff/reference-data/')).json
type AuditRow = {
  act: string
  reason: string
  detail: { list: string; id: number; from?: Record<string, unknown>; to: Record<string, unknown> }
}
/** The audit entries that a call writes. Expects that the reply has this status. */
const entriesOf = async (work: () => Promise<Answer>, status = 200) => {
  const last =
    (await portal.db.row<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_entries`))?.id ?? 0
  const done = await work()
  assert.equal(done.status, status, done.text)
  return portal.db.rows<AuditRow>(
    sql`select act, reason, detail from audit_entries where id > ${last} order by id`,
  )
}
/** Expects that visitors see a change within two seconds, although they just got a cacheable answer. */
const shownToAll = async (path: string, is: (json: { id: number; name: string }[]) => boolean) => {
  const startedAt = performance.now()
  await until(path, () => open(path), is)
  assert.ok(performance.now() - startedAt < 2_000, `${path} after ${performance.now() - startedAt} ms`)
}
const hasName = (name: string) => (json: { name: string }[]) => json.some((entry) => entry.name === name)

describe('lookups: Huduma centres (decisions#silent-reference-data)', () => {
  const centre = { name: 'Huduma Centre Rongo', location: 'Rongo town hall', county: 44 }
  test('added, renamed and moved, switched off and on: public within 2 s, one audit entry each, in the same shape as before', async () => {
    const shape = Object.keys((await open('/api/huduma-centres/'))[0])
    const [added, ...more] = await entriesOf(() => add('centres', centre))
    assert.deepEqual(
      [added?.act, added?.reason, added?.detail.list, more.length],
      ['lookup.added', REASON.reason, 'centres', 0],
    )
    await shownToAll('/api/huduma-centres/', hasName(centre.name))
    const id = added?.detail.id ?? 0
    assert.ok(id > 10_000, 'far above what the files number')
    const [changed, ...others] = await entriesOf(() =>
      change('centres', id, { ...centre, name: 'Huduma Centre Migori', county: 43 }),
    )
    assert.deepEqual(
      [changed?.act, changed?.detail.from, changed?.detail.to, others.length],
      [
        'lookup.changed',
        { name: 'Huduma Centre Rongo', county: 44 },
        { name: 'Huduma Centre Migori', county: 43 },
        0,
      ],
    )
    await shownToAll(
      '/api/huduma-centres/',
      (json) => hasName('Huduma Centre Migori')(json) && !hasName(centre.name)(json),
    )
    const entry = (await open('/api/huduma-centres/')).find((entry: { id: number }) => entry.id === id)
    assert.deepEqual([Object.keys(entry), entry.county_name], [shape, 'Homa Bay'])
    assert.equal((await change('centres', id, { ...centre, is_active: false })).status, 200)
    await shownToAll('/api/huduma-centres/', (json) => !json.some((entry) => entry.id === id))
    assert.equal((await lists()).centres.find((entry: { id: number }) => entry.id === id).is_active, false)
    assert.equal((await change('centres', id, { ...centre, is_active: true })).status, 200)
    await shownToAll('/api/huduma-centres/', hasName(centre.name))
  })
  test('a missing or wrong value is an error at its field, and nothing is stored', async () => {
    for (const [body, field] of [
      [{ ...centre, name: ' ' }, 'name'],
      [{ ...centre, location: '' }, 'location'],
      [{ ...centre, county: '' }, 'county'],
      [{ ...centre, county: 48 }, 'county'],
      [{ ...centre, reason: ' ' }, 'reason'],
    ] as const) {
      assert.deepEqual(await entriesOf(() => add('centres', body), 422), [])
      assert.ok((await add('centres', body)).json[field]?.length, field)
      assert.ok((await change('centres', 1, body)).json[field]?.length, field)
    }
    assert.deepEqual(await entriesOf(() => change('centres', 9_999, centre), 404), [])
    const { id, ...same } = (await lists()).centres[0]
    assert.deepEqual(await entriesOf(() => change('centres', id, same), 409), [], 'nothing was changed')
  })
  test('J9 a centre that is switched off can no longer be chosen for any job; in a submitted application it keeps its name', async () => {
    const id =
      (await entriesOf(() => add('centres', { ...centre, name: 'Huduma Centre Closing' })))[0]?.detail.id ?? 0
    const sent = await readyToSend(portal, { job: { job_type_id: 3, huduma_centres: [id, 5] } })
    const saved = await sent.visitor.post(PARTIAL, { job_id: sent.jobId, huduma_centre: id })
    assert.equal(saved.status, 200, saved.text)
    assert.equal((await sent.visitor.post(SUBMIT, { job_id: sent.jobId, huduma_centre: id })).status, 200)
    const late = await readyToSend(portal, { job: { job_type_id: 3, huduma_centres: [id, 5] } })
    assert.equal((await late.visitor.post(PARTIAL, { job_id: late.jobId, huduma_centre: id })).status, 200)
    assert.equal(
      (await change('centres', id, { ...centre, name: 'Huduma Centre Closing', is_active: false })).status,
      200,
    )
    await shownToAll(
      `/api/huduma-centres/?job=${late.jobId}`,
      (json) => json.length === 1 && json[0]?.id === 5,
    )
    const refused = await late.visitor.post(SUBMIT, { job_id: late.jobId, huduma_centre: id })
    assert.deepEqual([refused.status, refused.json.huduma_centre?.length], [422, 1], refused.text)
    assert.equal((await late.visitor.post(SUBMIT, { job_id: late.jobId, huduma_centre: 5 })).status, 200)
    const stored = (await sent.visitor.get(`/api/job-applications/${sent.applicationId}/`)).json
    assert.match(JSON.stringify(stored), /Huduma Centre Closing/)
  })
})

describe('lookups: by-election areas (decisions#silent-reference-data)', () => {
  const area = { name: 'Starehe Ward X', position_type: 'MCA', county: 47, constituency: 274, ward: 1366 }
  test('the position to elect decides which places are needed, and these must lie in one another', async () => {
    for (const [over, field] of [
      [{ position_type: '' }, 'position_type'],
      [{ position_type: 'KING' }, 'position_type'],
      [{ ward: '' }, 'ward'],
      [{ constituency: '' }, 'constituency'],
      [{ county: 1 }, 'constituency'],
      [{ ward: 1 }, 'ward'],
      [{ county: 48, position_type: 'SENATOR' }, 'county'],
    ] as const) {
      const { status, json } = await add('areas', { ...area, ...over })
      assert.deepEqual([status, json[field]?.length], [422, 1], JSON.stringify([over, json]))
    }
    const [added] = await entriesOf(() => add('areas', area))
    const id = added?.detail.id ?? 0
    const entry = async () =>
      (await open('/api/by-election-areas/')).find((entry: { id: number }) => entry.id === id)
    await shownToAll('/api/by-election-areas/', (json) => json.some((entry) => entry.id === id))
    assert.deepEqual([(await entry()).ward, (await entry()).position_type], [1366, 'MCA'])
    assert.equal((await change('areas', id, { ...area, position_type: 'SENATOR' })).status, 200)
    await until('the area as a senator’s', entry, (entry) => entry.position_type === 'SENATOR')
    const { ward, constituency } = await entry()
    assert.deepEqual([ward, constituency, 'constituency_name' in (await entry())], [null, null, false])
    assert.equal((await change('areas', id, { ...area, is_active: false })).status, 200)
    await shownToAll('/api/by-election-areas/', (json) => !json.some((entry) => entry.id === id))
  })
})

describe('lookups: qualification levels (decisions#silent-reference-data)', () => {
  const level = { name: 'Professional Licence', short_name: 'Licence' }
  const order = async () => (await lists()).levels.map(({ short_name }: { short_name: string }) => short_name)
  // `above` is the id of the level directly below the new level. With 0, the new level becomes the lowest.
  test('added between two others, renamed, given another rank; lowest first for the public', async () => {
    const [added] = await entriesOf(() => add('levels', { ...level, above: 4 }))
    const id = added?.detail.id ?? 0
    await shownToAll('/api/qualification-levels/', hasName(level.name))
    const names = async () =>
      (await open('/api/qualification-levels/')).map(({ short_name }: { short_name: string }) => short_name)
    assert.deepEqual((await names()).slice(2, 6), [
      'Artisan / Trade Test',
      'Certificate',
      'Licence',
      'Diploma',
    ])
    assert.deepEqual(Object.keys((await open('/api/qualification-levels/'))[0]), ['id', 'name', 'short_name'])
    assert.equal((await change('levels', id, { ...level, above: 0 })).status, 200)
    assert.equal((await order())[0], 'Licence')
    assert.equal((await change('levels', id, { ...level, above: 10 })).status, 200)
    assert.equal((await order()).at(-1), 'Licence')
    const [renamed] = await entriesOf(() => change('levels', id, { ...level, name: 'Practising Licence' }))
    assert.deepEqual(
      renamed?.detail.to,
      { name: 'Practising Licence' },
      'where it ranks is left alone when nothing is said of it',
    )
    assert.equal((await order()).at(-1), 'Licence')
    assert.equal((await add('levels', { ...level, above: 99_999 })).json.above?.length, 1)
    assert.equal((await change('levels', id, { ...level, short_name: '' })).json.short_name?.length, 1)
  })
  test('a level of a submitted application keeps its rank; its name may change, and it may be switched off', async () => {
    const id =
      (await entriesOf(() => add('levels', { ...level, name: 'Sent once', short_name: 'Sent', above: 7 })))[0]
        ?.detail.id ?? 0
    const applicant = await readyToSend(portal, {
      over: { education: [educationEntry({ qualification_level: id })] },
    })
    assert.equal(
      (await change('levels', id, { ...level, short_name: 'Sent', above: 8 })).status,
      200,
      'a draft stands in no filter',
    )
    assert.equal((await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })).status, 200)
    const before = await order()
    const refused = await change('levels', id, { ...level, short_name: 'Sent', above: 0 })
    assert.deepEqual([refused.status, refused.json.above?.length, await order()], [422, 1, before])
    // The rank of an education level stays fixed when an application no longer names the level. That happens
    // when its account is deleted, or a correction names another level.
    await deriveFacts(portal)
    await portal.db.run(
      sql`update job_applications set education = '[]' where id = ${applicant.applicationId}`,
    )
    assert.equal((await change('levels', id, { ...level, short_name: 'Sent', above: 0 })).status, 422)
    assert.equal(
      (await change('levels', id, { ...level, short_name: 'Sent', above: 8, name: 'Renamed' })).status,
      200,
      'said again is no move',
    )
    assert.equal(
      (await change('levels', id, { ...level, short_name: 'Sent', name: 'Renamed', is_active: false }))
        .status,
      200,
    )
  })
  test('W22 a level that is switched off is no longer offered; a draft keeps it, and a submitted application keeps its name', async () => {
    const id =
      (
        await entriesOf(() =>
          add('levels', { ...level, name: 'Vanishing Diploma', short_name: 'Vanishing', above: 5 }),
        )
      )[0]?.detail.id ?? 0
    const education = [
      educationEntry({ qualification_level: id, qualification_level_name: 'Vanishing Diploma' }),
    ]
    const [sent, draft] = [
      await readyToSend(portal, { over: { education } }),
      await readyToSend(portal, { over: { education } }),
    ]
    assert.equal((await sent.visitor.post(SUBMIT, { job_id: sent.jobId })).status, 200)
    const off = { ...level, name: 'Another name', short_name: 'Vanishing', is_active: false }
    assert.equal((await change('levels', id, off)).status, 200)
    await shownToAll('/api/qualification-levels/', (json) => !json.some((entry) => entry.id === id))
    const seen = (await sent.visitor.get(`/api/job-applications/${sent.applicationId}/`)).json
    assert.match(JSON.stringify(seen.education), /Vanishing Diploma/)
    assert.equal(
      (await draft.visitor.post(PARTIAL, { job_id: draft.jobId, ...answers({ education }) })).status,
      200,
    )
    assert.equal((await draft.visitor.post(SUBMIT, { job_id: draft.jobId })).status, 200)
  })
  // The ranks of education levels in the files are multiples of a hundred. A new level gets a rank between
  // its neighbours; if there is no space, it gets none.
  test('a new level’s rank lies between its neighbours, and is never a multiple of a hundred, as the ranks in files are', () => {
    const levels = [
      { id: 1, rank: 100 },
      { id: 2, rank: 200 },
    ]
    assert.deepEqual(
      [
        rankAbove(levels, 0),
        rankAbove(levels, 1),
        rankAbove(levels, 2),
        rankAbove(levels, 3),
        rankAbove([], 0),
      ],
      [50, 150, 250, undefined, 50],
    )
    const above = rankAbove(
      [
        { id: 1, rank: 150 },
        { id: 2, rank: 250 },
      ],
      1,
    )
    assert.ok(above && above % REFERENCE_DATA.rankStep !== 0 && above > 150 && above < 250)
    assert.deepEqual(
      [
        rankAbove(
          [
            { id: 1, rank: 150 },
            { id: 2, rank: 151 },
          ],
          1,
        ),
        rankAbove(
          [
            { id: 1, rank: 199 },
            { id: 2, rank: 201 },
          ],
          1,
        ),
      ],
      [undefined, undefined],
    )
  })
})

describe('lookups: job types and places are renamed, never added', () => {
  test('a job type keeps its code, and cannot have another’s name; switched off, it is no longer offered, but its jobs stay public', async () => {
    const [job] = await postJobs(portal, { job_type_id: 1 })
    assert.equal(
      (await change('types', 1, { name: 'External' })).json.name?.[0],
      'Another job type has this name',
    )
    assert.equal((await change('types', 1, { name: 'Staff only' })).status, 200)
    await shownToAll('/api/job-types/', hasName('Staff only'))
    assert.equal((await open('/api/job-types/1/')).code, 'internal')
    await until(
      'the job under its type’s new name',
      () => open(`/api/jobs/${job}/`),
      (entry) => JSON.stringify(entry).includes('Staff only'),
    )
    assert.equal((await change('types', 1, { name: 'Staff only', is_active: false })).status, 200)
    await shownToAll('/api/job-types/', (json) => json.length === 3)
    assert.equal((await portal.visitor().get(`/api/jobs/${job}/`)).status, 200)
    assert.equal((await change('types', 1, { name: 'Internal', is_active: true })).status, 200)
  })
  test('a county, a constituency and a ward: public within 2 s under both names, one audit entry each, by officers who may', async () => {
    for (const [list, code, path, long] of [
      ['counties', 47, '/api/counties/', 'county_name'],
      ['constituencies', 274, '/api/constituencies/?county_id=47', 'constituency_name'],
      ['wards', 1366, '/api/wards/?constituency_id=274', 'ward_name'],
    ] as const) {
      await open(path)
      const [auditEntry, ...others] = await entriesOf(() => change(list, code, { name: ` New ${list} ` }))
      assert.deepEqual(
        [auditEntry?.detail.list, auditEntry?.detail.id, auditEntry?.detail.to, others.length],
        [list, code, { name: `New ${list}` }, 0],
      )
      await shownToAll(path, hasName(`New ${list}`))
      assert.equal((await open(path)).find((entry: { id: number }) => entry.id === code)[long], `New ${list}`)
      assert.equal((await change(list, 99_999, { name: 'x' })).status, 404)
      assert.equal((await change(list, code, { name: `New ${list}` })).status, 409, 'nothing was changed')
    }
    const within = (await recruiter.visitor.get('/api/staff/reference-data/places/?constituency=274')).json
      .places
    assert.ok(
      within.some(({ code, name }: { code: number; name: string }) => code === 1366 && name === 'New wards'),
    )
    assert.ok(
      (await recruiter.visitor.get('/api/staff/reference-data/places/?county=47')).json.places.length > 10,
    )
  })
  test('an officer who may not manage lists reads them for the names of jobs, and changes nothing', async () => {
    const { visitor } = await officer(portal, 'reviewer')
    assert.equal((await visitor.get('/api/staff/reference-data/')).status, 200)
    assert.equal(
      (
        await visitor.request('PATCH', '/api/staff/reference-data/counties/1/', {
          body: { ...REASON, name: 'x' },
        })
      ).status,
      403,
    )
    assert.equal((await visitor.get('/api/staff/reference-data/places/?county=1')).status, 403)
  })
})

describe('lookups: a restart and a new release', () => {
  test('entries that officers changed or added stay; all others are as in the files', async () => {
    const own = await openPortal()
    try {
      const { visitor } = await officer(own, 'administrator')
      const patch = async (path: string, body: Record<string, unknown>) =>
        assert.equal(
          (
            await visitor.request('PATCH', `/api/staff/reference-data/${path}/`, {
              body: { ...REASON, ...body },
            })
          ).status,
          200,
          path,
        )
      await patch('centres/1', { name: 'Ours', location: 'Here', county: 2, is_active: false })
      await patch('types/2', { name: 'Open to all', is_active: true })
      await patch('wards/1', { name: 'Our ward' })
      await patch('levels/5', { name: 'Ordinary Diploma', short_name: 'Diploma', above: 8 })
      await visitor.post('/api/staff/reference-data/levels/', {
        ...REASON,
        name: 'Added',
        short_name: 'Added',
        above: 10,
      })
      const all = async () => (await visitor.get('/api/staff/reference-data/')).json
      const before = await all()
      const logged: string[] = []
      const load = () =>
        loadReference(
          own.db,
          'IEBC',
          (_level, event, fields) => void logged.push(`${event} ${fields?.kind} ${fields?.count}`),
        )
      await load()
      assert.deepEqual([await all(), logged], [before, []], 'a restart loads nothing again')
      // The rows now look like those of an older release. Each file counts as new, and one row that no
      // officer changed has an older name.
      await own.db.run(sql`update reference_loads set sha256 = 'older'`)
      await own.db.run(sql`update huduma_centres set name = 'Older' where id = 2`)
      await load()
      assert.deepEqual(await all(), before)
      assert.deepEqual(logged, [
        'reference.skipped wards 1',
        'reference.skipped job-types 1',
        'reference.skipped qualification-levels 1',
        'reference.skipped huduma-centres 1',
      ])
    } finally {
      await own.close()
    }
  })
})
