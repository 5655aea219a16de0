import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { sweepFiles } from '../../server/documents/sweep-files.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { S3_KEY, s3Peer } from '../support/s3-peer.ts'
import { pdf } from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, storedFiles } from '../support/uploads.ts'

// The portal stores documents in a bucket of an S3-compatible service. `applicantWith` creates a person with
// a draft application, and functions for its documents. `storedFiles` lists the names of stored files,
// `arrivingFiles` those of uploads in progress.
/**
 * Plays the S3 service with the bucket. `peer.failing` lists the failures of its next calls, in this order.
 */
let peer: Awaited<ReturnType<typeof s3Peer>>
let portal: Portal
before(async () => {
  peer = await s3Peer()
  portal = await openPortal({
    config: {
      STORAGE_URL: `s3://bucket/portal/files?region=af-south-1&endpoint=${encodeURIComponent(peer.url)}`,
      AWS_ACCESS_KEY_ID: S3_KEY.id,
      AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
    },
  })
})
afterEach(async () => {
  peer.failing = []
  // Deletes the counts of uploads, because a person may upload only a limited number of files.
  await portal.db.run(sql`delete from counters`)
})
after(async () => {
  await portal.close()
  await peer.stop()
})

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** The name that the bucket must give to a document with these bytes. */
const objectName = (bytes: Buffer) => `portal/files/${sha(bytes)}`

describe('STORAGE_URL: files in an S3-compatible bucket', () => {
  test('a document is put under its hash, signed and whole, and comes back; the disk keeps nothing', async () => {
    const person = await applicantWith(portal)
    const bytes = pdf('', 5_242_880)
    assert.equal((await person.upload(bytes)).status, 200)
    assert.ok(peer.objects.get(objectName(bytes))?.bytes.equals(bytes))
    assert.deepEqual([arrivingFiles(portal), storedFiles(portal)], [[], []])
    const answer = await fetch(portal.url + person.path(), {
      headers: { authorization: `Token ${person.token}` },
    })
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes))
  })
  test('the store finds and removes a file, and says that an unknown file is missing', async () => {
    const { store } = portal.deps.files
    const person = await applicantWith(portal)
    await person.upload(pdf('% here'))
    const [hash, none] = [sha(pdf('% here')), '0'.repeat(64)]
    assert.deepEqual(
      [await store.has(hash), await store.has(none), await store.open(none)],
      [true, false, undefined],
    )
    await store.remove(hash)
    await store.remove(none)
    assert.deepEqual([await store.has(hash), (await person.visitor.get(person.path())).status], [false, 404])
  })
  test('R16 a bucket that stumbles is asked again', async () => {
    const person = await applicantWith(portal)
    peer.failing = [503, 500]
    assert.equal((await person.upload(pdf('% again'))).status, 200)
    assert.ok(peer.objects.has(objectName(pdf('% again'))))
  })
  test('R16 a bucket that hangs up on a kept connection is asked again', async () => {
    const person = await applicantWith(portal)
    peer.failing = ['hangs up']
    assert.equal((await person.upload(pdf('% hung up'))).status, 200)
    assert.ok(peer.objects.has(objectName(pdf('% hung up'))))
  })
  test('T40 if the bucket refuses a file, the upload fails with a 500: nothing is attached or left, and the answer says nothing of the bucket', async () => {
    const person = await applicantWith(portal)
    peer.failing = [403]
    const answer = await person.upload(pdf('% refused'))
    // The id of the request is random, so it may contain one of these texts.
    const body = answer.text.replace(answer.json.request_id, '')
    assert.deepEqual(
      [answer.status, answer.json.code, /bucket|403|Fault|S3/.test(body)],
      [500, 'failed', false],
    )
    assert.deepEqual([await person.documents(), arrivingFiles(portal)], [[], []])
    const problem = portal.log.findLast(({ event }) => event === 'request.failed')
    assert.deepEqual([problem?.fields?.error, problem?.fields?.code], ['BucketError', 'S3_403'])
  })
  test('R16 a bucket that is away is 503, and the portal continues', async () => {
    const away = await openPortal({
      config: {
        STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:9',
        AWS_ACCESS_KEY_ID: S3_KEY.id,
        AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
      },
    })
    try {
      const person = await applicantWith(away)
      const answer = await person.upload(pdf())
      assert.deepEqual([answer.status, answer.json.code], [503, 'busy'])
      assert.equal(
        (await person.visitor.post('/api/job-applications/partial-save/', { job: person.job, address: 'x' }))
          .status,
        200,
      )
    } finally {
      await away.close()
    }
  })
  test('the sweep reads all pages of the bucket’s list, and leaves young files, files in use and files that are not the portal’s', async () => {
    peer.objects.clear()
    peer.pageSize = 2
    const person = await applicantWith(portal)
    await person.upload(pdf('% kept'))
    // A stored file that no application refers to is deleted when it is an hour old.
    const old = new Date(Date.now() - 3_700_000)
    const prefix = sha(pdf('% kept')).slice(0, 2)
    const orphans = Array.from({ length: 7 }, (_, n) => `portal/files/${prefix}${String(n).repeat(62)}`)
    const young = `portal/files/${prefix}${'a'.repeat(62)}`
    for (const name of [...orphans, 'portal/files/readme.txt', `elsewhere/${prefix}${'b'.repeat(62)}`])
      peer.objects.set(name, { bytes: Buffer.alloc(1), put: old })
    peer.objects.set(young, { bytes: Buffer.alloc(1), put: new Date() })
    const referredTo = peer.objects.get(objectName(pdf('% kept')))
    if (referredTo) referredTo.put = old
    await sweepFiles(portal.deps)
    assert.deepEqual(
      [...peer.objects.keys()].sort(),
      [
        objectName(pdf('% kept')),
        young,
        'portal/files/readme.txt',
        `elsewhere/${prefix}${'b'.repeat(62)}`,
      ].sort(),
    )
    peer.pageSize = 1_000
  })
})
