import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'

const LOG = join(import.meta.dirname, '../../server/log.ts')
/** The text that a process writes when it logs this. */
const logged = (fields: Record<string, unknown>) => {
  const program = `import { log } from ${JSON.stringify(LOG)}; log('warn', 'request.shed', ${JSON.stringify(fields)})`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  ) as Record<string, unknown>
}

test('T29 a log line says what was shed by class and cause', () => {
  const { count, shed } = logged({ count: 3, shed: { read: 2, 'submit 57P03': 1 } })
  assert.deepEqual({ count, shed }, { count: 3, shed: { read: 2, 'submit 57P03': 1 } })
})

test('T29 a field that is not in the list stays in the process', () => {
  assert.deepEqual(Object.keys(logged({ status: 503, email: 'someone@example.com' })), [
    'at',
    'level',
    'event',
    'status',
  ])
})

test('R6 a log whose reader has gone stops nothing', async () => {
  const program = `import { log } from ${JSON.stringify(LOG)}
    for (let line = 0; line < 2_000; line++) { log('info', 'jobs.published', { count: line }); log('error', 'x') }
    setTimeout(() => process.exit(7), 100)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  const [code] = (await once(child, 'exit')) as [number | null]
  assert.equal(code, 7)
})
