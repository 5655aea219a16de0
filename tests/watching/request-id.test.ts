import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { newRequestId, trustedProxies } from '../../server/http/request-id.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Each reply has an id in a header. With the id, the operator finds the reply's lines in the logs.

let portal: Portal
before(async () => void (portal = await openPortal({ config: { TRUST_PROXY: '127.0.0.1' } })))
after(() => portal.close())

/** Matches an id that the portal made, such as `aZ3_-9xY`. */
const OWN_ID = /^[\w-]{8}$/

/** Calls the portal from an address of this machine. The portal trusts only the proxy 127.0.0.1. */
const ask = (path: string, headers: Record<string, string> = {}, from = '127.0.0.1', method = 'GET') =>
  new Promise<{ status: number; id: string; text: string }>((resolve, reject) => {
    const request = http.request(portal.url + path, { method, headers, localAddress: from, agent: false })
    request.once('error', reject).once('response', (answer) => {
      let text = ''
      answer.on('data', (piece) => (text += String(piece)))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, id: String(answer.headers['x-request-id']), text }),
      )
    })
    request.end()
  })

describe('X-Request-Id', () => {
  test('each reply has one, whatever its status', async () => {
    const ids = new Set<string>()
    for (const [path, status, method] of [
      ['/api/jobs/list/', 200],
      ['/healthz', 200],
      ['/readyz', 200],
      ['/line.json', 200],
      ['/api/jobs/0/', 404],
      ['/api/nothing', 404],
      ['/nothing', 404],
      ['/api/%', 404],
      ['/api/notifications/', 401],
      ['/api/login/', 400, 'POST'],
    ] as const) {
      const answer = await ask(path, {}, '127.0.0.1', method)
      assert.match(answer.id, OWN_ID, `${path} ${answer.status}`)
      assert.equal(answer.status, status, path)
      ids.add(answer.id)
    }
    assert.equal(ids.size, 10)
  })
  test('bytes that are no request get one too', async () => {
    const socket = net.connect(Number(new URL(portal.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (piece) => (text += String(piece))).end('nothing\r\n\r\n')
    await new Promise((ended) => socket.once('close', ended))
    assert.match(text, /^HTTP\/1\.1 400[^]*\r\nX-Request-Id: [\w-]{8}\r\n/)
  })
  test('the id of a trusted proxy is kept, in the log and in the reply of a 5xx too', async () => {
    for (const id of [randomUUID(), '0123456789abcdef0123456789abcdef', 'a1b2c3d4'])
      assert.equal((await ask('/api/jobs/list/', { 'x-request-id': id })).id, id)
    const id = randomUUID()
    await portal.db.run(sql`alter table job_types rename to job_types_gone`)
    const failed = await ask('/api/job-types/', { 'x-request-id': id })
    await portal.db.run(sql`alter table job_types_gone rename to job_types`)
    assert.deepEqual([failed.status, failed.id], [500, id])
    assert.equal(JSON.parse(failed.text).request_id, id)
    assert.equal(portal.log.findLast(({ event }) => event === 'request.failed')?.fields?.request_id, id)
  })
  test('what a proxy sends is replaced when it could forge a line of the log', async () => {
    for (const id of [
      '',
      'short',
      'x'.repeat(65),
      'a b c d e f g',
      '{"level":"error"}',
      'aaaaaaaa,bbbbbbbb',
      '../../etc',
    ])
      assert.match((await ask('/healthz', { 'x-request-id': id })).id, OWN_ID, id)
  })
  test('that of anyone else is ignored', { skip: process.platform !== 'linux' }, async () => {
    const { id } = await ask('/healthz', { 'x-request-id': randomUUID() }, '127.0.0.2')
    assert.match(id, OWN_ID)
  })
})

test('a trusted proxy is known by its address or network, also when it is written inside IPv6', () => {
  const isTrusted = trustedProxies({ trustProxy: ['10.1.0.0/16', '192.0.2.7', '2001:db8::/32'] })
  const addresses = [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '192.0.2.7',
    '2001:db8::5',
    '10.2.0.1',
    '192.0.2.8',
    '::1',
    '',
  ]
  assert.deepEqual(
    addresses.map((address) => isTrusted(address)),
    [true, true, true, true, false, false, false, false],
  )
})
test('ids are short and differ', () => {
  const ids = Array.from({ length: 20_000 }, newRequestId)
  assert.equal(new Set(ids).size, 20_000)
  assert.ok(ids.every((id) => OWN_ID.test(id)))
})
