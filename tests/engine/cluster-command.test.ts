import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataFolder, run } from '../support/program.ts'

test('a second cluster on the same ports is refused, and starts nothing', async (t) => {
  const folder = dataFolder()
  const stranger = createServer().listen(21_003, '127.0.0.1')
  t.after(async () => {
    stranger.close()
    await folder.drop()
  })
  await once(stranger, 'listening')
  const program = run('bin/cluster/up.ts', ['up', join(folder.path, 'cluster')], folder.path)
  assert.equal(await program.exited, 1)
  assert.match(
    program.errors,
    /^These ports are in use: .*\b21003\b.*\. Stop the cluster that runs already\.\n$/,
  )
  assert.equal(program.output, '')
})
