// Alone: the exporter reads its address from the environment of the process.
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, describe, test } from 'node:test'
import { all } from '../support/code.ts'
import { register, registration } from '../support/accounts.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

/** The parts of OpenTelemetry's messages that these tests read. A span is one step of a trace. */
type Value = { stringValue?: string; intValue?: number }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
  events?: unknown[]
  status: { message?: string }
}
type Received = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const bodies: string[] = []
/** Plays the collector of traces, and stores the spans that the portal sends. */
const collector = http.createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => (body += String(piece)))
  request.once('end', () => {
    bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
const spans = () =>
  bodies
    .flatMap((body) => (JSON.parse(body) as Received).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
const attributeOf = (span: Span | undefined, key: string) =>
  span?.attributes.find((attribute) => attribute.key === key)?.value

let portal: Portal
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
/** A request header: the request belongs to this trace, below this span. */
const traceparent = `00-${TRACE}-${PARENT}-01`
/** Calls the portal from an address of this machine. The portal trusts only the proxy 127.0.0.1. */
const from = (address: string, path: string, headers: Record<string, string>) =>
  new Promise<void>((resolve, reject) => {
    const options = { localAddress: address, headers, agent: false }
    http
      .get(portal.url + path, options, (answer) => answer.resume().once('end', resolve))
      .once('error', reject)
  })

before(async () => {
  await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready))
  const address = collector.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint
  portal = await openPortal({ config: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
})
after(() => void collector.close())

describe('traces', () => {
  test('a request and its statements are one trace, without anything personal', async () => {
    const person = registration({
      first_name: 'Canaryfirst',
      email: 'canary.mail@example.com',
      id_number: '71234567',
    })
    assert.equal((await register(portal, person)).status, 201)
    // The second registration repeats the ID number of the first. The database's error message contains the
    // person's row.
    assert.ok((await register(portal, { ...person, email: 'canary.other@example.com' })).status >= 400)
    await portal
      .visitor()
      .get('/api/jobs/wider/?search=canarysearch', { headers: { 'user-agent': 'canaryagent' } })
    await portal.visitor().get('/verify-email/canarytoken')
    await portal.visitor().get('/canarypath')
    await from('127.0.0.1', '/api/jobs/list/', { traceparent, tracestate: 'canary=1', baggage: 'canary=2' })
    if (process.platform === 'linux') await from('127.0.0.2', '/api/job-types/', { traceparent })
    // Closing the portal sends the spans that are left.
    await portal.close()
    await until(
      'spans have come',
      async () => spans(),
      (found) => found.length > 10,
    )

    const registered = spans().find(({ name }) => name === 'POST /api/register')
    assert.deepEqual(attributeOf(registered, 'http.response.status_code'), { intValue: 201 })
    assert.deepEqual(attributeOf(registered, 'http.route'), { stringValue: '/api/register' })
    const statements = spans().filter(({ parentSpanId }) => parentSpanId === registered?.spanId)
    assert.ok(
      statements.some((span) =>
        /insert into users/.test(attributeOf(span, 'db.query.text')?.stringValue ?? ''),
      ),
    )
    assert.ok(statements.every(({ traceId }) => traceId === registered?.traceId))

    const text = bodies.join('')
    assert.doesNotMatch(text, /canary|71234567|127\.0\.0\.\d|search=/i)
    assert.ok(spans().every(({ events = [], status }) => events.length === 0 && !status.message))
    const keys = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    const known = [
      'db.operation.name',
      'db.query.text',
      'db.system.name',
      'error.type',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'portal.request_id',
    ]
    assert.deepEqual(
      [...keys].filter((key) => !known.includes(key)),
      [],
    )
  })
  test('only a trusted proxy says which trace a request belongs to', {
    skip: process.platform !== 'linux',
  }, () => {
    const ofProxy = spans().find(({ name }) => name === 'GET /api/jobs/list')
    assert.deepEqual([ofProxy?.traceId, ofProxy?.parentSpanId], [TRACE, PARENT])
    const ofStranger = spans().find(({ name }) => name === 'GET /api/job-types')
    assert.ok(ofStranger)
    assert.notEqual(ofStranger.traceId, TRACE)
  })
})

test('nothing of tracing or metrics is loaded before a setting asks for it', () => {
  const serverFiles = all.filter(({ path }) => path.startsWith('server/'))
  const loads = (name: RegExp) =>
    serverFiles
      .filter(({ imports }) => imports.some(({ to, typeOnly }) => !typeOnly && name.test(to)))
      .map(({ path }) => path)
  assert.deepEqual(
    loads(/^@opentelemetry\//).filter((path) => !path.startsWith('server/tracing/')),
    [],
  )
  assert.deepEqual(loads(/^prom-client$/), ['server/watching/metrics.ts'])
  // These two files load the others only by `await import(…)`, not by an import at the top.
  const statically = /^import (?!type).*'\.\/(?:tracer|trace-database|trace-requests|metrics)\.ts'/m
  const openers = serverFiles.filter(({ path }) => /\/(?:open-tracing|serve-metrics)\.ts$/.test(path))
  assert.deepEqual([openers.length, openers.some(({ text }) => statically.test(text))], [2, false])
})
