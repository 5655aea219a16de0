import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { REVIEW } from '#contract/review/limits.ts'
import { STAGES } from '#contract/review/stages.ts'
import { VIEW_WORDS } from '#contract/review/view-words.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { refereeEntry } from '../support/answers.ts'
import { openJob } from '../support/applying.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { lift, type Query, sentBy, deriveFacts, tablePath } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'

// Officers do not see who applicants are, until a decision opens an application or an officer reveals names.
let portal: Portal
let job: number
let reviewer: Officer
let recruiter: Officer
type Sent = Awaited<ReturnType<typeof sentBy>>
/** Applications in the order of the table: hidden; visible after a decision; hidden, from Mombasa. */
let hidden: Sent
let open: Sent
let far: Sent

/** The identity of the applicant `hidden`. Each word occurs nowhere else, so the test can search for it. */
const WHO = {
  first_name: 'Zuhuracanary',
  last_name: 'Canaryotieno',
  email: 'canary@example.com',
  phone: '+254799555444',
  id_number: '99887766',
  date_of_birth: '1988-08-08',
}
const canaries = [...Object.values(WHO), 'canaryreferee', '+254788111222', 'Visual']
const place = { county: 1, constituency: 1, ward: 1 }

before(async () => {
  portal = await openPortal()
  job = (await openJob(portal)).id
  const over = {
    referees: [
      refereeEntry({ name: 'canaryreferee', email: 'canaryreferee@example.org', phone: '+254788111222' }),
    ],
  }
  hidden = await sentBy(portal, job, {
    person: { ...WHO, is_pwd: 'Yes', disability_type: 'Visual', gender: 'F' },
    over,
  })
  open = await sentBy(portal, job, {
    person: { first_name: 'Openname', gender: 'F', date_of_birth: '2000-01-01' },
  })
  far = await sentBy(portal, job, { person: { first_name: 'Farname', gender: 'M', ...place } })
  await deriveFacts(portal)
  await portal.db.run(
    sql`update application_facts set is_open = true, stage = 3 where application_id = ${open.id}`,
  )
  reviewer = await officer(portal, 'reviewer')
  recruiter = await officer(portal, 'recruiter')
})
beforeEach(() => nextMinute())
after(() => portal.close())

const tableOf = async (query: Query = {}, by: Officer = reviewer) => {
  const { status, json, text } = await by.visitor.get(tablePath(job, query))
  assert.equal(status, 200, text)
  return { json, text, ids: json.rows.map(({ id }: { id: number }) => id) as number[] }
}
const entriesOf = ({ id }: Officer) =>
  portal.db.rows<{ act: string; job_id: number | null; reason: string; detail: Record<string, unknown> }>(
    sql`select act, job_id, reason, detail from audit_entries where staff_id = ${id} and act not like 'session.%' and act not like 'person.%' order by id`,
  )

describe('blind: the applicant’s identity is hidden during the review', () => {
  test('every role sees all but name, gender, age and disability; for people whose list has taken effect, these too (selection#selection-officers-blind)', async () => {
    for (const role of ['reviewer', 'recruiter', 'approver', 'auditor'] as const) {
      const { json, ids } = await tableOf({}, await officer(portal, role))
      assert.deepEqual([ids, json.blind, json.lifted_until], [[hidden.id, open.id, far.id], true, null])
      const [first, second] = json.rows
      assert.deepEqual([first.name, first.gender, first.is_pwd, first.age], [null, null, null, null])
      assert.deepEqual(
        [first.reference, first.county, first.level, first.stage],
        [hidden.reference, 'Nairobi City', 'Diploma', 'received'],
      )
      assert.deepEqual(
        [second.name, second.gender, second.is_pwd, second.age],
        ["Openname Ng'ang'a", 'F', false, 26],
      )
    }
  })
  test('no answer contains a byte of a hidden identity, whatever is asked', async () => {
    const queries: Query[] = [
      {},
      { down: '1' },
      { sort: 'age' },
      { search: WHO.first_name },
      { search: hidden.reference },
      { gender: 'F' },
      { pwd: 'yes' },
    ]
    for (const query of queries) {
      const { text } = await tableOf(query)
      for (const canary of canaries)
        assert.ok(
          !text.includes(canary) && !text.toLowerCase().includes(canary.toLowerCase()),
          `${canary} in ${JSON.stringify(query)}`,
        )
    }
    const { text } = await reviewer.visitor.get(`/api/staff/jobs/${job}/review/`)
    for (const canary of canaries) assert.ok(!text.includes(canary), canary)
  })
  test('a filter or order about identity finds only visible people: gender, disability, age, names and numbers', async () => {
    assert.deepEqual((await tableOf({ gender: 'F' })).ids, [open.id])
    assert.deepEqual((await tableOf({ gender: 'F,M,O' })).ids, [open.id])
    assert.deepEqual((await tableOf({ pwd: 'yes' })).ids, [])
    assert.deepEqual((await tableOf({ pwd: 'yes,no' })).ids, [open.id])
    assert.deepEqual((await tableOf({ age: '18-' })).ids, [open.id])
    assert.deepEqual((await tableOf({ age: '38' })).ids, [])
    for (const sort of ['age', 'gender', 'pwd'])
      assert.deepEqual((await tableOf({ sort })).ids, [open.id], sort)
    assert.deepEqual((await tableOf({ search: 'openn' })).ids, [open.id])
    for (const search of [
      WHO.first_name,
      'zuhura',
      'canaryo',
      WHO.id_number,
      'farname',
      `${hidden.reference} ${WHO.first_name}`,
    ]) {
      const { ids, json } = await tableOf({ search })
      assert.deepEqual([ids, json.count], [[], 0], search)
    }
  })
  test('a reference number finds every applicant, however it is typed', async () => {
    for (const search of [
      hidden.reference,
      hidden.reference.toLowerCase().replaceAll('-', ''),
      hidden.reference.slice(0, 6),
    ])
      assert.ok((await tableOf({ search })).ids.includes(hidden.id), search)
  })
})

describe('blind: identities revealed', () => {
  test('needs the right, a job and a reason', async () => {
    const ask = (by: Officer, id: number, reason: string) =>
      by.visitor.post(`/api/staff/jobs/${id}/lift-blind/`, { reason })
    assert.equal((await ask(reviewer, job, 'I wonder')).json.code, 'forbidden')
    assert.deepEqual((await ask(recruiter, job, '  ')).json.reason, [STAFF_WORDS.reasonRequired])
    assert.equal((await ask(recruiter, 999_999, 'Why not')).status, 404)
    assert.equal((await tableOf({}, recruiter)).json.blind, true)
  })
  test('shows who they are, to this officer, for this job, for twelve hours; it is in the log with its reason', async () => {
    const [first, other] = [await officer(portal, 'recruiter'), await openJob(portal)]
    await lift(portal, first, job)
    const { json, ids } = await tableOf({ search: 'zuhura' }, first)
    const until = new Date(portal.clock.now().getTime() + REVIEW.liftHours * 3_600_000)
    assert.deepEqual([ids, json.blind, json.lifted_until], [[hidden.id], false, until.toISOString()])
    assert.deepEqual(
      [json.rows[0].name, json.rows[0].gender, json.rows[0].is_pwd, json.rows[0].age],
      ['Zuhuracanary Canaryotieno', 'F', true, 38],
    )
    assert.deepEqual((await tableOf({ gender: 'F', sort: 'age' }, first)).ids, [open.id, hidden.id])
    assert.equal((await first.visitor.get(tablePath(other.id))).json.blind, true)
    assert.equal((await tableOf({}, recruiter)).json.blind, true)
    const auditEntry = (await entriesOf(first)).find((entry) => entry.act === 'blind.lifted')
    assert.deepEqual(
      [auditEntry?.act, auditEntry?.job_id, auditEntry?.reason, auditEntry?.detail],
      ['blind.lifted', job, 'The panel compares names with its list', { until: until.toISOString() }],
    )
    await portal.db.run(
      sql`update blind_lifts set ends_at = ${portal.clock.now()} where staff_id = ${first.id}`,
    )
    assert.equal((await tableOf({}, first)).json.blind, true, 'over')
    await lift(portal, first, job)
    await portal.db.run(sql`update staff set role = 'reviewer' where id = ${first.id}`)
    assert.equal((await tableOf({}, first)).json.blind, true, 'whoever may not lift it any more')
  })
})

describe('areas: to an officer with an area, nothing outside it exists', () => {
  test('a table, its count, its search and its head have only what is inside', async () => {
    const areas = { counties: [1], constituencies: [] }
    const who = await officer(portal, 'reviewer', { areas })
    for (const query of [
      {},
      { sort: 'level' },
      { county: '47,1' },
      { search: far.reference },
      { down: '1' },
    ] as Query[]) {
      const { ids, json } = await tableOf(query, who)
      assert.deepEqual([ids, json.count], [[far.id], 1], JSON.stringify(query))
    }
    for (const query of [{ county: '47' }, { search: hidden.reference }] as Query[])
      assert.deepEqual((await tableOf(query, who)).ids, [])
    const { json } = await who.visitor.get(`/api/staff/jobs/${job}/review/`)
    assert.deepEqual(
      [json.stages.received, json.stages.shortlisted, json.places.map(({ code }: { code: number }) => code)],
      [1, 0, [1]],
    )
  })
  test('the list of jobs, and a job, count only applicants who live inside: submitted applications and drafts', async () => {
    const { id: draft } = await openJob(portal)
    await portal.db.run(sql`
      insert into job_applications (user_id, job_id, created_at, updated_at)
      select id, ${draft}, ${portal.clock.now()}, ${portal.clock.now()} from users where id = any(${[hidden.userId, open.userId, far.userId]})`)
    const areas = [
      { counties: [1], constituencies: [] },
      { counties: [], constituencies: [274] },
      { counties: [30], constituencies: [] },
    ]
    const counts = async ({ visitor }: Officer) => {
      const { results } = (await visitor.get('/api/staff/jobs/')).json as {
        results: { id: number; applications: number; drafts: number }[]
      }
      const [sent, started] = [job, draft].map((id) => results.find((entry) => entry.id === id))
      const [alone, startedAlone] = [
        (await visitor.get(`/api/staff/jobs/${job}/`)).json,
        (await visitor.get(`/api/staff/jobs/${draft}/`)).json,
      ]
      assert.deepEqual([alone.applications, startedAlone.drafts], [sent?.applications, started?.drafts])
      return [sent?.applications, started?.drafts]
    }
    assert.deepEqual(await counts(reviewer), [3, 3])
    const limited = []
    for (const entry of areas) limited.push(await counts(await officer(portal, 'reviewer', { areas: entry })))
    assert.deepEqual(limited, [
      [1, 1],
      [2, 2],
      [0, 0],
    ])
  })
  test('an area may be constituencies, also together with a county', async () => {
    const who = await officer(portal, 'reviewer', { areas: { counties: [], constituencies: [274] } })
    assert.deepEqual((await tableOf({}, who)).ids, [hidden.id, open.id])
    const two = await officer(portal, 'reviewer', { areas: { counties: [1], constituencies: [274] } })
    assert.deepEqual((await tableOf({}, two)).ids, [hidden.id, open.id, far.id])
    const none = await officer(portal, 'reviewer', { areas: { counties: [30], constituencies: [] } })
    assert.deepEqual([(await tableOf({}, none)).ids, (await tableOf({}, none)).json.count], [[], 0])
  })
})

describe('a page cannot start at a hidden applicant, because the place in the order would show something', () => {
  const firstPage = async (query: Query, by: Officer) => {
    const { ids, json } = await tableOf(query, by)
    return [ids, json.count, json.previous, json.next]
  }
  test('blind, in an order by age: the neighbours would show the hidden age', async () => {
    for (const down of [{}, { down: '1' }] as Query[]) {
      const first = await firstPage({ sort: 'age', ...down }, reviewer)
      assert.deepEqual(first, [[open.id], 1, null, null])
      for (const { id } of [hidden, far]) {
        for (const cursor of [{ after: String(id) }, { before: String(id) }] as Query[]) {
          assert.deepEqual(
            await firstPage({ sort: 'age', ...down, ...cursor }, reviewer),
            first,
            JSON.stringify([down, cursor]),
          )
        }
      }
    }
    const behind = await tableOf({ sort: 'age', after: String(open.id) })
    assert.deepEqual([behind.ids, behind.json.count], [[], 1], 'whose age is no secret is a place')
  })
  test('outside the officer’s areas: the neighbours would show the time, the level or the years of work', async () => {
    const who = await officer(portal, 'reviewer', { areas: { counties: [1], constituencies: [] } })
    for (const sort of ['sent', 'level', 'experience', 'year']) {
      const first = await firstPage({ sort }, who)
      assert.deepEqual(first, [[far.id], 1, null, null])
      for (const { id } of [hidden, open]) {
        for (const cursor of [{ after: String(id) }, { before: String(id) }] as Query[])
          assert.deepEqual(await firstPage({ sort, ...cursor }, who), first, JSON.stringify([sort, cursor]))
      }
    }
  })
})

describe('the head of a table', () => {
  test('says what there is to choose from, and how far the work is', async () => {
    const { json } = await reviewer.visitor.get(`/api/staff/jobs/${job}/review/`)
    assert.deepEqual(json.stages, {
      ...Object.fromEntries(STAGES.map((stage) => [stage, 0])),
      received: 2,
      shortlisted: 1,
    })
    const [mombasa, nairobi] = json.places
    assert.deepEqual(
      [mombasa.name, mombasa.count, mombasa.constituencies, nairobi.code, nairobi.count],
      ['Mombasa', 1, [{ code: 1, name: 'Changamwe', count: 1 }], 47, 2],
    )
    assert.deepEqual(
      nairobi.constituencies.map(({ code, count }: { code: number; count: number }) => [code, count]),
      [[274, 2]],
    )
    assert.deepEqual(
      [json.job.id, json.job.type_code, json.levels.length, json.areas, json.blind],
      [job, 'external', 10, [], true],
    )
    assert.equal((await reviewer.visitor.get('/api/staff/jobs/999999/review/')).status, 404)
    assert.equal((await reviewer.visitor.get(tablePath(999_999))).status, 404)
  })
  test('a job with areas or centres offers those it names, or all', async () => {
    const { id: centres } = await openJob(portal, { job_type_id: 3, huduma_centres: [2, 5] })
    const { json } = await reviewer.visitor.get(`/api/staff/jobs/${centres}/review/`)
    assert.deepEqual(
      json.areas.map(({ id }: { id: number }) => id).sort((left: number, right: number) => left - right),
      [2, 5],
    )
    const { id: areas } = await openJob(portal, { job_type_id: 4 })
    const all = (await reviewer.visitor.get(`/api/staff/jobs/${areas}/review/`)).json.areas
    assert.equal(
      all.length,
      (await portal.db.row<{ n: number }>(sql`select count(*) as n from by_election_areas`))?.n,
    )
  })
})

describe('views', () => {
  test('a filter under a name, for oneself alone; the same name is written over', async () => {
    const who = await officer(portal, 'reviewer')
    const keep = (name: string, query: string) =>
      who.visitor.post(`/api/staff/jobs/${job}/views/`, { name, query })
    const { json: made } = await keep(' Women ', 'gender=F')
    await keep('Diplomas', 'level=5-')
    assert.equal((await keep('Women', 'gender=F&level=7-')).json.id, made.id)
    const viewsOf = async (by: Officer) =>
      (await by.visitor.get(`/api/staff/jobs/${job}/review/`)).json.views.map(
        (entry: { name: string; query: string }) => [entry.name, entry.query],
      )
    assert.deepEqual(await viewsOf(who), [
      ['Diplomas', 'level=5-'],
      ['Women', 'gender=F&level=7-'],
    ])
    assert.deepEqual(await viewsOf(reviewer), [])
    const drop = (by: Officer, id: number) => by.visitor.request('DELETE', `/api/staff/views/${id}/`)
    assert.equal((await drop(reviewer, made.id)).status, 404, 'another’s')
    assert.equal((await drop(who, made.id)).status, 200)
    assert.equal((await drop(who, made.id)).status, 404)
    assert.deepEqual(await viewsOf(who), [['Diplomas', 'level=5-']])
    assert.deepEqual((await keep(' ', 'x')).json.name, [STAFF_WORDS.nameRequired])
    assert.equal(
      (await who.visitor.post('/api/staff/jobs/999999/views/', { name: 'x', query: '' })).status,
      404,
    )
  })
  test(`no more than ${REVIEW.maxViews} of one job`, async () => {
    const who = await officer(portal, 'reviewer')
    const keep = (index: number) =>
      who.visitor.post(`/api/staff/jobs/${job}/views/`, { name: `View ${index}`, query: '' })
    for (let index = 0; index < REVIEW.maxViews; index++) assert.equal((await keep(index)).status, 200)
    assert.equal((await keep(REVIEW.maxViews)).json.message, VIEW_WORDS.tooMany)
    assert.equal((await keep(7)).status, 200)
  })
})

describe('each view makes one audit entry, without personal data', () => {
  test('a table, a page of it, its head, a view', async () => {
    const who = await officer(portal, 'reviewer')
    await tableOf({ search: WHO.first_name, county: '47', gender: 'F' }, who)
    await tableOf({ sort: 'level', after: String(hidden.id) }, who)
    await who.visitor.get(`/api/staff/jobs/${job}/review/`)
    await who.visitor.post(`/api/staff/jobs/${job}/views/`, {
      name: WHO.last_name,
      query: `search=${WHO.last_name}`,
    })
    const auditEntries = await entriesOf(who)
    assert.ok(auditEntries.every((entry) => entry.job_id === job))
    assert.deepEqual(
      auditEntries.map((entry) => entry.act),
      ['applications.listed', 'applications.listed', 'review.opened', 'view.saved'],
    )
    assert.deepEqual(auditEntries[0]?.detail, {
      filter: { county: [47], gender: ['F'], search: true },
      sort: 'sent',
      blind: true,
      count: 0,
      shown: 0,
    })
    for (const canary of canaries) assert.ok(!JSON.stringify(auditEntries).includes(canary), canary)
    const before = auditEntries.length
    await who.visitor.get(tablePath(job, { age: 'x' }))
    await who.visitor.get(tablePath(999_999))
    assert.equal((await entriesOf(who)).length, before, 'what was refused was not seen')
  })
})

describe('an invented filter or value', () => {
  test('is refused at its field, or ignored; never an error of the server', async () => {
    const refused: Query[] = [
      { stage: 'gone' },
      { stage: 'received,' },
      { county: 'x' },
      { county: '1,,2' },
      { ward: '-1' },
      { gender: 'X' },
      { age: '21-35-40' },
      { level: '12345' },
      { flags: 'FLAG' },
      { list: '1;2' },
      { search: 'a'.repeat(101) },
      { search: 'a\u0000' },
      { county: `${'1,'.repeat(2_000)}1` },
    ]
    for (const query of refused) {
      const { status, json } = await reviewer.visitor.get(tablePath(job, query))
      assert.equal(status, 422, JSON.stringify(query).slice(0, 80))
      assert.ok(Array.isArray(json[Object.keys(query)[0] ?? '']))
    }
    const harmless: Query[] = [
      ...['x', '-1', '999999999999999', '0', "1' or '1'='1", 'null', '1e3', '9'.repeat(100), '%00'].flatMap(
        (cursor): Query[] => [{ after: cursor }, { before: cursor }],
      ),
      { after: String(hidden.id), before: String(far.id) },
      { sort: 'name' },
      { down: 'yes' },
      { county: '999999999' },
      { ward: '999999999,1' },
      { place: '999999999' },
      { list: '999999999' },
      { age: '9999-' },
      { age: '-9999' },
      { age: '0-0' },
      { level: '9999' },
      { year: '9999-0' },
      { experience: '9999-9999' },
      { experience: '-9999' },
      { nothing: 'of ours' },
      { county: Array.from({ length: 500 }, (_, index) => index).join(',') },
    ]
    for (const query of harmless) {
      for (const by of [reviewer, recruiter])
        assert.equal(
          (await by.visitor.get(tablePath(job, query))).status,
          200,
          JSON.stringify(query).slice(0, 80),
        )
    }
    const twice = await reviewer.visitor.get(`/api/staff/jobs/${job}/applications/?county=1&county=47`)
    assert.equal(twice.status, 422)
    for (const after of ['x', '999999999'])
      assert.deepEqual((await tableOf({ after })).ids, [hidden.id, open.id, far.id], 'the first page')
  })
  test('an application of another job is no place in this one', async () => {
    const { id: other } = await openJob(portal)
    const elsewhere = await sentBy(portal, other)
    await deriveFacts(portal)
    assert.deepEqual((await tableOf({ after: String(elsewhere.id) })).ids, [hidden.id, open.id, far.id])
  })
})
