import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'

/** The operating-system user that runs a program. */
export type Account = { uid: number; gid: number }
type ProgramOptions = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** The folder of the log files. The program's output is written to `NAME.log` there. */
  logs: string
  account?: Account | undefined
  cwd?: string
}
export type Program = ReturnType<typeof startProgram>

/** The pause before the restart of a program that ended by itself. */
const RESTART_MS = 1_000

const running = new Set<(signal: NodeJS.Signals) => void>()
// Ends the programs that did start, when the cluster could not start completely.
process.on('exit', () => {
  for (const signal of running) signal('SIGKILL')
})

/**
 * Starts a program in its own process group. One second after the program ends, it is started again, like
 * systemd's `Restart=always`. A program that ends with exit code 78 is not started again.
 */
export function startProgram({ name, command, args, env = {}, logs, account, cwd }: ProgramOptions) {
  const log = openSync(join(logs, `${name}.log`), 'a')
  let child: ChildProcess
  let isWanted = true
  let starts = 0
  /** Signals the whole process group of the program: a negative process id means the group. */
  const signal = (wanted: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, wanted)
    } catch {
      // The child process of the program ended by itself.
    }
  }
  const start = () => {
    starts++
    child = spawn(command, args, {
      cwd: cwd ?? logs,
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      detached: true,
      ...account,
    })
    child.once('error', () => {})
    child.once('exit', (code) => {
      if (isWanted && code !== 78) setTimeout(() => isWanted && start(), RESTART_MS)
    })
  }
  running.add(signal)
  start()
  return {
    name,
    pid: () => child.pid ?? 0,
    starts: () => starts,
    signal,
    /** Ends the program. Only `startAgain` starts it again. */
    async stop(wanted: NodeJS.Signals = 'SIGTERM') {
      isWanted = false
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      signal(wanted)
      const giveUp = setTimeout(() => signal('SIGKILL'), 45_000)
      await exited
      clearTimeout(giveUp)
    },
    startAgain() {
      isWanted = true
      start()
    },
  }
}
