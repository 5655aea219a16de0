import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../server/database/connect.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { makeReceiptKey, receiptKeyFrom } from '../../server/transparency/key.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { openLog, type Log } from '../support/log.ts'
import { openNote } from '../support/naive-log.ts'

// The public log has checkpoints, which are signed states of the log. The process that writes them is killed
// repeatedly. It must neither lose an event nor contradict a published checkpoint.

const KILLS = 10
/** The program prints `begins` at its start and `passed` after each checkpoint that it wrote. */
const PROGRAM = join(import.meta.dirname, '../support/checkpoint-program.ts')

let log: Log
before(async () => void (log = await openLog()))
after(() => log.close())

test(`R1 kill -9 of the checkpoint writer ${KILLS} times at any moment: each event is in the log once, and no published checkpoint is contradicted`, async () => {
  const pem = makeReceiptKey()
  const keyFile = join(log.dataDir, 'key.pem')
  writeFileSync(keyFile, pem)
  const receiptKey = receiptKeyFrom(pem, log.deps.receiptKey.origin)
  const checkpoint = join(log.dataDir, 'log/checkpoint')
  const published: string[] = []
  let recorded = 0
  let done = false
  // Events are recorded without a pause, so the process may die at any moment of a recording.
  const writing = (async () => {
    while (!done) {
      await log.tell(9, log.db, 'probe')
      recorded += 9
    }
  })()
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(
      process.execPath,
      [PROGRAM, log.databaseUrl, log.dataDir, keyFile, receiptKey.origin],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    // Kill every third process in its first pass, and the others in a later one. A pass takes some tens of
    // milliseconds, so the wait of 0 to 99 ms can end at any point of it.
    const waitFor = kill % 3 === 0 ? 'begins' : 'passed'
    for await (const line of createInterface(child.stdout)) if (line === waitFor) break
    await wait((kill * 37) % 100)
    child.kill('SIGKILL')
    await once(child, 'exit')
    if (existsSync(checkpoint)) published.push(readFileSync(checkpoint, 'utf8'))
  }
  done = true
  await writing
  await checkpointWriter({ ...log.deps, receiptKey })()
  const problems: string[] = []
  const found = await auditLog({ ...log.deps, receiptKey }, (problem) => problems.push(problem))
  assert.deepEqual(problems, [])
  assert.equal(found.leaves, recorded)
  // A process that dies before its first checkpoint leaves no checkpoint file.
  assert.ok(published.length >= KILLS - 2)
  for (const note of published) {
    const { size } = openNote(note, receiptKey.vkey)
    assert.equal(
      (await log.db.row<{ note: string }>(sql`select note from log_checkpoints where size = ${size}`))?.note,
      note,
    )
  }
})
