import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Job } from '#contract/jobs/endpoints.ts'
import { inKiswahili } from '#contract/language/paths.ts'
import { builtPages } from '../../server/app.ts'
import { englishIn } from '../support/english-words.ts'
import { sql } from '../../server/database/connect.ts'
import { postJobs, postSample, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { KISWAHILI } from '../support/staff-jobs.ts'

let portal: Portal
let jobs: Job[]
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  await postSample(portal)
  jobs = (await portal.visitor().get('/api/jobs/list/')).json.results
})
after(() => portal.close())

const get = (path: string) => portal.visitor().get(path, { headers: { accept: 'text/html' } })

const HELP = readdirSync(join(import.meta.dirname, '../../content/help')).map(
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
  '/selections',
  '/selections/sample',
  '/verify',
  '/status',
  ...HELP,
]

describe('pages in Kiswahili', () => {
  test('the home page has its other pages in Kiswahili too', async () => {
    const { status, text } = await get('/sw?page=2')
    assert.equal(status, 200)
    assert.match(text, /<html lang="sw-KE">/)
  })

  test('the link to the other language keeps the search of a list, also without script', async () => {
    const { text: kiswahili } = await get('/sw/jobs?search=clerk&page=2')
    assert.match(kiswahili, /<a href="\/jobs\?search=clerk&amp;page=2" lang="en">English<\/a>/)
    const { text: english } = await get('/jobs?search=clerk')
    assert.match(english, /<a href="\/sw\/jobs\?search=clerk" lang="sw">Kiswahili/)
  })

  test('pages for people without script lead to the same place in the other language', async () => {
    for (const path of [
      '/line?ticket=%22x',
      '/register/plain',
      '/register/plain?county=14',
      '/verify-email/again',
    ]) {
      const english = await get(path)
      const kiswahili = await get(inKiswahili(path))
      assert.ok(
        english.text.includes(`<a href="${inKiswahili(path)}" lang="sw">Kiswahili (beta)</a>`),
        `${path}: no link to Kiswahili`,
      )
      assert.ok(
        kiswahili.text.includes(`<a href="${path}" lang="en">English</a>`),
        `/sw${path}: no link to English`,
      )
    }
  })

  test('each page has its Kiswahili version below /sw, without a word of English', async () => {
    const problems: string[] = []
    for (const path of PAGES) {
      const { status, text } = await get(inKiswahili(path))
      if (status !== 200) problems.push(`${path}: ${status}`)
      assert.match(text, /<html lang="sw-KE"/, path)
      for (const words of englishIn(text)) problems.push(`${path}: ${words}`)
    }
    assert.deepEqual(problems, [])
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

  test('every link on a Kiswahili page stays in Kiswahili, except the link to the other language and links to files', async () => {
    const leaving = new Set<string>()
    for (const path of PAGES) {
      const { text } = await get(inKiswahili(path))
      const withoutSwitch = text.replace(/<div class="language[^]*?<\/div>/, '')
      // A Kiswahili page may link to `/sw/…`, to a file such as `/jobs/feed.atom`, to the public log, and to
      // its own English version.
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
    // The HTML head repeats the officers' English words, and cannot mark them as English.
    assert.deepEqual(englishIn(text.replace(/<head>[^]*?<\/head>/, '')), [])
  })

  test('a job with Kiswahili texts is shown in them, also to search engines; the English page has none', async () => {
    const [id = 0] = await postJobs(portal, { ...KISWAHILI, title: 'Store Keeper' })
    const { text } = await get(`/sw/jobs/${id}`)
    assert.match(text, /<h1>Karani wa Ghala<\/h1>/)
    assert.match(text, /<title>Karani wa Ghala – /)
    assert.match(text, /<meta name="description" content="Garissa\. Utatunza maghala/)
    assert.match(text, /<div><p>Utatunza maghala ya kaunti\.<\/p><\/div>/)
    assert.match(text, /"@type":"JobPosting","title":"Karani wa Ghala","description":"[^"]*Utatunza/)
    assert.match(text, /<dd>KES 1,200 kwa siku<\/dd>/)
    const isEnglish = (part: string) => assert.match(part, / lang="en"/)
    isEnglish(/<span[^>]*>Garissa<\/span>/.exec(text)?.[0] ?? '')
    for (const path of ['/sw', '/sw/jobs?search=ghala'])
      assert.match(
        (await get(path)).text,
        new RegExp(`<h[23]><a href="/sw/jobs/${id}"[^>]*>Karani wa Ghala<`),
        path,
      )
    for (const path of ['/', '/jobs?search=Store', `/jobs/${id}`, `/jobs/${id}.data`])
      assert.doesNotMatch((await get(path)).text, /Karani wa Ghala|maghala|in_kiswahili|_sw/, path)
  })

  test('a text that is missing is in English, and marked; both pages are dropped when the job changes', async () => {
    const [id = 0] = await postJobs(portal, { title: 'Night Guard', title_sw: 'Mlinzi wa Usiku' })
    const kiswahili = () => get(`/sw/jobs/${id}`)
    const { text } = await kiswahili()
    assert.match(text, /<h1>Mlinzi wa Usiku<\/h1>/)
    assert.match(text, /<div lang="en"><p>You register voters\.<\/p><\/div>/)
    assert.match(text, /<div lang="en"><ul><li>KCSE<\/li><\/ul><\/div>/)
    const englishBefore = (await get(`/jobs/${id}`)).text
    await portal.db.run(sql`update jobs set title_sw = null, title = 'Guard' where id = ${id}`)
    await until('the page without its title', kiswahili, (page) =>
      page.text.includes('<h1 lang="en">Guard</h1>'),
    )
    assert.notEqual((await get(`/jobs/${id}`)).text, englishBefore)
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
