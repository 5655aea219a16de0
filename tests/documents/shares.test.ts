import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STORAGE } from '#contract/documents/documents.ts'
import { sql } from '../../server/database/connect.ts'
import { UPLOADS } from '../../server/http/upload-shares.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { expectRetryTime } from '../support/retry-time.ts'
import { pdf } from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, form, send, type WithApplication } from '../support/uploads.ts'

// When all places for uploads are taken and a new upload arrives, the portal ends one of the running uploads.

const SMALL = { atOnce: 6, perPerson: 2, perNetwork: 3 }
// `applicantWith` creates a person with a draft application, and functions for its documents. `arrivingFiles`
// lists the uploads in progress.
let portal: Portal
let people: WithApplication[]
/** A portal with the real limits, and its twelve people. */
let whole: Portal
let twelve: WithApplication[]
before(async () => {
  portal = await openPortal({ app: { uploads: SMALL } })
  people = await Promise.all(Array.from({ length: 8 }, () => applicantWith(portal)))
  whole = await openPortal()
  twelve = await Promise.all(Array.from({ length: 12 }, () => applicantWith(whole)))
})
// Deletes the counts of uploads, because a person may upload only a limited number of files.
beforeEach(async () => {
  for (const { db } of [portal, whole]) await db.run(sql`delete from counters`)
})
after(() => Promise.all([portal.close(), whole.close()]))

const { body, type } = form([{ name: 'file', file: 'cv.pdf', data: pdf('', 9_000_000) }])
type StartedUpload = Socket & { received: string }

/** Starts an upload that sends this number of bytes of its file and then waits. */
const startUpload = (
  target: Portal,
  person: WithApplication,
  network: string,
  bytes = 5_000,
): StartedUpload => {
  const { hostname, port, host } = new URL(target.url)
  const socket = Object.assign(connect(Number(port), hostname), { received: '' })
  socket.on('data', (piece: Buffer) => (socket.received += piece.toString('latin1'))).on('error', () => {})
  const heads = [
    `PUT ${person.path()} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Token ${person.token}`,
    `X-Forwarded-For: ${network}.7`,
  ]
  socket.write(
    `${[...heads, `Content-Type: ${type}`, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`,
  )
  socket.write(body.subarray(0, bytes))
  return socket
}
/** Waits until this number of uploads is in progress. */
const arriving = (target: Portal, many: number) =>
  until(
    `${many} arrive`,
    async () => arrivingFiles(target).length,
    (n) => n === many,
  )
/** Starts the uploads one after the other, so that their order is known. */
const startAll = async (
  uploads: [person: WithApplication | undefined, network: string, bytes?: number][],
) => {
  const sockets: StartedUpload[] = []
  for (const [person, network, bytes] of uploads) {
    sockets.push(startUpload(portal, person as WithApplication, network, bytes))
    await arriving(portal, sockets.length)
  }
  return sockets
}
const endAll = async (target: Portal, sockets: StartedUpload[]) => {
  for (const socket of sockets) socket.destroy()
  await arriving(target, 0)
}
/** Uploads a whole document at once. */
const honest = (person: WithApplication | undefined, network: string) =>
  person?.put([{ name: 'file', file: 'cv.pdf', data: pdf() }], {
    headers: { 'x-forwarded-for': `${network}.7` },
  })
/** The indexes of those uploads in the list that ended with a 503. */
const endedOnes = (sockets: StartedUpload[]) =>
  sockets.flatMap(({ received }, index) => (received.startsWith('HTTP/1.1 503 ') ? [index] : []))

describe('T18 fair shares of the places for uploads', () => {
  test('T18 the limits: 64 in all, two for a person, 16 for a network; after a minute an upload that breaks off counts as a try', () => {
    assert.deepEqual(UPLOADS, { atOnce: 64, perPerson: 2, perNetwork: 16, freeSeconds: 60 })
  })
  test('T18 66 slow uploads of eleven accounts: an honest one from another network is taken at the first try', {
    timeout: 60_000,
  }, async () => {
    const sockets = twelve
      .slice(1)
      .flatMap((person) => Array.from({ length: 6 }, () => startUpload(whole, person, '10.66.1')))
    await arriving(whole, 22)
    assert.equal((await honest(twelve[0], '10.77.1'))?.status, 200)
    await endAll(whole, sockets)
  })
  test('T18 when all places are taken, a newcomer ends the slowest upload of the network with most uploads, which gets an answer', {
    timeout: 30_000,
  }, async () => {
    const [a, b, c, d] = people
    const sockets = await startAll([
      [a, '10.1.1', 90_000],
      [a, '10.1.1', 5_000],
      [b, '10.1.1', 90_000],
      [b, '10.1.1', 90_000],
      [c, '10.1.2', 100],
      [c, '10.1.2', 100],
    ])
    assert.equal((await honest(d, '10.1.3'))?.status, 200)
    await until(
      'one is told',
      async () => endedOnes(sockets).length,
      (n) => n > 0,
    )
    assert.deepEqual(endedOnes(sockets), [1])
    assert.match(sockets[1]?.received ?? '', /\r\nretry-after: \d+\r\n[^]*"code":"busy"/i)
    await endAll(portal, sockets)
  })
  test('T18 one network may take every free place; then a newcomer of the same network ends an upload of a person with two', {
    timeout: 30_000,
  }, async () => {
    const [a, b, c, d, e, f] = people
    const sockets = await startAll([
      [a, '10.2.1'],
      [b, '10.2.1'],
      [c, '10.2.1'],
      [d, '10.2.1'],
      [e, '10.2.1'],
      [e, '10.2.1'],
    ])
    assert.equal((await honest(f, '10.2.1'))?.status, 200)
    await until(
      'one is told',
      async () => endedOnes(sockets).length,
      (n) => n > 0,
    )
    assert.ok((endedOnes(sockets)[0] ?? 0) >= 4, 'it was one of hers')
    await endAll(portal, sockets)
  })
  test('T18 a newcomer ends no upload of others who hold just one place each, and gets a 503', {
    timeout: 30_000,
  }, async () => {
    const [a, b, c, d, e, f, g] = people
    const sockets = await startAll([
      [a, '10.3.1'],
      [b, '10.3.2'],
      [c, '10.3.3'],
      [d, '10.3.4'],
      [e, '10.3.5'],
      [f, '10.3.6'],
    ])
    const refused = await honest(g, '10.3.7')
    assert.equal(refused?.status, 503)
    expectRetryTime(refused?.headers.get('retry-after'))
    assert.deepEqual(endedOnes(sockets), [])
    await endAll(portal, sockets)
  })
  test('T18 a newcomer from a network beyond its share ends no upload of another network', {
    timeout: 30_000,
  }, async () => {
    const small = { atOnce: 6, perPerson: 2, perNetwork: 1 }
    const apart = await openPortal({ app: { uploads: small } })
    const crowd = await Promise.all(Array.from({ length: 7 }, () => applicantWith(apart)))
    const sockets = crowd
      .slice(1)
      .map((person, index) => startUpload(apart, person, index < 5 ? '10.4.1' : '10.4.2'))
    await arriving(apart, 6)
    assert.equal((await honest(crowd[0], '10.4.2'))?.status, 503)
    await endAll(apart, sockets)
    await apart.close()
  })
})

describe('T18 an upload that breaks off', () => {
  const tries = (person: WithApplication | undefined) =>
    portal.db.row<{ count: number }>(
      sql`select coalesce(sum(count), 0)::int as count from counters where key = ${`uploads ${person?.userId}`}`,
    )
  for (const [what, ms, counted] of [
    ['within a minute is no try', 59_000, 0],
    ['after more than a minute in its place counts as sent', 61_000, 1],
  ] as const) {
    test(`T18 ${what}`, { timeout: 30_000 }, async () => {
      const [person] = people
      const sockets = await startAll([[person, '10.5.1']])
      portal.clock.advance(ms)
      await endAll(portal, sockets)
      await until(
        'it is counted',
        async () => (await tries(person))?.count,
        (count) => count === counted,
      )
    })
  }
  test('T18 an upload that only sends fields, and breaks off, counts as well', {
    timeout: 30_000,
  }, async () => {
    const [, person] = people
    const sent = form([{ name: 'other', data: 'x'.repeat(90_000) }])
    const pieces = async function* () {
      yield sent.body.subarray(0, 9_000)
      await new Promise((next) => setTimeout(next, 200))
      portal.clock.advance(61_000)
      yield Buffer.from('no boundary')
    }
    await send(portal.url + (person as WithApplication).path(), {
      token: person?.token,
      headers: { 'content-type': sent.type },
      body: pieces(),
    })
    assert.equal((await tries(person))?.count, 1)
  })
})

test('D3 an upload that is shed is read to its end before the answer, because a sender may not read while sending', {
  timeout: 30_000,
}, async () => {
  const [person] = people
  const sockets = await startAll([
    [person, '10.6.1'],
    [person, '10.6.1'],
  ])
  const shed = startUpload(portal, person as WithApplication, '10.6.1', 4_000_000)
  await new Promise((next) => setTimeout(next, 300))
  const early = shed.received
  shed.end(body.subarray(4_000_000))
  await until(
    'an answer',
    async () => shed.received,
    (onReply) => onReply.includes('busy'),
  )
  assert.equal(early, '')
  assert.match(shed.received, /^HTTP\/1\.1 503 /)
  expectRetryTime(/\r\nretry-after: (\d+)\r\n/i.exec(shed.received)?.[1])
  await endAll(portal, sockets)
})

test('D3 60 uploads at once of twelve people: each is stored or gets a 503 with Retry-After, none is cut off', {
  timeout: 60_000,
}, async () => {
  const answers = await Promise.all(
    twelve.flatMap((person) =>
      Array.from({ length: 5 }, (_, index) => {
        const { body, type } = form([
          { name: 'job_id', data: String(person.job) },
          { name: 'cv', file: 'cv.pdf', data: pdf(`% ${index}`, 480_000) },
        ])
        return send(`${whole.url}/api/job-applications/partial-save/`, {
          method: 'POST',
          token: person.token,
          headers: { 'content-type': type, 'content-length': body.length },
          body,
        })
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200, 503]), statuses.join(' '))
  for (const { status, headers } of answers)
    if (status === 503) assert.match(headers.get('retry-after') ?? '', /^\d+$/)
})

test('T17 thirty files in ten minutes, 200 MB a person', () => {
  assert.deepEqual([STORAGE.uploads, STORAGE.quotaBytes], [{ count: 30, minutes: 10 }, 209_715_200])
})
