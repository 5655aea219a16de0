import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sources } from '../../support/source.ts'

const root = join(import.meta.dirname, '../../..')
const client = join(root, 'build/client')
const files = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:js|css|json|webmanifest|svg|txt|map)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(client, name), 'utf8') }))
const scripts = files.filter(({ name }) => name.endsWith('.js'))
const isLibrary = ({ name }: { name: string }) => /assets\/vendor-/.test(name)
const ours = scripts.filter((file) => !isLibrary(file))
const libraries = scripts.filter(isLibrary)

const found = (among: typeof files, ...sinks: RegExp[]) =>
  among.flatMap(({ name, text }) => sinks.flatMap((sink) => [...text.matchAll(sink)].map(([it]) => `${name}: ${it.slice(0, 90)}`)))

// Trusted Types stop a string at innerHTML, eval and a script's address. These are the ways round them.
const AROUND = [
  /\bimport\((?!`\.\/[\w.-]+(?:\?again)?`\)).{0,60}/g,
  /\blocation(?:\.href)?\s*=(?!=).{0,60}/g,
  /\blocation\.(?:assign|replace)\(.{0,60}/g,
  /\bwindow\.open\(.{0,60}/g,
  /\bdocument\.domain\b.{0,40}/g,
  /\bjavascript:.{0,60}/gi,
  /\bpostMessage\([^)]*,\s*[`'"]\*.{0,20}/g,
  /\bset(?:Timeout|Interval)\(\s*[`'"].{0,40}/g,
  /\bsetAttribute\(\s*[`'"]on.{0,40}/g,
  /\.cssText\b.{0,40}/g,
  /\bimportScripts\(.{0,40}/g,
]
const STRINGS_TO_CODE = [
  /\beval\(.{0,40}/g,
  /\bnew Function\(.{0,40}/g,
  /\bdocument\.write(?:ln)?\(.{0,40}/g,
  /\b(?:insertAdjacentHTML|createContextualFragment|parseFromString|setHTMLUnsafe|parseHTMLUnsafe|srcdoc|srcDoc)\b.{0,40}/g,
]

describe('T12 what the build hands to browsers', () => {
  test('T12 there is something to look at, and no map of the sources', () => {
    assert.ok(ours.length > 15 && libraries.length === 1, `${ours.length} and ${libraries.length}`)
    assert.deepEqual(
      files.filter(({ name, text }) => name.endsWith('.map') || /[#@] sourceMappingURL=/.test(text)).map(({ name }) => name),
      [],
    )
  })
  test('T12 our own scripts hold no way from a string to code or to another address', () => {
    assert.deepEqual(found(ours, ...AROUND, ...STRINGS_TO_CODE, /\.(?:inner|outer)HTML\s*=.{0,40}/g), [])
  })
  test('T12 the libraries hold the few we have read, and no more after an upgrade', () => {
    assert.deepEqual(found(libraries, ...STRINGS_TO_CODE), [])
    const around = found(libraries, ...AROUND).map((it) => it.replace(/^\S+ /, ''))
    const read: [RegExp, number, string][] = [
      [/^import\(\w+(?:\.(?:module|client\w+Module))?\)/, 6, 'React Router: chunks that its own manifest names'],
      [/^import\(\$\{JSON\.stringify\(/, 1, 'React Router: the inline script that starts a page, written on the server'],
      [/^javascript:throw new Error\('/, 2, 'React: what it writes in place of such an address'],
      [/^javascript:`\];/, 1, 'React Router: its list of refused schemes'],
      [/^location\.(?:assign|replace)\(/, 3, 'React Router: a full load of an address it has checked against that list'],
      [/^location\.href=/, 2, 'React Router: the same'],
      [/^setAttribute\(`oninput`,`return;`/, 1, 'React: asks the browser what it knows'],
    ]
    for (const [shape, most, why] of read) assert.ok(around.filter((it) => shape.test(it)).length <= most, why)
    assert.deepEqual(
      around.filter((it) => !read.some(([shape]) => shape.test(it))),
      [],
    )
  })
  test('T8 no address of elsewhere but the captchas an operator may choose, and names that are never fetched', () => {
    const known =
      /^https?:\/\/(?:www\.w3\.org\/|react\.dev\/errors|reactrouter\.com\/|github\.com\/ungap\/|c2sp\.org\/tlog-|localhost$|www\.google\.com\/recaptcha\/api\.js|js\.hcaptcha\.com\/1\/api\.js|challenges\.cloudflare\.com\/turnstile\/)/
    // The licences of the fonts are text for people.
    const addresses = files
      .filter(({ name }) => !name.endsWith('.txt'))
      .flatMap(({ text }) => [...text.matchAll(/\b(?:https?|wss?):\/\/[\w.-]+[^`"'\s)\\]*/g)].map(([address]) => address))
    assert.deepEqual(
      [...new Set(addresses)].filter((address) => !known.test(address)),
      [],
    )
  })
})

describe('T31 no secret travels with the build', () => {
  test('T31 nothing that looks like a key, a password or an address of a server', () => {
    assert.deepEqual(
      found(
        files,
        /-----BEGIN [A-Z ]+-----/g,
        /\b(?:postgres(?:ql)?|smtps?|redis|mysql):\/\/\S{0,40}/g,
        /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bsk-[\w-]{20,}|\bgh[pousr]_\w{20,}|\bxox[abp]-[\w-]{10,}|\beyJ[\w-]{20,}\.eyJ[\w-]{20,}/g,
        /\b(?:DATABASE_URL|SMTP_URL|CAPTCHA_SECRET|MAIL_FROM|DATA_DIR|TRUST_PROXY|secret\.key|process\.env)\b/g,
      ),
      [],
    )
  })
  test('T31 nothing of the machine it was built on, and nothing of the server', () => {
    assert.deepEqual(
      files.filter(({ text }) => text.includes(root) || /\/(?:home|root|Users)\/\w+\//.test(text)).map(({ name }) => name),
      [],
    )
    assert.deepEqual(found(files, /\binsert into \w+ \(/gi, /\bargon2id?\b.{0,30}/g, /\bhmac\(`.{0,30}/g), [])
  })
  test('T31 pages ask the build for nothing but whether it is the finished one', () => {
    const asked = sources('web/**/*.{ts,tsx}').flatMap(({ text }) => [...text.matchAll(/\bimport\.meta\.env\b(?:\.\w+)?/g)].map(([it]) => it))
    assert.deepEqual(
      asked.filter((it) => it !== 'import.meta.env.PROD' && it !== 'import.meta.env.DEV'),
      [],
    )
  })
})
