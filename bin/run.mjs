// Runs a task of the portal on any machine with npm and Node 20 or newer. It installs what is missing, builds
// what has changed, and starts the task with the Node of node_modules. It is plain JavaScript, because it
// runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const inRoot = (...parts) => join(root, ...parts)
const [task = 'start', ...rest] = process.argv.slice(2)

const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const hashOf = (files) => {
  const hash = createHash('sha256')
  // Relative paths, so that a moved or copied folder is not installed and built again.
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

const filesBelow = (path) => {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/** Does `work` if these files changed since it was done before. The file `stamp` stores their hash. */
const doIfChanged = async (stamp, files, work) => {
  const currentHash = hashOf(files)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) return
  await work()
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, currentHash)
}

const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status ?? 1

// --- install
const node = inRoot('node_modules/node/bin/node')
/** The version that a program prints, as `v26.1.0`; '' if it does not run. */
const versionOf = (program) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''

const install = () => {
  console.error('Installing what the portal needs. This happens once.')
  const npm = process.env.npm_execpath
  // Not `npm ci`, which refuses a lock file without the optional packages of every platform. With --no-save,
  // the lock file decides every version and checksum and stays as it is. Its versions were chosen on purpose,
  // so none of them is too young.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--min-release-age=0', '--loglevel=error']
  const status = npm
    ? run(process.execPath, [npm, ...args])
    : run('npm', args, { shell: process.platform === 'win32' })
  if (status !== 0) fail('npm could not install the dependencies; the lines above say why.')
  // When npm runs no install scripts, the Node of this project is not downloaded yet.
  if (!versionOf(node))
    run(process.execPath, [inRoot('node_modules/node/installArchSpecificPackage.js')], {
      cwd: inRoot('node_modules/node'),
    })
  // npm made its links before this Node was downloaded, so the link is made here.
  const link = inRoot('node_modules/.bin/node')
  if (existsSync(node) && !existsSync(link)) {
    rmSync(link, { force: true })
    symlinkSync('../node/bin/node', link)
  }
}
await doIfChanged(inRoot('node_modules/.portal-installed'), [inRoot('package-lock.json')], install)

const isNewEnough = (program) => Number(/^v(\d+)/.exec(versionOf(program))?.[1] ?? 0) >= 26
const runtime = [node, process.execPath].find(isNewEnough)
if (!runtime)
  fail(
    'Node 26 could not be installed from npm (package "node"). Allow its install script, or run this with Node 26.',
  )
const env = {
  ...process.env,
  PATH: `${inRoot('node_modules/.bin')}:${join(runtime, '..')}:${process.env.PATH ?? ''}`,
}

// --- build
const sources = [
  'web',
  'contract',
  'content',
  'public',
  'texts',
  'bin/texts',
  'bin/selection-sample',
  'server/selection',
  'bin/browser-floor.ts',
  'bin/chunks.ts',
  'bin/minified.ts',
  'bin/unused-router-parts.ts',
  'server/language',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
/**
 * A page that is still open loads the scripts of its own build: those of the last two builds are kept a week.
 */
const EARLIER_BUILDS = { count: 2, ms: 7 * 86_400_000 }
const BUILDS = { en: 'build', sw: 'build-sw' }
const keepAssets = () => {
  // The scripts are kept outside `build`, because each build empties that folder.
  const folder = inRoot('build-earlier')
  const stored = join(folder, String(Date.now()), 'assets')
  for (const assets of Object.values(BUILDS).map((name) => inRoot(name, 'client/assets'))) {
    if (!existsSync(assets)) continue
    mkdirSync(stored, { recursive: true })
    // Files of both languages have the same name only if they are the same.
    for (const name of readdirSync(assets)) {
      rmSync(join(stored, name), { recursive: true, force: true })
      renameSync(join(assets, name), join(stored, name))
    }
  }
  if (!existsSync(folder)) return
  const newestFirst = readdirSync(folder).sort((left, right) => Number(right) - Number(left))
  newestFirst.forEach((name, index) => {
    if (index >= EARLIER_BUILDS.count || Date.now() - Number(name) > EARLIER_BUILDS.ms)
      rmSync(join(folder, name), { recursive: true })
  })
}

/** Builds the pages in one language. Returns a promise of what the program printed when it failed. */
const buildPages = (language) =>
  new Promise((resolve) => {
    const child = spawn(runtime, [inRoot('node_modules/@react-router/dev/bin.cjs'), 'build'], {
      cwd: root,
      env: { ...env, NODE_ENV: 'production', VITE_LANGUAGE: language },
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
    child.on('exit', (status) => resolve(status === 0 ? '' : printed || `exit code ${status}`))
  })

const build = async () => {
  // The assistant learns its help texts in a process of its own, at the same time as the pages are built.
  spawn(runtime, [inRoot('server/assistant/learn-help.ts')], { cwd: root, stdio: 'inherit', env })
  const files = sources.flatMap((name) => filesBelow(inRoot(name)))
  await doIfChanged(inRoot('build/.made-from'), files, async () => {
    console.log('Building the pages.')
    if (run(runtime, [inRoot('bin/selection-sample/main.ts'), '--check'], { env }) !== 0)
      fail('The sample of a selection is not right.')
    keepAssets()
    const printed = await Promise.all(Object.keys(BUILDS).map(buildPages))
    if (printed.some(Boolean)) fail(`${printed.join('')}\nThe pages could not be built.`)
  })
}

/** Starts a program of the portal, passes signals on to it, and ends with its exit code. */
const become = (args, extraEnv = {}) => {
  const child = spawn(runtime, args, { cwd: root, stdio: 'inherit', env: { ...env, ...extraEnv } })
  // In a terminal, Ctrl-C reaches the child too. SIGTERM reaches only this process, so it is passed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

// By default, V8 lets its heap grow far before it collects garbage. Then the process would grow with each
// burst of uploads (R9). These limits make V8 collect earlier.
const HEAP_LIMITS = ['--max-semi-space-size=16', '--heap-growing-percent=30']

// By default, V8 collects garbage in four threads. On a machine with one core, these threads would take four
// fifths of the core from the thread that answers.
const COLLECTOR_THREADS = `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`

const DAY_MS = 86_400_000

const tasks = {
  build,
  async start() {
    await build()
    become([...HEAP_LIMITS, COLLECTOR_THREADS, inRoot('server/main.ts')], { NODE_ENV: 'production' })
  },
  dev() {
    become(
      [
        '--watch-path',
        inRoot('server'),
        '--watch-path',
        inRoot('contract'),
        '--watch-preserve-output',
        inRoot('server/main.ts'),
      ],
      {
        NODE_ENV: 'development',
      },
    )
  },
  async portal() {
    // A drill starts a portal on the data that it restored, so it needs the pages.
    if (rest[0] === 'backup' && rest[1] === 'drill') await build()
    become([inRoot('server/portal.ts'), ...rest], { NODE_ENV: 'production' })
  },
  check() {
    const steps = [
      [inRoot('node_modules/@react-router/dev/bin.cjs'), 'typegen'],
      ...['web', 'server', '.'].map((folder) => [
        inRoot('node_modules/typescript/bin/tsc'),
        '-p',
        inRoot(folder),
      ]),
      [inRoot('node_modules/oxlint/bin/oxlint'), '--type-aware'],
      [inRoot('node_modules/@biomejs/biome/bin/biome'), 'check'],
      [inRoot('bin/check-expressions.ts')],
      [inRoot('bin/check-sentences.ts')],
    ]
    for (const step of steps) if (run(runtime, step, { env }) !== 0) process.exit(1)
  },
  // Writes the marked texts of the pages into the catalogues.
  texts: () => become([inRoot('bin/texts/extract.ts')]),
  // The test runner builds the pages itself, if a chosen test opens one.
  test: () => become([inRoot('tests/run.ts'), ...rest]),
  // Runs the tests with kills, power cuts and stopped databases. They take minutes, and a usual change seldom
  // breaks them. So `npm test` leaves them out.
  storms: () => become([inRoot('tests/run.ts'), 'tests/storms/', ...rest]),
  // Runs a journey in Firefox and WebKit. Both are large to install, and most changes do not need them.
  engines: () => become([inRoot('tests/run.ts'), 'tests/other-browsers/', ...rest]),
  // Runs three portals on a PostgreSQL cluster. Only this machine can reach them.
  async cluster() {
    await build()
    become([inRoot('bin/cluster/up.ts'), ...rest])
  },
  // Runs the tests that need several processes or machines. Each of these is a whole program.
  clusterTests: () => become([inRoot('tests/run.ts'), 'tests/cluster/', ...rest]),
  // Runs the tests that compare the selection with a second implementation, in Python.
  selection: () => become([inRoot('tests/run.ts'), 'tests/second-selection/', ...rest]),
  // Runs the tests of an earlier version on the present database schema.
  before: () => become([inRoot('bin/test-before.ts'), ...rest]),
  // Runs one test of `storms` for longer: by default, it kills the portal 300 times.
  crash: () =>
    become(['--test', '--test-timeout=3600000', inRoot('tests/storms/submissions-crash.test.ts')], {
      CRASH_KILLS: rest[0] ?? '300',
    }),
  // Runs one test of `npm test` with many more files. The random seed is another one each day.
  fuzz: () =>
    become(['--test', '--test-timeout=3600000', inRoot('tests/documents/fuzz-files.test.ts')], {
      FUZZ_FILES: rest[0] ?? '10000',
      FUZZ_SEED: rest[1] ?? `${Math.floor(Date.now() / DAY_MS)}`,
    }),
  // Tests whether bursts of uploads make the process grow. This takes long, so it is for the night.
  async memory() {
    await build()
    become(['--test', '--test-timeout=3600000', inRoot('tests/nightly/upload-memory.ts')])
  },
  async bench() {
    await build()
    become([inRoot('bench/run.ts'), ...rest], { NODE_ENV: 'production' })
  },
}
if (!tasks[task]) fail(`There is no task "${task}": ${Object.keys(tasks).join(', ')}.`)
await tasks[task]()
