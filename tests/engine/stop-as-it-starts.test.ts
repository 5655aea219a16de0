import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dataFolder, run } from '../support/program.ts'

const folder = dataFolder()
after(() => folder.drop())

/**
 * A module that stops the program at the moment when its process starts to listen. Only the portal's own
 * server sets `backlog`.
 */
const STOP_WHEN_LISTENING = `
  import cluster from 'node:cluster'
  import net from 'node:net'
  import { isMainThread } from 'node:worker_threads'
  const { listen } = net.Server.prototype
  if (isMainThread && (cluster.worker?.id ?? 1) === 1)
    net.Server.prototype.listen = function (...options) {
      const program = cluster.isWorker ? process.ppid : process.pid
      if (options[0]?.backlog) this.once('listening', () => process.kill(program, 'SIGTERM'))
      return listen.apply(this, options)
    }
`

for (const [what, WORKERS] of [
  ['a portal of one process', '1'],
  ['the first of several processes', '2'],
] as const)
  test(`R10 ${what} starts to listen, and the portal is stopped at this moment: it stops as usual, with its database`, async () => {
    const module = `data:text/javascript,${encodeURIComponent(STOP_WHEN_LISTENING)}`
    const program = run('server/main.ts', [], folder.path, {
      env: { WORKERS, NODE_OPTIONS: `--import ${module}` },
    })
    assert.equal(await program.exited, 0, program.errors)
    assert.equal(folder.postmaster(), undefined)
    assert.ok(!existsSync(join(folder.path, 'portal.pid')))
  })
