import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { after, afterEach, before, describe, test } from 'node:test'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Level } from '#contract/last-hour/brownout.ts'
import { Admission } from '../../server/admission/admission.ts'
import { mountAdmission } from '../../server/admission/mount.ts'
import type { Brownout } from '../../server/brownout/brownout.ts'
import { sql } from '../../server/database/connect.ts'
import { stampArrivals } from '../../server/endpoints/arrival.ts'
import { onError } from '../../server/http/on-error.ts'
import { shedder, shedLog } from '../../server/http/shed.ts'
import { ticketGiver } from '../../server/tickets/give.ts'
import { readTicket } from '../../server/tickets/ticket.ts'
import { count } from '../support/accounts.ts'
import { answers, asForm, detailPath, PARTIAL, readyToSend, SUBMIT } from '../support/answers.ts'
import { caller } from '../support/dribble.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import type { Answer } from '../support/visitor.ts'
import { beforeDeadline, digestHeader, HOUR_MS, sendWith } from '../support/tickets.ts'

// When the portal is overloaded, admission decides which calls wait, and which are shed: answered with 503 at
// once.

test('admission is one folder of at most 440 lines of code, and names its sources', () => {
  const files = globSync('server/admission/*.ts').map((file) => readFileSync(file, 'utf8'))
  const isCode = (line: string) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)
  const lines = files.flatMap((text) => text.split('\n')).filter(isCode).length
  assert.ok(lines <= 440, `${lines} lines`)
  assert.match(files.join('\n'), /DAGOR[^]*SoCC 2018/)
  assert.match(files.join('\n'), /CoDel[^]*Nichols & Jacobson/)
})

// `caller` opens a raw connection. `beforeDeadline` creates a person with a draft for a job that closes in
// half an hour. `sendWith` submits it with a ticket, which proves when an earlier submit arrived.
describe('in front of a portal', () => {
  let portal: Portal
  let admission: Admission
  let level: Level = 0
  before(async () => {
    portal = await openPortal({ sheds: true, config: { CALLS_AT_ONCE: '32' } })
    admission = portal.deps.admission!
    portal.deps.brownout = { ...(portal.deps.brownout as Brownout), level: () => level }
  })
  after(() => portal.close())
  afterEach(() => void (level = 0))
  const idle = () =>
    until(
      'nobody is at work',
      async () => admission.measured(),
      ({ inFlight, waiting }) => inFlight + waiting === 0,
    )
  /** Repeats a call until its answer has another status than 503. */
  const verdict = (ask: () => Promise<Answer>) =>
    until('there is a verdict', ask, ({ status }) => status !== 503)
  /**
   * Sends 26 submits that wait for a lock. They hold all slots that submits may have: of 32 slots, four are
   * for saves and two for public calls.
   */
  const holdSlots = async ({ visitor, body }: Awaited<ReturnType<typeof beforeDeadline>>) => {
    const holder = new pg.Client({ connectionString: portal.databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table submissions in exclusive mode')
    const held = Array.from({ length: 26 }, () => visitor.post(SUBMIT, body))
    await until(
      'submits hold all slots they may',
      async () => admission.measured().inFlight,
      (inFlight) => inFlight === 26,
    )
    return { held, release: () => holder.query('rollback').then(() => holder.end()) }
  }
  /** The head of a POST request, as a raw connection sends it. */
  const postHead = (length: number, network: number, path = '/api/newsletter/') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.${network >> 8}.${network & 255}.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

  test('R7 while slow public calls hold all their slots, submits and saves are answered and reads get a 503; a caller who leaves frees the slot', async () => {
    const [ready, saver, reader] = [
      await readyToSend(portal),
      await readyToSend(portal),
      await readyToSend(portal),
    ]
    const before = admission.measured().classes
    const holder = new pg.Client({ connectionString: portal.databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table newsletter_subscribers in exclusive mode')
    const body = JSON.stringify({ email: 'slow@example.com' })
    const callers = Array.from({ length: 150 }, (_, index) =>
      caller(portal.url, postHead(body.length, index), body),
    )
    // Of 32 slots, four are for submits and four for saves, so public calls get 24.
    await until(
      'all slots but those reserved are taken',
      async () => admission.measured(),
      ({ inFlight, waiting }) => inFlight === 24 && waiting > 0,
    )
    const application = { job_id: ready.jobId, ...answers(), idempotency_key: 'once' }
    const [first, saved, read] = await Promise.all([
      ready.visitor.post(SUBMIT, application),
      saver.visitor.post(PARTIAL, { job_id: saver.jobId, version: saver.version, ...answers() }),
      reader.visitor.get('/api/sessions/'),
    ])
    // A submit that takes long is answered with a ticket, and its work continues. Sending the ticket fetches
    // the result.
    const sent = await verdict(async () =>
      first.json.ticket ? sendWith(ready.visitor, application, first.json.ticket) : first,
    )
    assert.deepEqual(
      [sent.status, saved.status, read.status],
      [200, 200, 503],
      `${sent.text} ${saved.text} ${read.text}`,
    )
    assert.deepEqual(
      [read.json.code, read.json.message],
      ['busy', 'Very many people are here at once. Please try again in a moment.'],
    )
    const retryAfter = Number(read.headers.get('retry-after'))
    assert.ok(Number.isInteger(retryAfter) && retryAfter >= 5 && retryAfter <= 30, `${retryAfter}`)
    for (const { socket } of callers) socket.destroy()
    await holder.query('rollback')
    await holder.end()
    await idle()
    const { classes } = admission.measured()
    assert.deepEqual(
      [
        classes.submit.shed - before.submit.shed,
        classes.save.shed - before.save.shed,
        classes.read.shed - before.read.shed,
      ],
      [0, 0, 1],
    )
    await until(
      'the second is over',
      async () => portal.log.filter(({ event }) => event === 'request.shed'),
      (lines) => lines.length > 0,
    )
    assert.deepEqual(
      portal.log.filter(({ level: of }) => of === 'error'),
      [],
    )
    // The slow calls are over. After five quiet seconds the portal lets all calls in again.
    await until(
      'everyone is let in',
      async () => admission.measured().threshold,
      (threshold) => threshold === 1,
      15_000,
    )
    assert.equal((await reader.visitor.get('/api/sessions/')).status, 200)
  })

  test('at level 4 submits, saves, the calls that open a draft, and those about the portal’s state are answered; others are shed (last-hour#levels)', async () => {
    const [ready, saver] = [await readyToSend(portal), await readyToSend(portal)]
    level = 4
    for (const path of ['/api/jobs/list/', '/api/sessions/', '/api/staff/jobs/', '/api/assistant/'])
      assert.equal((await ready.visitor.get(path)).status, 503, path)
    for (const path of ['/api/status/', '/api/csrf/', '/healthz'])
      assert.equal((await ready.visitor.get(path)).status, 200, path)
    // On a new device, the pages use these calls to find and open a draft application.
    const own = [
      'job-applications',
      `job-applications/check/${ready.jobId}`,
      `job-applications/${ready.applicationId}`,
      'user/profile',
      `jobs/${ready.jobId}`,
    ]
    for (const path of [...own, 'qualification-levels', 'huduma-centres', 'by-election-areas'])
      assert.equal((await ready.visitor.get(`/api/${path}/`)).status, 200, path)
    assert.equal(
      (await saver.visitor.post(PARTIAL, { job_id: saver.jobId, version: saver.version, ...answers() }))
        .status,
      200,
    )
    assert.equal((await ready.visitor.post(SUBMIT, { job_id: ready.jobId, ...answers() })).status, 200)
  })

  test('D6, T27: admission comes before each call, however its address is spelled', async () => {
    level = 4
    const { hostname, port, host } = new URL(portal.url)
    const statusOf = (target: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const outgoing = http.request(
          { hostname, port, path: target, headers: { accept: 'text/html' } },
          (answer) => {
            answer.resume()
            resolve(
              answer.headers['content-type'] === 'application/json; charset=utf-8' ? answer.statusCode : 0,
            )
          },
        )
        outgoing.on('error', reject).end()
      })
    for (const target of [
      '/api/site/',
      '/%61pi/site/',
      '/ap%69/site',
      `http://${host}/api/site/`,
      '/api/nothing/',
    ])
      assert.equal(await statusOf(target), 503, target)
  })

  test('a shed call’s body of up to 512 KB is read before the answer, and its connection is used again; after a longer body it is closed (last-hour#shed-answer)', async () => {
    level = 4
    const bytes = 512 * 1_024
    const client = caller(portal.url, postHead(bytes, 1), Buffer.alloc(bytes / 2, 32))
    await client.connected
    await until(
      'the head is heard',
      async () => admission.measured().classes.public.shed,
      (count) => count > 0,
    )
    assert.equal(client.received(), '')
    client.socket.write(Buffer.alloc(bytes / 2, 32))
    await until(
      'it is answered',
      async () => client.received(),
      (reply) => reply.includes('"code":"busy"'),
    )
    assert.match(client.received(), /^HTTP\/1.1 503/)
    assert.doesNotMatch(client.received(), /^connection:/im)
    client.socket.write(`GET /api/status/ HTTP/1.1\r\nHost: x\r\n\r\n`)
    await until(
      'so is the next',
      async () => client.received(),
      (reply) => reply.includes('HTTP/1.1 200'),
    )
    client.socket.destroy()
    const long = caller(portal.url, postHead(50_000_000, 2), Buffer.alloc(1_000, 32))
    assert.match(await long.ended, /^HTTP\/1.1 503[^]*connection: close/i)
  })

  test('a thousand shed callers who send only half of a body do not delay others', async () => {
    level = 4
    const callers = Array.from({ length: 1_000 }, (_, index) =>
      caller(portal.url, postHead(100, index), ' '.repeat(50)),
    )
    await Promise.all(callers.map(({ connected }) => connected))
    await until(
      'all were shed',
      async () => admission.measured().classes.public.shed,
      (count) => count >= 1_000,
    )
    assert.equal((await portal.visitor().get('/api/status/')).status, 200)
    // The portal waits for the rest of some request bodies, and answers the other calls at once.
    await until(
      'they are answered',
      async () => callers.filter(({ received }) => received().startsWith('HTTP/1.1 503')).length,
      (count) => count === 1_000,
    )
    for (const { socket } of callers) socket.destroy()
    await idle()
  })

  test('R8 a submit that finds all slots taken gets a ticket within a second, and with the ticket it is accepted after the deadline', async () => {
    const [busy, late] = [await beforeDeadline(portal), await beforeDeadline(portal)]
    const before = admission.measured().classes.submit.shed
    const { held, release } = await holdSlots(busy)
    const receivedAt = portal.clock.now().toISOString()
    const answer = await late.visitor.post(SUBMIT, late.body, { headers: await digestHeader(late.body) })
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.received_at],
      [503, 'busy', receivedAt],
      answer.text,
    )
    assert.ok(admission.measured().classes.submit.shed > before)
    await release()
    await Promise.all(held)
    await idle()
    portal.clock.advance(HOUR_MS / 2 + 60_000)
    assert.equal((await verdict(() => late.visitor.post(SUBMIT, late.body))).json.code, 'job_closed')
    const sent = await verdict(() => sendWith(late.visitor, late.body, answer.json.ticket))
    assert.deepEqual([sent.status, sent.json.receipt.received_at], [200, receivedAt], sent.text)
  })

  test('R7 under overload a slow submit gets its ticket at once and keeps its slot; sending the ticket later returns the result', async () => {
    const [first, reader, filer] = [
      await beforeDeadline(portal),
      await readyToSend(portal),
      await beforeDeadline(portal),
    ]
    const { held, release } = await holdSlots(first)
    // These reads wait for a slot. The portal takes waiting calls as a sign of overload.
    const reads = Array.from({ length: 20 }, () => reader.visitor.get('/api/sessions/'))
    const heldAnswers = await Promise.all(held)
    assert.deepEqual(
      [...new Set(heldAnswers.map(({ status, json }) => `${status} ${json.code} ${typeof json.ticket}`))],
      ['503 busy string'],
    )
    assert.equal(admission.measured().inFlight, 26)
    // Another person's form with a file. As soon as the whole form has arrived, its reply has a ticket.
    const form = (headers: Record<string, string> = {}) =>
      fetch(portal.url + SUBMIT, {
        method: 'POST',
        body: asForm({ ...filer.body, cv: new File([new Uint8Array(pdf())], 'cv.pdf') }),
        headers: { authorization: `Token ${filer.visitor.token}`, ...headers },
      })
    const ofFiler = await form()
    const { code, ticket = '' } = (await ofFiler.json()) as { code: string; ticket?: string }
    assert.deepEqual([ofFiler.status, code], [503, 'busy'])
    await release()
    await Promise.all(reads)
    await until(
      'the form has its verdict',
      () => form({ 'submit-ticket': ticket }),
      ({ status }) => status === 200,
    )
    assert.equal((await filer.visitor.get(detailPath(filer.applicationId))).json.documents[0].name, 'cv.pdf')
    await idle()
    const sent = await verdict(() => sendWith(first.visitor, first.body, heldAnswers[0]?.json.ticket))
    assert.deepEqual([sent.status, typeof sent.json.reference_number], [200, 'string'], sent.text)
    const other = await verdict(() =>
      first.visitor.post(SUBMIT, { ...first.body, idempotency_key: 'another' }),
    )
    assert.equal(other.json.code, 'already_applied')
    assert.equal(
      await count(portal, sql`select from submissions where application_id = ${first.applicationId}`),
      1,
    )
    assert.deepEqual(
      portal.log.filter(({ level: of, event }) => of === 'error' && event !== 'request.failed'),
      [],
    )
  })

  describe('with four slots, and a clock that does not move', () => {
    let app: FastifyInstance
    let url = ''
    let now = 0
    const fourSlots = new Admission({ clock: () => now, slots: 4 })
    const startedLabels: string[] = []
    const ends = new Map<string, () => void>()
    before(async () => {
      app = Fastify()
      await app.register(cookie)
      stampArrivals(app, portal.deps.now)
      mountAdmission(app, portal.deps, fourSlots, shedder({}, shedLog(portal.deps.log)))
      const work = ({ query }: FastifyRequest) => {
        const { label = '' } = query as { label?: string }
        startedLabels.push(label)
        return new Promise<object>((end) => ends.set(label, () => end({})))
      }
      app.get('/api/reads/', { config: { class: 'read' } }, work)
      app.get('/api/public/', { config: { class: 'public' } }, work)
      app.post('/api/saves/', { config: { class: 'save' } }, work)
      app.post(SUBMIT, { config: { class: 'submit' } }, work)
      app.setErrorHandler(onError(portal.deps, ticketGiver(portal.deps), () => {}))
      url = await app.listen({ host: '127.0.0.1', port: 0 })
    })
    after(() => {
      for (const end of ends.values()) end()
      return app.close()
    })
    const PATHS = { read: '/api/reads/', public: '/api/public/', save: '/api/saves/', submit: SUBMIT }
    type CallClass = keyof typeof PATHS
    const send = (
      of: CallClass,
      label: string,
      sent: RequestInit = of === 'save' || of === 'submit' ? { method: 'POST' } : {},
    ) => fetch(`${url}${PATHS[of]}?label=${encodeURIComponent(label)}`, sent)
    type Call = () => Promise<Response>
    /**
     * Sends the calls `atWork`, which take all slots, and nearly a second later the calls `waiting`. These
     * wait 30 ms, which counts as overload.
     */
    const overload = async (atWork: Call[], waiting: Call[]) => {
      const answers: Promise<Response>[] = []
      const sendInOrder = async (calls: Call[]) => {
        for (const call of calls) {
          answers.push(call())
          await until(
            'it is here',
            async () => fourSlots.measured(),
            ({ inFlight, waiting: more }) => inFlight + more === answers.length,
          )
        }
      }
      fourSlots.tick()
      await sendInOrder(atWork)
      now += 500
      fourSlots.tick()
      now += 470
      await sendInOrder(waiting)
      now += 30
      fourSlots.tick()
      assert.ok(fourSlots.measured().threshold < 1)
      return answers
    }

    test('R7 under overload submits and saves are served oldest first, reads and public calls newest first (last-hour#admission-order)', async () => {
      const kinds = ['read', 'public', 'save', 'submit'] as const
      const each = (place: string) => kinds.map((of) => () => send(of, `${place} ${of}`))
      // A submit with an empty ticket header is not served before other submits.
      const empty = () =>
        send('submit', 'third submit', { method: 'POST', headers: { 'submit-ticket': ' , ' } })
      const answers = await overload(each('first'), [...each('second'), ...each('third').slice(0, -1), empty])
      for (let served = 0; served < answers.length; served++) {
        await until(
          'the next begins',
          async () => startedLabels,
          () => startedLabels.length > served,
        )
        ends.get(startedLabels[served] ?? '')?.()
      }
      assert.ok((await Promise.all(answers)).every(({ status }) => status === 200))
      const order = kinds.map((of) =>
        startedLabels.filter((label) => label.endsWith(of)).map((label) => label.split(' ')[0]),
      )
      const [oldest, newest] = [
        ['first', 'second', 'third'],
        ['first', 'third', 'second'],
      ]
      assert.deepEqual(order, [newest, newest, oldest, oldest])
      for (let tick = 0; tick < 500; tick++) {
        now += 20
        fourSlots.tick()
      }
      assert.equal(fourSlots.measured().threshold, 1)
    })

    test('a submit whose header has its digest gets its ticket by that: its body is not parsed when it is shed at once, nor digested when shed later (last-hour#digest-header)', async () => {
      const { body, token } = await beforeDeadline(portal)
      const digest = await digestHeader(body)
      const submit = (text: string, headers: Record<string, string>) =>
        send('submit', 'never begins', {
          method: 'POST',
          body: text,
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json', ...headers },
        })
      const others = (['read', 'public', 'save', 'submit'] as const).map(
        (of) => () => send(of, `holds ${of}`),
      )
      const { 4: waited } = await overload(others, [() => submit('{}', digest)])
      const [unread, parsed] = [await submit('x'.repeat(100_000), digest), await submit('x', {})]
      assert.deepEqual([unread.status, parsed.status], [503, 400])
      now += 60
      fourSlots.tick()
      for (const answer of [unread, (await waited) ?? assert.fail()]) {
        const { ticket = '' } = (await answer.json()) as { ticket?: string }
        assert.equal(readTicket(portal.deps.secrets, ticket)?.digest.toString('hex'), digest['submit-digest'])
      }
    })
  })
})
