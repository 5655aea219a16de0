import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { connect as connectTo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { REFUSALS } from '#contract/refusals.ts'
import { TICKET, TICKET_WORDS } from '#contract/tickets/tickets.ts'
import { stampArrivals } from '../../server/endpoints/arrival.ts'
import { onError } from '../../server/http/on-error.ts'
import { refuse } from '../../server/http/refuse.ts'
import { acceptUploads } from '../../server/http/uploads.ts'
import { ticketGiver } from '../../server/tickets/give.ts'
import { readTicket } from '../../server/tickets/ticket.ts'
import { caller } from '../support/dribble.ts'
import { until } from '../support/jobs.ts'
import { nextMinute } from '../support/accounts.ts'
import { asForm, SUBMIT } from '../support/answers.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import {
  beforeDeadline,
  digestHeader,
  HOUR_MS,
  loggedInAgain,
  sendWith,
  isRefused,
  afterDeadline,
} from '../support/tickets.ts'

// A ticket proves when a submit arrived that the portal could neither accept nor refuse. `beforeDeadline`
// creates a person with a draft application for a job that closes in half an hour. `sendWith` submits it with
// tickets.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
// Each test starts in a new minute, because one network may make few calls a minute.
afterEach(nextMinute)

describe('the moment of arrival', () => {
  /** Submits slowly: sends the head now, with these additional header lines, and the body on `finish`. */
  const slowly = (token: string, body: string, headerLines = '') => {
    const socket = connectTo(Number(new URL(portal.url).port), '127.0.0.1')
    const answered = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (piece: Buffer) => (text += piece.toString())).on('close', () => resolve(text))
    })
    const head = `POST ${SUBMIT} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Token ${token}\r\ncontent-type: application/json\r\n${headerLines}content-length: ${Buffer.byteLength(body)}\r\n\r\n`
    const arrived = new Promise<void>((resolve) => portal.server.once('request', () => setImmediate(resolve)))
    socket.write(head)
    return { arrived, finish: () => void socket.write(body), answered, drop: () => socket.destroy() }
  }
  test('is that of the head of the request, however late the body comes', async () => {
    const { body, token } = await beforeDeadline(portal)
    portal.clock.advance(HOUR_MS / 2 - 1_000)
    const receivedAt = portal.clock.now().toISOString()
    const slow = slowly(token, JSON.stringify(body))
    await slow.arrived
    portal.clock.advance(20_000)
    slow.finish()
    const answer = await slow.answered
    assert.match(answer, /^HTTP\/1\.1 200/)
    assert.ok(answer.includes(`"received_at":"${receivedAt}"`), answer)
  })
  test('is never later than the submission, even if the clock was set back between the two', async () => {
    const { body, token } = await beforeDeadline(portal)
    const slow = slowly(token, JSON.stringify(body))
    await slow.arrived
    portal.clock.advance(-40)
    slow.finish()
    const [, json = ''] = (await slow.answered).split('\r\n\r\n')
    const { receipt } = JSON.parse(json) as { receipt: { received_at: string; submitted_at: string } }
    assert.equal(receipt.received_at, receipt.submitted_at)
  })
  test('a submit that takes more than a minute gets a ticket that the log can prove, if its head has the digest of its answers', async () => {
    const { body, token, visitor } = await beforeDeadline(portal)
    portal.clock.advance(HOUR_MS / 2 - 1_000)
    const receivedAt = portal.clock.now().toISOString()
    const { 'submit-digest': digest } = await digestHeader(body)
    const slow = slowly(token, JSON.stringify(body), `submit-digest: ${digest}\r\n`)
    await slow.arrived
    portal.clock.advance(5 * 60_000)
    slow.finish()
    const [, json = ''] = (await slow.answered).split('\r\n\r\n')
    const busy = JSON.parse(json) as { code: string; ticket: string; received_at: string }
    assert.deepEqual([busy.code, busy.received_at], ['busy', receivedAt])
    const sent = await sendWith(visitor, body, busy.ticket)
    assert.deepEqual([sent.status, sent.json.receipt.received_at], [200, receivedAt], sent.text)
  })
  test('a head that arrives in time does not cover a body that comes minutes later, unless the head has the digest of that body', async () => {
    const { body, token, visitor, deadline, email } = await beforeDeadline(portal)
    const { 'submit-digest': digest } = await digestHeader(body)
    const afterMinutes = async (sent: object, named = '') => {
      portal.clock.set(new Date(deadline.getTime() - 1_000))
      const slow = slowly(token, JSON.stringify(sent), named)
      await slow.arrived
      portal.clock.advance(5 * 60_000)
      slow.finish()
      return JSON.parse((await slow.answered).split('\r\n\r\n')[1] ?? '') as {
        code: string
        ticket: string
        received_at: string
      }
    }
    for (const [sent, named] of [
      [body],
      [{ ...body, files: { cv: 'a'.repeat(64) } }],
      [{ ...body, address: 'Other' }, `submit-digest: ${digest}\r\n`],
    ] as const)
      assert.equal((await afterMinutes(sent, named)).code, 'job_closed')
    // If the portal could not decide about this submit, its ticket has the later moment, too.
    await visitor.post('/api/logout/')
    const ended = await afterMinutes(body)
    assert.deepEqual([ended.code, ended.received_at], ['signed_out', portal.clock.now().toISOString()])
    isRefused(await sendWith(await loggedInAgain(portal, email), body, ended.ticket), 'job_closed')
  })
})

describe('a submit that is shed before its body is read', () => {
  let shedding: FastifyInstance
  let url = ''
  before(async () => {
    shedding = Fastify({ bodyLimit: 262_144 })
    acceptUploads(shedding)
    stampArrivals(shedding, portal.deps.now)
    shedding.addHook('onRequest', async () => {
      throw refuse('busy')
    })
    shedding.post(SUBMIT, { config: { files: ['cv'] } }, () => '')
    shedding.setErrorHandler(onError(portal.deps, ticketGiver(portal.deps), () => {}))
    url = await shedding.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => shedding.close())
  /** Submits to a server that refuses each call before it reads the body. */
  const shed = async (token: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const json: Record<string, string> =
      typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(url + SUBMIT, {
      method: 'POST',
      body,
      headers: { authorization: `Token ${token}`, ...json, ...headers },
    })
    return {
      status: answer.status,
      json: (await answer.json()) as { ticket?: string; message: string; code: string },
    }
  }

  test('its ticket has the same digest as an unshed one: for JSON, for a form with a file, or from its header alone (last-hour#submit-digest, last-hour#digest-header)', async () => {
    const { visitor, body, token } = await beforeDeadline(portal)
    const file = new Uint8Array(pdf())
    const tickets = [
      (await shed(token, JSON.stringify(body))).json.ticket,
      (await shed(token, asForm(body))).json.ticket,
      (await shed(token, 'x'.repeat(600_000), await digestHeader(body))).json.ticket,
    ]
    const withFile =
      (await shed(token, asForm({ ...body, cv: new File([file], 'cv.pdf') }))).json.ticket ?? ''
    const [plainDigest, digestWithFile] = [
      await digestHeader(body),
      await digestHeader(body, { cv: createHash('sha256').update(file).digest('hex') }),
    ]
    const digests = tickets.map((ticket) =>
      readTicket(portal.deps.secrets, ticket ?? '')?.digest.toString('hex'),
    )
    assert.deepEqual(
      digests,
      Array.from({ length: 3 }, () => Object.values(plainDigest)[0]),
    )
    assert.equal(
      readTicket(portal.deps.secrets, withFile)?.digest.toString('hex'),
      Object.values(digestWithFile)[0],
    )
    afterDeadline(portal)
    assert.equal((await sendWith(visitor, body, ...tickets.map(String))).status, 200)
  })
  test('once it has arrived as a whole it gets a ticket, also while 64 others still arrive (last-hour#digest-header)', async () => {
    const { body, token } = await beforeDeadline(portal)
    const text = JSON.stringify(body)
    const head = `POST ${SUBMIT} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Token ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`
    let arrived = 0
    shedding.server.on('request', () => arrived++)
    const others = Array.from({ length: 64 }, () => caller(url, head + text.slice(0, -1)))
    await until(
      'the others arrive',
      async () => arrived,
      (count) => count === others.length,
    )
    const withTicket = /^HTTP\/1\.1 503 [^]*"ticket":"/
    assert.match(await caller(url, head + text).ended, withTicket)
    for (const { socket } of others) socket.write(text.slice(-1))
    for (const { ended } of others) assert.match(await ended, withTicket)
  })
  test('larger than 512 KB and without the header it gets no ticket, and the sentence says so; so does a body that is no application (last-hour#digest-header)', async () => {
    const { body, token } = await beforeDeadline(portal)
    const large = await shed(token, JSON.stringify({ ...body, address: 'x'.repeat(TICKET.drainedBytes) }))
    assert.deepEqual(
      [large.status, large.json.ticket, large.json.message],
      [503, undefined, TICKET_WORDS.tooLarge],
    )
    for (const broken of ['{', '[]', '{}', '"text"', JSON.stringify({ ...body, address: '\ud800' })])
      assert.deepEqual(
        [await shed(token, broken)].map(({ status, json }) => [status, json.ticket, json.message]),
        [[503, undefined, REFUSALS.busy.message]],
        broken,
      )
    assert.equal((await shed('short', JSON.stringify(body))).json.ticket, undefined)
  })
})
