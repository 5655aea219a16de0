import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import zlib from 'node:zlib'
import http from 'node:http'
import { BYTES_PER_KB as KB, DATA_COST } from '#contract/data-cost.ts'
import { builtPages } from '../../server/app.ts'
import type { Program } from '../../web/starter/program.ts'
import { postSample } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The limits of the data that a first visit may load, because most people pay for mobile data.

/** The limits of a visit in bytes. They count the compressed bytes that the browser receives. */
const LIMITS = {
  html: 14 * KB,
  scriptsBeforeUse: 15 * KB,
  firstView: DATA_COST.firstViewBytes,
  scripts: 110 * KB,
  fonts: 31 * KB,
}
// The additional bytes that a page may need for its form.
const MORE: Record<string, number> = { '/login': 4 * KB }

let portal: Portal
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
  await postSample(portal)
})
after(() => portal.close())

/** The bytes of a page in this encoding, not decompressed. */
const encodedAs = (path: string, encoding: string) =>
  new Promise<Buffer>((resolve, reject) => {
    http
      .get(portal.url + path, { headers: { 'accept-encoding': encoding }, agent: false }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(Buffer.concat(parts))
            : reject(new Error(`${path}: ${answer.statusCode}`)),
        )
      })
      .on('error', reject)
  })
const compressed = (path: string) => encodedAs(path, 'br')
const plain = async (path: string) => zlib.brotliDecompressSync(await compressed(path)).toString()

/** All scripts that a page loads for its use: those in its JSON `program`, and their imports. */
async function scriptsOf(path: string): Promise<string[]> {
  const html = await plain(path)
  const [, json = ''] = /id="program">([^<]*)/.exec(html) ?? []
  const { scripts }: Program = JSON.parse(json)
  const found = new Set(scripts.map((name) => `/assets/${name}.js`))
  for (const script of found) {
    for (const [, name] of (await plain(script)).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      found.add(`/assets/${name}`)
  }
  return [...found]
}
/** What a browser loads before a person uses the page: scripts that the HTML loads or preloads, and fonts. */
async function loadedBeforeUse(path: string) {
  const html = await plain(path)
  const addressesBy = (expression: RegExp) =>
    [...html.matchAll(expression)].map(([, address = '']) => address)
  return {
    scripts: [
      ...addressesBy(/<script[^>]* src="([^"]+)"/g),
      ...addressesBy(/<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g),
    ],
    inline: addressesBy(/<script(?![^>]*(?:json| src=))[^>]*>([^<]*)/g).join(''),
    fonts: [...new Set(addressesBy(/href="(\/fonts\/[\w.-]+\.woff2)"/g))],
  }
}
const total = async (paths: string[]) =>
  (await Promise.all(paths.map(compressed))).reduce((sum, { length }) => sum + length, 0)

describe('the first visit on a phone', () => {
  for (const path of ['/jobs', '/', '/jobs/1', '/login']) {
    test(`${path}: its HTML with its styles fits the first flight of a connection (14 KB)`, async () => {
      const { length } = await compressed(path)
      assert.ok(length > 3_000 && length <= LIMITS.html, `${length} bytes`)
    })
    test(`${path}: before it is used, at most 15 KB of script, and 60 KB in all`, async () => {
      const { scripts, inline, fonts } = await loadedBeforeUse(path)
      assert.equal(scripts.length, 1)
      const scriptBytes = (await total(scripts)) + zlib.brotliCompressSync(inline).length
      assert.ok(scriptBytes > 1 * KB && scriptBytes <= LIMITS.scriptsBeforeUse, `${scriptBytes} bytes`)
      const bytes = await total([path, ...scripts, ...fonts])
      // The lower limit only shows that each part was counted: the fonts have 23 KB, the HTML at least 10.
      // A page may become smaller.
      assert.ok(bytes > 30 * KB && bytes <= LIMITS.firstView, `${bytes} bytes`)
    })
    const most = LIMITS.scripts + (MORE[path] ?? 0)
    test(`${path}: once it is used, at most ${most / KB} KB of JavaScript`, async () => {
      const scripts = await scriptsOf(path)
      const bytes = await total(scripts)
      assert.ok(
        scripts.length > 2 && bytes > 50 * KB && bytes <= most,
        `${bytes} bytes in ${scripts.length} files`,
      )
    })
  }
  test('/jobs/1: the map of its counties is an image of at most 6 KB, which waits until someone scrolls to it', async () => {
    const html = await plain('/jobs/1')
    const [image = '', address = ''] = /<img[^>]*src="(\/maps\/[\d-]+\.svg)"[^>]*>/.exec(html) ?? []
    assert.match(image, /loading="lazy"/)
    assert.match(html, /24 places in 20 of 47 counties: Baringo, .*, Kakamega \(2\), /)
    const { length } = Buffer.from(await (await fetch(portal.url + address)).arrayBuffer())
    assert.ok(length > 5_000)
    assert.ok((await encodedAs(address, 'gzip')).length <= 6 * KB)
  })
  test('the list of pages that the public fetches names none of the officers’; theirs names all', async () => {
    const listOf = async (path: string) =>
      plain(`/assets/${/[\w-]*manifest-\w+/.exec(await plain(path))?.[0]}.js`)
    const [ours, theirs] = [await listOf('/jobs'), await listOf('/staff/login')]
    assert.ok(ours.includes('"jobs/jobs-page"') && !ours.includes('staff/'))
    assert.ok(theirs.includes('"jobs/jobs-page"') && theirs.includes('"staff/login-page"'))
  })
  test('no script of an applicant’s page is named after the officers’ words and limits', async () => {
    const names = [...(await scriptsOf('/login')), ...(await scriptsOf('/register'))]
    assert.ok(names.length > 4)
    assert.deepEqual(
      names.filter((name) => /staff|figures/.test(name)),
      [],
    )
  })
  test('/jobs: at most 31 KB of fonts, and no sheet that holds up the page', async () => {
    const html = await plain('/jobs')
    const fonts = [...new Set([...html.matchAll(/\/fonts\/[\w.-]+\.woff2/g)].map(([address]) => address))]
    assert.ok(fonts.length > 0)
    const bytes = await total(fonts)
    assert.ok(bytes <= LIMITS.fonts, `${bytes} bytes`)
    assert.ok(!/<link[^>]*rel="stylesheet"/.test(html))
  })
})
