import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, describe, test } from 'node:test'
import zlib from 'node:zlib'
import { builtPages } from '../../server/app.ts'
import { sql } from '../../server/database/connect.ts'
import { setLevel } from '../support/brownout.ts'
import { jobRow, postJobs, postSample, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { expectRetryTime } from '../support/retry-time.ts'

// A public page is rendered once and kept in memory. When a job changes, the pages are rendered again.

let portal: Portal
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  await postSample(portal)
  await settled()
})
after(() => portal.close())

/** Requests a page and returns its compressed bytes; `fetch` would decompress them. */
const fetchRaw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const request = http.request(portal.url + path, { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
      )
    })
    request.on('error', reject).end()
  })
const decompress = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync } as const

/**
 * When jobs change, the database notifies the portal, which empties the page cache. This waits until the
 * portal has done so and serves pages from the cache again.
 */
const settled = async () => {
  await portal.deps.db.run(sql`notify jobs_changed`)
  await until(
    'an answer that is kept',
    async () => [await fetchRaw('/jobs'), await fetchRaw('/jobs')],
    ([first, two]) => first?.headers.etag === two?.headers.etag,
  )
}

describe('finished pages are cached', () => {
  test('the same bytes for everyone: with and without a token, cookies, or a foreign host in a header', async () => {
    const first = await fetchRaw('/jobs')
    const others: Record<string, string>[] = [
      { authorization: `Token ${'x'.repeat(43)}` },
      { cookie: 'session=abc; csrf=def' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-original-url': '/login' },
      { 'accept-language': 'sw', 'user-agent': 'x' },
    ]
    for (const headers of others) {
      const again = await fetchRaw('/jobs', headers)
      assert.ok(first.bytes.equals(again.bytes))
      assert.equal(again.headers['set-cookie'], undefined)
    }
    assert.ok(!first.bytes.includes('evil.example'))
  })
  test('a page is made once, not for each visitor', async () => {
    for (const path of ['/jobs', '/jobs?sort=newest&page=2', '/jobs?page=2&sort=newest', '/about']) {
      const first = await fetchRaw(path)
      // A page contains the time of its rendering, so a second rendering would have other bytes.
      portal.clock.advance(1)
      assert.ok((await fetchRaw(path)).bytes.equals(first.bytes), path)
    }
  })
  test('the pages of login and registration stay cached while people wait in the line, and link to /line without script (last-hour#line-pages)', async () => {
    const get = async (path: string) => portal.visitor().get(path)
    const before = [await get('/login'), await get('/register')]
    // A page contains the time of its rendering, so a second rendering would have another text.
    portal.clock.advance(1)
    await setLevel(portal, 4)
    const during = [await get('/login'), await get('/register')]
    await setLevel(portal, 0)
    for (const [index, { status, text }] of during.entries()) {
      assert.deepEqual([status, text], [200, before[index]?.text])
      assert.match(text, /<noscript>(?:(?!<\/noscript>)[^])*href="\/line"/)
    }
  })
  test('at level 4 a page that must be made for one caller is refused with a time to come back; pages for everyone come, also after a job changed (last-hour#levels)', async () => {
    const [id = 0] = await postJobs(portal, { title: 'Lamp Keeper' })
    const get = async (path: string) => portal.visitor().get(path, { headers: { accept: 'text/html' } })
    assert.equal((await get(`/jobs/${id}`)).status, 200)
    await setLevel(portal, 4)
    await postJobs(portal, { title: 'Lamp Mender' })
    await settled()
    const statuses = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await get(path)).status))
    assert.deepEqual(
      await statuses(['/', '/jobs', '/login', '/status', `/jobs/${id}`]),
      [200, 200, 200, 200, 200],
    )
    const refused = await get('/jobs?search=lamp')
    assert.equal(refused.status, 503)
    assert.match(refused.text, /^<!doctype html>/)
    expectRetryTime(refused.headers.get('retry-after'))
    assert.deepEqual(
      await statuses(['/no-such-page', '/jobs/987654', '/jobs?sort=posts&include_expired=1']),
      [503, 503, 503],
    )
    await setLevel(portal, 3)
    assert.deepEqual(await statuses(['/jobs?search=lamp', '/no-such-page']), [200, 404])
    await setLevel(portal, 0)
  })
  test('other filters make another page, but another order of the same filters does not', async () => {
    const body = async (path: string) => (await fetchRaw(path)).bytes.toString()
    assert.notEqual(await body('/jobs'), await body('/jobs?page=2'))
    assert.notEqual(await body('/jobs?sort=newest'), await body('/jobs?sort=posts'))
    assert.equal(await body('/jobs?sort=newest&page=2'), await body('/jobs?page=2&sort=newest'))
  })
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
  ] as const) {
    test(`Accept-Encoding "${accepted}" is answered ${encoding ?? 'as it is'}`, async () => {
      const plain = await fetchRaw('/jobs')
      // The last page is not cached.
      for (const path of ['/jobs', '/jobs?page=1&sort=closing', '/jobs?search=lamp']) {
        const encoded = await fetchRaw(path, { 'accept-encoding': accepted })
        assert.equal(encoded.headers['content-encoding'], encoding)
        assert.equal(Number(encoded.headers['content-length']), encoded.bytes.length)
        assert.match(encoded.headers.vary ?? '', /accept-encoding/i)
        const bytes = encoding ? decompress[encoding](encoded.bytes) : encoded.bytes
        assert.match(bytes.toString(), /<\/html>$/)
        if (path === '/jobs') assert.ok(bytes.equals(plain.bytes))
      }
    })
  }
  test('a page that is not cached is smaller with Brotli than with gzip', async () => {
    const sizeWith = async (accepted: string) =>
      (await fetchRaw('/jobs?search=lamp', { 'accept-encoding': accepted })).bytes.length
    const [br, gzip] = [await sizeWith('br'), await sizeWith('gzip')]
    assert.ok(br < gzip, `${br} and ${gzip} bytes`)
  })
  test('ETag: 304 without a body for who has it, the page for who has another', async () => {
    for (const path of ['/', '/jobs', '/jobs?page=2', '/about', '/login']) {
      const { headers } = await fetchRaw(path)
      const unchanged = await fetchRaw(path, { 'if-none-match': headers.etag ?? '' })
      assert.deepEqual(
        [unchanged.status, unchanged.bytes.length, unchanged.headers.etag],
        [304, 0, headers.etag],
        path,
      )
      assert.equal((await fetchRaw(path, { 'if-none-match': 'W/"other"' })).status, 200)
    }
  })
  test('HEAD is GET without the body', async () => {
    for (const path of [
      '/',
      '/jobs',
      '/jobs?page=2',
      '/nothing',
      '/robots.txt',
      '/sitemap.xml',
      '/api/jobs/list/',
      '/api/job-types/',
      '/healthz',
    ]) {
      const [head, got] = [await fetchRaw(path, {}, 'HEAD'), await fetchRaw(path)]
      assert.deepEqual([head.status, head.bytes.length], [got.status, 0], path)
      for (const name of [
        'content-type',
        'cache-control',
        'etag',
        'content-security-policy',
        'content-length',
      ]) {
        assert.equal(head.headers[name], got.headers[name], `${path} ${name}`)
      }
    }
  })
})

describe('a cached page is dropped when its data changes', () => {
  /** Waits until the page at this path contains the text. */
  const showing = (path: string, text: string) =>
    until(
      `${path} shows ${text}`,
      () => fetchRaw(path),
      ({ bytes }) => bytes.includes(text),
    )
  test('a job that is added, changed or withdrawn by an import shows on list, home, detail, API and feeds', async () => {
    const row = jobRow({
      title: 'Zebra Keeper',
      expiry_date: '2026-11-24T15:00:00',
      created_at: '2026-11-24',
    })
    const paths = ['/jobs', '/', '/jobs?sort=newest', '/api/jobs/list/?page=1', '/jobs/feed.atom']
    for (const path of paths) assert.ok(!(await fetchRaw(path)).bytes.includes('Zebra Keeper'), path)
    const [id] = await postJobs(portal, row)
    for (const path of [...paths, '/sitemap.xml'])
      await showing(path, path === '/sitemap.xml' ? `/jobs/${id}<` : 'Zebra Keeper')
    await showing(`/jobs/${id}`, 'Zebra Keeper')
    await postJobs(portal, { ...row, title: 'Giraffe Keeper' })
    for (const path of [...paths, `/jobs/${id}`, `/api/jobs/${id}/`]) await showing(path, 'Giraffe Keeper')
    await postJobs(portal, { ...row, is_active: false })
    await until(
      'the page is gone',
      () => fetchRaw(`/jobs/${id}`),
      ({ status }) => status === 404,
    )
    for (const path of paths) {
      await until(
        `${path} without it`,
        () => fetchRaw(path),
        ({ bytes }) => !bytes.includes('Giraffe Keeper'),
      )
    }
  })
  test('a job that is deleted by hand is gone too', async () => {
    const [id] = await postJobs(portal, { title: 'Short Lived' })
    await showing(`/jobs/${id}`, 'Short Lived')
    await portal.db.run(sql`delete from jobs where id = ${id}`)
    await until(
      'the page is gone',
      () => fetchRaw(`/jobs/${id}`),
      ({ status }) => status === 404,
    )
  })
  test('after its connection was lost, the portal listens for changes again', async () => {
    const [id] = await postJobs(portal, { reference: 'LISTEN/1', title: 'Before The Cut' })
    await showing(`/jobs/${id}`, 'Before The Cut')
    await portal.db.rows(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'portal-listen'`,
    )
    await until(
      'the listener is back',
      () =>
        portal.db.rows(
          sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'portal-listen' and query ilike 'listen%'`,
        ),
      (rows) => rows.length === 1,
    )
    await showing(`/jobs/${id}`, 'Before The Cut')
    await postJobs(portal, { reference: 'LISTEN/1', title: 'After The Cut' })
    await showing(`/jobs/${id}`, 'After The Cut')
  })
})
