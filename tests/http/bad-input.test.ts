import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { UNUSABLE_FIELD } from '#contract/refusals.ts'
import { parseInput } from '../../server/endpoints/input.ts'
import { Refusal } from '../../server/http/refuse.ts'
import { loggedIn } from '../support/accounts.ts'
import { addressOf, bodyOf, fieldsOf, freshNetwork } from '../support/calls.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// `fieldsOf` lists the fields of a call, `addressOf` and `bodyOf` give a path and a body that fit its schema.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const post = (path: string, raw: string, headers: Record<string, string> = {}) =>
  fetch(portal.url + path, {
    method: 'POST',
    body: raw,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Sends bytes as they are. Returns the reply's status line, or '' if the connection was only closed. */
const sendRaw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(portal.url)
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''))
    socket.on('error', reject)
    socket.setTimeout(5_000, () => reject(new Error('the connection stayed open')))
  })

describe('A22 A5: what cannot be read (decisions#silent-errors)', () => {
  test('unparseable JSON is 400 with a sentence in every key a screen reads', async () => {
    const answer = await post('/api/login/', '{"email": ')
    const body = (await answer.json()) as Record<string, string>
    assert.equal(answer.status, 400)
    assert.deepEqual(
      [body.code, body.message, body.error, body.detail],
      ['unparseable', ...Array(3).fill('The request could not be read')],
    )
  })
  for (const raw of ['[]', '5', 'null', '"text"', '']) {
    test(`a body that is no object (${raw || 'empty'}) is 400`, async () => {
      assert.equal((await post('/api/login/', raw)).status, 400)
    })
  }
  test('a body over the limit is 413', async () => {
    assert.equal((await post('/api/login/', JSON.stringify({ email: 'a'.repeat(20_000) }))).status, 413)
  })
  test('T40 ten thousand nested lists in any field of any call are refused like other errors, and the answer shows nothing internal', async () => {
    const { token } = await loggedIn(portal)
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    for (const entry of Object.values(endpoints) as Endpoint[]) {
      if (entry.allowedFor === 'staff' || entry.path === '/api/logout/') continue
      for (const { name } of fieldsOf(entry).filter(({ in: part }) => part === 'body')) {
        // The word DEEP is replaced by a JSON text of ten thousand nested lists.
        const body = JSON.stringify({ ...bodyOf(entry), [name]: 'DEEP' }).replace('"DEEP"', deep)
        const headers = {
          'content-type': 'application/json',
          'x-forwarded-for': freshNetwork(),
          ...(entry.allowedFor === 'applicant' ? { authorization: `Token ${token}` } : {}),
        }
        const answer: Response = await fetch(portal.url + addressOf(entry), {
          method: entry.method,
          body,
          headers,
        })
        const text = await answer.text()
        assert.ok(
          answer.status < 500,
          `${entry.method} ${entry.path} ${name}: ${answer.status} ${text.slice(0, 200)}`,
        )
      }
    }
  })
  test('A22 a field of a wrong type has a sentence of the contract, in every field of every call', () => {
    const wrongValues = [5, 'x', true, null, undefined, [], {}, [5], 'x'.repeat(30_000)]
    /** The error sentences when this field has this value; an empty list if the value is accepted. */
    const sentencesAt = (entry: Endpoint, part: 'body' | 'query', name: string, value: unknown) => {
      const query = part === 'query' ? { [name]: value } : {}
      const body = entry.body && { ...bodyOf(entry), ...(part === 'body' ? { [name]: value } : {}) }
      try {
        parseInput({ ...entry, params: undefined }, { params: {}, query, body }, A_TUESDAY)
        return []
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error))
        return [error.message, ...Object.values(error.fieldErrors)]
      }
    }
    let unusable = 0
    for (const entry of Object.values(endpoints) as Endpoint[])
      for (const { in: part, name } of fieldsOf(entry)) {
        if (part === 'path') continue
        for (const value of wrongValues)
          for (const sentence of sentencesAt(entry, part, name, value)) {
            assert.doesNotMatch(
              sentence,
              /^Invalid input|^Too |expected|Unrecognized/,
              `${entry.path} ${name}`,
            )
            if (sentence === UNUSABLE_FIELD) unusable++
          }
      }
    assert.ok(unusable > 100)
  })
  test('a body of another type is 415', async () => {
    assert.equal((await post('/api/login/', '<a/>', { 'content-type': 'text/xml' })).status, 415)
    assert.equal((await post('/api/login/', '{}', { 'content-type': 'text/plain' })).status, 415)
  })
  test('T20 JSON is application/json, at most with charset=utf-8: every other spelling is 415, and no handler sees it', async () => {
    const body = '{"email":"a@b.co","password":"x"}'
    const send = (type: string) =>
      sendRaw(
        `POST /api/login/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
    ]) {
      assert.match(await send(type), / 401 /, type)
    }
    const others = [
      'application/json;',
      'application/json\t;charset=utf-8',
      'application/json;\tcharset=utf-8',
      'application/json; charset=utf-16',
      'application/json; charset=utf-8; charset=utf-16',
      'application/json; boundary=x',
      'Application/JSON',
      'application/json, text/plain',
      'application/jsonx',
      'application/json x',
    ]
    for (const type of others) assert.match(await send(type), / 415 /, JSON.stringify(type))
  })
  test('T20: __proto__ and constructor in a body are refused and change nothing', async () => {
    const answer = await post('/api/login/', '{"email":"a@b.co","password":"x","__proto__":{"admin":true}}')
    assert.equal(answer.status, 400)
    assert.equal(({} as { admin?: boolean }).admin, undefined)
  })
})

describe('unknown places and wrong methods', () => {
  const all: Endpoint[] = Object.values(endpoints)
  test('an unknown path under /api/ is 404 as JSON and never cached', async () => {
    const answer = await fetch(`${portal.url}/api/nothing/here`)
    assert.equal(answer.status, 404)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(((await answer.json()) as { code: string }).code, 'not_found')
  })
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    test(`${key}: a wrong method is 405 and says which are right`, async () => {
      const path = addressOf(endpoints[key])
      const right = all
        .filter((entry) => new RegExp(`^${entry.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
        .map(({ method }) => method)
      const wrong = (['DELETE', 'POST', 'PATCH', 'PUT', 'GET'] as const).find(
        (method) => !right.includes(method),
      )
      assert.ok(wrong)
      const answer = await fetch(portal.url + path, { method: wrong })
      assert.equal(answer.status, 405)
      assert.ok(answer.headers.get('allow')?.includes(endpoints[key].method))
    })
  }
  for (const id of ['abc', '0', '-1', '1.5', '99999999999', '1e3', '%00', '١']) {
    test(`J7: a job id that is not a number (${id}) is 404`, async () => {
      assert.equal((await fetch(`${portal.url}/api/jobs/${id}/`)).status, 404)
    })
  }
  test('T28: a private path dressed as a file is 404 and never cached', async () => {
    for (const path of ['/api/user/profile/x.css', '/api/user/profile/%2e.js', '/api/user/profile;.css']) {
      const answer = await fetch(portal.url + path)
      assert.equal(answer.status, 404, path)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })
})

describe('wrong shapes and characters', () => {
  const cases: [what: string, body: unknown, field: string][] = [
    ['a number for text', { email: 5 }, 'email'],
    ['a list for text', { email: ['a@b.co'] }, 'email'],
    ['an object for text', { email: { $ne: '' } }, 'email'],
    ['a null byte', { email: 'a\u0000@b.co' }, 'email'],
    ['turned-around text', { email: '\u202eoc.b@a' }, 'email'],
    ['ten thousand characters', { email: `${'a'.repeat(10_000)}@b.co` }, 'email'],
  ]
  for (const [what, body, field] of cases) {
    test(`${what} is 422 at its field`, async () => {
      const answer = await post('/api/password-reset-request/', JSON.stringify(body))
      assert.equal(answer.status, 422)
      assert.ok(Array.isArray(((await answer.json()) as Record<string, unknown>)[field]))
    })
  }
})

describe('T36: requests that are not quite HTTP', () => {
  const host = () => new URL(portal.url).host
  test('both lengths at once are 400', async () => {
    const line = await sendRaw(
      `POST /api/login/ HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    )
    assert.match(line, / 400 /)
  })
  test('a header with a bare line feed is 400', async () => {
    assert.match(await sendRaw(`GET / HTTP/1.1\nHost: ${host()}\nX: y\n\n`), / 400 /)
  })
  test('a missing host is 400', async () => {
    assert.match(await sendRaw('GET /api/jobs/list/ HTTP/1.1\r\nConnection: close\r\n\r\n'), / 400 /)
  })
  test('two hosts are 400 and the connection is closed, whether they differ or not', async () => {
    for (const path of ['/api/job-types/', '/healthz', '/nothing']) {
      for (const second of ['Host: evil.example', `HOST: ${host()}`]) {
        // `sendRaw` fails if the portal leaves the connection open.
        assert.match(
          await sendRaw(`GET ${path} HTTP/1.1\r\nHost: ${host()}\r\n${second}\r\n\r\n`),
          / 400 /,
          `${path} ${second}`,
        )
      }
    }
  })
})
