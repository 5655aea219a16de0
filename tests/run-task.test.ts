import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

const place = mkdtempSync(join(tmpdir(), 'run-task-'))
after(() => rmSync(place, { recursive: true, force: true }))

/** A checkout with nothing in it but the task runner, and an npm that only says that it was called. */
function smallCheckout(name: string): string {
  const checkout = join(place, name)
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

const runTask = (checkout: string) =>
  spawnSync(process.execPath, [join(checkout, 'bin/run.mjs'), 'no-such-task'], {
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
    const copy = join(place, 'copy')
    cpSync(first, copy, { recursive: true })
    assert.match(runTask(copy).stderr, /There is no task "no-such-task"/)
    assert.ok(!existsSync(join(copy, 'npm-was-called')), 'nor does a copy at another path')
  })
})
