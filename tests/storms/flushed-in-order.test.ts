import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { drafts } from '../support/drafts.ts'
import { dataFolder, type Running, startPortal } from '../support/program.ts'
import { pdf } from '../support/sample-files.ts'
import { traced, type Traced, untraceable, withChildren } from '../support/strace.ts'
import { form, send } from '../support/uploads.ts'

// What the portal acknowledges is already on disk (R2). The program strace records the system calls of portal
// and database during an upload, and the test checks their order.

const CALLS = [
  'fsync',
  'fdatasync',
  'rename',
  'renameat',
  'renameat2',
  'link',
  'linkat',
  'sendto',
  'write',
  'writev',
]
// PostgreSQL's message as strace prints it: `Z\0\0\0\5I` means that no transaction is open any more.
const COMMITTED = /COMMIT\\0Z\\0\\0\\0\\5I/
const DONE = /Z\\0\\0\\0\\5I/

/**
 * Checks the steps from the flush of the file to the answer to the browser. Each step must end before the
 * next starts. Returns the first step that is missing or in the wrong place, such as
 * `rename < fsync(folder)`. Undefined if there is none. `answers`: patterns of the database's answers to the
 * transactions that store the request.
 */
function firstMissing(calls: Traced[], hash: string, answers: RegExp[]): string | undefined {
  const firstAfter = (after: number, isWanted: (traced: Traced) => boolean) =>
    calls.find(
      (traced) => traced.began > after && traced.ended < Number.POSITIVE_INFINITY && isWanted(traced),
    )
  // The file arrives under a temporary name. A rename or a link then gives it its hash as its name.
  const named = calls.find(({ call, text }) => /^(?:rename|link)/.test(call) && text.includes(`/${hash}"`))
  const arrivedAs = /"([^"]+)"/.exec(named?.text ?? '')?.[1] ?? '?'
  const flushed = firstAfter(-1, ({ call, text }) => call === 'fsync' && text.includes(`<${arrivedAs}>`))
  if (!named || !flushed || flushed.ended >= named.began) return 'fsync(file) < rename'
  const folderFlushed = firstAfter(
    named.ended,
    ({ call, text }) => call === 'fsync' && text.includes(`/files/${hash.slice(0, 2)}>`),
  )
  if (!folderFlushed) return 'rename < fsync(folder)'
  let last = folderFlushed
  for (const answer of answers) {
    const isWalFlushed = (from: number, to: number) =>
      calls.some(
        ({ call, text, began, ended }) =>
          call === 'fdatasync' && /\/pg_wal\//.test(text) && began > from && ended < to,
      )
    // Any database process may flush the WAL, the database's journal. It must do so after the previous answer
    // on this connection, and before this answer.
    const answered = firstAfter(last.ended, (entry) => {
      const before = calls.findLast(
        ({ pid, call, began }) => pid === entry.pid && call === 'sendto' && began < entry.began,
      )
      return (
        entry.call === 'sendto' &&
        answer.test(entry.text) &&
        isWalFlushed(Math.max(last.ended, before?.ended ?? -1), entry.began)
      )
    })
    if (!answered) return 'fsync(folder) < fdatasync(WAL) < the answer of the database'
    last = answered
  }
  const httpAnswer = firstAfter(
    folderFlushed.ended,
    ({ call, text }) => /^(?:write|writev|sendto)$/.test(call) && text.includes('"HTTP/1.1 200 OK'),
  )
  const isInOrder = httpAnswer && httpAnswer.began > last.ended
  return isInOrder ? undefined : 'the answer of the database < HTTP 200'
}

describe('R2 acknowledged data was flushed to the disk before', { skip: untraceable() }, () => {
  const folder = dataFolder()
  let portal: Running
  let db: Db
  let people: Awaited<ReturnType<typeof drafts>>
  before(async () => {
    portal = await startPortal(folder.path)
    db = connect(folder.databaseUrl())
    people = await drafts(db, 3)
  })
  after(async () => {
    await db.close()
    await folder.drop()
  })

  /** Sends a form with one file, while strace records the system calls. */
  const watched = async (index: number, path: (id: number) => string, name: string, answers: RegExp[]) => {
    const { token = '', id = 0 } = people[index] ?? {}
    const bytes = pdf(`% ${index}`)
    const { body, type } = form([{ name, file: 'cv.pdf', data: bytes }])
    const headers = { 'content-type': type, 'content-length': body.length, 'idempotency-key': `key-${index}` }
    const pids = [portal.pid, ...withChildren(folder.postmaster() ?? 0)]
    const calls = await traced(pids, CALLS, join(folder.path, 'trace'), async () => {
      const answer = await send(portal.url + path(id), { token, headers, body })
      assert.equal(answer.status, 200, answer.text)
    })
    assert.ok(calls.length > 10)
    return firstMissing(calls, createHash('sha256').update(bytes).digest('hex'), answers)
  }
  const document = (id: number) => `/api/job-applications/${id}/documents/cv/`

  test('R2 an upload: fsync(file) < rename < fsync(folder) < fdatasync(WAL) < HTTP 200', {
    timeout: 60_000,
  }, async () => {
    assert.equal(await watched(0, document, 'file', [COMMITTED]), undefined)
  })
  test('R2 a submission with a file: the same, and its own fdatasync(WAL) < HTTP 200', {
    timeout: 60_000,
  }, async () => {
    assert.equal(
      await watched(1, (id) => `/api/job-applications/update/${id}/`, 'cv', [COMMITTED, DONE]),
      undefined,
    )
    assert.equal(
      (
        await db.row<{ sent: boolean }>(
          sql`select is_completed as sent from job_applications where id = ${people[1]?.id ?? 0}`,
        )
      )?.sent,
      true,
    )
  })
  test('R2 the test finds a database that does not wait for its disk', { timeout: 60_000 }, async () => {
    await db.run(sql`alter system set synchronous_commit = off`)
    await db.run(sql`alter system set wal_writer_delay = '10s'`)
    await db.run(sql`alter system set wal_writer_flush_after = '1GB'`)
    await db.run(sql`select pg_reload_conf()`)
    assert.equal(
      await watched(2, document, 'file', [COMMITTED]),
      'fsync(folder) < fdatasync(WAL) < the answer of the database',
    )
  })
})
