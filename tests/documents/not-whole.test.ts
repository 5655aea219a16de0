import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { until } from '../support/jobs.ts'
import { MAX_OPENING } from '../../server/files/bucket.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { S3_KEY, s3Peer } from '../support/s3-peer.ts'
import { applicantWith, type WithApplication } from '../support/uploads.ts'

type Download = {
  status: number
  headers: http.IncomingHttpHeaders
  bytes: Buffer
  whole: boolean
  text: string
}
/** Downloads a file over a reusable connection. `whole` says whether HTTP counts the reply as complete. */
const get = (portal: Portal, { token, path }: WithApplication, agent: http.Agent, address = path()) =>
  new Promise<Download>((resolve, reject) => {
    const request = http.get(
      portal.url + address,
      { agent, headers: { authorization: `Token ${token}` } },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => {})
        answer.on('close', () =>
          resolve({
            headers: answer.headers,
            status: answer.statusCode ?? 0,
            bytes: Buffer.concat(pieces),
            whole: answer.complete,
            text: Buffer.concat(pieces).toString('latin1'),
          }),
        )
      },
    )
    request.on('error', reject)
  })

const SIZES = { small: 2_000, large: 400_000 }
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const DAMAGES = {
  shorter: (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
  longer: (bytes: Buffer) => Buffer.concat([bytes, bytes]),
  'wrong in one bit': (bytes: Buffer) =>
    Buffer.from(bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte))),
  empty: () => Buffer.alloc(0),
}

describe('R2 a file that differs from the stored one is never taken for it: in the data folder', () => {
  let portal: Portal
  let person: WithApplication
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  before(async () => {
    portal = await openPortal()
    person = await applicantWith(portal)
  })
  after(async () => {
    agent.destroy()
    await portal.close()
  })
  for (const [size, bytes] of Object.entries(SIZES)) {
    for (const [how, damage] of Object.entries(DAMAGES)) {
      test(`R2 a ${size} file that became ${how}`, { timeout: 10_000 }, async () => {
        const file = pdf(`% ${size} ${how}`, bytes)
        assert.equal((await person.upload(file)).status, 200)
        writeFileSync(
          join(portal.deps.config.dataDir, 'files', sha(file).slice(0, 2), sha(file)),
          damage(file),
        )
        const { status, whole, text, headers } = await get(portal, person, agent)
        assert.ok(status === 500 || !whole, `${status} ${whole}`)
        if (status === 500)
          assert.deepEqual(
            [JSON.parse(text).code, headers['content-disposition'], headers['content-type']],
            ['failed', undefined, 'application/json; charset=utf-8'],
          )
        // The next answer on the same connection must not contain bytes of this file.
        const next = await get(portal, person, agent, `/api/job-applications/${person.id}/`)
        assert.deepEqual([next.status, JSON.parse(next.text).id], [200, person.id])
        assert.ok(
          portal.log.some(
            ({ level, event, fields }) =>
              level === 'error' &&
              event === (status === 500 ? 'request.failed' : 'request.cut_short') &&
              fields?.code === 'FILE_DAMAGED',
          ),
        )
        portal.log.length = 0
      })
    }
  }
})

describe('R2, R16 a bucket that answers badly', () => {
  /**
   * Plays the S3 service with the bucket. `peer.failing` lists the failures of its next calls, in this order.
   */
  let peer: Awaited<ReturnType<typeof s3Peer>>
  let portal: Portal
  let person: WithApplication
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  before(async () => {
    peer = await s3Peer()
    portal = await openPortal({
      config: {
        STORAGE_URL: `s3://bucket/portal/files?region=af-south-1&endpoint=${encodeURIComponent(peer.url)}`,
        AWS_ACCESS_KEY_ID: S3_KEY.id,
        AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
      },
    })
    person = await applicantWith(portal)
  })
  afterEach(() => void (peer.failing = []))
  after(async () => {
    agent.destroy()
    await portal.close()
    await peer.stop()
  })
  for (const [size, bytes] of Object.entries(SIZES)) {
    for (const how of ['half', 'short', 'long', 'other'] as const) {
      test(`R2 a ${size} file of which comes ${how}`, { timeout: 10_000 }, async () => {
        const file = pdf(`% ${size} ${how}`, bytes)
        assert.equal((await person.upload(file)).status, 200)
        peer.failing = [how]
        const { status, whole } = await get(portal, person, agent)
        assert.ok(status >= 500 || !whole, `${status} ${whole}`)
        // The status is 503 (try again) if the bucket broke off, and 500 if the bucket sent wrong bytes.
        if (status >= 500) assert.equal(status, how === 'half' ? 503 : 500)
        const again = await get(portal, person, agent)
        assert.deepEqual([again.status, again.whole, again.bytes.equals(file)], [200, true, true])
      })
    }
  }
  test('R16 a caller who leaves a download that has halted leaves no connection open', {
    timeout: 10_000,
  }, async () => {
    assert.equal((await person.upload(pdf('% halts', 400_000))).status, 200)
    peer.failing = ['halts']
    const leaving = new AbortController()
    const answer = await fetch(portal.url + person.path(), {
      headers: { authorization: `Token ${person.token}` },
      signal: leaving.signal,
    })
    await answer.body?.getReader().read()
    assert.equal(peer.halted, 1)
    leaving.abort()
    await until(
      'nothing is open at the bucket',
      async () => peer.halted,
      (open) => open === 0,
    )
  })
  test('R16 while the bucket is silent, a limited number of calls wait for it, the others get a 503, and other calls do not wait at all', {
    timeout: 10_000,
  }, async () => {
    assert.equal((await person.upload(pdf('% silent'))).status, 200)
    peer.failing = Array<'says nothing'>(64).fill('says nothing')
    const waiting = Array.from({ length: MAX_OPENING }, () => person.visitor.get(person.path()))
    await until(
      'all of them wait',
      async () => peer.silent,
      (silent) => silent === MAX_OPENING,
    )
    const more = await Promise.all(Array.from({ length: 64 }, () => person.visitor.get(person.path())))
    assert.deepEqual([new Set(more.map(({ status }) => status)), peer.silent], [new Set([503]), MAX_OPENING])
    assert.equal((await person.visitor.get(`/api/job-applications/${person.id}/`)).status, 200)
    peer.failing = []
    peer.hangUp()
    assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([200]))
  })
})
