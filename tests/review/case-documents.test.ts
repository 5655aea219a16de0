import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { STAFF_DOCUMENT_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { scanDue } from '../../server/documents/scan-documents.ts'
import { count } from '../support/accounts.ts'
import { sentCase, type Sent } from '../support/case.ts'
import { clamdPeer } from '../support/clamd-peer.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { docx, EICAR, pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'

// Officers download the documents of an application once a virus scanner has passed them. `peer` plays
// the scanner.

let peer: Awaited<ReturnType<typeof clamdPeer>>
let portal: Portal
let reviewer: Officer
let jobId: number
before(async () => {
  peer = await clamdPeer()
  portal = await openPortal({ config: { CLAMD_URL: peer.url } })
  reviewer = await officer(portal, 'reviewer')
  ;[jobId = 0] = await postJobs(portal, {})
})
after(async () => {
  await portal.close()
  await peer.stop()
})

const sent = (data: Buffer, kind = 'cv', name = 'Wanjiku.pdf') =>
  sentCase(portal, { jobId, files: { [kind]: { name, data } } })
const path = ({ id }: Pick<Sent, 'id'>, kind = 'cv') => `/api/staff/applications/${id}/documents/${kind}/`
/** The number of audit entries about opened documents. */
const openedCount = () => count(portal, sql`select from audit_entries where act = 'document.opened'`)
/** The documents in the officer's view of an application. */
const documentsOf = async ({ id }: Sent) =>
  (await reviewer.visitor.get(`/api/staff/applications/${id}/`)).json.document_files
/** A document's bytes and headers, as the officer's browser gets them. */
const download = async (applicant: Sent, kind = 'cv', by = reviewer) => {
  const answer = await fetch(portal.url + path(applicant, kind), {
    headers: { cookie: `staff=${by.visitor.cookies.get('staff')}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('T14 T16 GET /api/staff/applications/{id}/documents/{kind}/', () => {
  test('T14 not before the scanner has checked it: it is listed without its name, and refused with a sentence; no audit entry', async () => {
    const application = await sent(pdf('% not yet'))
    const before = await openedCount()
    assert.deepEqual(await documentsOf(application), [
      {
        kind: 'cv',
        title: 'CV',
        name: null,
        size: pdf('% not yet').length,
        type: 'pdf',
        state: 'unscanned',
        flags: [],
      },
    ])
    const { status, json } = await reviewer.visitor.get(path(application))
    assert.deepEqual([status, json.code, json.message], [409, 'conflict', STAFF_DOCUMENT_WORDS.unscanned])
    assert.equal(await openedCount(), before)
  })
  test('T14 never if the scanner found a virus', async () => {
    const application = await sent(pdf(`% ${EICAR}`))
    await scanDue(portal.deps, peer.url)
    assert.equal((await documentsOf(application))[0].state, 'refused')
    const before = await openedCount()
    const { status, json } = await reviewer.visitor.get(path(application))
    assert.deepEqual([status, json.message], [409, STAFF_DOCUMENT_WORDS.refused])
    assert.equal(await openedCount(), before)
  })
  test('a file that the submit named and that is missing is shown as left out; a false claim about other files changes nothing', async () => {
    const leftOut = async (applicant: Sent) =>
      (await reviewer.visitor.get(`/api/staff/applications/${applicant.id}/`)).json.left_out
    // The submit names the hashes of the files in the browser, and the files that it could not upload.
    const claimed = { files: { cv: 'a'.repeat(64) }, files_left_out: ['cv', 'cover_letter'] }
    const without = await sentCase(portal, { jobId, over: claimed })
    assert.deepEqual([await documentsOf(without), await leftOut(without)], [[], ['cv']])
    const data = pdf('% whole')
    const here = { files: { cv: createHash('sha256').update(data).digest('hex') }, files_left_out: ['cv'] }
    const whole = await sentCase(portal, { jobId, files: { cv: { name: 'cv.pdf', data } }, over: here })
    assert.deepEqual([(await documentsOf(whole)).length, await leftOut(whole)], [1, []])
  })
  test('a document that the job names keeps its title from the submission, here, in the table, and for its owner', async () => {
    const wanted = [
      { name: 'National identity card', required: true },
      { name: 'Certificate' },
      { name: 'Letter' },
    ]
    const [job = 0] = await postJobs(portal, { wanted_documents: wanted })
    const data = pdf('% card')
    const files = {
      document_1: { name: 'a.pdf', data },
      document_3: { name: 'b.pdf', data: pdf('% letter') },
    }
    const hashes = {
      document_1: createHash('sha256').update(data).digest('hex'),
      document_2: 'a'.repeat(64),
      document_3: createHash('sha256').update(files.document_3.data).digest('hex'),
    }
    const application = await sentCase(portal, {
      jobId: job,
      files,
      over: { files: hashes, files_left_out: ['document_2'] },
    })
    await scanDue(portal.deps, peer.url)
    // The job gives this document another name after the submission.
    await portal.db.run(
      sql`update jobs set wanted_documents = jsonb_set(wanted_documents, '{0,name}', '"ID"') where id = ${job}`,
    )
    const { json } = await reviewer.visitor.get(`/api/staff/applications/${application.id}/`)
    assert.deepEqual(
      json.document_files.map((entry: { title: string }) => entry.title),
      ['National identity card', 'Letter'],
    )
    assert.deepEqual(
      [json.left_out, json.left_out_titles, json.documents],
      [['document_2'], ['Certificate'], ['document_1', 'document_3']],
    )
    assert.equal(
      (await download(application, 'document_1')).headers.get('content-disposition')?.split(';')[1],
      ` filename="${application.reference}-document-1.pdf"`,
    )
    const { looks: accessRecords } = (
      await application.visitor.get(`/api/job-applications/${application.id}/access-records/`)
    ).json
    assert.ok(
      accessRecords.some(
        ({ what }: { what: string }) => what === 'Opened your document “National identity card”',
      ),
    )
    const table = async (documents: string) =>
      (await reviewer.visitor.get(`/api/staff/jobs/${job}/applications/?documents=${documents}`)).json.count
    assert.deepEqual(
      [await table('none'), await table('cv')],
      [1, 0],
      'CV and cover letter are filtered by as before',
    )
  })
  test('T16 clean: every byte as it was uploaded, saved and never shown, under the name of the application; one audit entry', async () => {
    const data = docx()
    const application = await sent(data, 'cover_letter', 'Wanjiku.docx')
    await scanDue(portal.deps, peer.url)
    const before = await openedCount()
    const { status, headers, bytes } = await download(application, 'cover_letter')
    assert.equal(status, 200)
    assert.ok(bytes.equals(data))
    for (const [name, value] of [
      ['content-type', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['content-length', String(data.length)],
      [
        'content-disposition',
        `attachment; filename="${application.reference}-cover-letter.docx"; filename*=UTF-8''${application.reference}-cover-letter.docx`,
      ],
      ['content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
      ['x-content-type-options', 'nosniff'],
      ['cross-origin-resource-policy', 'same-origin'],
      ['cache-control', 'no-store'],
    ] as const)
      assert.equal(headers.get(name), value, name)
    assert.equal(await openedCount(), before + 1)
    const auditEntry = await portal.db.row(
      sql`select staff_id, role, job_id, application_id, detail from audit_entries order by id desc limit 1`,
    )
    assert.deepEqual(auditEntry, {
      staff_id: reviewer.id,
      role: 'reviewer',
      job_id: jobId,
      application_id: application.id,
      detail: { kind: 'cover_letter', blind: true },
    })
  })
  test('T10 T32 none of that kind, another’s area, a file that is gone: 404, and no access record', async () => {
    const application = await sent(pdf('% gone'))
    await scanDue(portal.deps, peer.url)
    const far = await officer(portal, 'reviewer', { areas: { counties: [1], constituencies: [] } })
    const before = await openedCount()
    assert.deepEqual(
      [(await download(application, 'cover_letter')).status, (await download(application, 'cv', far)).status],
      [404, 404],
    )
    const row = await portal.db.row<{ hash: string }>(
      sql`select encode(hash, 'hex') as hash from application_documents where application_id = ${application.id}`,
    )
    await portal.deps.files.store.remove(row?.hash ?? '')
    assert.equal((await download(application)).status, 404)
    assert.equal(await openedCount(), before)
  })
  test('T32 if the audit entry cannot be written, the document is not sent', async () => {
    const application = await sent(pdf('% unwritten'))
    await scanDue(portal.deps, peer.url)
    await portal.db.run(
      sql`alter table audit_entries add constraint no_more check (act <> 'document.opened') not valid`,
    )
    try {
      const { status, bytes } = await download(application)
      assert.deepEqual([status, bytes.includes('%PDF')], [500, false])
    } finally {
      await portal.db.run(sql`alter table audit_entries drop constraint no_more`)
    }
  })
})
