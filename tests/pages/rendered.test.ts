import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { clockTime, stampDate } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import type { Job } from '#contract/jobs/endpoints.ts'
import { builtPages } from '../../server/app.ts'
import { postJobs, postSample } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The server renders pages for people without JavaScript and for search engines.

let portal: Portal
let jobs: Job[]
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  await postSample(portal)
  jobs = (await portal.visitor().get('/api/jobs/list/')).json.results
})
after(() => portal.close())

/** The HTML of a page. Expects that the reply has this status. */
const page = async (path: string, status = 200) => {
  const answer = await portal.visitor().get(path, { headers: { accept: 'text/html' } })
  assert.equal(answer.status, status, `${path}: ${answer.text.slice(0, 300)}`)
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  return answer.text
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
/** The text that a reader without JavaScript sees: no scripts, styles or tags, and entities decoded. */
const seen = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
/** The value of an attribute of the first element that matches. */
const attribute = (html: string, element: RegExp, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(element.exec(html)?.[0] ?? '')?.[1]

describe('S1 §2 pages are whole without JavaScript', () => {
  test('S1 §9 the home page shows six jobs and the popular categories', async () => {
    const html = await page('/')
    assert.equal(html.match(/<article\b/g)?.length, 6)
    for (const name of ['ICT', 'Voter Registration', 'Communication', 'Finance'])
      assert.ok(seen(html).includes(name), name)
    assert.match(html, /href="\/jobs\?category=Voter(?:\+|%20)Registration"/)
  })
  test('S1 §9 the list shows six cards with title, place and type, and links to the next page', async () => {
    const html = await page('/jobs')
    assert.equal(html.match(/<article\b/g)?.length, 6)
    for (const job of jobs.slice(0, 6)) {
      assert.ok(html.includes(`href="/jobs/${job.id}"`))
      for (const text of [job.title, job.location, job.preview])
        assert.ok(seen(html).includes(squeezed(text)), text)
    }
    assert.match(html, /href="\/jobs\?page=2"/)
  })
  test('S1 §2 numbered pages: dots replace two pages and more, never one', async () => {
    const numbers = async (path: string) =>
      seen(
        /<nav[^>]*aria-label="Pages"[\s\S]*?<\/nav>/.exec(await page(path))?.[0].replaceAll('<', ' <') ?? '',
      ).trim()
    // The sample has 24 jobs, including closed ones. A page of the list shows six jobs.
    assert.equal(await numbers('/jobs?include_expired=1'), 'Previous 1 2 3 4 Next')
    assert.equal(await numbers('/jobs?include_expired=1&page=4'), 'Previous 1 2 3 4 Next')
  })
  test('S1 §5 filters and page of the address are the ones shown', async () => {
    const html = await page('/jobs?search=clerk&sort=newest')
    const wanted = jobs.filter((job) => /clerk/i.test(job.title))
    assert.equal(html.match(/<article\b/g)?.length, Math.min(6, wanted.length))
    assert.equal(attribute(html, /<input[^>]*name="search"[^>]*>/, 'value'), 'clerk')
    assert.ok(seen(await page('/jobs?page=2')).includes(squeezed(jobs[6]?.title ?? '')))
    assert.match(await page('/jobs?search=nothing-has-this'), new RegExp(JOB_WORDS.empty))
  })
  test('S1 §2 a card shows its dates: when the job was posted, and until when it is open', async () => {
    const cards = [...(await page('/jobs')).matchAll(/<article\b[\s\S]*?<\/article>/g)].map(([card]) =>
      seen(card),
    )
    for (const [index, card] of cards.entries()) {
      const job = jobs[index]
      assert.ok(card.includes(squeezed(`Posted ${stampDate(new Date(job?.created_at ?? 0))}`)), card)
      assert.ok(card.includes(squeezed(clockTime(new Date(job?.expiry_date ?? 0)))), card)
    }
  })
  test('T11 what is typed into the address comes back as text', async () => {
    const html = await page(
      '/jobs?search=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&location=%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
    )
    assert.ok(!/<script>alert|<img/.test(html))
  })
  test('S1 §2 the detail holds title, department, type, place, deadline, description and requirements', async () => {
    for (const job of jobs.slice(0, 3)) {
      const html = await page(`/jobs/${job.id}`)
      for (const text of [
        job.title,
        job.department,
        job.job_type_name,
        job.location,
        'p.m.',
        'EAT',
        'Description',
        'Requirements',
      ]) {
        assert.ok(seen(html).includes(squeezed(text)), text)
      }
      assert.ok(html.includes(job.description) && html.includes(job.qualification))
    }
  })
  test('A18 the age that a job asks for is shown before anyone applies', async () => {
    const [id] = await postJobs(portal, { min_age: 19 })
    assert.ok(seen(await page(`/jobs/${id}`)).includes('At least 19 on the closing date'))
    assert.ok(!seen(await page(`/jobs/${jobs[0]?.id}`)).includes('on the closing date'))
  })
  for (const path of [
    '/login',
    '/register',
    '/forgot-password',
    '/about',
    '/services',
    '/resources',
    '/contact',
    '/complaints',
    '/privacy',
    '/terms',
    '/api-docs',
  ]) {
    test(`J13 ${path} has one heading, a title and links that lead somewhere`, async () => {
      const html = await page(path)
      assert.equal(html.match(/<h1\b/g)?.length, 1)
      assert.match(html, /<title>[^<]+<\/title>/)
      assert.ok(seen(html).length > 300)
    })
  }
  test('no page says undefined, NaN, null or [object Object], and none has a style attribute or an inline handler', async () => {
    for (const path of [
      '/',
      '/jobs',
      `/jobs/${jobs[0]?.id}`,
      '/login',
      '/register',
      '/forgot-password',
      '/about',
      '/contact',
      '/api-docs',
      '/nothing',
    ]) {
      const html = (await portal.visitor().get(path)).text
      if (path !== '/api-docs')
        assert.ok(
          !/\b(?:undefined|NaN|null)\b|\[object /.test(seen(html)),
          `${path}: ${/.{40}\b(?:undefined|NaN|null)\b/.exec(seen(html))?.[0]}`,
        )
      assert.ok(
        !/<[a-z][^>]*\s(?:style|on[a-z]+)=/.test(html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')),
        path,
      )
    }
  })
  test('J13 no dead link: every address inside the portal that a page names answers', async () => {
    const named = new Set<string>()
    for (const path of [
      '/',
      '/jobs',
      `/jobs/${jobs[0]?.id}`,
      '/login',
      '/register',
      '/forgot-password',
      '/about',
      '/services',
      '/resources',
      '/contact',
      '/complaints',
      '/privacy',
      '/terms',
      '/nothing',
    ]) {
      const html = (await portal.visitor().get(path)).text
      for (const [, address = ''] of html.matchAll(
        /<(?:a|link|script|img|form)\b[^>]*?\s(?:href|src|action)="(\/[^"#]*)/g,
      ))
        named.add(address.replaceAll('&amp;', '&'))
      const image = attribute(html, /<meta property="og:image"[^>]*>/, 'content')
      if (image) named.add(new URL(image).pathname)
    }
    const dead: string[] = []
    for (const path of named) if ((await portal.visitor().get(path)).status !== 200) dead.push(path)
    assert.deepEqual(dead, [])
  })
})

describe('search engines', () => {
  /** The description of a job in a page, in the schema.org format JobPosting, which search engines read. */
  const posting = (html: string) => {
    const text = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1]
    return text === undefined ? undefined : JSON.parse(text)
  }
  test('the detail carries a schema.org JobPosting with what is required and recommended', async () => {
    const [job] = jobs
    const jobPosting = posting(await page(`/jobs/${job?.id}`))
    assert.equal(jobPosting['@context'], 'https://schema.org')
    assert.equal(jobPosting['@type'], 'JobPosting')
    assert.equal(jobPosting.title, job?.title)
    assert.ok(
      jobPosting.description.includes(job?.description) &&
        jobPosting.description.includes(job?.qualification),
    )
    assert.match(jobPosting.datePosted, /^\d{4}-\d{2}-\d{2}/)
    assert.equal(new Date(jobPosting.validThrough).toISOString(), job?.expiry_date)
    assert.equal(jobPosting.hiringOrganization['@type'], 'Organization')
    assert.equal(jobPosting.hiringOrganization.name, portal.deps.config.organisation.name)
    assert.equal(jobPosting.jobLocation.address.addressCountry, 'KE')
    assert.ok(['FULL_TIME', 'TEMPORARY'].includes(jobPosting.employmentType))
    assert.equal(jobPosting.identifier.value, job?.reference)
  })
  test('a job posted shortly after midnight in Nairobi has Nairobi’s date, not London’s', async () => {
    const [id] = await postJobs(portal, { created_at: '2026-11-23T00:30:00+03:00' })
    assert.equal(posting(await page(`/jobs/${id}`)).datePosted, '2026-11-23')
  })
  test('a text that closes a script does not', async () => {
    const [id] = await postJobs(portal, {
      title: '</script><script>alert(1)</script><!--',
      description_html: '<p>&lt;/script&gt;&lt;script&gt;alert(2)</p>',
    })
    const html = await page(`/jobs/${id}`)
    assert.ok(!/<script>alert/.test(html))
    assert.equal(posting(html).title, '</script><script>alert(1)</script><!--')
  })
  test('J1 an expired job is 200 with its badge, without the button and without the JobPosting', async () => {
    const [id] = await postJobs(portal, { expiry_date: '2026-11-20' })
    const html = await page(`/jobs/${id}`)
    assert.equal(posting(html), undefined)
    assert.ok(
      html.includes(`aria-label="${JOB_WORDS.expired}, 20 Nov 2026"`) &&
        !seen(html).includes(JOB_WORDS.apply),
    )
  })
  test('canonical address and Open Graph name the address without filters', async () => {
    const { publicUrl } = portal.deps.config
    for (const [path, canonical] of [
      ['/', '/'],
      ['/jobs?sort=newest&page=2', '/jobs'],
      [`/jobs/${jobs[0]?.id}`, `/jobs/${jobs[0]?.id}`],
    ]) {
      const html = await page(path ?? '')
      assert.equal(attribute(html, /<link[^>]*rel="canonical"[^>]*>/, 'href'), publicUrl + canonical)
      assert.equal(attribute(html, /<meta property="og:url"[^>]*>/, 'content'), publicUrl + canonical)
      for (const name of ['og:title', 'og:description', 'og:image', 'og:site_name'])
        assert.ok(attribute(html, new RegExp(`<meta property="${name}"[^>]*>`), 'content'), name)
    }
  })
})

describe('N5 what is not there', () => {
  for (const path of [
    '/nothing',
    '/jobs/999999',
    '/jobs/abc',
    '/jobs/1/x',
    '/dashboard/nothing',
    '/assets/nothing.js',
    '/wp-login.php',
    '/.env',
    '/..%2f..%2fetc/passwd',
  ]) {
    test(`N5 ${path} is 404 with a page that links to other pages, never cached`, async () => {
      const html = await page(path, 404)
      assert.ok(seen(html).includes('Page Not Found'))
      assert.match(html, /href="\/"/)
      assert.match(html, /<meta name="robots" content="noindex"/)
      assert.equal((await portal.visitor().get(path)).headers.get('cache-control'), 'no-store')
    })
  }
  test('S1 §2 a job that is not there has its own words and the way back, beside the 404', async () => {
    const html = await page('/jobs/999999', 404)
    assert.ok(seen(html).includes(JOB_WORDS.loadFailed) && seen(html).includes(JOB_WORDS.back))
    assert.match(html, /<a[^>]*href="\/jobs"[^>]*>Return to Jobs</)
  })
  test('an inactive job has no page', async () => {
    const [id] = await postJobs(portal, { is_active: false })
    await page(`/jobs/${id}`, 404)
  })
})

describe('addresses that are not quite addresses', () => {
  for (const path of [
    '//',
    '///',
    '/\\',
    '//jobs',
    '/jobs?constructor=1',
    '/jobs?__proto__=1',
    '/jobs?toString=1',
    '/jobs?page=1&page=2',
    '/jobs?search=%ff%00',
    '/jobs?=x',
    '/jobs??',
    '/jobs?page=99999',
  ]) {
    test(`${path} is a page`, async () => {
      await page(path)
    })
  }
  for (const path of ['/%', '/jobs/%E0%A4%A', '/%c0%af', '//evil.example/x']) {
    test(`${path} is 404 with every header, and no error of the portal`, async () => {
      const answer = await portal.visitor().get(path, { headers: { accept: 'text/html' } })
      assert.equal(answer.status, 404)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.ok(answer.headers.get('content-security-policy'))
    })
  }
  test('nothing above was an error of the server', () => {
    assert.deepEqual(
      portal.log.filter(({ level }) => level === 'error'),
      [],
    )
  })
})
