import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, test } from 'node:test'
import { all, contract, server, web } from '../support/code.ts'
import { type Source, sources } from '../support/source.ts'

/**
 * A module is a folder of a layer, or a file beside the folders. `server/jobs/store.ts` is in the module
 * `jobs`, and `server/app.ts` is the module `app`.
 */
const moduleOf = (path: string) => {
  const [, folderOrFile = '', inFolder] = path.split('/')
  return inFolder ? folderOrFile : folderOrFile.replace(/\.tsx?$/, '')
}
/** A layer is the first folder of a path: contract, server or web. */
const layerOf = (path: string) => path.split('/')[0] ?? ''

// `to`: the path of the imported file, or the name of a package. `own`: whether it is one of our files.
describe('what each layer and each module may import', () => {
  test('1: contract imports zod and itself', () => {
    const problems = contract.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, own }) => (own ? layerOf(to) !== 'contract' : to !== 'zod/mini'))
        .map(({ to }) => `${path}: ${to}`),
    )
    assert.deepEqual(problems, [])
  })
  test('1: server and web import contract and themselves, never each other, and never the tests', () => {
    const problems = [...server, ...web].flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ to, own }) =>
            own && !['contract', layerOf(path)].includes(layerOf(to)) && !to.startsWith('build/'),
        )
        .map(({ to }) => `${path}: ${to}`),
    )
    assert.deepEqual(problems, [])
  })
  test('1: a path to the contract is written #contract, in server and web alike', () => {
    assert.deepEqual(
      [...server, ...web]
        .filter(({ text }) => /from '(?:\.\.\/)+contract\//.test(text))
        .map(({ path }) => path),
      [],
    )
  })

  /**
   * Imports by which an earlier module uses a later module of the same layer, except `allowed` ones. `order`:
   * the layer's modules in their order.
   */
  const importsOfLater = (
    files: Source[],
    order: string[],
    allowed: (from: string, to: string, typeOnly: boolean) => boolean,
  ) => {
    const place = new Map(order.map((module, index) => [module, index]))
    const unknown = [...new Set(files.map(({ path }) => moduleOf(path)))].filter(
      (module) => !place.has(module),
    )
    assert.deepEqual(unknown, [], 'a new module needs a place in the order')
    return files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, own }) => own && layerOf(to) === layerOf(path) && moduleOf(to) !== moduleOf(path))
        .filter(
          ({ to, typeOnly }) =>
            (place.get(moduleOf(to)) ?? 0) > (place.get(moduleOf(path)) ?? 0) &&
            !allowed(moduleOf(path), moduleOf(to), typeOnly),
        )
        .map(({ to }) => `${path}: ${to}`),
    )
  }
  const FEATURES = [
    'captcha',
    'transparency',
    'tickets',
    'notifications',
    'documents',
    'accounts',
    'locations',
    'site',
    'status',
    'jobs',
    'job-applications',
    'probe',
    'dashboard',
    'newsletter',
    'assistant',
    'staff',
    'selection-rules',
    'staff-jobs',
    'review',
    'decisions',
    'selection-ceremony',
    'selections',
    'selection-checks',
    'messages',
    'exports',
    'reports',
    'last-hour',
    'support',
    'corrections',
    'reference-data',
    'audit-log',
    'shares',
    'start',
    'own-data',
    'erasure',
    'retention',
    'backup',
  ]
  test('2: in server, a module imports only modules that come before it', () => {
    const foundations = [
      'error-fields',
      'record-of',
      'halving-map',
      'selection',
      'private-networks',
      'language',
      'assistant-settings',
      'database-address',
      'verifier-keys',
      'read-limited',
      'strict-fetch',
      'config-forms',
      'config-variables',
      'config-parts',
      'config',
      'new-file',
      'secrets',
      'urgency',
      'selection-thread',
      'roster',
      'deps',
      'log',
      'worker',
      'database',
      'counters',
      'clock',
      'files',
      'http',
      'sessions',
      'passkeys',
      'endpoints',
      'page-cache',
      'line',
      'brownout',
      'admission',
      'mail',
      'outbox',
      'hasher-worker',
      'hasher',
      'pid-lock',
      'installation',
      'processes',
      'watching',
      'tracing',
    ]
    const order = [
      ...foundations,
      ...FEATURES,
      'openapi',
      'emails',
      'housekeeping',
      'dev-pages',
      'routes',
      'app',
      'drill-portal',
      'portal',
      'main',
    ]
    // `deps` defines the type of what handlers receive. So it imports types of later modules, and nothing
    // else.
    assert.deepEqual(
      importsOfLater(server, order, (from, _to, typeOnly) => from === 'deps' && typeOnly),
      [],
    )
  })
  test('2: a feature uses another feature’s handlers, never its routes or its store', () => {
    const problems = server
      .filter(({ path }) => FEATURES.includes(moduleOf(path)))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            ({ to, own }) =>
              own &&
              to.startsWith('server/') &&
              moduleOf(to) !== moduleOf(path) &&
              FEATURES.includes(moduleOf(to)) &&
              /\/(?:routes|store)\.ts$/.test(to),
          )
          .map(({ to }) => `${path}: ${to}`),
      )
    assert.deepEqual(problems, [])
  })
  test('3: in web, a module imports only modules that come before it, and a feature imports no other feature', () => {
    const foundations = [
      'language',
      'call',
      'busy',
      'nonce',
      'paths',
      'staff-paths',
      'with-query',
      'api',
      'html',
      'save-file',
      'page-meta',
      'load-chunk',
      'loaded',
      'load-job',
      'redirect-from',
      'offline',
      'starter',
      'on-the-way',
      'ui',
    ]
    const features = [
      'jobs',
      'accounts',
      'job-applications',
      'newsletter',
      'transparency',
      'selections',
      'status',
      'pages',
    ]
    /** The parts of the dashboard have their own order, in which a later one may use an earlier one. */
    const ownPages = ['own-data', 'dashboard', 'notifications', 'corrections', 'erasure']
    /** The features for officers have their own order, in which a later one may use an earlier one. */
    const officers = [
      'staff-ui',
      'viewer',
      'decisions',
      'review',
      'selection-checks',
      'exports',
      'messages',
      'reports',
      'last-hour',
      'shares',
      'support',
      'reference-data',
      'retention',
      'audit-log',
      'staff',
      'selection-rules',
      'selection-ceremony',
      'staff-jobs',
      'start',
    ]
    const order = [
      ...foundations,
      'session',
      'form',
      'locations',
      'captcha',
      'line',
      'assistant',
      'layout',
      'receipt',
      'sending',
      'documents',
      ...features,
      ...ownPages,
      ...officers,
      'root',
      'routes',
      'entry.client',
      'entry.server',
      'service-worker',
    ]
    assert.deepEqual(
      importsOfLater(web, order, () => false),
      [],
    )
    const forApplicants = [...features, ...ownPages]
    // Imports by which a feature for applicants or for officers uses another one for applicants. Parts of
    // the dashboard may use each other.
    const across = web.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ to, own }) =>
            own &&
            layerOf(to) === 'web' &&
            [...forApplicants, ...officers].includes(moduleOf(path)) &&
            forApplicants.includes(moduleOf(to)) &&
            moduleOf(to) !== moduleOf(path) &&
            !(ownPages.includes(moduleOf(path)) && ownPages.includes(moduleOf(to))),
        )
        .map(({ to }) => `${path}: ${to}`),
    )
    assert.deepEqual(across, [])
  })
  // The programs in bin and bench belong to no layer. They have no order, but they have no cycles either.
  const withPrograms = [...all, ...sources('{bin,bench}/**/*.{mjs,ts}')]
  /** Cycles in a graph. `uses`: what each file or folder imports. */
  const cyclesIn = (uses: Map<string, Set<string>>) => {
    const done = new Set<string>()
    const cycles: string[] = []
    // `path`: the nodes from the first one to this one. If it has this node already, there is a cycle.
    const visit = (node: string, path: string[]) => {
      if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' > '))
      if (done.has(node) || path.includes(node)) return
      for (const next of uses.get(node) ?? []) visit(next, [...path, node])
      done.add(node)
    }
    for (const node of uses.keys()) visit(node, [])
    return cycles
  }
  test('4: files have no cycle of imports', () => {
    const uses = withPrograms.map(({ path, imports }): [string, Set<string>] => [
      path,
      new Set(imports.filter(({ own }) => own).map(({ to }) => to)),
    ])
    assert.deepEqual(cyclesIn(new Map(uses)), [])
  })
  test('4: folders have no cycle of value imports; each sub-folder counts by itself', () => {
    // A file beside the folders counts as a folder here: `contract/endpoints.ts` imports features. Similarly,
    // `bin/check-sentences.ts` imports `bin/sentences`, which imports `bin/vocabulary.ts`.
    const folderOf = (path: string) => (path.split('/').length === 2 ? path : dirname(path))
    const uses = new Map<string, Set<string>>()
    for (const { path, imports } of withPrograms)
      for (const { to, own, typeOnly } of imports)
        if (own && !typeOnly && folderOf(to) !== folderOf(path)) {
          const folder = folderOf(path)
          uses.set(folder, (uses.get(folder) ?? new Set()).add(folderOf(to)))
        }
    for (const [folder, used] of [
      ['server/assistant', 'server/http'],
      ['bin/sentences', 'bin/vocabulary.ts'],
      ['bench/last-hour', 'bench/wrk.ts'],
    ] as const)
      assert.ok(uses.get(folder)?.has(used), `${folder} uses ${used}`)
    assert.deepEqual(cyclesIn(uses), [])
  })
  test('4: no utils, helpers, common, types.ts, barrels, Services or Managers', () => {
    const named = all
      .filter(({ path }) =>
        /(?:^|\/)(?:utils?|helpers?|common|shared|misc|types|index)(?:\/|\.tsx?$)/.test(path),
      )
      .map(({ path }) => path)
    const barrels = all.filter(({ text }) => /^export \* from/m.test(text)).map(({ path }) => path)
    const grand = all
      .filter(({ text }) =>
        /\b(?:class|const|type|interface) \w+(?:Service|Manager|Helper|Util)\b/.test(text),
      )
      .map(({ path }) => path)
    assert.deepEqual([...named, ...barrels, ...grand], [])
  })
  test('5: only config reads the environment; the programs pass it on whole', () => {
    const readers = all.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path)
    assert.deepEqual(readers, ['server/main.ts', 'server/portal.ts'])
    for (const path of readers)
      assert.deepEqual(all.find((file) => file.path === path)?.text.match(/.*process\.env.*/g), [
        '  const config = readConfig(process.env)',
      ])
  })
  test('code for the browser loads no schemas', () => {
    // Collects the files of the contract that load schemas: they import zod, or a file that is already
    // collected. Each round may find more files. The loop ends after a round that finds none.
    const schemas = new Set<string>()
    for (let found = -1; found !== schemas.size; ) {
      found = schemas.size
      for (const { path, imports } of contract)
        if (imports.some(({ to, typeOnly }) => !typeOnly && (to === 'zod/mini' || schemas.has(to))))
          schemas.add(path)
    }
    assert.ok(schemas.has('contract/endpoints.ts'))
    const problems = web
      .filter(({ path }) => !/\.server\.tsx?$/.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to, typeOnly }) => !typeOnly && (schemas.has(to) || to.startsWith('zod')))
          .map(({ to }) => `${path}: ${to}`),
      )
    assert.deepEqual(problems, [])
  })

  test('each path of our own that the build groups into a file is in the tree', () => {
    /** The paths that a regular expression names: `a/(?:b|c)` names `a/b` and `a/c`. */
    const pathsOf = (pattern: string): string[] => {
      const [choice, names] = /\(\?:([^()]*)\)/.exec(pattern) ?? []
      if (choice === undefined || names === undefined) return pattern.split('|')
      return names.split('|').flatMap((name) => pathsOf(pattern.replace(choice, name)))
    }
    const patterns = [...readFileSync('bin/chunks.ts', 'utf8').matchAll(/test: \/(web.*)\/,$/gm)]
    assert.ok(patterns.length > 3, 'the groups were found')
    const missing = patterns
      // The part `(?!…)` names what a group excludes. Remove that part.
      .flatMap(([, pattern = '']) => pathsOf(pattern.replace(/\(\?![^)]*\)/g, '')))
      .filter((path) => {
        const group = new RegExp(path)
        return /^(?:web|contract)/.test(path) && !all.some((file) => group.test(file.path))
      })
    assert.deepEqual([...new Set(missing)], [])
  })
})
