import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { builtPages } from '../../server/app.ts'
import { openPortal, type Portal } from '../support/portal.ts'

const SLUGS = readdirSync(join(import.meta.dirname, '../../content/help')).map((name) =>
  name.replace('.md', ''),
)

let portal: Portal
before(async () => {
  portal = await openPortal({ app: { pages: builtPages }, config: { ORG_EMAIL: 'help_desk@example.org' } })
})
after(() => portal.close())

/** Fetches a page without its styles and scripts. `main` is the page's main element. */
const pageAt = async (path: string) => {
  const answer = await fetch(portal.url + path, { redirect: 'manual' })
  const whole = (await answer.text()).replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, '')
  return { status: answer.status, whole, main: /<main[\s\S]*<\/main>/.exec(whole)?.[0] ?? '' }
}
const links = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
const fetchedPages = new Map<string, Promise<Awaited<ReturnType<typeof pageAt>>>>()
/** Fetches a page only once and caches it, because many pages link to it. */
const cachedPageAt = (path: string) => {
  const known = fetchedPages.get(path) ?? pageAt(path)
  fetchedPages.set(path, known)
  return known
}

describe('J13 the help below /resources', () => {
  test('/resources lists every help page, in the order that their heads say', async () => {
    const listed = links((await cachedPageAt('/resources')).main).filter((address) =>
      address.startsWith('/resources/'),
    )
    assert.deepEqual([...listed].sort(), SLUGS.map((slug) => `/resources/${slug}`).sort())
    assert.deepEqual(listed.slice(0, 3), [
      '/resources/registration',
      '/resources/applying',
      '/resources/account',
    ])
  })
  for (const slug of SLUGS) {
    test(`/resources/${slug}: title, description, address, a way back, no place left open, and no link that leads nowhere`, async () => {
      const { status, whole, main } = await cachedPageAt(`/resources/${slug}`)
      assert.equal(status, 200)
      assert.equal(main.match(/<h1/g)?.length, 1)
      assert.match(whole, /<title>[^<]{8,80} – IEBC Jobs<\/title>/)
      assert.match(whole, /<meta name="description" content="[^"]{25,200}"/)
      assert.match(whole, new RegExp(`<link rel="canonical" href="[^"]*/resources/${slug}"`))
      // In the help files, `asked:` starts a comment that only the assistant reads.
      assert.doesNotMatch(whole, /\{\{|\}\}|undefined|\[object|asked:/)
      assert.ok(links(main).includes('/resources'))
      for (const address of new Set(links(main).filter((entry) => /^[/#]/.test(entry)))) {
        const [path = '', id] = address.split('#')
        const target = path ? await cachedPageAt(path) : { status: 200, whole }
        assert.equal(target.status, 200, address)
        if (id) assert.match(target.whole, new RegExp(` id="${id}"`), address)
      }
    })
  }
  test('WCAG 3.1.2 what is in Kiswahili says so', async () => {
    assert.match(
      (await cachedPageAt('/resources/applying')).main,
      /<p><b>Kiswahili:<\/b> <span lang="sw">Fungua orodha ya kazi/,
    )
  })
  test('the particulars are those of the configuration', async () => {
    assert.ok((await cachedPageAt('/resources/contacts')).main.includes('help_desk@example.org'))
  })
  test('N5 a page that is not there is not found', async () => {
    for (const path of [
      '/resources/nothing',
      '/resources/../about',
      '/resources/constructor',
      '/resources/registration/more',
    ]) {
      const { status } = await pageAt(path)
      // `fetch` resolves `..` before it sends the request, so that path leads to another address.
      assert.ok(path.includes('..') ? status !== 500 : status === 404, `${path}: ${status}`)
    }
  })
  test('the sitemap names each of them', async () => {
    const xml = await (await fetch(`${portal.url}/sitemap.xml`)).text()
    for (const slug of SLUGS) assert.ok(xml.includes(`/resources/${slug}</loc>`), slug)
  })
})
