import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Job } from '#contract/jobs/endpoints.ts'
import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { login, member } from '../support/accounts.ts'
import { postJobs, postSample } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(A_TUESDAY.getTime() + days * DAY_MS).toISOString()
const ago = (days: number) => inDays(-days)

before(async () => {
  portal = await openPortal()
  await postJobs(
    portal,
    {
      title: 'ICT Officer',
      location: 'Nairobi',
      job_type_id: 1,
      category: 'ICT',
      vacancies: 2,
      expiry_date: inDays(9),
      created_at: ago(5),
    },
    {
      title: 'Voter Registration Clerk',
      location: 'Garissa Town',
      vacancies: 900,
      expiry_date: inDays(3),
      created_at: ago(4),
    },
    {
      title: 'Accountant',
      location: 'Kisumu',
      department: 'Finance',
      vacancies: 1,
      expiry_date: inDays(30),
      created_at: ago(3),
    },
    { title: '100% Remote_Officer \\ back', location: 'Nairobi West', job_type_id: 3, created_at: ago(2) },
    {
      title: 'Presiding Officer',
      location: 'Garissa',
      job_type_id: 4,
      vacancies: 50,
      expiry_date: inDays(1),
      created_at: ago(6),
    },
    { title: 'Legal Officer', location: 'Nakuru', expiry_date: inDays(2), created_at: ago(7) },
    { title: 'Storekeeper', location: 'Embu', expiry_date: inDays(20), created_at: ago(8) },
    { title: 'Closed Clerk', location: 'Garissa', expiry_date: ago(1), created_at: ago(9) },
    { title: 'Withdrawn Clerk', location: 'Garissa', is_active: false, expiry_date: inDays(5) },
  )
})
after(() => portal.close())

/** The list of jobs for this query, as a visitor gets it. */
const list = async (query = '') => {
  const answer = await portal.visitor().get(`/api/jobs/list/${query}`)
  assert.equal(answer.status, 200, `${query}: ${answer.text}`)
  return answer.json as {
    count: number
    next: string | null
    previous: string | null
    page: number
    pages: number
    results: Job[]
  }
}
const titles = async (query: string) => (await list(query)).results.map((job) => job.title)

describe('J2 the list without paging', () => {
  test('J2 holds every open job in {count,next,previous,results}', async () => {
    const { count, next, previous, page, pages, results } = await list()
    assert.deepEqual([count, next, previous, page, pages, results.length], [7, null, null, 1, 1, 7])
  })
  test('J2 S1 §3 both names of a value have the same value, and every field of the specification is there', async () => {
    for (const job of (await list()).results) {
      assert.equal(job.expiry_date, job.application_deadline)
      assert.equal(job.job_type_name, job.type)
      const specified = [
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
      for (const key of specified) assert.ok(key in job, key)
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
  test('J2 each of search, job_type, location and sort asks for a page, as page and page_size do; an empty or invalid one does not', async () => {
    for (const query of ['search=e', 'job_type=External', 'location=a', 'sort=closing', 'sort=newest']) {
      const { results, count, pages, next } = await list(`?${query}`)
      assert.equal(results.length, Math.min(count, 6), query)
      assert.deepEqual([pages, next !== null], [Math.ceil(count / 6), count > 6], query)
    }
    assert.equal((await list('?sort=closing')).count, 7)
    for (const query of ['search=', 'search=%20', 'job_type=', 'location=', 'sort=', 'sort=nonsense'])
      assert.deepEqual([(await list(`?${query}`)).results.length, (await list()).pages], [7, 1], query)
  })
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
    assert.deepEqual(
      [
        (await list('?page=5&search=nothing-has-this')).page,
        (await list('?page=5&search=nothing-has-this')).count,
      ],
      [1, 0],
    )
  })
  for (const page of ['0', '-1', '1.5', 'abc', 'NaN', '1e999', '%00', 'null', '[]', '1;drop', '١']) {
    test(`a page that is no page (${page}) is the first`, async () => {
      const answer = await list(`?page=${page}`)
      assert.deepEqual([answer.page, answer.results.length], [1, 6])
    })
  }
  test('a page size that makes no sense is 6, and none is over 50', async () => {
    for (const size of ['0', '-3', 'x', ''])
      assert.equal((await list(`?page=1&page_size=${size}`)).results.length, 6, size)
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
  test('S1 §5 a job type with the longest name that officers may give is found too', async () => {
    const name = 'Long name '.repeat(15).trim().padEnd(REFERENCE_DATA.maxName, 'x')
    await portal.db.run(sql`update job_types set name = ${name} where id = 1`)
    assert.deepEqual(await titles(`?job_type=${encodeURIComponent(name)}`), ['ICT Officer'])
    await portal.db.run(sql`update job_types set name = 'Internal' where id = 1`)
  })
  test('S1 §5 the location contains the text, whatever the case', async () => {
    assert.deepEqual((await titles('?location=garissa')).sort(), [
      'Presiding Officer',
      'Voter Registration Clerk',
    ])
  })
  test('J6 a category is its own, or the title or department of a job without one', async () => {
    assert.deepEqual(await titles('?category=ICT'), ['ICT Officer'])
    assert.deepEqual(await titles('?category=Finance'), ['Accountant'])
    assert.ok((await titles('?category=Voter%20Registration')).includes('Voter Registration Clerk'))
  })
  test('J6 the counts of the board equal the numbers of jobs behind its links', async () => {
    const board = (await portal.visitor().get('/api/jobs/counts/')).json
    assert.deepEqual([board.notices, board.posts, board.next_deadline], [7, 953, inDays(1)])
    assert.deepEqual(
      board.categories.map((entry: { name: string }) => entry.name),
      ['ICT', 'Voter Registration', 'Communication', 'Finance'],
    )
    for (const { name, notices: jobCount } of board.categories)
      assert.equal((await list(`?category=${encodeURIComponent(name)}`)).count, jobCount, name)
  })
  test('filters work together', async () => {
    assert.deepEqual(
      await titles('?location=garissa&search=officer&job_type=By-Election%20Temporary%20Jobs'),
      ['Presiding Officer'],
    )
  })
})

describe('sorting', () => {
  const ascending = (values: (number | undefined)[]) =>
    values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= (value ?? 0))
  test('closing soonest first is the default, and no deadline comes last', async () => {
    for (const query of ['?x=1', '?sort=closing', '?sort=nonsense', '?sort=id;drop table jobs']) {
      const { results } = await list(query)
      assert.ok(
        ascending(
          results.map((job) => (job.expiry_date ? Date.parse(job.expiry_date) : Number.MAX_SAFE_INTEGER)),
        ),
        query,
      )
      assert.equal(results[0]?.title, 'Presiding Officer')
    }
  })
  test('newest first', async () => {
    assert.ok(ascending((await list('?sort=newest')).results.map((job) => -Date.parse(job.created_at))))
  })
  test('most posts first, unknown last', async () => {
    const posts = (await list('?sort=posts')).results.map((job) => job.vacancies)
    assert.deepEqual(posts, [900, 50, 2, 1, null, null])
  })
})

// Each call asks for another page size. So each has another address, and no answer comes from a cache.
describe('J1 cached answers', () => {
  test('J1 a deadline that passes takes the job off the list and out of the count; a clock that goes back restores it', async () => {
    const count = async (size: number) => (await list(`?page_size=${size}`)).count
    assert.equal(await count(11), 7)
    portal.clock.set(new Date(A_TUESDAY.getTime() + DAY_MS + 1))
    assert.equal(await count(12), 6)
    assert.ok(!(await titles('?page_size=13')).includes('Presiding Officer'))
    portal.clock.set(A_TUESDAY)
    assert.equal(await count(14), 7)
  })
  test('J2 a changed job or type is shown as it is now, even if the database did not notify the portal', async () => {
    const shown = async (size: number) =>
      (await list(`?search=storekeeper&page_size=${size}`)).results.map((job) => [job.department, job.type])
    const [before] = await shown(11)
    // Without these triggers, the database does not notify the portal of changed jobs.
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

describe('a wider search, beside the results of the list', () => {
  before(() => postSample(portal))
  const wider = async (query: Record<string, string>) => {
    const answer = await portal.visitor().get(`/api/jobs/wider/?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, `${JSON.stringify(query)}: ${answer.text}`)
    const { results, places } = answer.json as { results: Job[]; places: string[] }
    return { results, places, found: results.map(({ reference }) => reference) }
  }

  test('it finds jobs with all words in any order, each from its beginning, where the list finds none', async () => {
    for (const search of [
      'polling clerk',
      'Clerk POLLING',
      'polling clerks',
      'count poll',
      'clerk (by-elections) polling',
    ]) {
      assert.deepEqual((await wider({ search })).found, ['IEBC/BYE/003'], search)
      assert.equal((await list(`?${new URLSearchParams({ search })}`)).count, 0, search)
    }
    assert.deepEqual((await wider({ search: 'polling astronaut' })).found, [])
  })
  test('it finds the reference number, however it is written', async () => {
    for (const search of ['IEBC/BYE/003', 'iebc-bye-003', 'BYE 003', 'bye/003 clerk'])
      assert.deepEqual((await wider({ search })).found, ['IEBC/BYE/003'], search)
  })
  test('S1 §5 it leaves out what the list has found, and finds at most six', async () => {
    const { found } = await wider({ search: 'registration' })
    const all = (await list('?search=registration')).results.map(({ reference }) => reference)
    assert.ok(found.length > 0 && found.length <= 6 && found.every((entry) => !all.includes(entry)))
    assert.equal((await wider({ search: 'iebc' })).found.length, 6)
    assert.deepEqual((await wider({ search: '' })).found, [])
  })
  test('J9 a search for a place finds the by-election areas and Huduma Centres in it, and those that it lies in', async () => {
    const turkana = await wider({ location: 'turkana County', sort: 'newest' })
    assert.deepEqual(turkana.places, ['Lake Zone Ward', 'Nanaam Ward', 'Huduma Centre Turkana'])
    assert.ok(
      turkana.found.length === 6 && turkana.found.every((entry) => /BYE|HUD|INT\/014|TEST/.test(entry)),
      String(turkana.found),
    )
    const lodwar = await wider({ location: 'Lodwar' })
    assert.deepEqual(
      [lodwar.places, lodwar.results.every((job) => job.job_type_code === 'huduma')],
      [['Huduma Centre Turkana'], true],
    )
    assert.deepEqual((await wider({ location: 'Turkana West' })).places, ['Nanaam Ward'])
    // Names of more than eight words count to their end. Of what is typed, the first eight words count.
    assert.deepEqual((await wider({ location: 'Embakasi North constituency' })).places, [
      'Kariobangi North Ward',
    ])
    assert.deepEqual(
      (await wider({ location: 'nanaam ward turkana west constituency turkana county nanaam atlantis' }))
        .places,
      ['Nanaam Ward'],
    )
    assert.deepEqual(
      (await wider({ location: 'Baringo Central' })).places,
      ['Baringo County'],
      'a whole county votes for its senator',
    )
    assert.deepEqual(
      (await wider({ location: 'Muranga' })).places,
      (await wider({ location: 'Murang’a' })).places,
    )
    assert.ok((await wider({ location: 'Muranga' })).places.length > 0)
    assert.ok(
      !(await wider({ location: 'Kisumu' })).results.some(({ title }) => title === 'Accountant'),
      'the list has it',
    )
    assert.deepEqual((await wider({ location: 'Atlantis' })).found, [])
  })
  test('J9 a job that names its areas is found only in these; a county finds the jobs that are posted in it', async () => {
    await postJobs(
      portal,
      { title: 'Named Areas', job_type_id: 4, by_election_areas: [8, 12] },
      { title: 'Lakeside Porter', county_code: 23 },
    )
    const found = async (location: string) => (await wider({ location, search: 'named areas' })).found.length
    assert.deepEqual([await found('Nanaam'), await found('Chewani'), await found('Lake Zone')], [1, 1, 0])
    assert.deepEqual((await wider({ location: 'Turkana', search: 'lakeside porter' })).places, ['Turkana'])
  })
  test('filters work together here too', async () => {
    assert.deepEqual((await wider({ search: 'clerk', location: 'Lodwar' })).found, ['IEBC/HUD/008'])
    assert.deepEqual((await wider({ search: 'polling clerk', job_type: 'External' })).found, [])
    assert.ok(
      (await wider({ location: 'Turkana', category: 'Communication' })).results.every(
        ({ category }) => category === 'Communication',
      ),
    )
  })
  test('T19 whatever is typed is text, and never an error', async () => {
    const typed = [
      "' & | ! ( ) :* <-> \\",
      'the',
      'a',
      'of and',
      '%',
      ':*',
      "clerk' | polling",
      '\u0000clerk',
      '🗳️ 🗳️',
      '١٢٣',
      'é́́',
      'a b c d e f g h i j k l m n o p',
      'x'.repeat(100),
    ]
    for (const text of typed)
      for (const names of [['search'], ['location'], ['search', 'location']])
        await wider(Object.fromEntries(names.map((name) => [name, text])))
  })
})

test('with a token, a page of the list says which jobs are where the person lives; no other answer does', async () => {
  // The home is in Nanaam Ward in the county Turkana.
  const home = { county: 23, constituency: 124, ward: 623 }
  const [some = 0, elsewhere = 0, county = 0] = await postJobs(
    portal,
    { job_type_id: 4, by_election_areas: [8, 11, 12] },
    { job_type_id: 4, by_election_areas: [8, 11] },
    { county_code: 23 },
  )
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, (await member(portal, home)).email)).json.token
  const near = async (query: string) => {
    const { json } = await visitor.get(`/api/jobs/list/${query}`)
    return {
      county: json.your_county,
      nearYou: (id: number) => json.results.find((job: Job) => job.id === id)?.near_you,
    }
  }
  const page = await near('?page=1&page_size=50')
  assert.equal(page.county, 'Turkana')
  assert.deepEqual(
    [page.nearYou(some), page.nearYou(elsewhere), page.nearYou(county)],
    ['1 of 3 areas is yours: Nanaam Ward', undefined, 'In your county'],
  )
  const sentences = (await visitor.get('/api/jobs/list/?page=1&page_size=50')).json.results.map(
    (job: { near_you?: string }) => job.near_you,
  )
  assert.ok(sentences.includes('1 of 24 areas is yours: Nanaam Ward'), String(sentences))
  assert.ok(
    sentences.some((entry?: string) =>
      /^1 of \d\d Huduma Centres is in your county: Huduma Centre Turkana$/.test(entry ?? ''),
    ),
    String(sentences),
  )
  const open = (await portal.visitor().get('/api/jobs/list/?page=1&page_size=50')).text
  assert.ok(!/near_you|your_county/.test(open))
})
