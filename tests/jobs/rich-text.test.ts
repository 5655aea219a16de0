import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { plainText, preview, sanitiseRichText } from '../../server/jobs/rich-text.ts'
import { sql } from '../../server/database/connect.ts'
import { anyText } from '../support/any-text.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { assertHarmless, XSS } from '../support/xss.ts'

describe('J12 T11 rich text', () => {
  for (const payload of XSS) {
    test(`J12 nothing that can run is left of ${JSON.stringify(payload).slice(0, 60)}`, () => {
      const clean = sanitiseRichText(payload)
      assertHarmless(clean)
      assert.equal(sanitiseRichText(clean), clean)
      // Clean HTML stays harmless when a browser writes it into other HTML and parses it again (mutation).
      assertHarmless(sanitiseRichText(`<p>${clean}</p>`))
    })
  }
  test('J12 what an officer may write stays', () => {
    const html =
      '<h3>Duties</h3><p>Read <strong>all</strong> &amp; <em>sign</em>.</p><ul><li>One</li><li>Two</li></ul><table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1<sup>st</sup></td></tr></tbody></table><hr />'
    assert.equal(sanitiseRichText(html), html)
    assert.equal(sanitiseRichText('<h1>Big</h1><h6>Small</h6>'), '<h3>Big</h3><h4>Small</h4>')
    assert.equal(
      sanitiseRichText('<a href="https://x.example" target=_top onclick=x()>x</a>'),
      '<a href="https://x.example" rel="noopener nofollow">x</a>',
    )
    assert.equal(
      sanitiseRichText('<a href="mailto:a@b.co">a</a><a href="tel:+254">b</a>').match(/href/g)?.length,
      2,
    )
  })
  test('J12 sanitising twice is sanitising once, for any text', () => {
    const piece = fc.constantFrom(
      ...XSS,
      '<p>',
      '</p>',
      '<a href="',
      '">',
      '&lt;',
      '&amp;lt;',
      '&#x3c;',
      '<ul><li>',
      '</ul>',
      'text',
      '"',
      "'",
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '\u0000',
      '\u2028',
      '<table><td>',
      '<h1>',
      '=',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, anyText(12)), { maxLength: 12 }), (parts) => {
        const once = sanitiseRichText(parts.join(''))
        assertHarmless(once)
        assert.equal(sanitiseRichText(once), once)
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('J12 S1 §2 the text on a card', () => {
  test('S1 §9 tags are removed, entities become characters, and 100 code points are followed by an ellipsis', () => {
    assert.equal(
      plainText('<p>Tom &amp; Jerry &lt;3 &eacute; &#233; &#x1F5F3;</p><p>next</p>'),
      'Tom & Jerry <3 é é 🗳 next',
    )
    assert.equal(preview(`<p>${'a'.repeat(100)}</p>`), 'a'.repeat(100))
    assert.equal(preview(`<p>${'a'.repeat(101)}</p>`), `${'a'.repeat(100)}…`)
    assert.equal(preview(`<p>${'🗳'.repeat(101)}</p>`), `${'🗳'.repeat(100)}…`)
  })
  test('S1 §2 a heading keeps its words: only its tags go', () => {
    assert.equal(preview('<h3>Duties</h3><p>Keep the light.</p>'), 'Duties Keep the light.')
  })
  test('S1 §2 the cells of a table, a quotation and a line do not run into the words beside them', () => {
    assert.equal(
      plainText(
        'Posts<table><tr><th>Post</th><th>Number</th></tr><tr><td>Clerk</td><td>2</td></tr></table>Read<blockquote>this</blockquote>twice<hr>End',
      ),
      'Posts Post Number Clerk 2 Read this twice End',
    )
  })
  test('J12 a tag that is written as text is text, once decoded', () => {
    assert.equal(
      preview('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;b&amp;gt;</p>'),
      '<script>alert(1)</script> &lt;b&gt;',
    )
  })
  test('no card text is longer than 101 code points or breaks a character, for any text', () => {
    fc.assert(
      fc.property(anyText(300), (text) => {
        const cardText = preview(`<p>${text}</p>`)
        assert.ok(Array.from(cardText).length <= 101)
        assert.ok(cardText.isWellFormed() || !text.isWellFormed())
      }),
    )
  })
})

describe('J12 on the way in and on the way out', () => {
  let portal: Portal
  before(async () => {
    portal = await openPortal()
  })
  after(() => portal.close())
  const dirty = '<p onclick="x()">Read</p><script>alert(1)</script><img src=x onerror=alert(1)>'

  test('J12 it is sanitised before it is stored', async () => {
    const [id] = await postJobs(portal, { description_html: dirty, qualification_html: dirty })
    const row = await portal.db.row<Record<string, string>>(
      sql`select description_html, qualification_html, preview from jobs where id = ${id}`,
    )
    assert.deepEqual(row, {
      description_html: '<p>Read</p>',
      qualification_html: '<p>Read</p>',
      preview: 'Read',
    })
  })
  test('S1 §2 the migration makes older previews, which lack headings, again, and with the same result as the program', async () => {
    const text =
      '<h3>Duties &amp; "pay"</h3><ul><li>Keep <b>the</b>\n light &lt;all night&gt;.</li></ul><table><tr><td>a</td><td>b</td></tr></table>'
    const html = [text, `${text}<p>${'🗳 and more '.repeat(30)}</p>`, '<p>None</p>'].map(sanitiseRichText)
    const ids = await postJobs(portal, ...html.map((description_html) => ({ description_html })))
    await portal.db.run(sql`update jobs set preview = 'old' where id = any(${ids})`)
    const migration = join(
      import.meta.dirname,
      '../../server/database/migrations/0035_previews_with_headings.sql',
    )
    const owner = new pg.Client({ connectionString: portal.databaseUrl })
    await owner.connect()
    await owner.query(readFileSync(migration, 'utf8')).finally(() => owner.end())
    const rows = await portal.db.rows<{ preview: string }>(
      sql`select preview from jobs where id = any(${ids}) order by id`,
    )
    assert.deepEqual(
      rows.map((row) => row.preview),
      [...html.slice(0, 2).map(preview), 'old'],
    )
  })
  test('J12 it is sanitised again before it is shown, whatever the database holds', async () => {
    const [id] = await postJobs(portal, {})
    await portal.db.run(
      sql`update jobs set description_html = ${dirty}, qualification_html = ${dirty} where id = ${id}`,
    )
    const { json } = await portal.visitor().get(`/api/jobs/${id}/`)
    assert.deepEqual([json.description, json.qualification], ['<p>Read</p>', '<p>Read</p>'])
  })
  test('J12 a text that changes to another of the same length is not taken from the cache', async () => {
    const [id] = await postJobs(portal, { description_html: '<p>aaaa</p>' })
    const shown = async (query: string) =>
      (await portal.visitor().get(`/api/jobs/list/?${query}`)).json.results.find(
        (job: { id: number }) => job.id === id,
      ).description
    assert.equal(await shown('page=1&page_size=50'), '<p>aaaa</p>')
    await portal.db.run(sql`update jobs set description_html = '<p>bbbb</p>' where id = ${id}`)
    assert.equal(await shown('page=1&page_size=49'), '<p>bbbb</p>')
  })
})
