import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Job } from '#contract/jobs.ts'
import { sql } from '../../../server/database/connect.ts'
import { postJobs } from '../../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../../support/portal.ts'

let portal: Portal
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(A_TUESDAY.getTime() + days * DAY_MS).toISOString()
const ago = (days: number) => inDays(-days)

before(async () => {
  portal = await openPortal()
  await postJobs(
    portal,
    { title: 'ICT Officer', location: 'Nairobi', job_type_id: 1, category: 'ICT', vacancies: 2, expiry_date: inDays(9), created_at: ago(5) },
    { title: 'Voter Registration Clerk', location: 'Garissa Town', vacancies: 900, expiry_date: inDays(3), created_at: ago(4) },
    { title: 'Accountant', location: 'Kisumu', department: 'Finance', vacancies: 1, expiry_date: inDays(30), created_at: ago(3) },
    { title: '100% Remote_Officer \\ back', location: 'Nairobi West', job_type_id: 3, created_at: ago(2) },
    { title: 'Presiding Officer', location: 'Garissa', job_type_id: 4, vacancies: 50, expiry_date: inDays(1), created_at: ago(6) },
    { title: 'Legal Officer', location: 'Nakuru', expiry_date: inDays(2), created_at: ago(7) },
    { title: 'Storekeeper', location: 'Embu', expiry_date: inDays(20), created_at: ago(8) },
    { title: 'Closed Clerk', location: 'Garissa', expiry_date: ago(1), created_at: ago(9) },
    { title: 'Withdrawn Clerk', location: 'Garissa', is_active: false, expiry_date: inDays(5) },
  )
})
after(() => portal.close())

const list = async (query = '') => {
  const answer = await portal.visitor().get(`/api/jobs/list/${query}`)
  assert.equal(answer.status, 200, `${query}: ${answer.text}`)
  return answer.json as { count: number; next: string | null; previous: string | null; page: number; pages: number; results: Job[] }
}
const titles = async (query: string) => (await list(query)).results.map((job) => job.title)

describe('J2 the list without paging', () => {
  test('J2 holds every open job in {count,next,previous,results}', async () => {
    const { count, next, previous, page, pages, results } = await list()
    assert.deepEqual([count, next, previous, page, pages, results.length], [7, null, null, 1, 1, 7])
  })
  test('J2 S1 §3 both names of one value, and every field of the specification', async () => {
    for (const job of (await list()).results) {
      assert.equal(job.expiry_date, job.application_deadline)
      assert.equal(job.job_type_name, job.type)
      const asked = [
        'id',
        'title',
        'department',
        'description',
        'qualification',
        'location',
        'job_type_id',
        'job_type_name',
        'is_active',
        'expiry_date',
        'created_at',
      ]
      for (const key of asked) assert.ok(key in job, key)
    }
  })
  test('J1 S1 §4 an expired and an inactive job are not listed', async () => {
    const all = await titles('')
    assert.ok(!all.includes('Closed Clerk') && !all.includes('Withdrawn Clerk'))
  })
  test('J1 include_expired=1 adds the expired, after the open ones, and never the inactive', async () => {
    const { results, count } = await list('?include_expired=1')
    assert.equal(count, 8)
    assert.deepEqual([results.at(-1)?.title, results.at(-1)?.is_expired], ['Closed Clerk', true])
    assert.ok(results.slice(0, -1).every((job) => !job.is_expired))
    assert.equal((await list('?include_expired=true')).count, 7, 'only 1 says so')
  })
  test('J1 a deadline that passes takes the job off the list', async () => {
    portal.clock.set(new Date(A_TUESDAY.getTime() + DAY_MS))
    assert.ok((await titles('?search=presiding')).length === 1, 'at its last second it is open')
    portal.clock.advance(1)
    assert.deepEqual(await titles('?search=Presiding'), [])
    portal.clock.set(A_TUESDAY)
  })
})

describe('S1 §9 paging', () => {
  test('S1 §9 a page holds 6, and the links lead through all of them with the filters kept', async () => {
    const first = await list('?page=1&sort=newest')
    assert.deepEqual([first.results.length, first.count, first.pages, first.previous], [6, 7, 2, null])
    const next = (await portal.visitor().get(first.next ?? '')).json
    assert.deepEqual([next.results.length, next.page, next.next], [1, 2, null])
    assert.match(next.previous, /sort=newest/)
    const back = (await portal.visitor().get(next.previous)).json
    assert.deepEqual(back.results, first.results)
  })
  test('S1 §2 a page past the end is the last page', async () => {
    for (const page of ['3', '999999', '1000000000000', '99999999999999999999']) {
      const answer = await list(`?page=${page}`)
      assert.deepEqual([answer.page, answer.results.length], [2, 1], page)
    }
    assert.deepEqual([(await list('?page=5&search=nothing-has-this')).page, (await list('?page=5&search=nothing-has-this')).count], [1, 0])
  })
  for (const page of ['0', '-1', '1.5', 'abc', 'NaN', '1e999', '%00', 'null', '[]', '1;drop', '١']) {
    test(`a page that is no page (${page}) is the first`, async () => {
      const answer = await list(`?page=${page}`)
      assert.deepEqual([answer.page, answer.results.length], [1, 6])
    })
  }
  test('a page size that makes no sense is 6, and none is over 50', async () => {
    for (const size of ['0', '-3', 'x', '']) assert.equal((await list(`?page=1&page_size=${size}`)).results.length, 6, size)
    assert.equal((await list('?page_size=3')).results.length, 3)
    assert.equal((await list('?page_size=100000')).results.length, 7)
  })
  test('repeated and nested parameters are no filter', async () => {
    assert.equal((await list('?search=ICT&search=Legal')).count, 7)
    assert.equal((await list('?search[$ne]=x&page[]=2')).count, 7)
    assert.equal((await list('?__proto__=1&constructor=1&toString=1&hasOwnProperty=x')).count, 7)
  })
})

describe('S1 §5 filters', () => {
  test('S1 §5 the title contains the text, whatever the case', async () => {
    assert.deepEqual(await titles('?search=iCt%20off'), ['ICT Officer'])
    assert.equal((await list('?search=OFFICER')).count, 4)
    assert.equal((await list('?search=%20officer%20')).count, 4)
  })
  test('T19 what people type is text and no pattern', async () => {
    assert.deepEqual(await titles('?search=100%25'), ['100% Remote_Officer \\ back'])
    assert.deepEqual(await titles('?search=e_O'), ['100% Remote_Officer \\ back'])
    assert.deepEqual(await titles('?search=%5C'), ['100% Remote_Officer \\ back'])
    assert.deepEqual(await titles('?search=t_O'), [])
    assert.deepEqual(await titles("?search='%20or%201=1--"), [])
  })
  test('S1 §5 the job type equals the name', async () => {
    assert.deepEqual(await titles('?job_type=Internal'), ['ICT Officer'])
    assert.deepEqual(await titles('?job_type=IEBC%20Huduma%20Centre%20Jobs'), ['100% Remote_Officer \\ back'])
    assert.equal((await list('?job_type=Intern')).count, 0)
    assert.equal((await list('?job_type=')).count, 7)
  })
  test('S1 §5 the location contains the text, whatever the case', async () => {
    assert.deepEqual((await titles('?location=garissa')).sort(), ['Presiding Officer', 'Voter Registration Clerk'])
  })
  test('J6 a category is its own, or the title or department of a job without one', async () => {
    assert.deepEqual(await titles('?category=ICT'), ['ICT Officer'])
    assert.deepEqual(await titles('?category=Finance'), ['Accountant'])
    assert.ok((await titles('?category=Voter%20Registration')).includes('Voter Registration Clerk'))
  })
  test('J6 the board counts what its links show', async () => {
    const board = (await portal.visitor().get('/api/jobs/board/')).json
    assert.deepEqual([board.notices, board.posts, board.next_deadline], [7, 953, inDays(1)])
    assert.deepEqual(
      board.categories.map((one: { name: string }) => one.name),
      ['ICT', 'Voter Registration', 'Communication', 'Finance'],
    )
    for (const { name, notices } of board.categories) assert.equal((await list(`?category=${encodeURIComponent(name)}`)).count, notices, name)
  })
  test('filters stand together', async () => {
    assert.deepEqual(await titles('?location=garissa&search=officer&job_type=By-Election%20Temporary%20Jobs'), ['Presiding Officer'])
  })
})

describe('sorting', () => {
  const ascending = (values: (number | undefined)[]) => values.every((value, at) => at === 0 || (values[at - 1] ?? 0) <= (value ?? 0))
  test('closing soonest first is the default, and no deadline comes last', async () => {
    for (const query of ['?x=1', '?sort=closing', '?sort=nonsense', '?sort=id;drop table jobs']) {
      const { results } = await list(query)
      assert.ok(ascending(results.map((job) => (job.expiry_date ? Date.parse(job.expiry_date) : Number.MAX_SAFE_INTEGER))), query)
      assert.equal(results[0]?.title, 'Presiding Officer')
    }
  })
  test('newest first', async () => {
    assert.ok(ascending((await list('?sort=newest')).results.map((job) => -Date.parse(job.created_at))))
  })
  test('most posts first, unknown last', async () => {
    const posts = (await list('?sort=posts')).results.map((job) => job.vacancies)
    assert.deepEqual(posts, [900, 50, 2, 1, null, null, null])
  })
})

describe('J1 what is remembered between two questions', () => {
  test('J1 a deadline that passes takes the job off the list and out of the count, and back with the clock', async () => {
    const count = async (size: number) => (await list(`?page_size=${size}`)).count
    assert.equal(await count(11), 7)
    portal.clock.set(new Date(A_TUESDAY.getTime() + DAY_MS + 1))
    assert.equal(await count(12), 6)
    assert.ok(!(await titles('?page_size=13')).includes('Presiding Officer'))
    portal.clock.set(A_TUESDAY)
    assert.equal(await count(14), 7)
  })
  test('J2 a job is shown as it is now, by its own change or its type’s, even before the change was heard of', async () => {
    const shown = async (size: number) => (await list(`?search=storekeeper&page_size=${size}`)).results.map((job) => [job.department, job.type])
    const [before] = await shown(11)
    await portal.db.run(sql`alter table jobs disable trigger jobs_changed`)
    await portal.db.run(sql`alter table job_types disable trigger job_types_changed`)
    await portal.db.run(sql`update jobs set department = 'Stores' where title = 'Storekeeper'`)
    await portal.db.run(sql`update job_types set name = 'Renamed' where name = ${before?.[1] ?? ''}`)
    assert.deepEqual(await shown(12), [['Stores', 'Renamed']])
    await portal.db.run(sql`update job_types set name = ${before?.[1] ?? ''} where name = 'Renamed'`)
    await portal.db.run(sql`alter table jobs enable trigger jobs_changed`)
    await portal.db.run(sql`alter table job_types enable trigger job_types_changed`)
  })
})
