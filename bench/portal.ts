import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The portal under test and its database. */
export type Portal = Awaited<ReturnType<typeof startPortal>>

/**
 * A portal of its own for the bench: real process, real embedded database, in a folder that goes afterwards.
 * `core`: the one that it and its database run on; `at`: another checkout of the portal, built, to compare
 * with; `extra`: what its environment has on top.
 */
export async function startPortal({
  core,
  at = root,
  extra = {},
}: {
  core?: number
  at?: string
  extra?: NodeJS.ProcessEnv
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  // Run by root, the database belongs to another account, which must get through to its folder.
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  // Told by its own command that this is production: told so here, that would install what belongs to
  // production alone.
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    ...extra,
  }
  // As an operator starts it, with all that belongs to it.
  const command = [process.execPath, join(at, 'bin/run.mjs'), 'start']
  const [program = '', ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const url = `http://127.0.0.1:${port}`
  const sockets = join(dataDir, 'run')
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await answered(`${url}/readyz`, child)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    dataDir,
    /** The folder of the database's Unix socket; its user is `app`, its database `postgres`. */
    sockets,
    databaseUrl: `postgresql://app@/postgres?host=${encodeURIComponent(sockets)}`,
    /** Runs `npm run portal -- ARGS` on it. */
    command(...args: string[]) {
      const { status, stderr } = spawnSync(process.execPath, [join(at, 'server/portal.ts'), ...args], {
        encoding: 'utf8',
        env,
      })
      if (status !== 0) throw new Error(`portal ${args.join(' ')}: ${stderr}`)
    },
    stop,
  }
}

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as net.AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function answered(url: string, child: ChildProcess) {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the portal did not become ready')
}
