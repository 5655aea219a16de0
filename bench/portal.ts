import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The portal under test, with its database. */
export type Portal = Awaited<ReturnType<typeof startPortal>>

/**
 * Starts a portal for the bench: a real process with a real embedded database, in a folder that `stop`
 * deletes. `core`: the core on which both run. `checkout`: the folder of another built portal, for a
 * comparison. `extraEnv`: more environment variables.
 */
export async function startPortal({
  core,
  checkout = root,
  extraEnv = {},
}: {
  core?: number
  checkout?: string
  extraEnv?: NodeJS.ProcessEnv
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  // If root starts the portal, another user runs the database, and must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  // Unset NODE_ENV, because the command `start` sets it. With `production`, npm would not install the build
  // tools.
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    ...extraEnv,
  }
  // Start the portal with the same command as an operator.
  const command = [process.execPath, join(checkout, 'bin/run.mjs'), 'start']
  const pinning = core === undefined ? [] : ['taskset', '-c', String(core)]
  const [program = '', ...args] = [...pinning, ...command]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const url = `http://127.0.0.1:${port}`
  const sockets = join(dataDir, 'run')
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(`${url}/readyz`, child)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    dataDir,
    /** The folder of the database's Unix socket. Its user is `app`, its database `postgres`. */
    sockets,
    databaseUrl: `postgresql://app@/postgres?host=${encodeURIComponent(sockets)}`,
    /** Runs `npm run portal -- ARGS` on this portal, and returns what it printed. */
    command: (...args: string[]) => runCommand(join(checkout, 'server/portal.ts'), args, env),
    stop,
  }
}

/** Runs a program to its end, and returns what it printed. */
function runCommand(program: string, args: string[], env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env,
  })
  if (status !== 0) throw new Error(`portal ${args.join(' ')}: ${stderr}`)
  return stdout
}

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as net.AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const READY_TRIES = 600
const READY_PAUSE_MS = 100

async function waitUntilReady(url: string, child: ChildProcess) {
  for (let tries = 0; tries < READY_TRIES; tries++) {
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS))
  }
  throw new Error('the portal did not become ready')
}
