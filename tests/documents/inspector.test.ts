import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { createInspector, INSPECTION, InspectorBusy } from '../../server/files/inspector.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { expectRetryTime } from '../support/retry-time.ts'
import { exif, jpeg, pdf } from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, storedFiles, type WithApplication } from '../support/uploads.ts'

// A thread of its own inspects each uploaded file. Some files make the thread run for ever or fill its
// memory.

/** A thread for tests that does what the uploaded file says: it runs for ever, fills its memory, or waits. */
const worker = join(import.meta.dirname, '../support/ruined-reader.ts')
// `applicantWith` creates a person with a draft application, and functions for its documents. `storedFiles`
// lists the names of stored files, `arrivingFiles` those of uploads in progress.
let portal: Portal
let person: WithApplication
before(async () => {
  // There is only one thread, so the test notices if a ruined thread is not replaced.
  portal = await openPortal({ inspector: createInspector({ worker, threads: 1, cpuMs: 150, wallMs: 6_000 }) })
  person = await applicantWith(portal)
})
after(() => portal.close())

/** Calls the main thread, which must stay free. Returns the milliseconds that the call took. */
const callMainThread = async () => {
  const startedAt = performance.now()
  assert.equal((await fetch(`${portal.url}/healthz`)).status, 200)
  return performance.now() - startedAt
}

test('T14 two seconds of the processor, 64 MB, two files at once', () => {
  const { threads, cpuMs, heapMb } = INSPECTION
  assert.deepEqual({ threads, cpuMs, heapMb }, { threads: 2, cpuMs: 2_000, heapMb: 64 })
})

describe('T14 a file that ruins its reader', () => {
  for (const [what, word] of [
    ['spins', 'spin'],
    ['spins in an expression', 'expression'],
    ['fills the memory', 'fill'],
  ] as const) {
    test(`T14 and ${what} is refused as too complex, no caller waits for it, and the next file is read`, {
      timeout: 60_000,
    }, async () => {
      const ruinous = person.upload(word)
      for (let time = 0; time < 5; time++) await callMainThread()
      const { status, json } = await ruinous
      assert.deepEqual([status, json.file], [422, [DOCUMENT_WORDS.complex]])
      assert.equal((await person.upload(pdf(`% after ${word}`))).status, 200)
      assert.deepEqual(arrivingFiles(portal), [])
    })
  }
  test('R1 when the inspection of a photo is stopped, its copy without the place is deleted at once', {
    timeout: 60_000,
  }, async () => {
    const before = storedFiles(portal).length
    const { status, json } = await person.upload(
      jpeg({ extra: [exif(6, 'spin after the copy')] }),
      'photo.jpg',
    )
    assert.deepEqual([status, json.file], [422, [DOCUMENT_WORDS.complex]])
    assert.deepEqual([storedFiles(portal).length, arrivingFiles(portal)], [before, []])
  })
  test('T14 a file whose inspection only has to wait gets a 503, and is neither refused as damaged nor counted', {
    timeout: 60_000,
  }, async () => {
    const before = storedFiles(portal).length
    const { status, json, headers } = await person.upload('wait')
    assert.deepEqual([status, json.code], [503, 'busy'])
    expectRetryTime(headers.get('retry-after'))
    assert.deepEqual([storedFiles(portal).length, arrivingFiles(portal)], [before, []])
    assert.equal((await person.upload(pdf('% after a wait'))).status, 200)
  })
  test('T14 when the queue of the inspector is full, further files are refused at once, while the others wait', {
    timeout: 10_000,
  }, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'inspector-'))
    // One file may be inspected and one may wait. Both get their answers only after half a minute.
    const inspector = createInspector({ worker, threads: 1, waiting: 1 })
    context.after(async () => {
      await inspector.close()
      rmSync(folder, { recursive: true })
    })
    const file = { path: join(folder, 'wait'), size: 4, hash: '' }
    writeFileSync(file.path, 'wait')
    const answered: number[] = []
    const inspected = async (nth: number) => {
      const answer = await inspector.inspect(file, folder).catch((error: unknown) => error)
      answered.push(nth)
      return answer
    }
    const [, , third] = [inspected(1), inspected(2), inspected(3)]
    assert.ok((await third) instanceof InspectorBusy)
    assert.deepEqual(answered, [3])
  })
})
