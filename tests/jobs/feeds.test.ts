import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
let ids: number[]
before(async () => {
  portal = await openPortal({
    config: { PUBLIC_URL: 'https://jobs.example.org', ORG_NAME: 'Boundaries & "Elections" <Board>' },
  })
  ids = await postJobs(
    portal,
    {
      title: `Clerk & <b>"Driver"</b> 'x' ]]> &amp; é 🗳 \u{10FFFD}`,
      location: '<Garissa> & Wajir',
      created_at: '2026-11-20',
    },
    { title: 'Newest', created_at: '2026-11-24', description_html: '<p>Tom &amp; Jerry &lt;3</p>' },
    { title: 'Closed', expiry_date: '2026-11-20' },
    { title: 'Hidden', is_active: false },
  )
})
after(() => portal.close())

const ask = { headers: { host: 'jobs.example.org' } }
const get = (path: string) => portal.visitor().get(path, ask)

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
/** Decodes the entities in a text of XML. */
const decoded = (xml: string) =>
  xml.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? '?'),
  )
/** The texts in all XML elements with this tag name. */
const tags = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, 'g'))].map(([, content = '']) =>
    decoded(content),
  )

/** Expects well-formed XML: tags close in order, no `<` or `>` is left over, all characters are allowed. */
function assertWellFormed(xml: string) {
  assert.ok(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>'))
  // oxlint-disable-next-line no-control-regex -- the characters XML has no way to write
  assert.ok(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml), 'characters that XML forbids')
  assert.ok(!/&(?!#\d+;|#x[\da-f]+;|amp;|lt;|gt;|quot;|apos;)/i.test(xml), 'a bare ampersand')
  const open: string[] = []
  // The expression matches a tag such as `<a href="x">`, `</a>` or `<a/>`, but not `<a href=x>`.
  const rest = xml
    .slice(xml.indexOf('?>') + 2)
    .replace(
      /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g,
      (_, end: string, name: string, _attributes, empty: string) => {
        if (end) assert.equal(open.pop(), name)
        else if (!empty) open.push(name)
        return ''
      },
    )
  assert.deepEqual(open, [])
  assert.ok(!/[<>]/.test(rest), rest.slice(0, 200))
  // The program xmllint checks the XML as well, if it is installed.
  const xmllint = spawnSync('xmllint', ['--noout', '-'], { input: xml, encoding: 'utf8' })
  if (!xmllint.error) assert.equal(xmllint.status, 0, xmllint.stderr)
}

test('the Atom feed is well-formed, valid and holds the open jobs, newest first', async () => {
  const { status, headers, text: xml } = await get('/jobs/feed.atom')
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/atom+xml; charset=utf-8'])
  assertWellFormed(xml)
  const [head = '', ...entries] = xml.split('<entry>')
  assert.ok(head.includes('xmlns="http://www.w3.org/2005/Atom"'))
  for (const name of ['id', 'title', 'updated', 'author'])
    assert.equal(head.match(new RegExp(`<${name}>`, 'g'))?.length, 1, name)
  assert.ok(head.includes('rel="self" href="https://jobs.example.org/jobs/feed.atom"'))
  assert.deepEqual(tags(xml, 'title').slice(1), [
    'Newest',
    `Clerk & <b>"Driver"</b> 'x' ]]> &amp; é 🗳 \u{10FFFD}`,
  ])
  for (const entry of entries) {
    for (const name of ['id', 'title', 'updated', 'published', 'summary'])
      assert.equal(tags(entry, name).length, 1, name)
    assert.match(tags(entry, 'updated')[0] ?? '', /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
    assert.match(tags(entry, 'id')[0] ?? '', /^https:\/\/jobs\.example\.org\/jobs\/\d+$/)
  }
  assert.ok(tags(xml, 'summary')[0]?.includes('Tom & Jerry <3'))
  assert.ok(tags(xml, 'name')[0] === 'Boundaries & "Elections" <Board>')
})

test('a feed without a job is still a feed', async () => {
  const empty = await openPortal()
  const xml = (await empty.visitor().get('/jobs/feed.atom')).text
  assertWellFormed(xml)
  assert.match(tags(xml, 'updated')[0] ?? '', /Z$/)
  await empty.close()
})

test('sitemap.xml names every public page and open job by its full address', async () => {
  const { status, headers, text: xml } = await get('/sitemap.xml')
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/xml; charset=utf-8'])
  assertWellFormed(xml)
  const addresses = tags(xml, 'loc')
  for (const path of [
    '/',
    '/jobs',
    '/about',
    '/services',
    '/resources',
    '/contact',
    '/complaints',
    '/privacy',
    '/terms',
    `/jobs/${ids[0]}`,
    `/jobs/${ids[1]}`,
  ]) {
    assert.ok(addresses.includes(`https://jobs.example.org${path}`), path)
  }
  for (const hidden of [ids[2], ids[3]])
    assert.ok(!addresses.includes(`https://jobs.example.org/jobs/${hidden}`))
  assert.equal(new Set(addresses).size, addresses.length)
})

test('robots.txt shuts the private parts, opens the rest and names the sitemap', async () => {
  const { status, headers, text: robots } = await get('/robots.txt')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  assert.match(robots, /^User-agent: \*$/m)
  for (const path of ['/api/', '/dashboard', '/apply', '/verify-email'])
    assert.ok(robots.includes(`Disallow: ${path}\n`), path)
  assert.ok(!/Disallow: \/(?:jobs)?$/m.test(robots))
  assert.match(robots, /^Sitemap: https:\/\/jobs\.example\.org\/sitemap\.xml$/m)
})

test('a row written past the import, with characters that XML forbids, breaks no feed', async () => {
  await portal.db.run(sql`update jobs set title = ${'Bell\u0007 tab\u000b end\ufffe'} where id = ${ids[1]}`)
  for (const path of ['/jobs/feed.atom', '/sitemap.xml']) assertWellFormed((await get(path)).text)
})

test('security.txt names where to write about a hole, until when that holds, and its own address (RFC 9116)', async () => {
  const { status, headers, text: entry } = await get('/.well-known/security.txt')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    entry
      .trim()
      .split('\n')
      // The line "Contact: mailto:x" is split into Contact and mailto:x.
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  )
  const { email } = portal.deps.config.organisation
  assert.deepEqual(Object.keys(fields), ['Contact', 'Expires', 'Canonical', 'Preferred-Languages'])
  assert.deepEqual(
    [fields.Contact, fields.Canonical],
    [`mailto:${email}`, 'https://jobs.example.org/.well-known/security.txt'],
  )
  const ends = new Date(fields.Expires ?? '').getTime() - portal.clock.now().getTime()
  assert.ok(ends > 300 * 86_400_000 && ends < 366 * 86_400_000, fields.Expires)
  assert.equal((await get('/security.txt')).status, 404)
})
