import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportsOf } from '../support/exports.ts'
import { sources } from '../support/source.ts'

const files = sources('{contract,server,web,bin,bench,tests}/**/*.{ts,tsx}', '*.ts').filter(
  ({ path }) => !path.endsWith('.d.ts'),
)
const found = exportsOf(files)

/** Exports that no import shows, each with who uses them. */
const NO_IMPORT = [
  {
    used: 'React Router reads these names of a page and of its own files.',
    isIt: (path: string, name: string) =>
      /^web\/(?:.*-(?:page|route)|.*\/(?:shell|frame|public-layout|job-layout)|root|routes|entry\.server)\.tsx?$/.test(
        path,
      ) &&
      /^(?:default|loader|clientLoader|meta|links|headers|handle|shouldRevalidate|ErrorBoundary|HydrateFallback|Layout|handleError)$/.test(
        name,
      ),
  },
  {
    used: 'A pool of threads loads the file by its path.',
    isIt: (path: string, name: string) =>
      name === 'default' &&
      /^(?:server\/(?:hasher-worker|files\/inspector-worker|selection\/(?:compute|foresee))|tests\/support\/ruined-reader)\.ts$/.test(
        path,
      ),
  },
  {
    used: 'A tool reads its configuration.',
    isIt: (path: string, name: string) => name === 'default' && /^[\w-]+(?:\.\w+)?\.config\.ts$/.test(path),
  },
  {
    used: 'The server reads these values from the built pages.',
    isIt: (path: string, name: string) =>
      path === 'web/entry.server.tsx' && /^(?:call|nonce)Context$/.test(name),
  },
  {
    used: 'Code that another program writes or runs imports it.',
    isIt: (path: string, name: string) =>
      [
        'web/language/translate.ts: addSentences',
        'tests/chromium.ts: fetchChromium',
        'tests/other-browsers/packages.ts: fetchEngines',
        'tests/support/several.ts: several',
      ].includes(`${path}: ${name}`),
  },
]
const isImportedUnseen = (path: string, name: string) => NO_IMPORT.some(({ isIt }) => isIt(path, name))

/** Exports of the product that tests alone use, each with the reason. */
const FOR_TESTS = {
  'contract/browser.ts: DROPDOWN_MAX_HEIGHT':
    'S1 §9 names this constant. A journey compares it with the style sheet, which cannot import it.',
  'server/selection/pack.ts: Pack': 'Tests name the type of what `readPack` returns.',
  'server/selections/publish.ts: publishResults':
    'Tests publish a result without the worker, and wait for it.',
}

describe('exports', () => {
  test('an export has a user in another file, or another program uses it', () => {
    assert.ok(found.length > 4_000, `${found.length} exports found`)
    assert.deepEqual(
      found
        .filter(({ path, name, users }) => users.length === 0 && !isImportedUnseen(path, name))
        .map(({ path, name }) => `${path}: ${name}`),
      [],
    )
  })
  test('code of the product is used by the product, or has a reason', () => {
    const forTests = found.filter(
      ({ path, name, users, isUsedInFile }) =>
        /^(?:contract|server|web)\//.test(path) &&
        !isUsedInFile &&
        !isImportedUnseen(path, name) &&
        users.every((user) => user.startsWith('tests/')),
    )
    assert.deepEqual(
      forTests.map(({ path, name }) => `${path}: ${name}`),
      Object.keys(FOR_TESTS),
    )
  })
  test('an export that is used nowhere, or in its own file only, is found', () => {
    const unused = exportsOf([
      { path: 'web/a.ts', text: 'export const one = 1\nexport const two = one\nexport type Three = 3\n' },
      {
        path: 'web/b.ts',
        text: "import { two } from './a.ts'\nconst a: typeof import('./a.ts').Three = two\n",
      },
    ]).filter(({ users }) => users.length === 0)
    assert.deepEqual(unused, [{ path: 'web/a.ts', name: 'one', users: [], isUsedInFile: true }])
  })
  test('each reason is used', () => {
    for (const { used, isIt } of NO_IMPORT)
      assert.ok(
        found.some(({ path, name, users }) => users.length === 0 && isIt(path, name)),
        used,
      )
  })
})
