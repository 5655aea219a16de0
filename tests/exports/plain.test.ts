import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { EXPORTS } from '#contract/exports/limits.ts'
import { COLUMN_WORDS, IDENTITY_COLUMNS, PLAIN_COLUMNS } from '#contract/exports/words.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { lift } from '../support/review.ts'
import { GARISSA, sendCrowd } from '../support/sent-crowd.ts'
import { type Officer, officer } from '../support/staff.ts'
import { readCsv, readSheet } from '../support/xlsx.ts'

// Officers download a job's applications as a file. The file does not show who the applicants are.

const NAIROBI = {
  county: { code: 47, name: 'Nairobi' },
  constituency: { code: 274, name: 'Westlands' },
  ward: { code: 1366, name: 'Kitisuru' },
}

// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
let recruiter: Officer
let job: number
let ids: number[]
before(async () => {
  portal = await openPortal()
  recruiter = await officer(portal, 'recruiter')
  ;[job = 0] = await postJobs(portal, { expiry_date: '2026-12-03' })
  // Sends one application for each entry, from Garissa unless a place is given. Stage 1 is `screening`, 3 is
  // `shortlisted`. `is_open`: a decision took effect, so officers may see who the applicant is.
  ids = await sendCrowd(
    portal,
    job,
    { gender: 'M', stage: 3, is_open: true, phone: '0712000001' },
    { gender: 'M', is_pwd: true },
    { ...NAIROBI, gender: 'F', stage: 1 },
    { first_name: '=HYPERLINK("http://evil.example")', ...NAIROBI },
  )
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const file = async (query = '', by = recruiter, path = `/api/staff/jobs/${job}/exports/file/`) => {
  const { cookies } = by.visitor
  const answer = await fetch(`${portal.url}${path}?${query}`, {
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const csv = async (query = '', by = recruiter) =>
  readCsv((await file(`format=csv&${query}`, by)).bytes.toString('utf8'))
const auditEntries = (action = 'export.%') =>
  portal.db.rows<{
    act: string
    staff_id: number
    job_id: number
    reason: string
    detail: Record<string, unknown>
  }>(
    sql`select act, staff_id, job_id, reason, detail from audit_entries where act like ${action} order by id`,
  )

describe('staff exports: without identities', () => {
  test('one line for each application, in the order of submission, below a heading; nothing identifies a person', async () => {
    const { status, headers, bytes } = await file('format=csv')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="TEST-\d+-applications-2026-11-24\.csv"/,
    )
    assert.equal(headers.get('cache-control'), 'no-store')
    const [heading, ...lines] = readCsv(bytes.toString('utf8'))
    assert.deepEqual(
      heading,
      PLAIN_COLUMNS.map((entry) => COLUMN_WORDS[entry]),
    )
    assert.equal(lines.length, ids.length)
    const references = await portal.db.rows<{ reference_number: string }>(
      sql`select reference_number from job_applications where id = any(${ids}) order by id`,
    )
    assert.deepEqual(
      lines.map(([reference]) => reference),
      references.map((entry) => entry.reference_number),
    )
    assert.deepEqual(lines[0]?.slice(1), [
      lines[0]?.[1],
      'Shortlisted',
      'Shortlisted',
      'Garissa',
      GARISSA.constituency.name,
      GARISSA.ward.name,
      '',
      '',
      '',
      '0',
      'None',
      '',
    ])
    assert.match(lines[0]?.[1] ?? '', /^2026-11-24 14:02:00$/)
    for (const hidden of ['Wanjiru', 'Kamau', 'crowd', '0712000001', 'HYPERLINK', 'P.O. Box'])
      assert.ok(!bytes.includes(hidden), hidden)
  })
  test('T33 the chosen columns, in their fixed order; a column that identifies a person cannot be chosen', async () => {
    assert.deepEqual((await csv('columns=county,reference'))[0], ['Reference', 'County'])
    for (const column of IDENTITY_COLUMNS) {
      const refused = await file(`columns=reference,${column}`)
      assert.equal(refused.status, 422, column)
      assert.deepEqual(JSON.parse(refused.bytes.toString()).columns, ['There is no such choice'])
    }
  })
  test('documents that the job names are listed in it by the names they have now', async () => {
    const wanted = [
      { kind: 'document_2', name: 'Certificate' },
      { kind: 'document_1', name: 'ID card' },
    ].map((entry) => ({ ...entry, required: false }))
    await portal.db.run(
      sql`update jobs set wanted_documents = ${JSON.stringify(wanted)}::jsonb where id = ${job}`,
    )
    // Each number is a sum of bits. 3 means CV and cover letter; 7 means the first three documents that the
    // job names.
    await portal.db.run(
      sql`update application_facts set documents = 3, named_documents = 7 where application_id = ${ids[1] ?? 0}`,
    )
    const lines = await csv('columns=documents')
    await portal.db.run(
      sql`update application_facts set documents = 0, named_documents = 0 where application_id = ${ids[1] ?? 0}`,
    )
    assert.deepEqual(lines.flat(), [
      'Documents',
      'None',
      'CV and cover letter; Certificate; ID card; Another document',
      'None',
      'None',
    ])
  })
  test('as many lines as the filter finds, and the table of it counts', async () => {
    for (const [query, wanted] of [
      ['', 4],
      ['county=47', 2],
      ['stage=screening,shortlisted', 2],
      ['constituency=27&stage=received', 1],
      ['county=1', 0],
    ] as const) {
      const { count } = (await recruiter.visitor.get(`/api/staff/jobs/${job}/exports/?${query}`)).json
      const table = (await recruiter.visitor.get(`/api/staff/jobs/${job}/applications/?${query}`)).json
      assert.deepEqual([(await csv(query)).length - 1, count, table.count], [wanted, wanted, wanted], query)
    }
  })
  test('while names are hidden, a filter about identity finds only people whose list has taken effect; once revealed, all', async () => {
    const blinded = await officer(portal, 'recruiter')
    assert.equal((await csv('gender=M', blinded)).length - 1, 1)
    assert.equal((await csv('pwd=yes', blinded)).length - 1, 0)
    assert.equal((await csv('search=kamau', blinded)).length - 1, 1)
    await lift(portal, blinded, job)
    assert.equal((await csv('gender=M', blinded)).length - 1, 2)
    assert.equal((await csv('pwd=yes', blinded)).length - 1, 1)
  })
  test('who is limited to an area gets nothing outside it', async () => {
    const limited = await officer(portal, 'recruiter')
    await portal.db.run(sql`insert into staff_areas (staff_id, county_code) values (${limited.id}, 47)`)
    assert.equal((await csv('', limited)).length - 1, 2)
    assert.equal((await csv('county=7', limited)).length - 1, 0)
    assert.equal((await limited.visitor.get(`/api/staff/jobs/${job}/exports/`)).json.count, 2)
  })
  test('XLSX: parses, dates are days, numbers numbers, all else typed text; the heading stays in sight', async () => {
    const { headers, bytes } = await file('columns=reference,submitted_at,experience,flags,county')
    assert.equal(
      headers.get('content-type'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const { rows, xml } = readSheet(bytes)
    assert.deepEqual(rows[0], {
      A: 'Reference',
      B: 'Sent, EAT',
      C: 'County',
      D: 'Experience, months',
      E: 'Flags',
    })
    assert.equal(rows.length, 5)
    assert.equal(rows[1]?.D, 0)
    // A spreadsheet counts days from 30 December 1899, which is 25,569 days before 1970.
    assert.ok(Math.abs(Number(rows[1]?.B) - (Date.UTC(2026, 10, 24, 14, 2) / 86_400_000 + 25_569)) < 0.001)
    assert.match(xml, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
    assert.match(xml, /<autoFilter ref="A1:E5"\/>/)
  })
  test('T33 each view and each download makes one audit entry, without the search words', async () => {
    const before = (await auditEntries()).length
    await file('format=csv&search=Kamau&county=7')
    await recruiter.visitor.get(`/api/staff/jobs/${job}/exports/?search=Kamau`)
    const [download, shown, ...more] = (await auditEntries()).slice(before)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [download?.act, download?.staff_id, download?.job_id],
      ['export.downloaded', recruiter.id, job],
    )
    assert.deepEqual([download?.detail.count, download?.detail.format], [1, 'csv'])
    assert.equal(shown?.act, 'export.looked_at')
    assert.ok(!JSON.stringify([download, shown]).includes('Kamau'))
    await file('columns=name')
    await file('', recruiter, '/api/staff/jobs/999999/exports/file/')
    assert.equal((await auditEntries()).length, before + 2, 'what was refused is none')
  })
  test('a job that is not there, a filter that cannot be read, a role that may not', async () => {
    assert.equal((await file('', recruiter, '/api/staff/jobs/999999/exports/file/')).status, 404)
    assert.equal((await file('county=x')).status, 422)
    assert.equal((await file('format=pdf')).status, 422)
    assert.equal((await file('', await officer(portal, 'reviewer'))).status, 403)
    assert.equal((await file('', await officer(portal, 'administrator'))).status, 403)
    assert.equal((await file('', await officer(portal, 'auditor'))).status, 200)
  })
  test('a file is read in pages, and has each application exactly once', async () => {
    const [big = 0] = await postJobs(portal, {})
    const wanted = EXPORTS.pageRows * 2 + 3
    await sendCrowd(portal, big, ...Array.from({ length: wanted }, () => ({})))
    // All applications get the same time of submission, so that only their ids order them.
    await portal.db.run(
      sql`update application_facts set submitted_at = ${portal.clock.now()} where job_id = ${big}`,
    )
    const [, ...lines] = readCsv(
      (
        await file('format=csv&columns=reference', recruiter, `/api/staff/jobs/${big}/exports/file/`)
      ).bytes.toString('utf8'),
    )
    assert.equal(new Set(lines.map(([reference]) => reference)).size, wanted)
    assert.equal(lines.length, wanted)
    assert.equal(
      readSheet((await file('columns=reference', recruiter, `/api/staff/jobs/${big}/exports/file/`)).bytes)
        .rows.length,
      wanted + 1,
    )
  })
})
