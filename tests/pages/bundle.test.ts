import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sources } from '../support/source.ts'

// These tests read the built scripts of the pages without running them. The scripts must contain no secret,
// and no way to run a text from elsewhere as code.

const root = join(import.meta.dirname, '../..')
const client = join(root, 'build/client')
const files = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:js|css|json|webmanifest|svg|txt|map)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(client, name), 'utf8') }))
const scripts = files.filter(({ name }) => name.endsWith('.js'))
const isLibrary = ({ name }: { name: string }) => /assets\/(?:vendor-|pdfjs-)/.test(name)
const ours = scripts.filter((file) => !isLibrary(file))
const libraries = scripts.filter(isLibrary)
const editor = libraries.filter(({ name }) => name.includes('vendor-editor'))
// The scripts that draw PDF files: in the page, in its worker, and the decoders that the worker loads.
const pdf = libraries.filter(({ name }) => /vendor-pdf|pdfjs-/.test(name))
const react = libraries.filter((file) => !editor.includes(file) && !pdf.includes(file))

/** The places in these files that match one of the patterns, as `name: text`. */
const matchesIn = (among: typeof files, ...sinks: RegExp[]) =>
  among.flatMap(({ name, text }) =>
    sinks.flatMap((sink) => [...text.matchAll(sink)].map(([entry]) => `${name}: ${entry.slice(0, 90)}`)),
  )

// Trusted Types are a browser's check of strings that a script gives to innerHTML, to eval or as a script's
// address. The check does not cover the expressions below.
const AROUND_TRUSTED_TYPES = [
  // Matches an import of anything but a file in the same folder. It matches `import(x)` and
  // `import("https://…")`, but not `import("./x.js")`.
  /\bimport\((?!(["'`])\.\/[\w.-]+(?:\?again)?\1\)).{0,60}/g,
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

const TO_MARKUP = /\.(?:inner|outer)HTML\s*=(?!=).{0,40}/g

/** An expression that we have read and accepted: its pattern, how often it may occur, and the reason. */
type Accepted = [shape: RegExp, most: number, why: string]
/** Expects that each found expression is one of those that we have accepted. */
function assertRead(matches: string[], accepted: Accepted[]) {
  const expressions = matches.map((match) => match.replace(/^\S+ /, ''))
  for (const [shape, most, why] of accepted)
    assert.ok(expressions.filter((text) => shape.test(text)).length <= most, why)
  assert.deepEqual(
    expressions.filter((text) => !accepted.some(([shape]) => shape.test(text))),
    [],
  )
}

describe('T12 what the build hands to browsers', () => {
  test('T12 there is something to look at, and no map of the sources', () => {
    assert.deepEqual([ours.length > 15, react.length, editor.length, pdf.length], [true, 1, 1, 4])
    assert.deepEqual(
      files
        .filter(({ name, text }) => name.endsWith('.map') || /[#@] sourceMappingURL=/.test(text))
        .map(({ name }) => name),
      [],
    )
  })
  test('N6 each chunk that failed to load is requested a second time, at another address, because browsers remember the failure', () => {
    // The build writes this as `import("./a.js").catch(()=>import("./a.js?again"))`.
    const imports = scripts.flatMap(({ text }) => [
      ...text.matchAll(
        /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)(?:\.catch\(\(\)=>import\((["'`])\2\?again\3\)\))?/g,
      ),
    ])
    assert.ok(imports.length > 8)
    assert.deepEqual(
      imports.filter(([whole]) => !whole.includes('?again')).map(([whole]) => whole),
      [],
    )
  })
  test('T12 our own scripts have no expression that runs text as code or leads to another address, except those listed', () => {
    assertRead(matchesIn(ours, ...AROUND_TRUSTED_TYPES, ...STRINGS_TO_CODE, TO_MARKUP), [
      [
        /^parseFromString\(\w+\(\w+\)\.__html,(["`])text\/html\1\)/,
        1,
        'a document of its own, where pasted text is read and nothing runs (web/staff-jobs/inert-document.ts)',
      ],
      [
        /^location\.replace\(location\.origin\+/,
        1,
        'a page of this site, where its program did not come (web/starter/on-the-way.ts)',
      ],
      [
        /^import\(\w\)\.catch\(\(\)=>import\(`\$\{\w\}\?again`\)\)/,
        1,
        'a script of /assets/ that the server named in the page (web/starter/start-program.ts)',
      ],
    ])
  })
  test('T12 the libraries have only such expressions as we have read, also after an upgrade', () => {
    assert.deepEqual(matchesIn(react, ...STRINGS_TO_CODE), [])
    assertRead(matchesIn(react, ...AROUND_TRUSTED_TYPES), [
      [
        /^import\(\w+(?:\.(?:module|client\w+Module))?\)/,
        6,
        'React Router: chunks that its own manifest names',
      ],
      [
        /^import\(\$\{JSON\.stringify\(/,
        1,
        'React Router: the inline script that starts a page, written on the server',
      ],
      [/^javascript:throw new Error\('/, 2, 'React: what it writes in place of such an address'],
      [/^javascript:["`]\];/, 1, 'React Router: its list of refused schemes'],
      [
        /^location\.(?:assign|replace)\(/,
        3,
        'React Router: a full load of an address it has checked against that list',
      ],
      [/^location\.href=/, 2, 'React Router: the same'],
      [/^setAttribute\(["`]oninput["`],["`]return;["`]/, 1, 'React: asks the browser what it knows'],
    ])
    const style = 'a style set by a script is no code, and shows nothing that the text could choose'
    assertRead(matchesIn(editor, ...AROUND_TRUSTED_TYPES, ...STRINGS_TO_CODE, TO_MARKUP), [
      [
        /^parseFromString\(\w+,"text\/html"\)\.body/,
        1,
        'TipTap: content that is given as a string, in a document of its own; ours is given as JSON',
      ],
      [
        /^\.innerHTML=function\(\w+\)\{let \w+=window\.trustedTypes/,
        1,
        'ProseMirror: what was pasted, in a document of its own, by a policy that T8 does not let it make',
      ],
      [
        /^\.innerHTML='\.ProseMirror \{/,
        1,
        'TipTap: a sheet of its own, which `injectCSS: false` switches off',
      ],
      [/^window\.open\(/, 1, 'TipTap: a click on a link, which `openOnClick: false` switches off'],
      [
        /^\.cssText="position: ?(?:fixed|absolute); ?(?:left: -10000px|width:1px|z-index: 50)/,
        4,
        `ProseMirror and TipTap, copying, a hidden label, a drop cursor: ${style}`,
      ],
      [
        /^\.cssText;\w+\.style\.cssText=\w+\+"; list-style: square/,
        1,
        `ProseMirror, a list on an iPhone: ${style}`,
      ],
      [/^\.cssText=\w+\}\}\(this\.dom\)/, 1, `ProseMirror, the same list put back: ${style}`],
      [
        /^\.cssText=\w+\[\w+\]:\w+\.setAttribute\(/,
        1,
        'ProseMirror: an attribute `style` that the schema names; ours names none',
      ],
      [
        /^\.cssText\+=\w+\.style\)/,
        1,
        'ProseMirror: the style of a decoration, which is made by a program; ours makes none',
      ],
      [
        /^\.cssText\+=\w+\.style\.cssText\}/,
        1,
        'ProseMirror: a pasted sheet, in the document of its own where it was pasted',
      ],
    ])
  })
  test('T12 the scripts that draw PDF files have only such expressions as we have read, also after an upgrade', () => {
    assertRead(matchesIn(pdf, ...AROUND_TRUSTED_TYPES, ...STRINGS_TO_CODE, TO_MARKUP), [
      [
        /^import\("\$\{new URL\(\w+,window\.location\)\.href\}"\);`/,
        1,
        'a worker from another host, which ours is not: it is made by us and handed over',
      ],
      [/^import\(this\.workerSrc\)/, 1, 'the page itself in place of a worker, where none was handed over'],
      [/^import\(\s*$|^import\(`\$\{/, 1, 'the worker: a decoder for scans, from the folder it was told'],
      [/^document\.domain&&\w+\?/, 2, 'core-js: an Internet Explorer'],
      [/^parseFromString\(/, 5, 'the worker: a reader of XML of its own, which makes plain objects'],
      [
        /^\.cssText=["`]position:absolute;top:0;left:0;width:0/,
        1,
        'a hidden canvas that measures words: a style set by a script is no code',
      ],
    ])
  })
  test('T12 the settings of our viewer, on which those reasons depend, are as they say; the worker is unchanged from its release', () => {
    const text = sources('web/viewer/open-pdf.ts')[0]?.text ?? ''
    for (const expected of [
      /\bPDFWorker\.create\(\{ port \}\)/,
      /\benableXfa: false\b/,
      /\buseWasm: false\b/,
      /\bdisableFontFace: true\b/,
      /\buseWorkerFetch: false\b/,
      /\bwasmUrl: PDFJS_FOLDER\b/,
    ])
      assert.match(text, expected)
    assert.doesNotMatch(text, /\burl:|\bworkerSrc\b|AnnotationLayer|XfaLayer|\bpdfBug\b/)
    const readers = sources('web/**/*.{ts,tsx}').filter((file) => /from 'pdfjs-dist/.test(file.text))
    assert.deepEqual(
      readers.map(({ path }) => path),
      ['web/viewer/open-pdf.ts'],
    )
    for (const [built, published] of [
      ['pdf.worker.js', 'legacy/build/pdf.worker.min.mjs'],
      ['jbig2_nowasm_fallback.js', 'wasm/jbig2_nowasm_fallback.js'],
      ['openjpeg_nowasm_fallback.js', 'wasm/openjpeg_nowasm_fallback.js'],
    ] as const)
      assert.equal(
        pdf.find(({ name }) => name.endsWith(`/${built}`))?.text,
        readFileSync(join(root, 'node_modules/pdfjs-dist', published), 'utf8'),
        built,
      )
  })
  test('T12 the settings of our editor, on which those reasons depend, are as they say', () => {
    const text = sources('web/staff-jobs/rich-editor.tsx')[0]?.text ?? ''
    for (const expected of [
      /\binjectCSS: false\b/,
      /\bopenOnClick: false\b/,
      /\blinkOnPaste: false\b/,
      /\bcontent\] = useState\(\(\) => htmlParser\.parse\(.*\.toJSON\(\)\)/,
    ])
      assert.match(text, expected)
    assert.doesNotMatch(text, /\bstyle\s*:|\b(?:insert|set)Content\(|\bdecorations\b/)
    assert.deepEqual(
      sources('web/**/*.{ts,tsx}')
        .filter((file) => /@tiptap|prosemirror/.test(file.text) && !file.path.endsWith('rich-editor.tsx'))
        .map(({ path }) => path),
      [],
    )
  })
  test('T8 no address of elsewhere but the captchas an operator may choose, and names that are never fetched', () => {
    const known =
      /^https?:\/\/(?:www\.w3\.org\/|react\.dev\/errors|reactrouter\.com\/|github\.com\/ungap\/|c2sp\.org\/tlog-|localhost$|www\.google\.com\/recaptcha\/api\.js|js\.hcaptcha\.com\/1\/api\.js|challenges\.cloudflare\.com\/turnstile\/|simplewebauthn\.dev\/docs\/|prosemirror\.net\/docs\/)/
    // Known addresses in the PDF scripts: names of formats inside PDF files, and tests of the browser's URL
    // parser by core-js.
    const knownOfPdf =
      /^https?:\/\/(?:www\.(?:w3|xfa)\.org\/|ns\.adobe\.com\/|www\.apache\.org\/licenses\/|github\.com\/zloirock\/core-js|(?:example\.com|foo\.bar|x|тест|a(?:@b|#б|\/c%20d\?a=1&c=3)?)$)/
    // The text files are licences of fonts. Their addresses are for people, and no program opens them.
    const addresses = files
      .filter(({ name }) => !name.endsWith('.txt'))
      .flatMap((file) =>
        [...file.text.matchAll(/\b(?:https?|wss?):\/\/[\w.-]+[^`"'\s)\\]*/g)].filter(
          ([address]) => !(pdf.includes(file) ? knownOfPdf : known).test(address),
        ),
      )
      .map(([address]) => address)
    assert.deepEqual([...new Set(addresses)], [])
  })
})

describe('what is newer than the oldest browsers', () => {
  const newer = JSON.parse(readFileSync(join(root, 'tests/support/newer-than-floor.json'), 'utf8')) as Record<
    string,
    string
  >
  // Newer methods of JavaScript whose names have two words, as `toSorted`. A shorter name could be a method
  // of our own. The PDF scripts are not checked, because they bring these methods with them.
  const names = Object.entries(newer)
    .filter(([owner]) => /^(?:Array|Int8Array|Map|Object|Promise|String|Set|URL|AbortSignal)\b/.test(owner))
    .flatMap(([, all]) => all.split(' ').filter((name) => /[A-Z]/.test(name)))
  test('no script calls a method that these lack, except the editor, which gets a replacement (web/staff-jobs/rich-editor.tsx)', () => {
    assert.ok(names.includes('toSorted') && names.includes('groupBy') && names.includes('withResolvers'))
    const calls = matchesIn([...ours, ...react, ...editor], new RegExp(`\\.(?:${names.join('|')})\\(`, 'g'))
    assert.deepEqual(
      [calls.length, calls.filter((call) => !/^assets\/vendor-editor-\S+: \.findLast\($/.test(call))],
      [1, []],
    )
  })
})

describe('T31 no secret travels with the build', () => {
  test('T31 nothing that looks like a key, a password or an address of a server', () => {
    assert.deepEqual(
      matchesIn(
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
      files
        .filter(({ text }) => text.includes(root) || /\/(?:home|root|Users)\/\w+\//.test(text))
        .map(({ name }) => name),
      [],
    )
    assert.deepEqual(
      matchesIn(files, /\binsert into \w+ \(/gi, /\bargon2id?\b.{0,30}/g, /\bhmac\(`.{0,30}/g),
      [],
    )
  })
  test('T31 pages ask the build only whether it is the finished one, on which side, and in which language', () => {
    const entries = sources('web/**/*.{ts,tsx}').flatMap(({ text }) =>
      [...text.matchAll(/\bimport\.meta\.env\b(?:\.\w+)?/g)].map(([entry]) => entry),
    )
    assert.deepEqual(
      entries.filter((entry) => !/^import\.meta\.env\.(?:PROD|DEV|SSR|VITE_LANGUAGE)$/.test(entry)),
      [],
    )
  })
})
