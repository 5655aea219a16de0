import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { witnessesAt } from '../../server/config-forms.ts'
import { record } from '../../server/transparency/record.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { cosignatureCollector } from '../../server/transparency/collect-cosignatures.ts'
import { nextMinute } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { filesOf, openNote } from '../support/naive-log.ts'
import { witnessPeer } from '../support/witness-peer.ts'

// Each submission is an entry of a public log that only grows (a Merkle tree). The portal serves the log's
// files to everyone, in the format of C2SP.

let portal: Portal
/** All entries that the tests have added to the public log. */
const entries: Buffer[] = []
/** Adds this number of events to the public log, one a minute. */
const recordEvents = async (count: number) => {
  for (let n = 0; n < count; n++) {
    const digest = randomBytes(32)
    const now = new Date(A_TUESDAY.getTime() + entries.length * 60_000)
    await record(portal.db, { kind: 'submission', digest, now })
    entries.push(
      Buffer.from(`{"at":"${now.toISOString()}","digest":"${digest.toString('hex')}","kind":"submission"}`),
    )
  }
}
before(async () => {
  portal = await openPortal({ config: { PUBLIC_URL: 'https://jobs.example.org' } })
})
after(() => portal.close())

const get = (path: string) => portal.visitor().get(path)
/** Fetches a reply as bytes, without decompressing it. */
const bytesAt = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port: new URL(portal.url).port, path, headers, agent: false }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
        )
      })
      .on('error', reject)
  })

describe('the public log over HTTP (C2SP tlog-tiles)', () => {
  test('before the first checkpoint there is none, and the page about the log says so', async () => {
    assert.equal((await get('/log/checkpoint')).status, 404)
    assert.equal((await get('/log/tile/0/000.p/1')).status, 404)
    const { status, json } = await get('/api/transparency/')
    assert.deepEqual([status, json.checkpoint, json.days], [200, null, []])
  })
  test('checkpoint, tiles and bundles of every size that was published are served as the specification says', async () => {
    const writeCheckpoint = checkpointWriter(portal.deps)
    const { vkey } = (await get('/api/transparency/')).json
    for (const more of [1, 4, 300, 350]) {
      await recordEvents(more)
      await writeCheckpoint()
      const note = await bytesAt('/log/checkpoint')
      assert.equal(note.headers['content-type'], 'text/plain; charset=utf-8')
      assert.equal(note.headers['cache-control'], 'public, max-age=1')
      assert.equal(note.headers['access-control-allow-origin'], '*')
      assert.equal(openNote(note.bytes.toString(), vkey).size, entries.length)
      // `filesOf` computes the expected files by a second, simpler implementation.
      for (const [path, bytes] of filesOf(entries)) {
        const tile = await bytesAt(`/log/${path}`)
        assert.ok(tile.bytes.equals(bytes), path)
        assert.equal(tile.headers['content-type'], 'application/octet-stream')
        assert.equal(
          tile.headers['cache-control'],
          path.includes('.p/') ? 'public, max-age=60' : 'public, max-age=31536000, immutable',
        )
      }
    }
    // The log's files are tiles of entries. A partial tile of an earlier size equals the first part of the
    // present tile. That holds even if no checkpoint had that size.
    for (const size of [1, 5, 100, 305, 511])
      for (const [path, bytes] of filesOf(entries.slice(0, size)))
        assert.ok((await bytesAt(`/log/${path}`)).bytes.equals(bytes), path)
  })
  test('bundles are compressed for callers that accept gzip', async () => {
    const compressed = await bytesAt('/log/tile/entries/000', { 'accept-encoding': 'gzip, identity' })
    assert.equal(compressed.headers['content-encoding'], 'gzip')
    assert.equal(compressed.headers.vary, 'accept-encoding')
    assert.ok(gunzipSync(compressed.bytes).equals((await bytesAt('/log/tile/entries/000')).bytes))
  })
  test('T15 a tile that does not exist, or whose path is written in another way, is not found', async () => {
    const notInTree = [
      'tile/0/003',
      'tile/0/002.p/144',
      'tile/0/002.p/256',
      'tile/0/002.p/0',
      'tile/0/000.p/07',
      'tile/0/000/',
      'tile/00/000',
      'tile/64/000',
      'tile/2/000.p/1',
    ]
    const outside = [
      'tile/0/x000/000',
      'tile/entries/00',
      'tile/0/../0/000',
      'tile/0/%2e%2e/%2e%2e/receipts.key',
      '../receipts.key',
      '..%2freceipts.key',
      'checkpoint.new',
      'tile',
      '',
    ]
    for (const path of [...notInTree, ...outside]) {
      const answer = await bytesAt(`/log/${path}`)
      assert.equal(answer.status, 404, path)
      assert.equal(answer.headers['cache-control'], 'no-store', path)
    }
  })
  test('the page about the log: checkpoint, key in both spellings, leaves of each day in Nairobi', async () => {
    // The portal caches answers for some seconds, so the test waits.
    nextMinute()
    const { json } = await get('/api/transparency/')
    assert.equal(json.origin, 'jobs.example.org/log')
    assert.equal(json.log_url, 'https://jobs.example.org/log/')
    assert.ok(json.vkey.startsWith('jobs.example.org/log+'))
    assert.match(json.public_key, /^-----BEGIN PUBLIC KEY-----/)
    assert.deepEqual(
      [json.checkpoint.size, openNote(json.checkpoint.note, json.vkey).root.toString('base64')],
      [entries.length, json.checkpoint.root_hash],
    )
    // The first entry is from 14:02 in Nairobi, and the others follow one a minute. A day ends at midnight in
    // Nairobi.
    assert.deepEqual(json.days, [
      { date: '2026-11-25', leaves: 57 },
      { date: '2026-11-24', leaves: 598 },
    ])
  })
  test('the proof that the log only grew, for every earlier size; a size that the log never had is not found', async () => {
    const { json } = await get('/api/transparency/consistency/?from=5')
    assert.deepEqual([json.from, json.to], [5, entries.length])
    assert.ok(json.proof.length > 0)
    assert.deepEqual((await get(`/api/transparency/consistency/?from=${entries.length}`)).json.proof, [])
    assert.equal((await get(`/api/transparency/consistency/?from=${entries.length + 1}`)).status, 404)
    for (const from of ['0', '-1', 'x', '1.5', ''])
      assert.equal((await get(`/api/transparency/consistency/?from=${from}`)).status, 422, from)
  })
  test('which witness cosigned, when, and the newest checkpoint with the signatures of witnesses', async () => {
    nextMinute()
    assert.deepEqual((await get('/api/transparency/')).json.witnesses, [])
    assert.equal((await get('/log/cosigned')).status, 404)
    const { vkey } = portal.deps.receiptKey
    const peers = await Promise.all(['w1', 'w2'].map((name) => witnessPeer({ vkey }, name)))
    for (const peer of peers) peer.now = portal.deps.now
    // Witnesses are other servers that sign checkpoints. This portal started before them, so the test sets
    // their addresses here.
    portal.deps.config.witnesses = witnessesAt(peers.map((peer) => `${peer.url} ${peer.vkey}`).join()) ?? []
    // The second witness fails, and only the first signs.
    if (peers[1]) peers[1].manner = 503
    await cosignatureCollector(portal.deps)()
    nextMinute()
    const { json } = await get('/api/transparency/')
    assert.deepEqual(json.witnesses, [
      { name: 'w1', vkey: peers[0]?.vkey, size: entries.length, cosigned_at: A_TUESDAY.toISOString() },
      { name: 'w2', vkey: peers[1]?.vkey, size: null, cosigned_at: null },
    ])
    const cosigned = await bytesAt('/log/cosigned')
    assert.equal(cosigned.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(openNote(cosigned.bytes.toString(), vkey).size, entries.length)
    assert.match(cosigned.bytes.toString(), /\n— w1 [\w+/=]+\n$/)
    if (spawnSync('python3', ['--version']).status === 0) {
      const program = join(import.meta.dirname, '../../docs/verify-log.py')
      const args = [program, `${portal.url}/log/`, vkey, '--witness', peers[0]?.vkey ?? '']
      const { stdout } = await promisify(execFile)('python3', args)
      assert.match(
        stdout,
        /^PROVEN jobs.example.org\/log: .*; w1 cosigned its first 655 entries at 2026-11-24T/,
      )
    }
    for (const peer of peers) await peer.close()
    portal.deps.config.witnesses = []
  })
  test('where the files are gone, no proof is made up', async () => {
    rmSync(join(portal.deps.config.dataDir, 'log/tile'), { recursive: true })
    assert.equal((await get('/api/transparency/consistency/?from=5')).status, 500)
    assert.equal((await get('/log/tile/0/000')).status, 404)
    await checkpointWriter(portal.deps)()
    assert.equal((await get('/api/transparency/consistency/?from=5')).status, 200)
  })
})
