import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { nairobiDate } from '#contract/dates.ts'
import { ageOn } from '#contract/civil-dates.ts'
import { SORTS } from '#contract/review/filter.ts'
import { FLAGS, STAGES, flagsIn, stageOf } from '#contract/review/stages.ts'
import { type FilledForOfficers, fillForOfficers } from '../../bench/officers-fill.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { openJob } from '../support/applying.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import {
  type FactsRow,
  factsOfJob,
  lift,
  type Query,
  sentBy,
  deriveFacts,
  tablePath,
} from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'

// The officers' table of a job's applications: filters, orders, pages and the search.

let portal: Portal
/** A job with 420 applications (`big`), as the benchmark fills it, and two more jobs. */
let filled: FilledForOfficers
let reader: Officer
/** The stored facts of all applications of the job. The tests compare the tables with them. */
let all: FactsRow[]
let closingDate: string
/** For each kind of place, the position of each code when the places are sorted by name. */
let ranks: Record<'counties' | 'constituencies' | 'wards', Map<number, number>>
/** The officer `reader` has opened every tenth application. */
const READ_BY_ME = 10
before(async () => {
  portal = await openPortal({ now: new Date() })
  filled = await fillForOfficers(portal.db, { people: 420, others: 2, each: 1 })
  // Gives some applications a by-election area (`place`), some the stage of an offer (6), and some a decision
  // list.
  await portal.db.run(sql`update application_facts set place = 3 where application_id % 7 = 0`)
  await portal.db.run(sql`update application_facts set stage = 6 where application_id % 97 = 0`)
  reader = await officer(portal, 'recruiter')
  await portal.db.run(sql`
    insert into decisions (job_id, name, to_stage, needs_second, made_by, made_at, updated_at)
    values (${filled.big}, 'A list', 3, true, ${reader.id}, ${portal.clock.now()}, ${portal.clock.now()})`)
  await portal.db.run(
    sql`update application_facts set list_id = (select id from decisions) where job_id = ${filled.big} and application_id % 11 = 0`,
  )
  await portal.db.run(
    sql`insert into decision_entries (list_id, application_id) select list_id, application_id from application_facts where list_id is not null`,
  )
  // Another officer has opened every fifth application, and `reader` half of these as well.
  const other = await officer(portal, 'reviewer')
  await portal.db.run(sql`
    insert into application_reads (application_id, staff_id, job_id)
    select application_id, unnest(case when application_id % ${READ_BY_ME} = 0 then array[${reader.id}::bigint, ${other.id}] else array[${other.id}::bigint] end), job_id
    from application_facts where application_id % 5 = 0`)
  await portal.db.run(sql`update application_facts set is_read = true where application_id % 5 = 0`)
  const ranked = (rows: { code: number; rank: number }[]) =>
    new Map(rows.map(({ code, rank }) => [code, rank]))
  ranks = {
    counties: ranked(
      await portal.db.rows(sql`select code, rank() over (order by name)::int as rank from counties`),
    ),
    constituencies: ranked(
      await portal.db.rows(sql`select code, rank() over (order by name)::int as rank from constituencies`),
    ),
    wards: ranked(
      await portal.db.rows(sql`select code, rank() over (order by name)::int as rank from wards`),
    ),
  }
  await lift(portal, reader, filled.big)
  all = await factsOfJob(portal, filled.big)
  const job = await portal.db.row<{ expiry_date: Date }>(
    sql`select expiry_date from jobs where id = ${filled.big}`,
  )
  closingDate = nairobiDate(job?.expiry_date ?? new Date())
})
beforeEach(() => nextMinute())
after(() => portal.close())

/** The officers’ table of a job for this query. */
const tableOf = async (query: Query = {}, jobId = filled.big) => {
  const { status, json, text } = await reader.visitor.get(tablePath(jobId, query))
  assert.equal(status, 200, text)
  return json as {
    count: number
    rows: { id: number; [field: string]: unknown }[]
    next: string | null
    previous: string | null
  }
}
const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id)

/** Reads all pages of the table, from the first to the last. */
async function walk(query: Query = {}) {
  const pages = [await tableOf(query)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await tableOf({ ...query, after: next }))
  return pages
}
/** The applicant's age on the closing date of the job. */
const years = (row: FactsRow) => ageOn(row.born, closingDate) ?? 0
const isWithin = (value: number, [least, most]: [number, number]) => value >= least && value <= most

/** Each case has a name, the query of a filter, and the rows that the filter must find. */
const CASES: [string, Query, (row: FactsRow) => boolean][] = [
  ['nothing', {}, () => true],
  ...STAGES.map((stage): [string, Query, (row: FactsRow) => boolean] => [
    `stage ${stage}`,
    { stage },
    (row) => stageOf(row.stage) === stage,
  ]),
  ['stages', { stage: 'received,rejected' }, ({ stage }) => [0, 8].includes(stage)],
  ['unread by me', { unread: 'me' }, (row) => row.application_id % READ_BY_ME !== 0],
  ['unread by anyone', { unread: 'anyone' }, (row) => !row.is_read],
  ['unread by me or by anyone', { unread: 'me,anyone' }, (row) => row.application_id % READ_BY_ME !== 0],
  ['unread, and on a list', { unread: 'anyone', list: '1' }, (row) => !row.is_read && row.list_id === 1],
  ['county', { county: '47,1,30' }, ({ county }) => [47, 1, 30].includes(county)],
  [
    'constituency',
    { constituency: '274,1,2,3,4,5,6,7,8' },
    ({ constituency }) => [274, 1, 2, 3, 4, 5, 6, 7, 8].includes(constituency),
  ],
  ['ward', { ward: Array.from({ length: 90 }, (_, index) => index + 1).join(',') }, ({ ward }) => ward <= 90],
  ['place', { place: '3' }, ({ place }) => place === 3],
  ['women', { gender: 'F' }, ({ gender }) => gender === 'F'],
  ['all genders', { gender: 'F,M,O' }, () => true],
  ['PWD', { pwd: 'yes' }, (row) => row.is_pwd],
  ['no PWD', { pwd: 'no' }, (row) => !row.is_pwd],
  ['either', { pwd: 'no,yes' }, () => true],
  ['age, both ends', { age: '21-35' }, (row) => isWithin(years(row), [21, 35])],
  ['age from', { age: '40-' }, (row) => years(row) >= 40],
  ['age to', { age: '-22' }, (row) => years(row) <= 22],
  ['one age', { age: '25' }, (row) => years(row) === 25],
  ['level', { level: '700-800' }, (row) => isWithin(row.level, [700, 800])],
  ['year', { year: '2010-2015' }, (row) => isWithin(row.year, [2010, 2015])],
  ['experience', { experience: '2-4' }, (row) => isWithin(Math.floor(row.experience / 12), [2, 4])],
  ['no year of work', { experience: '0' }, (row) => row.experience < 12],
  ['documents', { documents: 'both,none' }, ({ documents }) => [0, 3].includes(documents)],
  ['a CV alone', { documents: 'cv' }, ({ documents }) => documents === 1],
  ['a letter alone', { documents: 'cover_letter' }, ({ documents }) => documents === 2],
  ...FLAGS.map((flag): [string, Query, (row: FactsRow) => boolean] => [
    flag,
    { flags: flag },
    ({ flags }) => flagsIn(flags).includes(flag),
  ]),
  [
    'no flags, or that one',
    { flags: 'none,same_referee' },
    ({ flags }) => flags === 0 || flagsIn(flags).includes('same_referee'),
  ],
  ['on no list', { list: '0' }, (row) => row.list_id === null],
  ['on a list', { list: '1' }, (row) => row.list_id === 1],
  ['on one or none', { list: '0,1' }, () => true],
  ['on another list', { list: '999999999' }, () => false],
  [
    'together',
    { gender: 'F', level: '500-', stage: 'received', documents: 'both' },
    (row) => row.gender === 'F' && row.level >= 500 && row.stage === 0 && row.documents === 3,
  ],
]

describe('table: what matches', () => {
  for (const [what, query, fits] of CASES) {
    test(`${what}: every one, no other, and the count is exact`, async () => {
      const wanted = all.filter(fits).map((row) => row.application_id)
      const pages = await walk(query)
      assert.deepEqual(pages.flatMap(idsOf), wanted)
      for (const { count } of pages) assert.equal(count, wanted.length)
    })
  }
  test('each filter leaves some rows out, as otherwise the tests above would prove little', () => {
    const withoutRows = CASES.filter(
      ([, query, fits]) => Object.keys(query).length > 0 && all.filter(fits).length === 0,
    ).map(([what]) => what)
    // The benchmark creates no rows for these filters. facts.test.ts tests them.
    assert.deepEqual(
      withoutRows.sort(),
      [
        'document_doubtful',
        'level_not_listed',
        'on another list',
        'same_phone',
        'staff_number_unknown',
      ].sort(),
    )
  })
  test('a row says what was sent, in words', async () => {
    const { rows } = await tableOf()
    const facts = all[0]
    const [row] = rows
    // The row for this application, computed from the tables of the database.
    const stored = await portal.db.row<{
      reference: string
      status: string
      name: string
      county: string
      constituency: string
      ward: string
      level: string
    }>(sql`
      select reference_number as reference, status, first_name || ' ' || last_name as name, counties.name as county, constituencies.name as constituency,
        wards.name as ward, (select name from qualification_levels where rank = ${facts?.level}) as level
      from job_applications application join users on users.id = user_id join counties on counties.code = county_code
        join constituencies on constituencies.code = users.constituency_code join wards on wards.code = ward_code
      where application.id = ${facts?.application_id}`)
    assert.deepEqual(row, {
      ...stored,
      id: facts?.application_id,
      submitted_at: facts?.submitted_at.toISOString(),
      gender: facts?.gender,
      is_pwd: facts?.is_pwd,
      place: null,
      age: facts && years(facts),
      year: facts?.year,
      experience: facts?.experience,
      stage: stageOf(facts?.stage ?? 0),
      flags: flagsIn(facts?.flags ?? 0),
      documents: ['cv', 'cover_letter'].filter((_, index) => (facts?.documents ?? 0) & (1 << index)),
      list: facts?.list_id ? { id: 1, to_stage: 'shortlisted' } : null,
      reason: null,
      readers: 0,
      read_by_me: false,
    })
    const byId = new Map(
      (await walk())
        .flatMap((page) => page.rows)
        .map((entry) => [entry.id, [entry.readers, entry.read_by_me]]),
    )
    for (const { application_id: id } of all)
      assert.deepEqual(byId.get(id), id % READ_BY_ME === 0 ? [2, true] : [id % 5 === 0 ? 1 : 0, false])
  })
})

describe('table: orders and pages', () => {
  /** For each order of the table, the number by which it sorts the rows. */
  const keyOf: Record<(typeof SORTS)[number], (row: FactsRow) => number> = {
    sent: (row) => row.submitted_at.getTime(),
    level: (row) => row.level,
    experience: (row) => row.experience,
    year: (row) => row.year,
    age: (row) => -Date.parse(row.born),
    gender: (row) => row.gender.charCodeAt(0),
    pwd: (row) => Number(row.is_pwd),
    county: (row) => ranks.counties.get(row.county) ?? 0,
    constituency: (row) => ranks.constituencies.get(row.constituency) ?? 0,
    ward: (row) => ranks.wards.get(row.ward) ?? 0,
    documents: (row) => row.documents,
    flags: (row) => flagsIn(row.flags).length,
    stage: (row) => row.stage,
  }
  for (const sort of SORTS) {
    for (const down of ['', '1']) {
      test(`by ${sort}${down ? ', from the other end' : ''}: all pages forwards, and back again`, async () => {
        const query = { gender: 'F', sort, down }
        const sign = down ? -1 : 1
        // Rows with equal values are sorted by their ids. For ages this order is reversed, because the portal
        // sorts by date of birth.
        const tie = sort === 'age' ? -1 : 1
        const wanted = all
          .filter(({ gender }) => gender === 'F')
          .sort(
            (left, right) =>
              sign *
              (keyOf[sort](left) - keyOf[sort](right) || tie * (left.application_id - right.application_id)),
          )
          .map((row) => row.application_id)
        const pages = await walk(query)
        assert.deepEqual(pages.flatMap(idsOf), wanted)
        const back = [pages.at(-1)?.rows.map(({ id }) => id) ?? []]
        for (let previous = pages.at(-1)?.previous; previous; ) {
          const page = await tableOf({ ...query, before: previous })
          back.unshift(idsOf(page))
          previous = page.previous
          assert.ok(page.next)
        }
        assert.deepEqual(back, pages.map(idsOf))
      })
    }
  }
  test('applications that arrive meanwhile do not move the others: no row comes twice, and none is left out', async () => {
    const { id: job } = await openJob(portal)
    // Only paging is tested, so most of the applications are inserted directly.
    const ids = await sendCrowd(portal, job, ...Array.from({ length: 52 }, () => ({})))
    const arrive = async (many: number) => {
      for (let n = 0; n < many; n++) {
        portal.clock.advance(1_000)
        ids.push((await sentBy(portal, job)).id)
      }
      await deriveFacts(portal)
    }
    const first = await tableOf({ down: '1' }, job)
    await arrive(3)
    const second = await tableOf({ down: '1', after: first.next ?? '' }, job)
    assert.deepEqual([...idsOf(first), ...idsOf(second)], ids.slice(0, 52).reverse())
    const back = await tableOf({ down: '1', before: second.previous ?? '' }, job)
    assert.deepEqual(idsOf(back), idsOf(first))
    const newest = await tableOf({ down: '1', before: back.previous ?? '' }, job)
    assert.deepEqual([idsOf(newest), newest.previous, newest.count], [ids.slice(52).reverse(), null, 55])
  })
  // For very large jobs the portal uses another SQL statement, which must find the same rows.
  test('more rows than are read at once come by another statement, in the same order', async () => {
    // The portal chooses the statement by the stored count of the job's applications, so the count is changed
    // instead of adding twenty thousand applications. The other statement does not count: it repeats the
    // stored count.
    const setCount = (applications: number) =>
      portal.db.run(sql`update sent_counts set applications = ${applications} where job_id = ${filled.big}`)
    try {
      await setCount(20_000)
      assert.equal((await tableOf()).count, 420)
      await setCount(20_001)
      for (const sort of SORTS) {
        for (const down of ['', '1']) {
          const sign = down ? -1 : 1
          const tie = sort === 'age' ? -1 : 1
          const wanted = all
            .toSorted(
              (left, right) =>
                sign *
                (keyOf[sort](left) - keyOf[sort](right) ||
                  tie * (left.application_id - right.application_id)),
            )
            .map((row) => row.application_id)
          const first = await tableOf({ sort, down })
          const second = await tableOf({ sort, down, after: first.next ?? '' })
          assert.deepEqual([...idsOf(first), ...idsOf(second)], wanted.slice(0, 100), `${sort} ${down}`)
          assert.deepEqual(
            [first.count, idsOf(await tableOf({ sort, down, before: second.previous ?? '' }))],
            [20_001, idsOf(first)],
          )
        }
      }
    } finally {
      await setCount(all.length)
    }
  })
})

describe('table: what is typed', () => {
  /** The applications that a search finds, up to 50, which is one page. */
  const typed = async (search: string, more: Query = {}) => idsOf(await tableOf({ search, ...more }))
  const people = () =>
    portal.db.rows<{
      id: number
      first_name: string
      last_name: string
      idno: string
      reference: string
    }>(sql`
      select application.id, first_name, last_name, id_number as idno, reference_number as reference
      from application_facts join job_applications application on application.id = application_id join users on users.id = user_id where application.job_id = ${filled.big} order by application.submitted_at, application.id`)
  test('finds the beginnings of all words: of names, identity number and reference number, however they are typed', async () => {
    const rows = await people()
    const [row] = rows
    assert.ok(row)
    const { first_name: first, last_name: last, idno, reference } = row
    const hasWord = (entry: (typeof rows)[number], word: string) =>
      [entry.first_name, entry.last_name].some((name) => name.toLowerCase().startsWith(word))
    const wanted = (...words: string[]) =>
      rows.filter((entry) => words.every((word) => hasWord(entry, word))).map(({ id }) => id)
    const stem = first.slice(0, 3).toLowerCase()
    assert.deepEqual(await typed(stem), wanted(stem).slice(0, 50))
    assert.deepEqual(
      await typed(`  ${last.toUpperCase()}  ${first.slice(0, 4)} `),
      wanted(last.toLowerCase(), first.slice(0, 4).toLowerCase()).slice(0, 50),
    )
    for (const text of [
      idno,
      reference,
      reference.toLowerCase(),
      reference.replaceAll('-', ''),
      `${reference} ${first}`,
    ])
      assert.deepEqual(await typed(text), [row.id], text)
    assert.ok((await typed(idno.slice(0, 7))).includes(row.id))
    assert.deepEqual(await typed(idno.slice(1)), [], 'beginnings, no middles')
    assert.deepEqual(
      await typed(reference, {
        stage: STAGES.filter((stage) => stage !== stageOf(all[0]?.stage ?? 0)).join(','),
      }),
      [],
      'and the other conditions hold',
    )
  })
  test('an applicant for another job is not found in this one', async () => {
    const other = await portal.db.row<{ reference: string }>(
      sql`select reference_number as reference from job_applications where job_id = ${filled.others[0]} limit 1`,
    )
    assert.deepEqual(await typed(other?.reference ?? ''), [])
  })
  test('special characters of a search language are ordinary characters, or ignored', async () => {
    for (const text of [
      "'",
      "a' | 'b",
      ':*',
      '!',
      '& |',
      '1:wa:*',
      "\\'",
      '<->',
      '%',
      '  ',
      '漢字',
      '1#',
      'a'.repeat(100),
      '- - -',
    ])
      assert.equal((await reader.visitor.get(tablePath(filled.big, { search: text }))).status, 200, text)
    assert.deepEqual(await typed('!!!'), [])
    assert.equal((await typed(' ')).length, 50)
  })
})
