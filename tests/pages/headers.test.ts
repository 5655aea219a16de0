import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { builtPages } from '../../server/app.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { officersOf } from '../support/as-officer.ts'
import { addressOf as filledAddress } from '../support/calls.ts'
import { postSample } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'
import type { Program } from '../../web/starter/program.ts'

// The HTTP headers of replies concern security, the content policy of scripts, and which caches may store a
// reply.

let portal: Portal
let officers: ReturnType<typeof officersOf>
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  officers = officersOf(portal)
  await postSample(portal)
})
after(() => portal.close())
const get = (path: string, headers: Record<string, string> = {}) => portal.visitor().get(path, { headers })

/** The addresses of scripts and styles in a page's HTML or in its JSON `program`. */
const assetsOf = (html: string) => {
  const named = [...html.matchAll(/["'](\/assets\/[\w.-]+\.(?:js|css))["']/g)].map(([, path]) => path ?? '')
  const [, json = ''] = /id="program">([^<]*)/.exec(html) ?? []
  const { scripts }: Program = JSON.parse(json)
  return [...new Set([...named, ...scripts.map((name) => `/assets/${name}.js`)])]
}

/** The head of a reply as the connection transports it. */
const headOf = (path: string, version: '1.0' | '1.1') =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port, host } = new URL(portal.url)
    let received = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/${version}\r\nhost: ${host}\r\nconnection: keep-alive\r\n\r\n`),
    )
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (!received.includes('\r\n\r\n')) return
      resolve(received.split('\r\n\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })

describe('whether the connection stays open', () => {
  test('is said only to callers of HTTP/1.0, because it is the rule in HTTP/1.1', async () => {
    for (const path of ['/jobs', '/api/jobs/list/', '/fonts/besley.woff2']) {
      assert.doesNotMatch(await headOf(path, '1.1'), /^(?:connection|keep-alive):/im, path)
      assert.match(await headOf(path, '1.0'), /^connection: keep-alive$/im, path)
    }
  })
})

describe('security headers', () => {
  test('are on pages, refusals, calls, feeds and files alike', async () => {
    const [asset = ''] = assetsOf((await get('/jobs')).text)
    for (const path of [
      '/',
      // The address `/jobs` is asked twice; its second answer comes from the page cache.
      '/jobs',
      '/jobs',
      '/nothing',
      '/%',
      '/api/jobs/list/',
      '/api/nothing/',
      '/api/user/profile/',
      '/robots.txt',
      '/jobs/feed.atom',
      '/healthz',
      '/api/openapi.json',
      asset,
      '/fonts/besley.woff2',
      '/dev/mail',
    ]) {
      const { headers } = await get(path)
      const isDocument = ![asset, '/fonts/besley.woff2', '/api/jobs/list/'].includes(path)
      const expected = {
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        // Only documents need these headers. On scripts and replies to calls they would only cost a phone
        // data.
        'x-frame-options': isDocument ? 'DENY' : null,
        'referrer-policy': isDocument ? 'strict-origin-when-cross-origin' : null,
        'cross-origin-opener-policy': isDocument ? 'same-origin' : null,
        'permissions-policy': isDocument
          ? 'camera=(), microphone=(), geolocation=(), browsing-topics=()'
          : null,
      }
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)])),
        expected,
        path,
      )
      assert.equal(headers.get('x-powered-by'), null)
      assert.equal(headers.get('server'), null)
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })
  test('T36 HSTS for a year on https, and not on http', async () => {
    assert.equal((await get('/')).headers.get('strict-transport-security'), null)
    const secure = await openPortal({
      config: { PUBLIC_URL: 'https://jobs.example.org' },
      app: { pages: builtPages },
    })
    for (const path of ['/', '/', '/api/job-types/', '/nothing']) {
      assert.match(
        (await secure.visitor().get(path)).headers.get('strict-transport-security') ?? '',
        /max-age=31536000/,
        path,
      )
    }
    await secure.close()
  })
})

describe('T8 the content policy', () => {
  /** For each directive of a content policy, the sources that it allows. */
  const directives = (policy: string) =>
    new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
  for (const path of [
    '/',
    '/jobs',
    '/jobs?page=2',
    '/jobs/1',
    '/login',
    '/register',
    '/forgot-password',
    '/about',
    '/dashboard',
    '/apply',
    '/staff/login',
    '/staff/jobs',
    '/nothing',
    '/jobs/999999',
  ]) {
    test(`T8 ${path}: nothing inline but by hash, nothing from elsewhere, Trusted Types`, async () => {
      const { headers, text } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      const allowed = directives(policy)
      assert.ok(!/unsafe|https?:|\*/.test(policy), policy)
      assert.deepEqual(allowed.get('default-src'), ["'none'"])
      assert.deepEqual(allowed.get('connect-src'), ["'self'"])
      assert.deepEqual(allowed.get('img-src'), ["'self'", 'data:'])
      assert.deepEqual(
        [allowed.get('base-uri'), allowed.get('form-action'), allowed.get('frame-ancestors')],
        [["'none'"], ["'self'"], ["'none'"]],
      )
      assert.deepEqual(allowed.get('require-trusted-types-for'), ["'script'"])
      assert.deepEqual(allowed.get('trusted-types'), ['portal-html', 'portal-worker'])
      const inline = (name: string) =>
        [...text.matchAll(new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}>`, 'g'))].filter(
          ([, attributes = '']) => !/\bsrc=|json/.test(attributes),
        )
      for (const [name, directive] of [
        ['script', 'script-src'],
        ['style', 'style-src'],
      ] as const) {
        const needed = inline(name).map(
          ([, , content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
        )
        assert.ok(needed.length > 0)
        assert.deepEqual(new Set(allowed.get(directive)), new Set(["'self'", ...needed]), directive)
      }
    })
  }
  test('T8 a worker has a policy of its own: only our scripts, and no address to call', async () => {
    const names = readdirSync(join(import.meta.dirname, '../../build/client/assets'), {
      recursive: true,
      encoding: 'utf8',
    })
    const workers = names.filter((name) => /worker.*\.js$/.test(name))
    assert.deepEqual(
      [
        workers.some((name) => /^pdfjs-[\d.]+\/pdf\.worker\.js$/.test(name)),
        workers.some((name) => name.startsWith('worker-')),
        workers.length,
      ],
      [true, true, 2],
    )
    // In WebKit, `worker-src` decides whether the service worker may fetch the script of a page's worker.
    assert.deepEqual(
      directives((await get('/sw.js')).headers.get('content-security-policy') ?? '').get('worker-src'),
      ["'self'"],
    )
    for (const name of workers) {
      const { status, headers } = await get(`/assets/${name}`)
      const policy = directives(headers.get('content-security-policy') ?? '')
      assert.deepEqual(
        [status, policy.get('default-src'), policy.get('script-src'), policy.get('connect-src')],
        [200, ["'none'"], ["'self'"], undefined],
        name,
      )
    }
  })
  for (const provider of ['recaptcha', 'hcaptcha', 'turnstile'] as const) {
    test(`T8 A19 ${provider} is let in on /register alone`, async () => {
      const other = await openPortal({
        config: { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' },
        app: { pages: builtPages },
      })
      assert.match(
        (await other.visitor().get('/register')).headers.get('content-security-policy') ?? '',
        /script-src [^;]*https:/,
      )
      for (const path of ['/', '/login', '/jobs', '/forgot-password']) {
        assert.ok(
          !(await other.visitor().get(path)).headers.get('content-security-policy')?.includes('https:'),
          path,
        )
      }
      await other.close()
    })
  }
})

describe('T28 which caches may store a reply', () => {
  beforeEach(() => nextMinute())
  const addressOf = (endpoint: Endpoint) => filledAddress(endpoint, { token: 'x' })
  /** A logged-in person, who makes the calls until one of them may end the session. */
  let person: Visitor | undefined
  const memberVisitor = async () => (person ??= (await loggedIn(portal)).visitor)
  for (const [key, entry] of Object.entries(endpoints) as [EndpointKey, Endpoint][]) {
    test(`T28 ${key} is ${entry.publicCacheSeconds === undefined ? 'never cached' : `public for ${entry.publicCacheSeconds} s`}`, async () => {
      const visitor = await memberVisitor()
      if (/session|logout/.test(key)) person = undefined
      for (const asking of [portal.visitor(), visitor]) {
        const answer = await asking.request(
          entry.method,
          addressOf(entry),
          entry.method === 'GET' ? {} : { body: {} },
        )
        // A reply that contains the caller's own data must not be stored by any cache (L9).
        const own = entry.ownWithToken && asking === visitor
        const expected =
          entry.publicCacheSeconds === undefined || own
            ? 'no-store'
            : `public, max-age=${entry.publicCacheSeconds}`
        assert.equal(answer.headers.get('cache-control'), expected)
        if (asking === visitor && entry.allowedFor === 'applicant') assert.notEqual(answer.status, 401)
        if (entry.publicCacheSeconds !== undefined) assert.deepEqual(answer.headers.getSetCookie(), [])
      }
      if (entry.allowedFor !== 'staff') return
      const answer = await officers.ask(entry, addressOf(entry), entry.method === 'GET' ? {} : { body: {} })
      assert.notEqual(answer.status, 401)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    })
    if (entry.ownWithToken && entry.publicCacheSeconds !== undefined) {
      test(`T28 L9 ${key} without a token is one answer for all, which no cache gives to who has one`, async () => {
        const [ours, stale] = [
          await get(addressOf(entry)),
          await get(addressOf(entry), { authorization: `Token ${'x'.repeat(43)}` }),
        ]
        assert.deepEqual(
          [stale.text, stale.headers.get('cache-control')],
          [ours.text, ours.headers.get('cache-control')],
        )
        assert.equal(ours.headers.get('vary')?.toLowerCase().includes('authorization'), true)
        assert.equal(
          (await get(addressOf(entry), { 'if-none-match': ours.headers.get('etag') ?? '' })).status,
          304,
        )
      })
    } else if (entry.publicCacheSeconds !== undefined) {
      test(`T28 ${key} is the same bytes with a token, and 304 for who has them`, async () => {
        const visitor = await memberVisitor()
        const [theirs, ours] = [await visitor.get(addressOf(entry)), await get(addressOf(entry))]
        // The replies of `/api/site/` differ, because they contain the server's time.
        if (key !== 'GET /api/site/') assert.equal(theirs.text, ours.text)
        assert.equal(
          (await get(addressOf(entry), { 'if-none-match': ours.headers.get('etag') ?? '' })).status,
          304,
        )
      })
    }
  }
  test('T29 an address with a line break is an ordinary 404, and is printed nowhere', async (t) => {
    const printed = t.mock.method(console, 'error', () => {})
    for (const path of [
      '/%0d%0aset-cookie:x=y',
      '/verify-email/secret/%0A',
      '/a%e2%80%a8b',
      '/not-me/secret/x%E2%80%A9',
    ]) {
      const answer = await get(path, { accept: 'text/html' })
      assert.equal(answer.status, 404, path)
      assert.match(answer.text, /<!doctype html>/i)
    }
    assert.equal(printed.mock.callCount(), 0)
  })
  test('files with a hash in their name are cached for a year; pages are requested again', async () => {
    const assets = assetsOf((await get('/jobs')).text)
    assert.ok(assets.length > 2)
    for (const path of assets) {
      const answer = await get(path)
      assert.deepEqual(
        [answer.status, answer.headers.get('cache-control')],
        [200, 'max-age=31536000, immutable'],
        path,
      )
    }
    assert.equal((await get('/jobs')).headers.get('cache-control'), 'no-cache')
    assert.equal((await get('/dashboard')).headers.get('cache-control'), 'no-cache')
  })
})

test('T36 an unknown host is 421, for cached pages too (last-hour#readiness, last-hour#node-clock)', async () => {
  let [leaving, isClockOff] = [false, false]
  const app = { pages: builtPages, leaving: () => leaving, isClockOff: () => isClockOff }
  const ours = await openPortal({ config: { PUBLIC_URL: 'http://jobs.example.org' }, app })
  const { request } = await import('node:http')
  const ask = (path: string, host: string) =>
    new Promise<number>((resolve, reject) => {
      request(ours.url + path, { headers: { host }, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
        .on('error', reject)
        .end()
    })
  for (const path of ['/jobs', '/jobs', '/api/job-types/', '/nothing']) {
    assert.equal(await ask(path, 'evil.example'), 421, path)
    assert.notEqual(await ask(path, 'jobs.example.org'), 421, path)
  }
  // A load balancer calls each machine by its IP address. It must send no visitors to a machine that is about
  // to stop (R5), or whose clock differs from the database's (R10).
  for (const host of ['10.0.0.11:3000', 'jobs.example.org', 'evil.example'])
    for (const path of ['/healthz', '/readyz']) assert.equal(await ask(path, host), 200)
  isClockOff = true
  assert.deepEqual(
    [await ask('/readyz', '10.0.0.11:3000'), await ask('/healthz', '10.0.0.11:3000')],
    [503, 200],
  )
  ;[leaving, isClockOff] = [true, false]
  assert.deepEqual(
    [await ask('/readyz', '10.0.0.11:3000'), await ask('/healthz', '10.0.0.11:3000')],
    [503, 200],
  )
  await ours.close()
})
