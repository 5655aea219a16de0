import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { REFUSALS } from '#contract/refusals.ts'
import { TRANSFER_LIMITS } from '../../server/http/minimum-rate.ts'
import { UPLOADS } from '../../server/http/upload-shares.ts'
import { nextMinute } from '../support/accounts.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { expectRetryTime } from '../support/retry-time.ts'
import { pdf } from '../support/sample-files.ts'
import {
  applicantWith,
  arrivingFiles,
  arrivingSizes,
  form,
  send,
  type WithApplication,
} from '../support/uploads.ts'

// Many people upload documents at the same time, some of them slowly.

const REFUSED = { code: 'too_slow', message: REFUSALS.too_slow.message }

// `applicantWith` creates a person with a draft application, and functions for its documents. `arrivingFiles`
// lists the uploads in progress.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

/** Starts an upload: sends its head and the first bytes of its file, and then waits. */
const startUpload = (
  portal: Portal,
  person: WithApplication,
  body: Buffer,
  type: string,
  length = body.length,
  ip = '10.9.9.9',
) =>
  new Promise<Socket & { received: string }>((resolve, reject) => {
    const { hostname, port, host } = new URL(portal.url)
    const socket = Object.assign(connect(Number(port), hostname), { received: '' })
    socket.on('data', (piece: Buffer) => (socket.received += piece.toString('latin1'))).once('error', reject)
    const heads = [
      `PUT ${person.path()} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Token ${person.token}`,
      `X-Forwarded-For: ${ip}`,
      `Content-Type: ${type}`,
      `Content-Length: ${length}`,
    ]
    socket.once('connect', () => {
      socket.write(`${heads.join('\r\n')}\r\n\r\n`)
      socket.write(body, () => resolve(socket))
    })
  })
/** Waits until this number of uploads is in progress. */
const arriving = (many: number) =>
  until(
    `${many} arrive`,
    async () => arrivingFiles(portal).length,
    (n) => n === many,
  )
const answered = (socket: { received: string }) =>
  until(
    'an answer',
    async () => /^HTTP\/1\.1 (\d+)/.exec(socket.received)?.[1],
    (status) => status !== undefined,
  )

/** Uploads as soon as a place for uploads is free, a moment after an earlier upload has ended. */
const onceFree = (person: WithApplication) =>
  until(
    'a place is free',
    () => person.upload(pdf()),
    ({ status }) => status !== 503,
  )

describe('T18 how many at once', () => {
  const { body, type } = form([{ name: 'file', file: 'cv.pdf', data: pdf('', 100_000) }])
  const half = body.subarray(0, 50_000)

  test('T18 one person may have two uploads at once; a third gets a 503 with Retry-After, until one of the two ends', async () => {
    const person = await applicantWith(portal)
    const other = await applicantWith(portal)
    const sockets = await Promise.all(
      Array.from({ length: UPLOADS.perPerson }, () => startUpload(portal, person, half, type, body.length)),
    )
    await arriving(2)
    const refused = await person.upload(pdf())
    assert.deepEqual([refused.status, refused.json?.code], [503, 'busy'])
    expectRetryTime(refused.headers.get('retry-after'))
    assert.equal((await other.upload(pdf())).status, 200, 'another person is not held up')
    sockets[0]?.destroy()
    await arriving(1)
    assert.equal((await onceFree(person)).status, 200)
    sockets[1]?.write(body.subarray(50_000))
    assert.equal(await answered(sockets[1] ?? { received: '' }), '200')
    for (const socket of sockets) socket.destroy()
    await arriving(0)
  })
  test('T18 64 uploads at once in all, and the next one ends one of them; other calls are answered meanwhile', {
    timeout: 60_000,
  }, async () => {
    const people = await Promise.all(Array.from({ length: 32 }, () => applicantWith(portal)))
    const sockets = await Promise.all(
      people.flatMap((person, index) =>
        [0, 1].map(() => startUpload(portal, person, half, type, body.length, `10.${index}.1.1`)),
      ),
    )
    await arriving(64)
    const late = await applicantWith(portal)
    assert.deepEqual(
      [(await late.upload(pdf())).status, (await late.visitor.get('/api/jobs/list/')).status],
      [200, 200],
    )
    await arriving(63)
    assert.equal(
      (await late.visitor.post('/api/job-applications/partial-save/', { job: late.job })).status,
      200,
    )
    for (const socket of sockets) socket.destroy()
    await arriving(0)
  })
  test('T18 slow uploads without a valid token take no place, however many they are', {
    timeout: 60_000,
  }, async () => {
    const person = await applicantWith(portal)
    const stranger = { ...person, token: 'x'.repeat(43) }
    const sockets = await Promise.all(
      Array.from({ length: 80 }, () => startUpload(portal, stranger, half, type, body.length)),
    )
    for (let time = 0; time < 8; time++) assert.equal((await person.upload(pdf())).status, 200)
    for (const socket of sockets) socket.destroy()
  })
  test('R9 an upload that has brought 4 MB holds at most 256 KiB of memory', {
    timeout: 60_000,
  }, async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const held = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const people = await Promise.all(Array.from({ length: 10 }, () => applicantWith(portal)))
    const { body: large, type: formType } = form([{ name: 'file', file: 'cv.pdf', data: pdf('', 5_000_000) }])
    const before = held()
    const { arrayBuffers } = process.memoryUsage()
    const sockets = await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 2 }, () =>
          startUpload(portal, person, large.subarray(0, 4_000_000), formType, large.length),
        ),
      ),
    )
    await until(
      '4 MB of each are on the disk',
      async () => arrivingSizes(portal),
      (sizes) => sizes.length === 20 && sizes.every((size) => size > 3_900_000),
    )
    // Pieces of a file that are on the disk must leave the memory even before the next garbage collection.
    const uncollected = (process.memoryUsage().arrayBuffers - arrayBuffers) / 20
    // The process returns collected memory to the system only a little later.
    const each = await until(
      'the memory is swept',
      async () => (held() - before) / 20,
      (bytes) => bytes < 262_144,
      5_000,
    ).catch(() => (held() - before) / 20)
    for (const socket of sockets) socket.destroy()
    await arriving(0)
    assert.ok(each < 262_144, `${Math.round(each / 1_024)} KiB each`)
    assert.ok(
      uncollected < 524_288,
      `${Math.round(uncollected / 1_024)} KiB each before anything is collected`,
    )
  })
  test('T17 a sender who is still sending receives the refusal', async () => {
    const person = await applicantWith(portal)
    const { body: large, type: formType } = form([{ name: 'file', file: 'cv.pdf', data: pdf('', 6_000_000) }])
    const pieces = async function* () {
      for (let index = 0; index < large.length; index += 65_536) yield large.subarray(index, index + 65_536)
    }
    const loggedOut = await send(portal.url + person.path(), {
      headers: { 'content-type': formType },
      body: pieces(),
    })
    assert.equal(loggedOut.status, 401)
    const tooLarge = await send(portal.url + person.path(), {
      token: person.token,
      headers: { 'content-type': formType },
      body: pieces(),
    })
    assert.equal(tooLarge.status, 413)
  })
})

describe('T18 how slow', () => {
  // The portal's time limits divided by a hundred, so that seven minutes become four seconds.
  const patience = {
    ...TRANSFER_LIMITS,
    graceMs: TRANSFER_LIMITS.graceMs / 100,
    bytesPerSecond: TRANSFER_LIMITS.bytesPerSecond * 100,
  }
  /** Uploads 5 MB at a hundred times this rate, because the limits are a hundred times as short. */
  const sentAt = async (portal: Portal, kibPerSecond: number) => {
    const person = await applicantWith(portal)
    const { body, type } = form([{ name: 'file', file: 'cv.pdf', data: pdf('', 5_242_880) }])
    const socket = await startUpload(portal, person, body.subarray(0, 1), type, body.length)
    const startedAt = performance.now()
    // Sends all bytes that a line of this rate would have carried by now, even if this process was delayed.
    for (let sent = 1; sent < body.length && socket.received === ''; ) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      const due = Math.min(
        body.length,
        sent + 65_536,
        Math.floor(((performance.now() - startedAt) / 1_000) * kibPerSecond * 1_024 * 100),
      )
      if (due > sent) socket.write(body.subarray(sent, due))
      sent = Math.max(sent, due)
    }
    const status = await answered(socket)
    return {
      status,
      socket,
      seconds: (performance.now() - startedAt) / 1_000,
      documents: await person.documents(),
    }
  }
  test('T18 an honest upload of 5 MB at 12 KiB a second takes seven minutes and succeeds; one at 3 KiB is cut off with the body of every refusal (A5)', {
    timeout: 60_000,
  }, async (context) => {
    const quick = await openPortal({ app: { patience } })
    context.after(() => quick.close())
    const [honest, slow] = await Promise.all([sentAt(quick, 12), sentAt(quick, 3)])
    assert.deepEqual([honest.status, honest.documents[0]?.size], ['200', 5_242_880])
    assert.ok(honest.seconds > 10 * (patience.graceMs / 1_000), `${honest.seconds} s`)
    assert.deepEqual([slow.status, slow.documents], ['408', []])
    const [head = '', body = ''] = slow.socket.received.split('\r\n\r\n')
    assert.deepEqual(JSON.parse(body), { ...REFUSED, error: REFUSED.message, detail: REFUSED.message })
    assert.match(head, /^content-type: application\/json; charset=utf-8$/im)
    assert.match(head, new RegExp(`^content-length: ${body.length}$`, 'im'))
    await until(
      'nothing is left of it',
      async () => arrivingFiles(quick).length,
      (n) => n === 0,
    )
    for (const { socket } of [honest, slow]) socket.destroy()
  })
  test('T18 an upload that stops sending is closed, nothing of it is left, and its place is free', {
    timeout: 30_000,
  }, async () => {
    const person = await applicantWith(portal)
    const { body, type } = form([{ name: 'file', file: 'cv.pdf', data: pdf('', 100_000) }])
    const socket = await startUpload(portal, person, body.subarray(0, 5_000), type, body.length)
    await arriving(1)
    // The clock that measures slow senders advances by a minute.
    nextMinute()
    assert.equal(await answered(socket), '408')
    await until(
      'its body',
      async () => socket.received,
      (onReply) => onReply.includes(REFUSED.message),
    )
    await arriving(0)
  })
  test('T18 a JSON body that dribbles is closed after a minute', { timeout: 30_000 }, async () => {
    const { hostname, port, host } = new URL(portal.url)
    const socket = Object.assign(connect(Number(port), hostname), { received: '' })
    socket.on('data', (piece: Buffer) => (socket.received += piece.toString('latin1')))
    socket.write(
      `POST /api/login/ HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":`,
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    // The clock that measures slow senders advances by two minutes.
    nextMinute()
    nextMinute()
    assert.equal(await answered(socket), '408')
  })
})
