import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'run-task-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A checkout with only the task runner bin/run.mjs. Its npm installs nothing: it leaves a file
 * `npm-was-called`.
 */
function smallCheckout(name: string): string {
  const checkout = join(folder, name)
  mkdirSync(join(checkout, 'bin'), { recursive: true })
  cpSync(join(import.meta.dirname, '../bin/run.mjs'), join(checkout, 'bin/run.mjs'))
  writeFileSync(join(checkout, 'package.json'), '{"type":"module"}')
  writeFileSync(join(checkout, 'package-lock.json'), '{"lockfileVersion":3}')
  writeFileSync(
    join(checkout, 'npm.mjs'),
    `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('node_modules', { recursive: true }); writeFileSync('npm-was-called', '')`,
  )
  return checkout
}

/** Runs a task. If it is unknown, as by default, the runner installs missing packages and stops. */
const runTask = (checkout: string, task = 'no-such-task') =>
  spawnSync(process.execPath, [join(checkout, 'bin/run.mjs'), task], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(checkout, 'npm.mjs') },
  })

describe('the task runner', () => {
  test('a copied checkout that was complete is not installed again', () => {
    const first = smallCheckout('first')
    runTask(first)
    assert.ok(existsSync(join(first, 'npm-was-called')), 'the first run installs')
    rmSync(join(first, 'npm-was-called'))
    runTask(first)
    assert.ok(!existsSync(join(first, 'npm-was-called')), 'the second run does not')
    const copy = join(folder, 'copy')
    cpSync(first, copy, { recursive: true })
    assert.match(runTask(copy).stderr, /There is no task "no-such-task"/)
    assert.ok(!existsSync(join(copy, 'npm-was-called')), 'nor does a copy at another path')
  })
  test('the files of the last two builds are kept, for a week', () => {
    const checkout = smallCheckout('builds')
    const put = (path: string, text = '') => {
      mkdirSync(join(checkout, path, '..'), { recursive: true })
      writeFileSync(join(checkout, path), text)
    }
    const daysAgo = (days: number) => Date.now() - days * 86_400_000
    // This program replaces the real build. It only deletes the folder of the previous build.
    put('node_modules/@react-router/dev/bin.cjs', "require('node:fs').rmSync('build', { recursive: true })")
    // The task `build` runs this program first, so it must exist.
    put('bin/selection-sample/main.ts')
    put('build/client/assets/newest.js')
    // `build-earlier` has a folder for each earlier build, named by the time at which a newer build replaced
    // it.
    put(`build-earlier/${daysAgo(2)}/assets/newer.js`)
    put(`build-earlier/${daysAgo(3)}/assets/third.js`)
    const stored = () =>
      readdirSync(join(checkout, 'build-earlier'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js'))
        .map((name) => basename(name))
        .sort((left, right) => left.localeCompare(right))
    runTask(checkout, 'build')
    assert.deepEqual(stored(), ['newer.js', 'newest.js'])
    rmSync(join(checkout, 'build-earlier'), { recursive: true })
    put(`build-earlier/${daysAgo(6)}/assets/of-this-week.js`)
    put(`build-earlier/${daysAgo(8)}/assets/too-old.js`)
    // When no source file has changed, the runner builds nothing.
    put('web/changed.ts')
    runTask(checkout, 'build')
    assert.deepEqual(stored(), ['of-this-week.js'])
  })
})
