import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Job } from '#contract/jobs/endpoints.ts'
import { inKiswahili } from '#contract/language/paths.ts'
import { builtPages } from '../../../server/app.ts'
import { englishIn } from '../../support/english-words.ts'
import { postSample } from '../../support/jobs.ts'
import { openPortal, type Portal } from '../../support/portal.ts'

let portal: Portal
let jobs: Job[]
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  await postSample(portal)
  jobs = (await portal.visitor().get('/api/jobs/list/')).json.results
})
after(() => portal.close())

const get = (path: string) => portal.visitor().get(path, { headers: { accept: 'text/html' } })

const HELP = readdirSync(join(import.meta.dirname, '../../../content/help')).map(
  (name) => `/resources/${name.replace('.md', '')}`,
)
const PAGES = [
  '/',
  '/jobs',
  '/jobs?search=nothing-has-this',
  '/jobs?include_expired=1&page=4',
  '/login',
  '/register',
  '/forgot-password',
  '/security-setup',
  '/verify-email',
  '/dashboard',
  '/apply',
  '/about',
  '/services',
  '/resources',
  '/contact',
  '/complaints',
  '/privacy',
  '/terms',
  '/transparency',
  '/verify',
  '/status',
  ...HELP,
]

describe('pages in Kiswahili', () => {
  test('each page has its Kiswahili version below /sw, without a word of English', async () => {
    const faults: string[] = []
    for (const path of PAGES) {
      const { status, text } = await get(inKiswahili(path))
      if (status !== 200) faults.push(`${path}: ${status}`)
      assert.match(text, /<html lang="sw-KE"/, path)
      for (const words of englishIn(text)) faults.push(`${path}: ${words}`)
    }
    assert.deepEqual(faults, [])
  })

  test('a page names its version in the other language, both ways', async () => {
    for (const path of ['/', '/jobs', '/about', '/resources/applying']) {
      for (const address of [path, inKiswahili(path)]) {
        const { text } = await get(address)
        const alternates = [...text.matchAll(/<link rel="alternate" hrefLang="(\w+)" href="([^"]+)"/g)]
        assert.deepEqual(
          alternates.map(([, language, href]) => [language, new URL(href ?? '').pathname]),
          [
            ['en', path],
            ['sw', inKiswahili(path)],
          ],
          address,
        )
        assert.match(text, new RegExp(`rel="canonical" href="[^"]*${address === '/' ? '' : address}/?"`))
      }
    }
  })

  test('every link on a Kiswahili page stays in Kiswahili, except the switch and what is a file', async () => {
    const leaving = new Set<string>()
    for (const path of PAGES) {
      const { text } = await get(inKiswahili(path))
      const withoutSwitch = text.replace(/<div class="language[^]*?<\/div>/, '')
      for (const [, href = ''] of withoutSwitch.matchAll(/<a [^>]*?href="(\/[^"]*)"/g))
        if (!/^\/sw(?:$|[/?#])|\.\w+$|^\/log\//.test(href) && href !== path.replace(/\?.*$/, ''))
          leaving.add(`${path}: ${href}`)
    }
    assert.deepEqual([...leaving], [])
  })

  test('a page is cached whole, with an ETag of its own', async () => {
    const english = await get('/jobs')
    const kiswahili = await get('/sw/jobs')
    assert.notEqual(english.headers.get('etag'), kiswahili.headers.get('etag'))
    const again = await portal.visitor().get('/sw/jobs', {
      headers: { accept: 'text/html', 'if-none-match': kiswahili.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
  })

  test('a job keeps the words of its officers, marked as English', async () => {
    const { text } = await get(`/sw/jobs/${jobs[0]?.id}`)
    assert.match(text, /<h1[^>]* lang="en"/)
    // The head says what officers wrote too, and has no place for a language.
    assert.deepEqual(englishIn(text.replace(/<head>[^]*?<\/head>/, '')), [])
  })

  test('an address without a page is answered in Kiswahili', async () => {
    const { status, text } = await get('/sw/nothing')
    assert.equal(status, 404)
    assert.deepEqual(englishIn(text), [])
  })

  test('officers work in English: /sw/staff leads to /staff', async () => {
    const { status, headers } = await get('/sw/staff/jobs?page=2')
    assert.equal(status, 302)
    assert.equal(headers.get('location'), '/staff/jobs?page=2')
  })

  test('the English page is at most 300 bytes longer for the link to the other language', async () => {
    const { text } = await get('/jobs')
    const added = [
      ...text.matchAll(/<div class="language[^]*?<\/div>|<link rel="alternate" hrefLang[^>]*>/g),
    ].map(([part]) => part)
    assert.equal(added.length, 3)
    assert.ok(added.join('').length <= 300, `${added.join('').length} bytes`)
  })
})
