import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readConfig } from '../../server/config.ts'
import { witnessesAt } from '../../server/config-forms.ts'
import { sql } from '../../server/database/connect.ts'
import { auditCosignatures } from '../../server/transparency/audit-cosignatures.ts'
import { openAuditedFiles } from '../../server/transparency/audit-files.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { cosignatureCollector } from '../../server/transparency/collect-cosignatures.ts'
import { findCosigned, newestCosigned } from '../../server/transparency/cosigned.ts'
import { selfSigned } from '../support/certificate.ts'
import { ENDLESS, endlessPeer } from '../support/endless-peer.ts'
import { until } from '../support/jobs.ts'
import { type Log, openLog } from '../support/log.ts'
import { openNote } from '../support/naive-log.ts'
import { freePort } from '../support/program.ts'
import { type WitnessPeer, witnessPeer } from '../support/witness-peer.ts'

let log: Log
let first: WitnessPeer
let second: WitnessPeer
let clock = Date.UTC(2026, 10, 24)
const lines: { level: string; event: string; kind: unknown }[] = []
const depsOf = (...peers: WitnessPeer[]) => ({
  ...log.deps,
  config: {
    ...log.deps.config,
    witnesses: witnessesAt(peers.map(({ url, vkey }) => `${url}/ ${vkey}`).join(', ')) ?? [],
  },
  now: () => new Date(clock),
  log: (level: string, event: string, fields?: { kind?: unknown }) =>
    void lines.push({ level, event, kind: fields?.kind }),
})
before(async () => {
  log = await openLog()
  first = await witnessPeer(log.deps.receiptKey)
  second = await witnessPeer(log.deps.receiptKey, 'witness.example/w2')
  for (const peer of [first, second]) peer.now = () => new Date(clock)
})
after(async () => {
  await first.close()
  await second.close()
  await log.close()
})
beforeEach(() => {
  for (const peer of [first, second]) {
    peer.manner = 'signs'
    peer.asked.length = 0
  }
  lines.length = 0
})
const checkpointFile = () => join(log.dataDir, 'log/checkpoint')
const published = () => readFileSync(checkpointFile(), 'utf8')
/** Adds this many entries to the log, and publishes a checkpoint of them. */
const grow = async (count: number, deps = depsOf(first, second)) => {
  await log.tell(count)
  await checkpointWriter(deps)()
}
/** The signatures of a signed checkpoint, one on each line. */
const linesIn = (note = '') => note.split('\n').filter((line) => line.startsWith('— '))
/** The sizes of the checkpoints that have a cosignature. */
const sizesCosigned = async () =>
  (await findCosigned(depsOf(first, second))).map(({ checkpoint }) => checkpoint.size)
/** The errors that `log verify` finds in the cosignatures. */
const problemsOf = async (deps = depsOf(first, second)) => {
  const problems: string[] = []
  await auditCosignatures(deps, await openAuditedFiles(deps.config, () => {}), (problem) =>
    problems.push(problem),
  )
  return problems
}

describe('checkpoints are cosigned by witnesses', () => {
  test('an empty log is shown to no witness', async () => {
    await grow(0)
    await cosignatureCollector(depsOf(first))()
    assert.deepEqual(first.asked, [])
  })
  test('each new checkpoint is cosigned, from the first on; the published one carries all signatures', async () => {
    const deps = depsOf(first, second)
    const [write, collect] = [checkpointWriter(deps), cosignatureCollector(deps)]
    for (const more of [1, 2, 5, 300, 1]) {
      await grow(more)
      assert.equal(linesIn(published()).length, 1)
      await collect()
      await write()
      assert.equal(linesIn(published()).length, 3)
      const { size } = openNote(published(), log.deps.receiptKey.vkey)
      assert.deepEqual([first.known.size, second.known.size], [size, size])
      assert.equal(newestCosigned(await findCosigned(deps)), published())
    }
    assert.deepEqual(first.asked, [0, 1, 3, 8, 308])
    assert.deepEqual(lines, [])
    assert.deepEqual(await problemsOf(), [])
    const [last] = await findCosigned(deps)
    assert.equal(last?.at.getTime(), clock)
  })
  test('without a new checkpoint, no witness is asked', async () => {
    await cosignatureCollector(depsOf(first, second))()
    assert.deepEqual([first.asked, second.asked], [[], []])
  })
  test('after a restart, the writer leaves the published checkpoint with its cosignatures as it is', async () => {
    const note = published()
    await checkpointWriter(depsOf(first, second))()
    assert.equal(published(), note)
  })
  test('a witness that is no longer in the settings is no longer published', async () => {
    await checkpointWriter(depsOf(second))()
    assert.deepEqual(linesIn(published()).length, 2)
    assert.ok(!published().includes(first.name))
    await checkpointWriter(depsOf(first, second))()
  })
  test('a witness that knows another size than our database is asked again from that size', async () => {
    await log.db.run(sql`delete from cosignatures where witness = ${first.vkey}`)
    await grow(3)
    await cosignatureCollector(depsOf(first))()
    assert.deepEqual(first.asked, [0, 309])
    assert.deepEqual(await sizesCosigned(), [312, 309])
  })
  test('one that is behind does not hold back the other: the newest cosigned checkpoint has one line', async () => {
    const note = newestCosigned(await findCosigned(depsOf(first, second)))
    assert.deepEqual(
      linesIn(note).map((line) => line.split(' ')[1]),
      ['jobs.example.org/log', first.name],
    )
    assert.equal(openNote(note ?? '', log.deps.receiptKey.vkey).size, 312)
  })
})

describe('a witness that misbehaves stores nothing and delays no one', () => {
  for (const [manner, kind] of [
    ['lies', 'invalid'],
    ['signs late', 'invalid'],
    ['writes for ever', 'invalid'],
    ['names no size', 'invalid'],
    ['redirects', 'away'],
    ['hangs', 'away'],
    [403, 'refused'],
    [404, 'refused'],
    [500, 'refused'],
  ] as const) {
    test(`one that ${typeof manner === 'number' ? `answers ${manner}` : manner}`, async () => {
      const known = first.known
      const sizes = await sizesCosigned()
      await grow(1)
      first.manner = manner
      await cosignatureCollector(depsOf(first), { timeoutMs: 100 })()
      assert.deepEqual(lines, [{ level: 'warn', event: 'log.not_cosigned', kind }])
      assert.deepEqual(await sizesCosigned(), sizes)
      first.known = known
    })
  }
  for (const [kind, endless] of Object.entries(ENDLESS))
    test(`T24 one that sends endless ${kind} is given up early`, async (context) => {
      const endlessServer = await endlessPeer(endless)
      context.after(endlessServer.close)
      await grow(1)
      const { url } = first
      first.url = endlessServer.url
      await cosignatureCollector(depsOf(first))()
      first.url = url
      assert.deepEqual(lines, [{ level: 'warn', event: 'log.not_cosigned', kind: 'away' }])
      assert.ok(endlessServer.written() < 16 * 1_048_576, `${endlessServer.written()} bytes`)
    })
  test('the log says why one is away: nothing listens there, or its certificate is not trusted', async (context) => {
    const server = createServer(selfSigned())
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    context.after(() => server.close())
    const { port } = server.address() as AddressInfo
    await grow(1)
    const codes: unknown[] = []
    const { url } = first
    // Each turn of the loop gives the witness another address.
    for (first.url of [`https://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`])
      await cosignatureCollector({
        ...depsOf(first),
        log: (_level: string, _event: string, fields?: { code?: unknown }) => void codes.push(fields?.code),
      })()
    first.url = url
    assert.deepEqual(codes, ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ECONNREFUSED'])
  })
  test('one that is away is asked again after a pause that doubles', async () => {
    const collect = cosignatureCollector(depsOf(first))
    first.manner = 503
    const failed: number[] = []
    for (let second = 0; second < 80; second += 5) {
      await collect()
      if (first.asked.splice(0).length > 0) failed.push(second)
      clock += 5_000
    }
    assert.deepEqual(failed, [0, 10, 30, 70])
    first.manner = 'signs'
    clock += 600_000
    await collect()
    assert.equal((await sizesCosigned())[0], first.known.size)
  })
  test('one that hangs does not stop the writer, and a stop does not wait for it', async () => {
    first.manner = 'hangs'
    await grow(1)
    const stopping = new AbortController()
    const collecting = cosignatureCollector(depsOf(first))(stopping.signal)
    await until(
      'the witness is asked',
      async () => first.asked.length,
      (count) => count > 0,
    )
    const before = published()
    await grow(1)
    assert.notEqual(published(), before)
    stopping.abort()
    await collecting
    assert.deepEqual(lines, [])
  })
})

describe('a witness that saw another history is an error', () => {
  const contradiction = [{ level: 'error', event: 'log.witness_contradicts', kind: undefined }]
  for (const [title, change] of [
    ['the log went back: the witness knows more than our database', { size: 10_000 }],
    ['what the witness saw is not the beginning of our log', { root: Buffer.alloc(32, 7) }],
    ['of the same size it saw another log', { size: -1, root: Buffer.alloc(32, 7) }],
  ] as const) {
    test(title, async () => {
      const known = first.known
      await grow(1)
      const { size } = openNote(published(), log.deps.receiptKey.vkey)
      first.known = { ...known, ...change }
      if (first.known.size === -1) first.known.size = size
      await cosignatureCollector(depsOf(first))()
      first.known = known
      assert.deepEqual(lines, contradiction)
    })
  }
  test('a witness that knows a larger tree, published by another machine, is no error', async () => {
    await grow(1)
    const earlier = published()
    await grow(1)
    await cosignatureCollector(depsOf(first))()
    await log.db.run(sql`delete from cosignatures where witness = ${first.vkey}`)
    // Behave as if this machine had not published the larger tree yet.
    writeFileSync(checkpointFile(), earlier)
    await cosignatureCollector(depsOf(first))()
    assert.deepEqual(lines, [])
    await checkpointWriter(depsOf(first, second))()
    await cosignatureCollector(depsOf(first, second))()
    await checkpointWriter(depsOf(first, second))()
    assert.equal(linesIn(published()).length, 3)
  })
})

describe('log verify checks cosignatures', () => {
  test('a changed signature, one of another size, one of another key', async () => {
    assert.deepEqual(await problemsOf(), [])
    for (const [change, problem] of [
      [sql`signature = set_byte(signature, 70, get_byte(signature, 70) # 1)`, /is not of the checkpoint of/],
      [sql`signature = set_byte(signature, 7, get_byte(signature, 7) # 1)`, /is not of the checkpoint of/],
      [sql`size = 309`, /is not of the checkpoint of 309 leaves/],
      [sql`witness = 'somebody'`, /is of no valid key/],
    ] as const) {
      const stored = await log.db.rows<{ witness: string; size: number; signature: Buffer }>(
        sql`select witness, size, signature from cosignatures where witness = ${first.vkey}`,
      )
      await log.db.run(sql`update cosignatures set ${change} where witness = ${first.vkey}`)
      const problems = await problemsOf()
      assert.match(problems.join(), problem)
      // The portal does not publish a cosignature that does not verify.
      assert.equal((await findCosigned(depsOf(first))).length, 0)
      await log.db.run(sql`delete from cosignatures where witness in (${first.vkey}, 'somebody')`)
      assert.ok(stored[0])
      await log.db.run(
        sql`insert into cosignatures (witness, size, signature) values (${first.vkey}, ${stored[0].size}, ${stored[0].signature})`,
      )
    }
    assert.deepEqual(await problemsOf(), [])
  })
  test('a published line that was changed', async () => {
    const note = published()
    const cosigned = linesIn(note).find((line) => line.includes(first.name)) ?? ''
    writeFileSync(checkpointFile(), note.replace(cosigned, `${cosigned.slice(0, -9)}AAAAAAA==`))
    assert.match((await problemsOf()).join(), /The published cosignature of witness.example\/w1 is not of/)
    writeFileSync(checkpointFile(), note)
  })
})

describe('WITNESSES', () => {
  test('each is an address and a verifier key; without it there are none', () => {
    assert.deepEqual(readConfig({}).witnesses, [])
    const { witnesses } = readConfig({
      WITNESSES: `https://one.example/log/ ${first.vkey},${second.url} ${second.vkey}`,
    })
    assert.deepEqual(
      witnesses.map(({ url, name }) => [url, name]),
      [
        ['https://one.example/log', first.name],
        [second.url, second.name],
      ],
    )
  })
  test('what is no witness stops the start with one sentence', () => {
    for (const wrong of [
      'https://one.example',
      first.vkey,
      `ftp://one.example ${first.vkey}`,
      `https://one.example?log=1 ${first.vkey}`,
      `https://one.example ${first.vkey} more`,
      `https://one.example ${first.vkey.slice(0, -1)}`,
      `https://one.example ${first.vkey.replace('w1', 'w3')}`,
      `https://one.example ${log.deps.receiptKey.vkey}`,
      `https://one.example ${first.vkey}, https://two.example ${first.vkey}`,
    ])
      assert.throws(
        () => readConfig({ WITNESSES: wrong }),
        /^Error: WITNESSES must name up to 15 witnesses, /,
      )
  })
})
