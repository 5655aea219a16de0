import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { checkMarkup } from './markup-check.ts'
import { joined, type Outcome, printSlowest } from './outcome.ts'
import { groupsOf, isCluster } from './test-groups.ts'
import { MARKUP } from './support/markup.ts'

// `npm test` runs the suite; `npm test -- accounts` runs only the files with this word in their path. A word
// is a regular expression. Four folders run only when they are named: `npm run test:storms` takes minutes,
// `npm run test:engines` needs Firefox and WebKit, `npm run test:cluster` starts whole programs, and
// `npm run test:selection` needs Python.
const root = join(import.meta.dirname, '..')
const wantedWords = process.argv.slice(2).map((word) => new RegExp(word))
const ONLY_WHEN_NAMED = /^tests\/(?:storms|other-browsers|cluster|second-selection)\//
const isWanted = (file: string) =>
  wantedWords.length > 0 ? wantedWords.every((word) => word.test(file)) : !ONLY_WHEN_NAMED.test(file)
/** The wanted test files that match the pattern. */
const matching = (pattern: string) => globSync(pattern, { cwd: root }).filter(isWanted).sort()

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** Whether a test needs built pages, because it opens a page or starts the whole program. */
const needsPages = (file: string) =>
  file.endsWith('.spec.ts') || /builtPages|build\/client|support\/(?:program|storm)\.ts/.test(textOf(file))
/** Whether a test opens a portal. Its assistant needs an index that is computed from the help texts. */
const needsPortal = (file: string) => /support\/|server\/assistant/.test(textOf(file))

async function runProgram(program: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, program), ...args], { stdio: 'inherit' })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) process.exit(1)
}

/**
 * Builds the pages and the assistant's index before the tests, if a wanted test needs them. Otherwise each
 * test process would compute the index for some twenty seconds.
 */
async function prepare(files: string[]): Promise<void> {
  if (files.some(needsPages)) await runProgram('bin/run.mjs', 'build')
  else if (files.some(needsPortal)) await runProgram('server/assistant/learn-help.ts')
}

// Each test process loads the same few hundred modules. This cache stores the compiled modules, which halves
// the time until a process has started.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.compile-cache')
// The tests check the pages that visitors get. Without this setting, React adds help for developers to them.
process.env.NODE_ENV ??= 'production'

/** At most this many failed files run a second time, alone. With more, the fault is not a busy machine. */
const MAX_FILES_AGAIN = 3

/** The longest run of rule tests or browser tests. A longer run ends, and the test that hangs is named. */
const LONGEST_MS = 50 * 60_000

const ENGINES = 'tests/other-browsers/engines.test.ts'

/** The parts of the events of node:test that we read. An event reports that a test or a suite has ended. */
type Ended = {
  name: string
  file?: string | undefined
  nesting: number
  details: { duration_ms?: number | undefined }
}

/**
 * Runs these files with node:test. `suites` are the test files that run as suites inside one of these files
 * (see `ruleTests`). A suite that reports nothing counts as failed.
 */
async function nodeTests(paths: string[], concurrency: number, suites: string[] = []): Promise<Outcome> {
  const files = paths.map((file) => resolve(root, file))
  const outcome = { passed: 0, failed: 0, skipped: 0, failedIn: [] as string[] }
  if (files.length === 0) return outcome
  const seconds = new Map<string, number>()
  const addTime = ({ name, file, nesting, details }: Ended) => {
    if (nesting > 0) return
    // A suite has the name of its test file.
    const testFile = suites.includes(name) || file === undefined ? name : relative(root, file)
    seconds.set(testFile, (seconds.get(testFile) ?? 0) + (details.duration_ms ?? 0) / 1_000)
  }
  const unreported = new Set(suites)
  const failedIn = new Set<string>()
  // `--test-force-exit` is not used: a process that ends in that way loses its last results.
  const stream = run({
    files,
    concurrency,
    timeout: paths.every(isCluster) ? 15 * 60_000 : 240_000,
    cwd: root,
    // Calls leave much garbage. A larger young generation saves a tenth of the CPU time for collecting it.
    execArgv: ['--max-semi-space-size=64', '--import', join(root, 'tests/support/page-texts.ts')],
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  // The count includes the tests of a suite, but not the suite. A suite that failed before its first test
  // counts as one test.
  stream.on('test:pass', (test) => {
    const { name, details, skip } = test
    addTime(test)
    if (details.type === 'suite') unreported.delete(name)
    else if (skip === undefined) outcome.passed++
    else outcome.skipped++
  })
  stream.on('test:fail', (test) => {
    const { name, file, details } = test
    addTime(test)
    const { failureType } = details.error as { failureType?: string }
    if (details.type === 'suite') unreported.delete(name)
    if (details.type === 'suite' && failureType === 'subtestsFailed') return
    outcome.failed++
    failedIn.add(file === undefined ? name : relative(root, file))
  })
  const text = stream.compose(spec())
  for await (const piece of text) process.stdout.write(String(piece))
  for (const file of unreported) console.log(`✖ ${file} was not tried to its end`)
  outcome.failed += unreported.size
  outcome.failedIn = [...failedIn, ...unreported]
  return { ...outcome, seconds: [...seconds] }
}

/**
 * Runs the failed files a second time, alone, when the machine is quiet, and returns the outcome. It prints
 * the files that pass only then: they have a bug, but do not fail the run.
 */
async function secondTry(first: Outcome, runAgain: (files: string[]) => Promise<Outcome>): Promise<Outcome> {
  const { failedIn = [] } = first
  if (first.failed === 0 || failedIn.length === 0 || failedIn.length > MAX_FILES_AGAIN) return first
  console.log(`Tried once more, alone: ${failedIn.join(', ')}`)
  const { failed } = await runAgain(failedIn)
  if (failed < first.failed)
    console.log(`! ${first.failed - failed} passed only at the second try, alone: ${failedIn.join(', ')}`)
  return { ...first, passed: first.passed + Math.max(0, first.failed - failed), failed }
}

/** How many test processes run at once: one more than the smallest machine has cores, as tests often wait. */
const AT_ONCE = 3
/**
 * These cluster tests wait for clocks most of the time, so three of them run at the same time. The longest
 * come first.
 */
const WAITING = [
  'slow-alerts',
  'overload-alerts',
  'alerts',
  'backup-restore',
  'workers-and-signals',
  'machines',
].map((name) => `tests/cluster/${name}.test.ts`)
/** Runs rule tests (`*.test.ts`): some files alone, the others in groups that share a process. */
function ruleTests(files: string[], concurrency: number) {
  const { order, together } = groupsOf(files)
  return nodeTests(order, concurrency, together)
}

/** Runs all rule tests. If only cluster tests are wanted, they run nearly alone. */
async function allRules(): Promise<Outcome[]> {
  const files = matching('tests/**/*.test.ts')
  if (!files.every(isCluster)) return [await ruleTests(files, AT_ONCE)]
  const waited = await nodeTests(
    WAITING.filter((file) => files.includes(file)),
    AT_ONCE,
  )
  // Each other cluster test runs alone, because it measures the load that it makes itself.
  const measured = files.filter((file) => !WAITING.includes(file))
  return [waited, await ruleTests(measured, 1)]
}

/** The part of Playwright's report that we read. */
type Spec = { ok: boolean; tests: { results: { duration: number }[] }[] }
type Suite = { file: string; specs?: Spec[]; suites?: Suite[] }
type Report = { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>; suites: Suite[] }
const hasFailed = ({ specs = [], suites = [] }: Suite): boolean =>
  specs.some(({ ok }) => !ok) || suites.some(hasFailed)

const secondsOf = ({ specs = [], suites = [] }: Suite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1_000, 0) +
  suites.reduce((sum, suite) => sum + secondsOf(suite), 0)

/** Runs the journeys, which are Playwright's tests in a real browser. */
async function journeys(files: string[], ...options: string[]): Promise<Outcome> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const report = join(root, 'node_modules/.playwright-report.json')
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...files, ...options],
    {
      cwd: root,
      stdio: 'inherit',
      timeout: LONGEST_MS,
      // Node runs TypeScript itself. Translation by Playwright would delay each process by three seconds.
      env: { ...process.env, PW_DISABLE_TS_ESM: '1' },
    },
  )
  const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)))
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const failed = stats.unexpected + stats.flaky
    // Playwright can also fail outside a test. Then only its exit code shows the failure.
    const failedIn = suites.filter(hasFailed).map(({ file }) => join('tests', file))
    return {
      passed: stats.expected,
      failed: code === 0 ? failed : Math.max(1, failed),
      skipped: stats.skipped,
      failedIn,
      seconds: suites.map((suite) => [join('tests', suite.file), secondsOf(suite)]),
    }
  } catch {
    // Playwright ended without a report.
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * Installs missing browsers while the rule tests run. It installs one at a time, because the package manager
 * does one thing at a time. The whole check (`.ci/run`) needs Firefox and WebKit later, so it gets them here.
 */
async function fetchBrowsers(): Promise<void> {
  const fetchingPrograms = [
    matching('tests/**/*.spec.ts').length > 0
      ? "import('./tests/chromium.ts').then(({ fetchChromium }) => fetchChromium())"
      : '',
    matching(ENGINES).length > 0 || process.env.WHOLE_CHECK
      ? "import('./tests/other-browsers/packages.ts').then(({ fetchEngines }) => fetchEngines())"
      : '',
  ]
  for (const program of fetchingPrograms.filter(Boolean))
    await once(spawn(process.execPath, ['--eval', program], { cwd: root, stdio: 'inherit' }), 'exit')
}

rmSync(MARKUP, { recursive: true, force: true })
const browsers = fetchBrowsers()
await prepare(matching('tests/**/*.{test,spec}.ts'))
// The test in Firefox and WebKit is a rule test that needs a browser.
if (matching(ENGINES).length > 0) await browsers
const rules = await allRules()
await browsers
const pages = await journeys(matching('tests/**/*.spec.ts'))
const markup = await checkMarkup()
if (markup)
  console.log(
    [
      ...markup.problems,
      `The W3C checker read ${markup.pages} pages and found ${markup.problems.length} faults.`,
    ].join('\n'),
  )
const tried = [
  await secondTry(joined(rules), (files) => nodeTests(files, 1)),
  await secondTry(pages, (files) => journeys(files, '--workers=1')),
]
// The markup check counts as one test. It passes when it finds no errors. A skipped check counts neither as
// passed nor as failed.
const all = [
  ...tried,
  { passed: markup?.problems.length === 0 ? 1 : 0, failed: markup?.problems.length ? 1 : 0, skipped: 0 },
]
const { passed, failed, skipped, seconds = [] } = joined(all)
if (seconds.length > 1) printSlowest(seconds)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
