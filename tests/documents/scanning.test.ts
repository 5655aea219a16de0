import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { sql } from '../../server/database/connect.ts'
import { scanDue, startScanning } from '../../server/documents/scan-documents.ts'
import { answers, PARTIAL, SUBMIT } from '../support/answers.ts'
import { clamdPeer } from '../support/clamd-peer.ts'
import { good } from '../support/decisions.ts'
import { erase } from '../support/erasure.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { docx, EICAR, pdf } from '../support/sample-files.ts'
import { applicantWith, storedFiles } from '../support/uploads.ts'

// A virus scanner checks each uploaded document. `applicantWith` creates a person with a draft application,
// and functions for its documents. `storedFiles` lists the names of the stored files. `good` checks that a
// reply has status 200, and returns its JSON.
/** Plays the virus scanner. `manner` says how it answers: `right`, or with a failure. */
let peer: Awaited<ReturnType<typeof clamdPeer>>
let portal: Portal
let port: number
before(async () => {
  peer = await clamdPeer()
  port = Number(new URL(peer.url).port)
  portal = await openPortal({ config: { CLAMD_URL: peer.url } })
})
beforeEach(() => {
  peer.scanned = []
})
afterEach(async () => {
  Object.assign(peer, { manner: 'right', answer: undefined })
  await portal.db.run(sql`update application_documents set scan_due = null`)
})
after(async () => {
  await portal.close()
  await peer.stop()
})

const scan = () => scanDue(portal.deps, peer.url)
/** A PDF with the test text that every virus scanner reports as a virus. */
const virus = () => pdf(`% ${EICAR}`)

describe('T14 with CLAMD_URL', () => {
  test('T14 a document is unscanned, and cannot be downloaded, until the scanner has checked it; then it is clean', async () => {
    const person = await applicantWith(portal)
    const answer = await person.upload(pdf('% clean'))
    assert.equal(answer.json.document.state, 'unscanned')
    assert.deepEqual(
      [(await person.documents())[0].state, (await person.visitor.get(person.path())).status],
      ['unscanned', 404],
    )
    assert.deepEqual(await scan(), { scanned: 1, isUnreachable: false })
    assert.ok(peer.scanned[0]?.equals(pdf('% clean')))
    assert.deepEqual(
      [(await person.documents())[0].state, (await person.visitor.get(person.path())).status],
      ['clean', 200],
    )
    assert.deepEqual(await scan(), { scanned: 0, isUnreachable: false }, 'once')
  })
  test('T14 a file with a virus is refused and deleted; its owner is notified, and may replace it', async () => {
    const person = await applicantWith(portal)
    await person.upload(virus(), 'cv.pdf')
    const before = storedFiles(portal).length
    await scan()
    const [document] = await person.documents()
    assert.deepEqual(
      [document.state, document.fault, storedFiles(portal).length],
      ['refused', 'infected', before - 1],
    )
    assert.equal((await person.visitor.get(person.path())).status, 404)
    const [notification] = (await person.visitor.get('/api/notifications/')).json
    assert.deepEqual(
      [notification.message, notification.type, notification.url],
      [`CV: ${DOCUMENT_WORDS.infected}`, 'document_refused', `/apply?job=${person.job}`],
    )
    assert.equal((await person.upload(pdf('% better'))).json.document.state, 'unscanned')
    await scan()
    assert.equal((await person.documents())[0].state, 'clean')
  })
  test('T14 a virus is refused for everyone, also when an applicant with the same file has deleted the account', async () => {
    const [gone, other] = [await applicantWith(portal), await applicantWith(portal)]
    for (const person of [gone, other]) await person.upload(virus())
    good(await gone.visitor.post(PARTIAL, { job_id: gone.job, ...answers() }))
    good(await gone.visitor.post(SUBMIT, { job_id: gone.job }))
    // An application with a verdict is kept after its applicant deletes the account.
    await portal.db.run(sql`update job_applications set status = 'Rejected' where id = ${gone.id}`)
    good(await erase(gone.visitor))
    const before = storedFiles(portal).length
    assert.deepEqual(await scan(), { scanned: 1, isUnreachable: false })
    const states = await portal.db.rows<{ state: string; has_person: boolean }>(sql`
      select state, user_id is not null as has_person
      from application_documents join job_applications on job_applications.id = application_id
      where application_id in (${gone.id}, ${other.id}) order by user_id nulls first`)
    assert.deepEqual(states, [
      { state: 'refused', has_person: false },
      { state: 'refused', has_person: true },
    ])
    assert.equal(storedFiles(portal).length, before - 1)
    assert.equal((await other.visitor.get('/api/notifications/')).json[0].type, 'document_refused')
  })
  test('T14 a virus inside a part of a document that is stored as it is', async () => {
    const person = await applicantWith(portal)
    await person.upload(docx({}, [{ name: 'word/media/x.txt', data: EICAR, stored: true }]))
    await scan()
    assert.equal((await person.documents())[0].state, 'refused')
  })
  test('T14 the same file of two people is scanned once, with the verdict for both', async () => {
    const [first, two] = [await applicantWith(portal), await applicantWith(portal)]
    for (const person of [first, two]) await person.upload(virus())
    assert.equal((await scan()).scanned, 1)
    for (const person of [first, two]) {
      assert.equal((await person.documents())[0].state, 'refused')
      assert.equal((await person.visitor.get('/api/notifications/')).json[0].type, 'document_refused')
    }
  })
  for (const [answer, problem] of [
    ['Heuristics.Encrypted.PDF FOUND', 'locked'],
    ['Heuristics.OLE2.ContainsMacros FOUND', 'macros'],
    ['Heuristics.Limits.Exceeded.MaxScanSize FOUND', 'unpacked'],
    ['Win.Test.EICAR_HDB-1 FOUND', 'infected'],
  ] as const) {
    test(`T14 ${answer}: '${DOCUMENT_WORDS[problem]}'`, async () => {
      const person = await applicantWith(portal)
      await person.upload(pdf(`% ${problem} ${answer}`))
      peer.answer = answer
      await scan()
      assert.equal((await person.documents())[0].fault, problem)
    })
  }
})

describe('T14 HOSTILE-X: a scanner that gives no verdict leaves a file unscanned, never clean', () => {
  for (const manner of ['error', 'garbage', 'hangs up', 'endless'] as const) {
    test(`T14 ${manner}: tried again later, and the others meanwhile`, async () => {
      const person = await applicantWith(portal)
      await person.upload(pdf(`% ${manner}`))
      peer.manner = manner
      assert.deepEqual(await scan(), { scanned: 0, isUnreachable: false })
      assert.equal((await person.documents())[0].state, 'unscanned')
      peer.manner = 'right'
      await person.upload(pdf(`% letter ${manner}`), 'letter.pdf', 'cover_letter')
      assert.equal((await scan()).scanned, 1, 'the other one')
      portal.clock.advance(600_000)
      assert.equal((await scan()).scanned, 1)
      assert.deepEqual(
        (await person.documents()).map(({ state }: { state: string }) => state),
        ['clean', 'clean'],
      )
    })
  }
  test('R16 while the scanner is away, uploads succeed; once it is back, the waiting files are scanned without further calls', async () => {
    await peer.stop()
    const person = await applicantWith(portal)
    assert.equal((await person.upload(pdf('% away'))).status, 200)
    await person.upload(pdf('% away too'), 'letter.pdf', 'cover_letter')
    assert.deepEqual(await scan(), { scanned: 0, isUnreachable: true })
    assert.equal((await person.documents())[0].state, 'unscanned')
    peer = await clamdPeer(port)
    const scanning = startScanning(portal.deps)
    const states = await until(
      'the backlog is scanned',
      async () => (await person.documents()).map(({ state }: { state: string }) => state),
      (all) => all.every((entry: string) => entry === 'clean'),
    )
    assert.equal(states.length, 2)
    await scanning.stop()
  })
  test('a file that is missing from the store stays unscanned, and the log says so', async () => {
    const person = await applicantWith(portal)
    await person.upload(pdf('% lost'))
    const [{ hash } = { hash: '' }] = await portal.db.rows<{ hash: string }>(
      sql`select encode(hash, 'hex') as hash from application_documents where application_id = ${person.id}`,
    )
    await portal.deps.files.store.remove(hash)
    await scan()
    assert.equal((await person.documents())[0].state, 'unscanned')
    assert.ok(
      portal.log.some(
        ({ event, fields }) => event === 'document.not_scanned' && fields?.error === 'the file is missing',
      ),
    )
  })
})

describe('T14 without CLAMD_URL', () => {
  test('T14 a file counts as clean by its structure alone; a scanner that is added later also checks the stored files', async () => {
    const bare = await openPortal()
    try {
      const person = await applicantWith(bare)
      assert.equal((await person.upload(virus())).json.document.state, 'clean')
      const scanning = startScanning(bare.deps)
      await scanning.stop()
      assert.equal((await person.documents())[0].state, 'clean')
      await scanDue(bare.deps, peer.url)
      assert.equal((await person.documents())[0].state, 'refused')
    } finally {
      await bare.close()
    }
  })
})
