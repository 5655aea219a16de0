import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { asRefusal } from '../../server/http/on-error.ts'
import { bucketFiles } from '../../server/transparency/bucket-files.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { findPublished, proveInclusion } from '../../server/transparency/prove.ts'
import { LogContradiction } from '../../server/transparency/publish.ts'
import { configKeepingMail } from '../support/config.ts'
import { type Log, openLog } from '../support/log.ts'
import { openNote } from '../support/naive-log.ts'
import { S3_KEY, s3Peer } from '../support/s3-peer.ts'

describe('the public log in the bucket: one machine writes it, any machine reads it', () => {
  let log: Log
  let peer: Awaited<ReturnType<typeof s3Peer>>
  before(async () => {
    log = await openLog()
    peer = await s3Peer()
  })
  after(async () => {
    await peer.stop()
    await log.close()
  })
  /** The settings of a machine with this data folder, as they are after its start. */
  const configOf = (folder: string) =>
    configKeepingMail({
      DATA_DIR: join(log.dataDir, folder),
      PUBLIC_URL: 'https://jobs.example.org',
      STORAGE_URL: `s3://bucket/portal?endpoint=${encodeURIComponent(peer.url)}`,
      AWS_ACCESS_KEY_ID: S3_KEY.id,
      AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
    })
  const writerOf = (folder: string) => checkpointWriter({ ...log.deps, config: configOf(folder) })
  const names = () => [...peer.objects.keys()].filter((name) => name.startsWith('portal/log/'))

  test('what one machine writes, another serves and proves, and takes over', async () => {
    await log.tell(300)
    await writerOf('one')()
    const config = configOf('two')
    const published = await findPublished(config)
    assert.equal(openNote(published?.note ?? '', log.deps.receiptKey.vkey).size, 300)
    const leaf = await log.db.row<{ hash: Buffer }>(sql`select hash from log_leaves where index = 299`)
    assert.ok(published && leaf && (await proveInclusion(config, 299, leaf.hash, published)))
    await log.tell(300)
    await writerOf('two')()
    assert.equal((await findPublished(configOf('three')))?.size, 600)
    assert.equal(existsSync(join(log.dataDir, 'one/log')), false)
  })
  test('a full tile replaces its partial ones', () => {
    assert.ok(names().includes('portal/log/tile/0/001'))
    assert.deepEqual(
      names().filter((name) => name.includes('001.p/')),
      [],
    )
  })
  test('files are read once: only the checkpoint changes', async () => {
    const config = configOf('four')
    const published = await findPublished(config)
    const leaf = await log.db.row<{ hash: Buffer }>(sql`select hash from log_leaves where index = 5`)
    assert.ok(published && leaf)
    await proveInclusion(config, 5, leaf.hash, published)
    const earlier = peer.asked.length
    await proveInclusion(config, 5, leaf.hash, published)
    assert.deepEqual(
      peer.asked.slice(earlier).filter((call) => !call.includes('.p/')),
      [],
    )
  })
  test('a file that is written again is read as it is now', async () => {
    const { bucket } = configOf('rewritten')
    assert.ok(bucket)
    const files = bucketFiles(bucket)
    const path = 'tile/0/999'
    await files.write(path, Buffer.from('damaged'))
    assert.equal(String(await files.read(path)), 'damaged')
    await files.write(path, Buffer.from('correct'))
    assert.equal(String(await files.read(path)), 'correct')
    await files.removeBelow(path)
    peer.objects.delete(`portal/log/${path}`)
  })
  test('a bucket that is away makes the portal busy, not broken; the next call asks the bucket again', async () => {
    const config = configOf('five')
    peer.failing = Array.from({ length: 20 }, () => 503)
    const error = await findPublished(config).catch((reason: unknown) => reason)
    assert.equal(asRefusal(error).kind, 'busy')
    peer.failing = []
    assert.equal((await findPublished(config))?.size, 600)
  })
  test('a published checkpoint that the database does not have stops the writer: one in the bucket, and one in an earlier folder', async () => {
    const restored = await openLog()
    const { receiptKey } = log.deps
    const other = { ...restored.deps, receiptKey }
    await assert.rejects(checkpointWriter({ ...other, config: configOf('six') })(), LogContradiction)
    await log.tell(1)
    const config = configOf('seven')
    await checkpointWriter({ ...log.deps, config: { ...config, bucket: undefined } })()
    peer.objects.clear()
    await assert.rejects(checkpointWriter({ ...other, config: configOf('seven') })(), LogContradiction)
    await restored.close()
  })
})
