import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { checkMarkup } from './markup-check.ts'
import { joined, type Outcome, printSlowest } from './outcome.ts'
import { MARKUP } from './support/markup.ts'

// `npm test` runs the suite; `npm test -- accounts` only files whose path holds the word. The storms take
// minutes of waiting, the cluster starts whole programs, and the second selection needs Python: they are run
// by name alone, `npm run test:storms`, `npm run test:cluster` and `npm run test:selection`.
const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const BY_NAME_ALONE = /^tests\/(?:storms|cluster|selection)\//
const isWanted = (file: string) =>
  wanted.every((word) => file.includes(word)) && (wanted.length > 0 || !BY_NAME_ALONE.test(file))
const matching = (pattern: string) => globSync(pattern, { cwd: root }).filter(isWanted).sort()

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** Whether a test opens a page or starts the whole program: others need no build. */
const needsPages = (file: string) =>
  file.endsWith('.spec.ts') || /builtPages|build\/client|support\/(?:program|storm)\.ts/.test(textOf(file))
/** Whether a test opens a portal, whose assistant must have learned from the help. */
const needsPortal = (file: string) => /support\/|server\/assistant/.test(textOf(file))

async function runProgram(program: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, program), ...args], { stdio: 'inherit' })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) process.exit(1)
}

/**
 * Builds the pages and lets the assistant learn, where a wanted test needs it. Before the tests: otherwise
 * each of their processes would learn by itself, for some twenty seconds each.
 */
async function prepare(files: string[]): Promise<void> {
  if (files.some(needsPages)) await runProgram('bin/run.mjs', 'build')
  else if (files.some(needsPortal)) await runProgram('server/assistant/learn-help.ts')
}

// Each file is a process that reads the same few hundred modules: stripped and compiled once, that is half of
// its start.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.compile-cache')
// What is tried is what goes out: told nothing, React draws the server's pages with all that helps who writes
// them.
process.env.NODE_ENV ??= 'production'

/**
 * What fails on a full machine is tried once more alone, if it is so few files: with more, something is
 * wrong.
 */
const MOST_AGAIN = 3

/** Far beyond what either half takes: what hangs is told by name, not waited for. */
const LONGEST_MS = 25 * 60_000

const ENGINES = 'tests/engines/engines.test.ts'

type Ended = {
  name: string
  file?: string | undefined
  nesting: number
  details: { duration_ms?: number | undefined }
}

/**
 * Tries these files; `suites` are the files among them that are tried as suites of one process: each has to
 * be heard of.
 */
async function nodeTests(names: string[], concurrency: number, suites: string[] = []): Promise<Outcome> {
  const files = names.map((file) => resolve(root, file))
  const outcome = { passed: 0, failed: 0, skipped: 0, failedIn: [] as string[] }
  if (files.length === 0) return outcome
  const seconds = new Map<string, number>()
  const addTime = ({ name, file, nesting, details }: Ended) => {
    if (nesting > 0) return
    const of = suites.includes(name) || file === undefined ? name : relative(root, file)
    seconds.set(of, (seconds.get(of) ?? 0) + (details.duration_ms ?? 0) / 1_000)
  }
  const unheard = new Set(suites)
  const failedIn = new Set<string>()
  // Not `--test-force-exit`: a file that ends so loses its last results on the way.
  const stream = run({
    files,
    concurrency,
    timeout: names.every(isCluster) ? 15 * 60_000 : 240_000,
    cwd: root,
    // Each call leaves much garbage: collected less often, it costs a tenth less of the CPU time.
    execArgv: ['--max-semi-space-size=64', '--import', join(root, 'tests/support/page-texts.ts')],
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  // A suite is counted by what is in it, and by itself where that did not even begin.
  stream.on('test:pass', (test) => {
    const { name, details, skip } = test
    addTime(test)
    if (details.type === 'suite') unheard.delete(name)
    else if (skip === undefined) outcome.passed++
    else outcome.skipped++
  })
  stream.on('test:fail', (test) => {
    const { name, file, details } = test
    addTime(test)
    const { failureType } = details.error as { failureType?: string }
    if (details.type === 'suite') unheard.delete(name)
    if (details.type === 'suite' && failureType === 'subtestsFailed') return
    outcome.failed++
    failedIn.add(file === undefined ? name : relative(root, file))
  })
  const text = stream.compose(spec())
  for await (const piece of text) process.stdout.write(String(piece))
  for (const file of unheard) console.log(`✖ ${file} was not tried to its end`)
  outcome.failed += unheard.size
  outcome.failedIn = [...failedIn, ...unheard]
  return { ...outcome, seconds: [...seconds] }
}

/**
 * The outcome after a second try of what failed, alone on a machine that is quiet by then. Whatever needed it
 * is named: it is a fault of a test or of the portal to be found, though not one that stops a change which
 * has nothing to do with it.
 */
async function secondTry(first: Outcome, again: (files: string[]) => Promise<Outcome>): Promise<Outcome> {
  const { failedIn = [] } = first
  if (first.failed === 0 || failedIn.length === 0 || failedIn.length > MOST_AGAIN) return first
  console.log(`Tried once more, alone: ${failedIn.join(', ')}`)
  const { failed } = await again(failedIn)
  if (failed < first.failed)
    console.log(`! ${first.failed - failed} passed only at the second try, alone: ${failedIn.join(', ')}`)
  return { ...first, passed: first.passed + Math.max(0, first.failed - failed), failed }
}

/**
 * What starts programs, measures its own process or turns its clock has a process to itself, and so has a
 * file that says with
 * `// Alone:` why. The others share one, some at a time: to start it and read the portal into it costs more
 * than most of them try.
 */
const ALONE =
  /^\/\/ Alone: |support\/(?:program|storm|strace|log)\.ts|\bmock\.|globalThis|process\.(?:env|exit|on|chdir|memoryUsage|cpuUsage)|(?:performance|Date)\.now =|node:(?:child_process|worker_threads|v8|perf_hooks)/m
const TOGETHER = 12
/** One more than the cores of the smallest machine: a file waits for part of its time. */
const AT_ONCE = 3
/** Each of these files starts many programs and measures them. */
const isCluster = (file: string) => file.startsWith('tests/cluster/')
/** They wait for clocks most of the time, so they run side by side. */
const WAITING = ['alerts', 'slow-alerts', 'backup-restore'].map((name) => `tests/cluster/${name}.test.ts`)
// Not in node_modules: a linked one would lead the imports to another checkout.
const GROUPS = join(root, 'build/.test-groups')

/** Parts of about the same length of text. */
function parts(files: string[], lengthOf: (file: string) => number): string[][] {
  const made = Array.from({ length: Math.ceil(files.length / TOGETHER) }, () => ({
    length: 0,
    files: [] as string[],
  }))
  for (const file of files.toSorted((left, right) => lengthOf(right) - lengthOf(left))) {
    const shortest = made.reduce((left, right) => (right.length < left.length ? right : left))
    shortest.files.push(file)
    shortest.length += lengthOf(file)
  }
  return made.map(({ files }) => files)
}

/**
 * Some files of rules: node:test, in more processes than there are cores, for many of them wait for a process
 * or a clock.
 */
function ruleTests(files: string[], concurrency: number) {
  const lengths = new Map(files.map((file) => [file, textOf(file).length]))
  const lengthOf = (file: string) => lengths.get(file) ?? 0
  const alone = files.filter((file) => isCluster(file) || ALONE.test(textOf(file)))
  const together = files.filter((file) => !alone.includes(file))
  const groups = parts(together, lengthOf).map((part, index) => {
    const group = join(GROUPS, `${index + 1}.mjs`)
    writeFileSync(
      group,
      `import { several } from '../../tests/support/several.ts'\nseveral(${JSON.stringify(part, undefined, 2)})\n`,
    )
    return group
  })
  // Long ones first, so that no process is left with a long file at the end.
  const order = [...groups, ...alone.toSorted((left, right) => lengthOf(right) - lengthOf(left))]
  return nodeTests(order, concurrency, together)
}

/** One journey in Firefox and in WebKit. */
const otherEngines = () => nodeTests(matching(ENGINES), 1)

/** Contract, server and engine, beside the other engines, which wait for their screens. */
async function allRules(browsers: Promise<void>): Promise<Outcome[]> {
  rmSync(GROUPS, { recursive: true, force: true })
  mkdirSync(GROUPS, { recursive: true })
  const files = matching('tests/**/*.test.ts').filter((file) => file !== ENGINES)
  if (files.every(isCluster)) {
    const isWaiting = (file: string) => WAITING.includes(file)
    const waited = await ruleTests(files.filter(isWaiting), 2)
    // Each of the others needs the whole machine: what it measures must come from its own load.
    const measured = files.filter((file) => !isWaiting(file))
    return [waited, await ruleTests(measured, 1)]
  }
  return Promise.all([ruleTests(files, AT_ONCE), browsers.then(otherEngines)])
}

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

/** The journeys: Playwright, in a real browser. */
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
      // Node reads TypeScript by itself; asked to translate it, each process of the journeys begins three
      // seconds later.
      env: { ...process.env, PW_DISABLE_TS_ESM: '1' },
    },
  )
  const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)))
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const failed = stats.unexpected + stats.flaky
    const failedIn = suites.filter(hasFailed).map(({ file }) => join('tests/browser', file))
    return {
      passed: stats.expected,
      failed: code === 0 ? failed : Math.max(1, failed),
      skipped: stats.skipped,
      failedIn,
      seconds: suites.map((suite) => [join('tests/browser', suite.file), secondsOf(suite)]),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * Where there are no browsers yet, they come while the rules are tried: one after the other, for the package
 * manager does one thing at a time.
 */
async function fetchBrowsers(): Promise<void> {
  const wanted = [
    matching('tests/browser/*.spec.ts').length > 0
      ? "import('./tests/chromium.ts').then(({ fetchChromium }) => fetchChromium())"
      : '',
    matching(ENGINES).length > 0
      ? "import('./tests/engines/packages.ts').then(({ fetchEngines }) => fetchEngines())"
      : '',
  ]
  for (const fetching of wanted.filter(Boolean))
    await once(spawn(process.execPath, ['--eval', fetching], { cwd: root, stdio: 'inherit' }), 'exit')
}

rmSync(MARKUP, { recursive: true, force: true })
const browsers = fetchBrowsers()
await prepare(matching('tests/**/*.{test,spec}.ts'))
const rules = await allRules(browsers)
const pages = await journeys(matching('tests/browser/*.spec.ts'))
const markup = await checkMarkup()
if (markup)
  console.log(
    [
      ...markup.faults,
      `The W3C checker read ${markup.pages} pages and found ${markup.faults.length} faults.`,
    ].join('\n'),
  )
const tried = [
  await secondTry(joined(rules), (files) => nodeTests(files, 1)),
  await secondTry(pages, (files) => journeys(files, '--workers=1')),
]
const all = [
  ...tried,
  { passed: markup?.faults.length === 0 ? 1 : 0, failed: markup?.faults.length ? 1 : 0, skipped: 0 },
]
const { passed, failed, skipped, seconds = [] } = joined(all)
if (seconds.length > 1) printSlowest(seconds)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
