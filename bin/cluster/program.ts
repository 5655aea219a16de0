import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'

/** The account of the system as which a program runs. */
export type Account = { uid: number; gid: number }
export type ProgramOptions = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Where its output goes, as `NAME.log`. */
  logs: string
  account?: Account | undefined
  cwd?: string
}
export type Program = ReturnType<typeof startProgram>

/** The pause before a program that ended by itself is started again. */
const RESTART_MS = 1_000

const running = new Set<(signal: NodeJS.Signals) => void>()
// When the cluster could not be started whole, this ends the programs that did start.
process.on('exit', () => {
  for (const signal of running) signal('SIGKILL')
})

/**
 * Starts a program in a process group of its own, and again a second after it ended, as systemd does with
 * `Restart=always`. A program that ends with 78 asks not to be started again.
 */
export function startProgram({ name, command, args, env = {}, logs, account, cwd }: ProgramOptions) {
  const log = openSync(join(logs, `${name}.log`), 'a')
  let child: ChildProcess
  let isWanted = true
  let starts = 0
  /** Signals the whole process group, which a number below 0 means. */
  const signal = (wanted: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, wanted)
    } catch {
      // It ended by itself.
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
    /** Ends the program. It is not started again before `startAgain`. */
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
