import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { witnessesAt } from '../../server/config-forms.ts'
import { sql } from '../../server/database/connect.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { cosignatureCollector } from '../../server/transparency/collect-cosignatures.ts'
import { makeReceiptKey, receiptKeyFrom } from '../../server/transparency/key.ts'
import { signCheckpoint } from '../../server/transparency/note.ts'
import { type Log, openLog } from '../support/log.ts'
import { type WitnessPeer, witnessPeer } from '../support/witness-peer.ts'

// The program for outsiders is written in another language, from docs/transparency.md alone. For a copy of
// the log, it must reach the same verdict as `log verify` for the log itself.
const PROGRAM = join(import.meta.dirname, '../../docs/verify-log.py')
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Log sizes near powers of two and near the borders of tiles. */
const SIZES = [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 513]

/** A kind of log entry that refers to no rows of other tables. */
const KIND = 'other'

let log: Log
/** A different log that is signed with the same key. */
let fork: Log
let witness: WitnessPeer
const depsOf = (of: Log) => ({
  ...of.deps,
  receiptKey: log.deps.receiptKey,
  config: { ...of.deps.config, witnesses: witnessesAt(`${witness.url} ${witness.vkey}`) ?? [] },
  now: () => new Date(),
})
const filesOf = (of: Log) => join(of.dataDir, 'log')
const path = (name: string) => join(filesOf(log), name)
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('python3', ['-W', 'error', PROGRAM, ...args], {
    encoding: 'utf8',
  })
  return { status, sentence: stdout + stderr }
}
/** What the program for outsiders says about the log. */
const theirs = (...more: string[]) => run(filesOf(log), log.deps.receiptKey.vkey, ...more)
/** The errors that the command `log verify` finds. */
const ours = async (of = log) => {
  const problems: string[] = []
  await auditLog(depsOf(of), (problem) => problems.push(problem))
  return problems
}
/** Checks that both programs reach the expected verdict, the outsiders' with this start of its sentence. */
const agree = (
  problems: string[],
  { status, sentence }: ReturnType<typeof run>,
  isRight: boolean,
  title: string,
) => {
  assert.equal(problems.length === 0, isRight, `${title}: ${problems.join('\n')}`)
  assert.equal(status, isRight ? 0 : 1, `${title}: ${sentence}`)
  assert.match(sentence, isRight ? /^PROVEN [^\n]*\.\n$/ : /^NOT PROVEN [^\n]*\.\n$/, title)
}
/** Adds entries until the log has this many. */
const grow = async (of: Log, size: number) => {
  const deps = depsOf(of)
  const present =
    (await of.db.row<{ count: number }>(sql`select count(*)::int as count from log_leaves`))?.count ?? 0
  await of.tell(size - present, of.db, KIND)
  await checkpointWriter(deps)()
}
const storedCheckpoint = (size: number, of = log) => join(of.dataDir, `kept-${size}`)

before(async () => {
  log = await openLog()
  fork = await openLog()
  witness = await witnessPeer(log.deps.receiptKey)
})
after(async () => {
  await witness.close()
  await fork.close()
  await log.close()
})

describe('docs/verify-log.py agrees with log verify', {
  skip: hasPython ? false : 'there is no python3',
}, () => {
  test('it has at most 200 lines', () => {
    assert.ok(readFileSync(PROGRAM, 'utf8').trimEnd().split('\n').length <= 200)
  })
  test('on right logs of sizes around powers of two and borders of tiles', async () => {
    let earlier: string[] = []
    for (const size of SIZES) {
      await grow(log, size)
      agree(await ours(), theirs(...earlier), true, `${size}`)
      cpSync(path('checkpoint'), storedCheckpoint(size))
      earlier = [...earlier.slice(-2), '--kept', storedCheckpoint(size)]
    }
  })
  test('on what a witness cosigned, with its key and with another', async () => {
    await cosignatureCollector(depsOf(log))()
    const { vkey } = await witnessPeerApart()
    assert.match(theirs('--witness', witness.vkey).sentence, /^NOT PROVEN witness.example\/w1 did not cosign/)
    await checkpointWriter(depsOf(log))()
    const right = theirs('--witness', witness.vkey)
    agree(await ours(), right, true, 'cosigned')
    assert.match(
      right.sentence,
      /; witness.example\/w1 cosigned its first 513 entries at \d{4}-[\dT:-]+Z\.\n$/,
    )
    assert.match(
      theirs('--witness', vkey).sentence,
      /^NOT PROVEN witness.example\/w1 did not cosign this log/,
    )
    // The newest checkpoint is not cosigned yet. The file `cosigned` has the last one that is.
    writeFileSync(path('cosigned'), readFileSync(path('checkpoint')))
    await log.tell(1, log.db, KIND)
    await checkpointWriter(depsOf(log))()
    agree(await ours(), theirs('--witness', witness.vkey), true, 'cosigned before')
  })
  /** A witness with a key of its own, which cosigned nothing. */
  const witnessPeerApart = async () => {
    const other = await witnessPeer(log.deps.receiptKey)
    await other.close()
    return other
  }

  /** Changes one bit of a file of the log. */
  const flip = (name: string, index: number) => {
    const bytes = readFileSync(path(name))
    bytes[index] = (bytes[index] ?? 0) ^ 1
    writeFileSync(path(name), bytes)
  }
  /** Replaces the log's checkpoint by one that this key signed. */
  const replaceCheckpoint = (key: ReturnType<typeof receiptKeyFrom>, size: number, root?: Buffer) => {
    const rootLine = readFileSync(path('checkpoint'), 'utf8').split('\n')[2] ?? ''
    writeFileSync(
      path('checkpoint'),
      signCheckpoint(key, { size, root: root ?? Buffer.from(rootLine, 'base64') }),
    )
  }
  const TAMPERED: [string, () => void][] = [
    ['a digit of an entry', () => flip('tile/entries/001', 50)],
    ['a time of an entry', () => flip('tile/entries/000', 24)],
    ['an entry of the last tile', () => flip('tile/entries/002.p/2', 60)],
    ['a hash of a full tile', () => flip('tile/0/000', 8_191)],
    ['a hash of the last tile', () => flip('tile/0/002.p/2', 0)],
    ['a hash of the level above', () => flip('tile/1/000.p/2', 33)],
    [
      'a bundle that is cut',
      () => writeFileSync(path('tile/entries/001'), readFileSync(path('tile/entries/001')).subarray(0, -1)),
    ],
    [
      'a tile that is cut',
      () => writeFileSync(path('tile/0/001'), readFileSync(path('tile/0/001')).subarray(0, -32)),
    ],
    ['a tile that is gone', () => rmSync(path('tile/1'), { recursive: true })],
    ['a bundle that is gone', () => rmSync(path('tile/entries/000'))],
    ['a wrong signature', () => flip('checkpoint', readFileSync(path('checkpoint')).length - 20)],
    [
      'another size under the signature',
      () =>
        writeFileSync(
          path('checkpoint'),
          readFileSync(path('checkpoint'), 'utf8').replace('\n514\n', '\n513\n'),
        ),
    ],
    [
      'a checkpoint of another key',
      () => replaceCheckpoint(receiptKeyFrom(makeReceiptKey(), log.deps.receiptKey.origin), 514),
    ],
    [
      'a signed root that is not that of the entries',
      () => replaceCheckpoint(log.deps.receiptKey, 514, Buffer.alloc(32, 7)),
    ],
    ['a signed size beyond the entries', () => replaceCheckpoint(log.deps.receiptKey, 515)],
    ['no checkpoint', () => writeFileSync(path('checkpoint'), 'words')],
    [
      'a malformed line of signatures',
      () => writeFileSync(path('checkpoint'), `${readFileSync(path('checkpoint'), 'utf8')}— x\n`),
    ],
  ]
  for (const [title, tamper] of TAMPERED) {
    test(`on a log with ${title}`, async () => {
      const whole = join(log.dataDir, 'whole')
      cpSync(filesOf(log), whole, { recursive: true })
      tamper()
      agree(await ours(), theirs(), false, title)
      rmSync(filesOf(log), { recursive: true })
      cpSync(whole, filesOf(log), { recursive: true })
    })
  }
  test('on a log that was rolled back, and on one with two histories, for a reader who kept a checkpoint', async () => {
    for (const size of [200, 300]) {
      await grow(fork, size)
      cpSync(join(filesOf(fork), 'checkpoint'), storedCheckpoint(size, fork))
    }
    for (const [title, checkpoint] of [
      ['rolled back', storedCheckpoint(513)],
      ['another history', storedCheckpoint(255)],
      ['its own history', storedCheckpoint(200, fork)],
    ] as const) {
      const isRight = title === 'its own history'
      const outside = run(filesOf(fork), log.deps.receiptKey.vkey, '--kept', checkpoint)
      // For `log verify`, the published checkpoint takes the role of the checkpoint that an outsider stored.
      if (!isRight) writeFileSync(join(filesOf(fork), 'checkpoint'), readFileSync(checkpoint))
      agree(await ours(fork), outside, isRight, title)
      writeFileSync(join(filesOf(fork), 'checkpoint'), readFileSync(storedCheckpoint(300, fork)))
    }
  })
  test('on an entry that is dated before an earlier one', async () => {
    await fork.db.run(sql`select setval(pg_get_serial_sequence('log_events', 'id'), 10_000)`)
    await fork.db.run(
      sql`insert into log_events (kind, digest, at) values (${KIND}, ${Buffer.alloc(32, 9)}, '2020-01-01T00:00:00Z')`,
    )
    await checkpointWriter(depsOf(fork))()
    agree(await ours(fork), run(filesOf(fork), log.deps.receiptKey.vkey), false, 'backdated')
  })
  test('a changed cosignature is wrong for both', async () => {
    await cosignatureCollector(depsOf(log))()
    await checkpointWriter(depsOf(log))()
    flip('checkpoint', readFileSync(path('checkpoint')).length - 30)
    agree(await ours(), theirs('--witness', witness.vkey), false, 'cosignature')
  })
})
