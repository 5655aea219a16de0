import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { LOG_WORDS } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/audit-log/limits.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import { findEntries } from '../../server/audit-log/entries-store.ts'
import { raiseAlarms } from '../../server/audit-log/alarms.ts'
import { PAGE_SIZE } from '../../server/audit-log/list-entries.ts'
import { sql } from '../../server/database/connect.ts'
import { recordAudit } from '../../server/staff/record-audit.ts'
import { START } from '../../server/start/limits.ts'
import { nextMinute } from '../support/accounts.ts'
import { type DecisionStaff, decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { plansOf } from '../support/plans.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Officer, officer } from '../support/staff.ts'
import { readCsv } from '../support/xlsx.ts'

// Auditors read the audit log, save it as a file, and look into its alarms. `good` checks that a reply has
// status 200, and returns its JSON. The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
let staff: DecisionStaff
let auditor: Officer
let boss: Officer
let job: number
let application: number
before(async () => {
  portal = await openPortal()
  staff = await decisionStaff(portal)
  auditor = await officer(portal, 'auditor')
  boss = await officer(portal, 'administrator')
  job = await staff.job()
  ;[application = 0] = await sentOnes(portal, job, 1)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

type Line = {
  id: number
  at: string
  act: string
  by: { id: number } | null
  job_id: number | null
  job_reference: string | null
  application_id: number | null
  application_reference: string | null
  user_id: number | null
  about: string
}
/** Reads a page of the audit log. `nextMinute` lets the officer's network make calls again. */
const log = async (query = '', by = auditor) => {
  nextMinute()
  return good(await by.visitor.get(`/api/staff/audit-log/?${query}`)) as {
    results: Line[]
    next: number | null
    officers: { id: number }[]
    jobs: { id: number }[]
  }
}
/** Writes an audit entry whose time is `back` milliseconds ago. */
const writeEntry = (
  action: string,
  over: Record<string, unknown> = {},
  by: Officer = staff.author,
  back = 0,
) =>
  portal.db.tx((tx) =>
    recordAudit(
      tx,
      { id: by.id, role: 'recruiter' },
      { act: action, ...over },
      new Date(portal.clock.now().getTime() - back),
    ),
  )
const openCase = () => staff.author.visitor.get(`/api/staff/applications/${application}/`)

describe('the log by person, job, kind and day', () => {
  test('each filter finds its lines and no others; one that makes no sense is none', async () => {
    good(await openCase())
    await writeEntry('support.looked_at', { userId: 4_002 }, boss)
    await writeEntry('support.looked_at', { userId: 4_001 }, boss, 86_400_000)
    const found = async (query: string) => (await log(query)).results
    for (const [query, matches] of [
      [`person=${boss.id}`, (line: Line) => line.by?.id === boss.id],
      ['about=4001', (line: Line) => line.user_id === 4_001],
      [`job=${job}`, (line: Line) => line.job_id === job],
      [`application=${application}`, (line: Line) => line.application_id === application],
      ['kind=application.looked_at', (line: Line) => line.act === 'application.looked_at'],
      ['kind=support', (line: Line) => line.act.startsWith('support.')],
      [
        `kind=support&person=${boss.id}&from=2026-11-24&to=2026-11-24`,
        (line: Line) => line.user_id === 4_002,
      ],
      // 21:00 UTC is midnight in Nairobi.
      ['to=2026-11-23', (line: Line) => line.at < '2026-11-23T21:00:00.000Z'],
    ] as const) {
      const lines = await found(query)
      assert.ok(lines.length > 0 && lines.every(matches), `${query}: ${JSON.stringify(lines.slice(0, 3))}`)
    }
    assert.deepEqual(await found('from=2026-11-24&to=2026-11-23'), [])
    // A filter with a meaningless value is ignored, so all lines are found.
    for (const odd of [
      'kind=constructor',
      'kind=nothing.here',
      'from=yesterday',
      'to=2026-13-01',
      'person=x',
      'before=999999999',
    ])
      assert.ok((await found(odd)).length > 3, odd)
    const { officers, jobs } = await log()
    assert.ok(officers.some(({ id }) => id === boss.id) && jobs.some(({ id }) => id === job))
  })
  test('jobs and applications by reference, for officers who may read applications; an administrator sees only ids of applications', async () => {
    good(await openCase())
    const line = async (by: Officer) => (await log(`application=${application}`, by)).results[0]
    const references = await portal.db.row<{ job: string; application: string }>(sql`
      select reference as job, reference_number as application from job_applications application join jobs on jobs.id = job_id where application.id = ${application}`)
    const [read, numbered] = [await line(auditor), await line(boss)]
    assert.deepEqual(
      [read?.job_reference, read?.application_reference],
      [references?.job, references?.application],
    )
    assert.deepEqual(
      [numbered?.job_reference, numbered?.application_reference, numbered?.application_id],
      [references?.job, null, application],
    )
  })
  test('page after page, each entry once and the newest first, in whatever order they were written', async () => {
    const ids: number[] = []
    for (const back of [1_000, 60_000, 30_000])
      await writeEntry('view.saved', { userId: 4_100 + back / 1_000 }, boss, back)
    for (let more = 0; more < PAGE_SIZE; more++) await writeEntry('view.saved', {}, boss)
    const first = await log('kind=view.saved')
    assert.equal(first.results.length, PAGE_SIZE)
    const second = await log(`kind=view.saved&before=${first.next}`)
    ids.push(...[...first.results, ...second.results].map(({ id }) => id))
    assert.equal(new Set(ids).size, PAGE_SIZE + 3)
    assert.deepEqual(
      second.results.map(({ user_id }) => user_id),
      [4_101, 4_130, 4_160],
    )
    assert.equal(second.next, null)
  })
  test('an index finds each of them in order', async () => {
    const plan = (filter: Parameters<typeof findEntries>[1], after?: { id: number; at: Date }) =>
      portal.db.tx(async (tx) => {
        // A table with so few rows would be read whole and sorted. The settings forbid that, so that the plan
        // is that of a large table.
        for (const way of ['enable_seqscan', 'enable_sort', 'enable_bitmapscan'])
          await tx.row(sql`select set_config(${way}, 'off', true)`)
        return (await plansOf(tx, (on) => findEntries(on, filter, after, 51)))[0] ?? ''
      })
    for (const [filter, index] of [
      [{}, 'audit_entries_at'],
      [{ from: '2026-11-24', to: '2026-11-24' }, 'audit_entries_at'],
      [{ person: boss.id, from: '2026-11-24' }, 'audit_entries_staff_at'],
      [{ job }, 'audit_entries_job_at'],
    ] as const) {
      const text = await plan(filter, { id: 9, at: portal.clock.now() })
      assert.match(text, new RegExp(`Index (?:Only )?Scan using ${index} `), text)
      assert.doesNotMatch(text, /Sort/, text)
    }
  })
})

describe('the log as a file', () => {
  test('the matching entries, as CSV that no spreadsheet takes for formulas; the file makes an entry itself; no one else may have it', async () => {
    await writeEntry('note.written', {
      jobId: job,
      applicationId: application,
      reason: '=HYPERLINK("http://evil.example")',
    })
    const save = ({ visitor }: Officer, query: string) => visitor.get(`/api/staff/audit-log/file/?${query}`)
    const answer = await save(auditor, `kind=note.written&job=${job}`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-disposition') ?? '', /filename="log-2026-11-24\.csv"/)
    const [heading = [], ...lines] = readCsv(`\ufeff${answer.text}`)
    assert.equal(lines.length, 1)
    const cell = (name: string) => lines[0]?.[heading.indexOf(name)]
    assert.deepEqual(
      [cell('What'), cell('Why')],
      ['Wrote a note on an application', '\'=HYPERLINK("http://evil.example")'],
    )
    const [entry] = (await log('kind=log.exported')).results
    assert.equal(entry?.by?.id, auditor.id)
    const detail = await portal.db.row<{ detail: unknown }>(
      sql`select detail from audit_entries where id = ${entry?.id}`,
    )
    assert.deepEqual(detail?.detail, { kind: 'note.written', job })
    assert.equal((await save(staff.author, '')).status, 403)
  })
})

describe('alarms', () => {
  /** Runs the task that raises alarms, and reads all alarms as an officer. */
  const alarms = async (by = auditor) => {
    nextMinute()
    await raiseAlarms(portal.deps)
    const { results } = good(await by.visitor.get('/api/staff/alarms/'))
    return results as {
      id: number
      rule: string
      count: number
      by: { id: number }
      other: { id: number } | null
      filter: Record<string, string>
      seen: { note: string } | null
    }[]
  }
  /** Drafts and proposes a decision list. The approver approves it five seconds later without opening it. */
  const approveUnread = async () => {
    const list = await staff.drafted(job, 'shortlisted', await sentOnes(portal, job, 1))
    const { digest } = good(await staff.propose(list))
    portal.clock.advance(5_000)
    good(await staff.decide(list, { approve: true, digest }))
  }
  test('for lists that were approved unread, and for a pair of officers who do so repeatedly; each links to a filter that finds them', async () => {
    assert.deepEqual(await alarms(), [])
    for (let more = 0; more < 3; more++) await approveUnread()
    const found = await alarms()
    const summaries = found.map(
      ({ rule, count, by, other }) => `${rule}: ${count} by ${by.id} of ${other?.id}`,
    )
    assert.deepEqual(summaries.toSorted(), [
      `hasty: 3 by ${staff.second.id} of undefined`,
      `pairs: 3 by ${staff.second.id} of ${staff.author.id}`,
    ])
    const { results } = await log(String(new URLSearchParams(found[0]?.filter)))
    assert.deepEqual([results.length, results[0]?.act], [3, 'list.approved'])
  })
  test('an auditor who looked into one writes a note, which the log keeps; it is open again once its count has doubled', async () => {
    const [first] = await alarms()
    const path = `/api/staff/alarms/${first?.id}/seen/`
    assert.equal((await auditor.visitor.post(path, { note: ' ' })).json.note[0], LOG_WORDS.noteRequired)
    const { seen } = good(await auditor.visitor.post(path, { note: 'They sat side by side' }))
    assert.equal(seen.note, 'They sat side by side')
    assert.equal((await auditor.visitor.post(path, { note: 'Again' })).status, 409)
    const [entry] = (await log('kind=alarm.seen')).results
    assert.deepEqual([entry?.by?.id, entry?.about], [auditor.id, `Officer approver, alarm ${first?.id}`])
    const open = async () => (await alarms()).filter((alarm) => alarm.seen === null).map(({ id }) => id)
    assert.ok(!(await open()).includes(first?.id ?? 0))
    for (let more = 0; more < 3; more++) await approveUnread()
    assert.ok((await open()).includes(first?.id ?? 0))
  })
  test('the start page shows those that wait to who reads the log, the newest first', async () => {
    const start = async (by: Officer) => (good(await by.visitor.get('/api/staff/start/')) as StartPage).alarms
    const open = (await alarms()).filter(({ seen }) => seen === null)
    assert.ok(open.length > 0)
    assert.deepEqual(await start(auditor), { items: open.slice(0, START.alarms), count: open.length })
    good(
      await auditor.visitor.post(`/api/staff/alarms/${open[0]?.id}/seen/`, { note: 'Their task of the day' }),
    )
    assert.equal((await start(boss))?.count, open.length - 1)
    assert.equal(await start(staff.second), null)
  })
  test('no one decides about an alarm about themselves, and only officers who read the log see any', async () => {
    for (let more = 0; more < 3; more++) await writeEntry('blind.lifted', { jobId: job }, auditor)
    const own = (await alarms(boss)).find(({ rule }) => rule === 'lifts')
    const refused = await auditor.visitor.post(`/api/staff/alarms/${own?.id}/seen/`, { note: 'All is well' })
    assert.deepEqual([refused.status, refused.json.message], [409, LOG_WORDS.aboutYou])
    assert.equal((await staff.second.visitor.get('/api/staff/alarms/')).status, 403)
  })
  test('an open one stays in the list and on the start page, however many newer ones officers have looked into', async () => {
    const [open, ...newer] = await portal.db.rows<{ id: number }>(sql`
      insert into staff_alarms (rule, staff_id, day, count, found_at)
      select 'exports', ${staff.author.id}, date '2026-01-01' + n, 10, ${portal.clock.now()}
      from generate_series(0, ${ALARMS.maxShown}::int) n order by n returning id`)
    for (const { id } of newer) await writeEntry('alarm.seen', { detail: { alarm: id, counted: 10 } }, boss)
    const found = await alarms()
    assert.equal(found.length, ALARMS.maxShown)
    assert.equal(found.find(({ id }) => id === open?.id)?.seen, null)
    const waiting = found.filter(({ seen }) => seen === null)
    assert.deepEqual(waiting, found.slice(0, waiting.length), 'open alarms come first')
    const start: StartPage = good(await auditor.visitor.get('/api/staff/start/'))
    assert.equal(start.alarms?.count, waiting.length)
  })
})
