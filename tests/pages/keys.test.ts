import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { ServerBuild } from 'react-router'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { builtPages } from '../../server/app.ts'
import { sql } from '../../server/database/connect.ts'
import { signToken } from '../../server/http/signed-token.ts'
import { postSample, until } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// A rendered public page is cached under a key. The key is made of the parts of the address that change the
// page.

/** The function of a build that renders a page for a request. */
type Render = (request: Request, status: number, headers: Headers, ...more: unknown[]) => Promise<Response>

/** The built pages, with a record of rendered addresses. Renderings wait after `held()` until its release. */
const watched = () => {
  const rendered: string[] = []
  let runningCount = 0
  let most = 0
  let hold: Promise<void> | undefined
  let inject = ''
  /** Loads the built pages, and wraps the function that renders them. */
  const load = async (): Promise<ServerBuild> => {
    const build = await builtPages.load('en')
    const render = build.entry.module.default as unknown as Render
    const watchedRender: Render = async (request, ...more) => {
      const { pathname, search } = new URL(request.url)
      rendered.push(pathname + search)
      most = Math.max(most, ++runningCount)
      await hold
      runningCount--
      const answer = await render(request, ...more)
      return inject
        ? new Response((await answer.text()).replace('</main>', `${inject}</main>`), answer)
        : answer
    }
    return { ...build, entry: { module: { ...build.entry.module, default: watchedRender as never } } }
  }
  return {
    pages: { mode: 'production' as const, load },
    /** The addresses that were rendered since the last call of `take`. */
    take: () => rendered.splice(0),
    /** The largest number of renderings that ran at the same time. */
    most: () => most,
    /** Adds this HTML to each page that is rendered. */
    inject: (html: string) => void (inject = html),
    /** Holds all renderings until the returned function is called. */
    held() {
      let release = () => {}
      hold = new Promise((resolve) => (release = resolve))
      return () => {
        hold = undefined
        release()
      }
    },
  }
}

let portal: Portal
const watch = watched()
before(async () => {
  portal = await openPortal({ app: { pages: watch.pages } })
  await postSample(portal)
  await settled()
})
after(() => portal.close())

const get = (path: string) => portal.visitor().get(path)
/** Waits until the portal has received all notifications of changed jobs, each of which empties the cache. */
const settled = async () => {
  await portal.deps.db.run(sql`notify jobs_changed`)
  await until(
    'an answer that is kept',
    async () => [await get('/jobs'), await get('/jobs')],
    ([first, two]) => first?.headers.get('etag') === two?.headers.get('etag'),
  )
  watch.take()
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
const nonsense = () =>
  Math.random()
    .toString(36)
    .replace(/[^a-z]/g, '')
    .slice(0, 8) || 'x'

describe('only values that exist become keys', () => {
  test('an invented order, switch, parameter or page number shows an existing page, which is drawn once for all', async () => {
    const plain = (await get('/jobs')).headers.get('etag')
    for (let time = 0; time < 20; time++) {
      for (const query of [
        `sort=${nonsense()}`,
        `include_expired=${nonsense()}`,
        `${nonsense()}=${nonsense()}`,
        `page=${nonsense()}`,
        'page=-1',
      ]) {
        assert.equal((await get(`/jobs?${query}`)).headers.get('etag'), plain, query)
      }
    }
    assert.deepEqual(watch.take(), [])
    for (let time = 0; time < 20; time++) assert.equal((await get(`/jobs?page=${1_000 + time}`)).status, 200)
    const [last, ...more] = watch.take()
    // Any page number above the last shows the last page of the list.
    assert.match(last ?? '', /^\/jobs\?page=\d$/)
    assert.deepEqual(more, [])
  })
  test('S1 §5 invented job types find nothing, and their page is drawn once for all', async () => {
    for (let time = 0; time < 20; time++)
      assert.ok((await get(`/jobs?job_type=${nonsense()}`)).text.includes(JOB_WORDS.empty))
    assert.equal(watch.take().length, 1)
  })
  test('a page for free text, or for something that may not exist, is drawn each time', async () => {
    for (const path of [
      '/jobs?search=clerk',
      '/jobs?category=Clerk',
      '/jobs?location=no-such-place',
      '/no-such-page',
      '/jobs/999999',
      '/resources/nothing',
    ]) {
      await get(path)
      await get(path)
      assert.equal(watch.take().length, 2, path)
    }
  })
  test('pages for existing values are cached: each is drawn once', async () => {
    const [job] = (await get('/api/jobs/list/')).json.results
    for (const query of [
      'sort=newest',
      'job_type=External',
      'category=ICT',
      `location=${encodeURIComponent(job.location)}`,
      'include_expired=1',
      'page=2',
    ]) {
      for (let time = 0; time < 3; time++) assert.equal((await get(`/jobs?${query}`)).status, 200)
      assert.equal(watch.take().length, 1, query)
    }
    for (let time = 0; time < 3; time++) assert.equal((await get(`/jobs/${job.id}`)).status, 200)
    assert.equal(watch.take().length, 1)
  })
  test('a page that the server draws without the id in its address is drawn once for all ids', async () => {
    for (const path of [
      '/staff/jobs/7',
      '/staff/jobs/8?edit=1',
      '/staff/jobs/none',
      '/dashboard/applications/1',
      '/dashboard/applications/2?x=1',
    ])
      await get(path)
    assert.equal(watch.take().length, 2)
  })
  test('the page behind an emailed link is drawn once for all signed tokens; a file in its place gets a page of its own', async () => {
    const signed = (content: string) => signToken(portal.deps.secrets, 'test', content)
    for (const prefix of [
      '/verify-email/',
      '/not-me/',
      '/confirm-email/',
      '/undo-email/',
      '/staff/join/',
      '/newsletter/confirm/',
      '/newsletter/stop/',
    ]) {
      for (const content of ['1', `77-${A_TUESDAY.getTime()}`])
        assert.equal((await get(prefix + signed(content))).status, 200)
      assert.equal(watch.take().length, 1, prefix)
    }
    for (const name of ['x.css', '..%2ex', 'a.b.c']) await get(`/verify-email/${name}`)
    assert.equal(watch.take().length, 3)
  })
  test('the data that a browser fetches for the list is cached like the page', async () => {
    for (let time = 0; time < 3; time++)
      assert.equal((await get('/jobs.data?page=2&_routes=jobs%2Fjobs-page')).status, 200)
    const etag = (await get('/jobs.data?page=2&_routes=jobs%2Fjobs-page')).headers.get('etag')
    portal.clock.advance(1)
    assert.equal((await get('/jobs.data?page=2&_routes=jobs%2Fjobs-page')).headers.get('etag'), etag)
  })
  test('thousands of rare pages do not displace the pages that many people read', async () => {
    const good = ['/', '/jobs', '/about', '/jobs?category=ICT', '/jobs?job_type=External']
    for (const path of good) await get(path)
    watch.take()
    const types: string[] = (await get('/api/job-types/')).json.map((type: { name: string }) => type.name)
    for (const type of types) {
      for (const sort of ['closing', 'newest', 'posts']) {
        for (const category of ['ICT', 'Finance', 'Communication']) {
          for (const page of ['1', '2', '3'])
            await get(
              `/jobs?${new URLSearchParams({ job_type: type, category, sort, page, include_expired: '1' })}`,
            )
        }
      }
    }
    for (let time = 0; time < 60; time++) await get(`/jobs/${1_000_000 + time}`)
    assert.ok(watch.take().length > 120)
    for (const path of good) await get(path)
    assert.deepEqual(watch.take(), [])
  })
})

describe('what a key leaves out changes nothing on the page', () => {
  let uncached: Portal
  // In development mode the portal caches no pages, so it renders each address as it is written.
  before(async () => {
    uncached = await openPortal({ app: { pages: { mode: 'development', load: builtPages.load } } })
    await postSample(uncached)
  })
  after(() => uncached.close())
  const expectSamePage = async (path: string, other: string) => {
    const [first, two] = [await uncached.visitor().get(path), await uncached.visitor().get(other)]
    assert.deepEqual([first.status, first.headers.get('etag') !== null], [200, true], path)
    assert.equal(first.headers.get('etag'), two.headers.get('etag'), `${path} and ${other}`)
  }
  test('a query, except on the two pages with lists and the parts of the registration', async () => {
    const { routes } = await builtPages.load('en')
    /** The whole path of a route: the paths of the routes around it, and its own. */
    const pathOf = (id = ''): string =>
      routes[id] ? [pathOf(routes[id].parentId), routes[id].path].filter(Boolean).join('/') : ''
    const paths = Object.keys(routes).map((id) => `/${pathOf(id)}`)
    const plain = new Set(
      paths.filter((path) => !/[:*]/.test(path) && !['/', '/jobs', '/register'].includes(path)),
    )
    assert.ok(plain.size > 20)
    for (const path of [...plain, '/jobs/1']) {
      await expectSamePage(
        path,
        `${path}?page=2&status=pending&part=2&edit=1&job=1&search=x&sort=newest&category=ICT&by=days&token=x&from=x`,
      )
    }
    await expectSamePage('/jobs', '/jobs?sort=abc&include_expired=yes&utm_source=x&page=0')
    await expectSamePage('/', '/?sort=newest&page=zero')
  })
  test('the id or token in an address whose page the server draws without it', async () => {
    for (const [prefix, ...ids] of [
      ['/dashboard/applications/', '1', '77'],
      ['/staff/jobs/', '1', '1234567890'],
      ['/staff/decisions/', '1', 'abc'],
      ['/verify-email/', 'a'.repeat(43), 'b'],
      ['/not-me/', 'a'.repeat(43), 'b'],
      ['/confirm-email/', 'a'.repeat(43), 'b'],
      ['/undo-email/', 'a'.repeat(43), 'b'],
      ['/staff/join/', 'a'.repeat(43), 'b'],
      ['/newsletter/confirm/', 'a'.repeat(43), 'b'],
      ['/newsletter/stop/', 'a'.repeat(43), 'b'],
    ] as const) {
      for (const id of ids) await expectSamePage(`${prefix}-`, prefix + id)
    }
    for (const page of ['applications', 'messages', 'exports', 'published-list', 'reports'])
      await expectSamePage(`/staff/jobs/-/${page}`, `/staff/jobs/12/${page}?edit=1`)
  })
})

describe('only a few pages are drawn at the same time', () => {
  test('D6 of very many pages requested at once, only a few are drawn at a time, and the surplus gets a 503', async () => {
    await settled()
    const release = watch.held()
    const asks = Array.from({ length: 300 }, (_, index) =>
      get(index % 2 ? `/jobs?search=${nonsense()}${index}` : `/jobs/${1_000 + index}`),
    )
    const pages = ['/', '/login', '/register', '/about', '/terms', '/privacy', '/contact', '/services'].map(
      get,
    )
    // All renderings are held, so the first answers can only be refusals.
    const statuses: number[] = []
    for (const ask of asks) void ask.then(({ status }) => statuses.push(status))
    await until(
      'those without a place are told so',
      async () => statuses.length,
      (answered) => answered > 150,
    )
    release()
    await Promise.all(asks)
    assert.deepEqual(new Set(statuses.slice(0, 150)), new Set([503]))
    assert.ok(watch.most() <= 5, `${watch.most()} at once`)
    for (const page of await Promise.all(pages)) assert.equal(page.status, 200)
  })
})

describe('T8 the policy allows the framework’s own scripts', () => {
  test('T8 a script that got into a page through a text does not get into the content policy', async () => {
    const policyOf = async () =>
      (await get(`/jobs?search=${nonsense()}`)).headers
        .get('content-security-policy')
        ?.match(/script-src ([^;]*)/)?.[1]
        ?.split(' ') ?? []
    const before = await policyOf()
    watch.inject('<script>alert(1)</script><script nonce="">alert(2)</script><script nonce>alert(3)</script>')
    const policy = await policyOf()
    watch.inject('')
    assert.equal(policy.length, before.length)
    assert.ok(
      !policy.some((hash) =>
        ['alert(1)', 'alert(2)', 'alert(3)'].some((text) => hash.includes(hashOf(text))),
      ),
    )
    assert.doesNotMatch((await get('/jobs')).text, / nonce=/)
  })
})
