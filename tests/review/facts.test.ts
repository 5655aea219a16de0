import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Experience } from '#contract/job-applications/rules.ts'
import { flagsIn } from '#contract/review/stages.ts'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { sql } from '../../server/database/connect.ts'
import { monthsOfWork } from '../../server/review/months.ts'
import { count } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { educationEntry, experienceEntry, refereeEntry } from '../support/answers.ts'
import { openJob } from '../support/applying.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { factOf, factsOfJob, lift, sentBy, deriveFacts, tablePath } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { officer } from '../support/staff.ts'

let portal: Portal
before(async () => void (portal = await openPortal()))
after(() => portal.close())

/** The flags among an application's facts, which a worker derives. Officers filter by the facts. */
const flagsOf = async (id: number) => flagsIn((await factOf(portal, id))?.flags ?? 0)
/** Answers of a new person who shares no referee and no phone with others. */
let people = 0
const alone = () => {
  const number = String(++people).padStart(6, '0')
  return {
    person: { phone: `+254711${number}` },
    over: { referees: [refereeEntry({ phone: `+254733${number}`, email: `referee${number}@example.org` })] },
  }
}

describe('facts of what was sent', () => {
  test('places as codes, the highest level and its year, months of work, and words of name, number and reference to search by', async () => {
    const { id: job } = await openJob(portal)
    const person = {
      ...alone().person,
      first_name: "Ng'endo",
      last_name: 'Achiéng-Otieno',
      gender: 'F',
      date_of_birth: '1990-02-28',
      is_pwd: 'Yes',
      disability_type: 'Visual',
    }
    const over = {
      ...alone().over,
      education: [
        educationEntry({ qualification_level: 7, year_of_completion: '2012' }),
        educationEntry({ qualification_level: 2, year_of_completion: '2020' }),
      ],
      experience: [
        experienceEntry({ start_date: '2020-01-01', end_date: '2020-12-31' }),
        experienceEntry({ start_date: '2020-07-01', end_date: '2021-06-30' }),
        experienceEntry({ start_date: '2026-10-24', end_date: 'Present', currently_working: true }),
      ],
    }
    const { id, reference, userId } = await sentBy(portal, job, { person, over })
    assert.equal(await factOf(portal, id), undefined, 'who sends waits for none of it')
    assert.equal(await deriveFacts(portal), 1)
    const sent = await portal.db.row<{ submitted_at: Date }>(
      sql`select submitted_at from job_applications where id = ${id}`,
    )
    assert.deepEqual(await factOf(portal, id), {
      application_id: id,
      job_id: job,
      submitted_at: sent?.submitted_at,
      county: 47,
      constituency: 274,
      ward: 1366,
      place: null,
      gender: 'F',
      is_pwd: true,
      born: '1990-02-28',
      level: 700,
      year: 2012,
      experience: 19,
      documents: 0,
      named_documents: 0,
      flags: 0,
      stage: 0,
      last_stage: null,
      list_id: null,
      is_open: false,
      is_read: false,
    })
    const { words } = (await portal.db.row<{ words: string[] }>(sql`
      select array(select lexeme from unnest(words)) as words from application_words where application_id = ${id}`)) ?? {
      words: [],
    }
    const { id_number: idno } = (await portal.db.row<{ id_number: string }>(
      sql`select id_number from users where id = ${userId}`,
    )) ?? { id_number: '' }
    const wanted = ['ngendo', 'achieng', 'otieno', 'achiengotieno', idno].map((word) => `${job}:${word}`)
    assert.deepEqual(
      words.sort(),
      [...wanted, `${job}#${reference.toLowerCase().replaceAll('-', '')}`].sort(),
    )
  })
  test('officers see and find an applicant whose long name has characters outside the basic plane', async () => {
    const { id: job } = await openJob(portal)
    // Each U+FB03 is three letters when it is compared. U+10428 is one letter of two UTF-16 units.
    const name = `${'\ufb03'.repeat(19)}aa\u{10428}`
    const { id } = await sentBy(portal, job, { person: { ...alone().person, first_name: name } })
    await deriveFacts(portal)
    const reader = await officer(portal, 'recruiter')
    await lift(portal, reader, job)
    const found = async (search: string) =>
      (await reader.visitor.get(tablePath(job, { search }))).json.rows.map((row: { id: number }) => row.id)
    assert.deepEqual([await found(name), await found('ffiffi'), await found('aa')], [[id], [id], []])
  })
  test('a profile that changes afterwards changes nothing', async () => {
    const { id: job } = await openJob(portal)
    const { id, userId } = await sentBy(portal, job, alone())
    await portal.db.run(
      sql`update users set gender = 'M', county_code = 1, constituency_code = 1, ward_code = 1 where id = ${userId}`,
    )
    await deriveFacts(portal)
    const facts = await factOf(portal, id)
    assert.deepEqual([facts?.gender, facts?.county, facts?.ward], ['F', 47, 1366])
  })
  test('documents are stored as bits, and a document with active parts, such as scripts, gets a flag', async () => {
    const { id: job } = await openJob(portal)
    const { id } = await sentBy(portal, job, alone())
    await portal.db.run(sql`
      insert into application_documents (application_id, kind, hash, size, type, name, state, flags, uploaded_at)
      values (${id}, 'cv', sha256('x'), 7, 'pdf', 'x.pdf', 'clean', '{scripts}', ${portal.clock.now()})`)
    await deriveFacts(portal)
    assert.deepEqual(await flagsOf(id), ['document_doubtful'])
  })
  test('months: what was done at the same time counts once, odd days make months, nothing after the day it was sent', () => {
    const work = (start_date: string, end_date: string) =>
      ({ ...experienceEntry({ start_date, end_date }), no_experience: false }) as Experience
    const months = (...entries: Experience[]) => monthsOfWork(entries, '2026-11-24')
    assert.equal(months(work('2022-01-01', '2022-12-31')), 12)
    assert.equal(
      months(work('2022-01-01', '2022-12-31'), work('2022-03-01', '2022-05-31')),
      12,
      'one inside another',
    )
    assert.equal(
      months(work('2022-01-01', '2022-06-30'), work('2022-07-01', '2022-12-31')),
      12,
      'one right after the other',
    )
    assert.equal(months(work('2022-01-31', '2022-02-28')), 1)
    assert.equal(months(work('2022-02-01', '2022-02-27')), 0)
    assert.equal(months(work('2022-01-01', '2022-01-16'), work('2023-01-01', '2023-01-16')), 1)
    assert.equal(months(work('2026-10-25', '2027-12-31')), 1)
    assert.equal(
      months(work('2022-05-01', '2022-04-01'), work('', ''), {
        ...work('2020-01-01', '2021-01-01'),
        no_experience: true,
      }),
      0,
    )
    assert.equal(months(work('0001-01-01', '2026-01-01')), 24_300)
  })
})

describe('what several applicants have in common', () => {
  test('a shared referee flags the first two applicants, and then each further one; other jobs and other referees do not count', async () => {
    const [{ id: job }, { id: other }] = [await openJob(portal), await openJob(portal)]
    const shared = { referees: [refereeEntry({ phone: '0799 000 111', email: 'unlike1@example.org' })] }
    const again = { referees: [refereeEntry({ phone: '+254799000111', email: 'unlike2@example.org' })] }
    const [first, elsewhere, stranger] = [
      await sentBy(portal, job, { ...alone(), over: shared }),
      await sentBy(portal, other, { ...alone(), over: shared }),
      await sentBy(portal, job, alone()),
    ]
    await deriveFacts(portal)
    assert.deepEqual(await flagsOf(first.id), [])
    const second = await sentBy(portal, job, { ...alone(), over: again })
    await deriveFacts(portal)
    for (const { id } of [first, second]) assert.deepEqual(await flagsOf(id), ['same_referee'])
    const third = await sentBy(portal, job, {
      ...alone(),
      over: { referees: [refereeEntry({ phone: '+254788777666', email: 'UNLIKE1@example.org' })] },
    })
    await deriveFacts(portal)
    assert.deepEqual(await flagsOf(third.id), ['same_referee'])
    for (const { id } of [elsewhere, stranger]) assert.deepEqual(await flagsOf(id), [])
  })
  test('a phone, and a document; both in one batch too', async () => {
    const { id: job } = await openJob(portal)
    const phone = { person: { phone: '+254700123321' } }
    const [first, second] = [
      await sentBy(portal, job, { ...alone(), ...phone }),
      await sentBy(portal, job, { ...alone(), ...phone }),
    ]
    const files = { cv: pdf() }
    const [third, fourth] = [
      await sentBy(portal, job, { ...alone(), files }),
      await sentBy(portal, job, { ...alone(), files }),
    ]
    await deriveFacts(portal)
    for (const { id } of [first, second]) assert.deepEqual(await flagsOf(id), ['same_phone'])
    for (const { id } of [third, fourth]) assert.deepEqual(await flagsOf(id), ['same_document'])
    assert.equal((await factOf(portal, third.id))?.documents, 1)
  })
  test('the stored marks reveal nothing and cannot be guessed: each is made with a key, and differs in every job', async () => {
    const rows = await portal.db.rows<{ mark: Buffer; jobs: number }>(
      sql`select mark, count(distinct job_id)::int as jobs from application_marks group by mark`,
    )
    assert.ok(rows.length > 10 && rows.every(({ mark, jobs }) => mark.length === 16 && jobs === 1))
    const guesses = ['+254799000111', 'unlike1@example.org'].flatMap((value) =>
      [value, `1 ${value}`, `referee ${value}`].map((text) =>
        createHash('sha256').update(text).digest('hex').slice(0, 32),
      ),
    )
    const marks = new Set(rows.map(({ mark }) => mark.toString('hex')))
    assert.ok(guesses.every((guess) => !marks.has(guess)))
  })
})

describe('the worker', () => {
  /** Queues applications, so that the worker derives their facts again. */
  const wait = (ids: number[]) =>
    portal.db.run(sql`insert into facts_waiting (application_id) select unnest(${ids}::bigint[])`)
  const waiting = () => count(portal, sql`select from facts_waiting`)
  /** Creates a submission whose stored text the worker cannot use. */
  const broken = async (jobId: number, frozen: string) => {
    const { userId } = await sentBy(portal, (await openJob(portal)).id, alone())
    const id = await applicationOf(portal, userId, jobId, { status: 'Pending' })
    await portal.db.run(sql`
      insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, submitted_at)
      values (${id}, ${frozen}, sha256(''), sha256(''), '', '', '{}', ${portal.clock.now()})`)
    return id
  }
  test('does nothing twice, and finds what was there', async () => {
    const { id: job } = await openJob(portal)
    const ids = [(await sentBy(portal, job)).id, (await sentBy(portal, job)).id]
    await deriveFacts(portal)
    await portal.db.run(
      sql`update application_facts set stage = 3, is_open = true where application_id = ${ids[0]}`,
    )
    const was = await factsOfJob(portal, job)
    await wait(ids)
    await deriveFacts(portal)
    assert.deepEqual([await factsOfJob(portal, job), await waiting()], [was, 0])
  })
  test('two at once share the work, and what applicants have in common is seen all the same', async () => {
    const { id: job } = await openJob(portal)
    for (let n = 0; n < 12; n++) await sentBy(portal, job, { person: alone().person })
    await Promise.all([deriveFacts(portal), deriveFacts(portal), deriveFacts(portal)])
    const rows = await factsOfJob(portal, job)
    assert.deepEqual(
      [rows.length, rows.every(({ flags }) => flagsIn(flags).includes('same_referee')), await waiting()],
      [12, true, 0],
    )
  })
  test('an unreadable submission gets its facts from the profile, a missing one no longer waits, and neither delays others', async () => {
    const { id: job } = await openJob(portal)
    const id = await broken(job, '{"applicant":')
    const { id: good } = await sentBy(portal, job, alone())
    await wait([999_999])
    await deriveFacts(portal)
    const facts = await factOf(portal, id)
    assert.deepEqual([facts?.county, facts?.gender, facts?.level, await waiting()], [47, 'F', 0, 0])
    assert.ok(await factOf(portal, good))
    assert.ok(portal.log.some((line) => line.event === 'facts.by_profile' && line.fields?.id === id))
  })
  test('facts that the database refuses are tried five times, and then left for a person; other applications get theirs', async () => {
    const { id: job } = await openJob(portal)
    const id = await broken(job, '{"applicant":{"date_of_birth":"some day"}}')
    const { id: good } = await sentBy(portal, job, alone())
    await deriveFacts(portal)
    assert.ok(await factOf(portal, good))
    assert.equal(await factOf(portal, id), undefined)
    for (let pass = 0; pass < 6; pass++) await deriveFacts(portal)
    assert.deepEqual(await portal.db.rows(sql`select application_id, failures from facts_waiting`), [
      { application_id: id, failures: 5 },
    ])
    const failures = portal.log.filter((line) => line.event === 'facts.not_derived')
    // 22007 is PostgreSQL's code for an invalid date.
    assert.deepEqual([failures.length, failures[0]?.fields?.code], [5, '22007'])
    await portal.db.run(sql`delete from facts_waiting`)
  })
  test('derives the same facts as the benchmark, which fills a portal directly', async () => {
    const filled = await fillForOfficers(portal.db, { people: 60, others: 3, each: 2 })
    // The benchmark also invents stages, visible names and shared flags. The test compares only flags that an
    // application has by itself: the bits of 27.
    const comparable = ({
      flags,
      stage: _,
      is_open: __,
      ...entry
    }: Awaited<ReturnType<typeof factsOfJob>>[number]) => ({ ...entry, flags: flags & 27 })
    const read = async () => ({
      facts: (await factsOfJob(portal, filled.big)).map(comparable),
      words: await portal.db.rows(
        sql`select application_id, words::text from application_words where application_id >= ${filled.firstApplication} order by 1`,
      ),
    })
    const was = await read()
    assert.deepEqual([was.facts.length, was.words.length, filled.applications], [60, 180, 180])
    await portal.db.run(sql`delete from application_facts where application_id >= ${filled.firstApplication}`)
    await wait(Array.from({ length: filled.applications }, (_, index) => filled.firstApplication + index))
    await deriveFacts(portal)
    assert.deepEqual(await read(), was)
  })
})
