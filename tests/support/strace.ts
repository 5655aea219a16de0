import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { until } from './jobs.ts'

/** One call of a process to the kernel; `began` and `ended` tell which of two came first. */
export type Traced = { pid: number; call: string; text: string; began: number; ended: number }

/** Why nothing can be traced here, or false. */
export const untraceable = () => {
  if (process.platform !== 'linux') return 'strace is a program of Linux'
  const { error, status } = spawnSync('strace', ['-qq', '-o', '/dev/null', '-p', String(process.pid)], { timeout: 500 })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return 'strace is not installed (apt-get install strace)'
  // Ended by the time it was given, it had hold of this process.
  return status === null ? false : 'strace may not look at other processes here'
}

/** A process and those it has started. */
export const withChildren = (parent: number) => [
  parent,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'))
      } catch {
        return false
      }
    })
    .map(Number),
]

function parsed(text: string): Traced[] {
  const open = new Map<number, Traced>()
  const all: Traced[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const [, number = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const pid = Number(number)
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)
    const before = open.get(pid)
    if (resumed && before) {
      before.ended = at
      before.text += resumed[1] ?? ''
      open.delete(pid)
    } else if (/^\w+\(/.test(rest)) {
      const one = { pid, call: rest.slice(0, rest.indexOf('(')), text: rest.replace(/ <unfinished \.\.\.>$/, ''), began: at, ended: at }
      all.push(one)
      if (rest.endsWith('<unfinished ...>')) open.set(pid, Object.assign(one, { ended: Number.POSITIVE_INFINITY }))
    }
  }
  return all
}

/** Writes down what these processes ask the kernel for, in its order, while `work` is done. */
export async function traced(pids: number[], calls: string[], file: string, work: () => Promise<void>): Promise<Traced[]> {
  const strace = spawn('strace', ['-f', '-y', '-s', '1000', '-e', `trace=${calls.join(',')}`, '-o', file, ...pids.flatMap((pid) => ['-p', String(pid)])])
  const ended = new Promise((resolve) => strace.once('close', resolve))
  let said = ''
  strace.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  try {
    await until(
      `strace has hold of all: ${said}`,
      async () => said.match(/ attached/g)?.length ?? 0,
      (many) => many >= pids.length,
    )
    await work()
  } finally {
    strace.kill('SIGINT')
    await ended
  }
  return parsed(readFileSync(file, 'utf8'))
}
