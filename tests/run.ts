import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { checkMarkup } from './markup-check.ts'
import { MARKUP } from './support/markup.ts'

// `npm test` runs everything; `npm test -- accounts` only files whose path holds the word.
const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const matching = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => wanted.every((word) => file.includes(word)))
    .sort()

/** Whether a test opens a page or starts the whole program. A rule of the contract is tried in a second, without a build. */
const needsPages = (file: string) =>
  file.endsWith('.spec.ts') || /builtPages|build\/client|support\/(?:program|storm)\.ts/.test(readFileSync(join(root, file), 'utf8'))
if (matching('tests/**/*.{test,spec}.ts').some(needsPages)) {
  const { status } = spawnSync(process.execPath, [join(root, 'bin/run.mjs'), 'build'], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

// Each file is a process that reads the same few hundred modules: stripped and compiled once, that is half of its start.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.compile-cache')

type Outcome = { passed: number; failed: number; skipped: number }

/** Far beyond what either half takes: what hangs is told by name, not waited for. */
const LONGEST_MS = 25 * 60_000

const ENGINES = 'tests/engines/engines.test.ts'

async function nodeTests(names: string[], concurrency: number): Promise<Outcome> {
  const files = names.map((file) => join(root, file))
  const outcome = { passed: 0, failed: 0, skipped: 0 }
  if (files.length === 0) return outcome
  // Not `--test-force-exit`: a file that ends so loses its last results on the way.
  const stream = run({ files, concurrency, timeout: 240_000, cwd: root, signal: AbortSignal.timeout(LONGEST_MS) })
  // A suite is counted by what is in it.
  stream.on('test:pass', ({ details, skip }) => details.type !== 'suite' && (skip === undefined ? outcome.passed++ : outcome.skipped++))
  stream.on('test:fail', ({ details }) => details.type !== 'suite' && outcome.failed++)
  const text = stream.compose(spec())
  for await (const piece of text) process.stdout.write(String(piece))
  return outcome
}

/** Contract, server and engine: node:test, three files at once: many of them wait for a process or a clock. */
const ruleTests = () =>
  nodeTests(
    matching('tests/**/*.test.ts').filter((file) => file !== ENGINES),
    3,
  )

/** One journey in Firefox and in WebKit. */
const otherEngines = () => nodeTests(matching(ENGINES), 1)

/** The journeys: Playwright, in a real browser. */
async function journeys(): Promise<Outcome> {
  const files = matching('tests/browser/*.spec.ts')
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const report = join(root, 'node_modules/.playwright-report.json')
  const child = spawn(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...files], {
    cwd: root,
    stdio: 'inherit',
    timeout: LONGEST_MS,
  })
  const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)))
  try {
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }
    // What passes only at a second try, where somebody asked for one, has failed: another test's leftovers look like that.
    const failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed: code === 0 ? failed : Math.max(1, failed), skipped: stats.skipped }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** Where there are no browsers yet, they come while the rules are tried: one after the other, for the package manager does one thing at a time. */
async function fetchBrowsers(): Promise<void> {
  const wanted = [
    matching('tests/browser/*.spec.ts').length > 0 ? "import('./tests/chromium.ts').then(({ fetchChromium }) => fetchChromium())" : '',
    matching(ENGINES).length > 0 ? "import('./tests/engines/packages.ts').then(({ fetchEngines }) => fetchEngines())" : '',
  ]
  for (const fetching of wanted.filter(Boolean)) await once(spawn(process.execPath, ['--eval', fetching], { cwd: root, stdio: 'inherit' }), 'exit')
}

rmSync(MARKUP, { recursive: true, force: true })
const browsers = fetchBrowsers()
const rules = await ruleTests()
await browsers
// One after the other: a machine with two cores is busy with either.
const pages = await journeys()
// Side by side: the checker is one process, and the engines wait for their screens most of the time.
const [engines, markup] = await Promise.all([otherEngines(), checkMarkup()])
if (markup) console.log([...markup.faults, `The W3C checker read ${markup.pages} pages and found ${markup.faults.length} faults.`].join('\n'))
const all = [rules, pages, engines, { passed: markup?.faults.length === 0 ? 1 : 0, failed: markup?.faults.length ? 1 : 0, skipped: 0 }]
const sum = (of: keyof Outcome) => all.reduce((total, outcome) => total + outcome[of], 0)
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
