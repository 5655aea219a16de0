import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { until } from './jobs.ts'

/** One system call of a process. `began` and `ended` are positions in the order of all calls. */
export type Traced = { pid: number; call: string; text: string; began: number; ended: number }

/** The reason why tracing is impossible here, or false. */
export const untraceable = () => {
  if (process.platform !== 'linux') return 'strace is a program of Linux'
  const { error, status } = spawnSync('strace', ['-qq', '-o', '/dev/null', '-p', String(process.pid)], {
    timeout: 500,
  })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    return 'strace is not installed (apt-get install strace)'
  // strace ran until the timeout, so it could attach to this process.
  return status === null ? false : 'strace may not look at other processes here'
}

/** The ids of a process and its children. */
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

/**
 * Reads the output file of strace. A call that another one interrupts has two lines: unfinished, and resumed.
 */
function parsed(text: string): Traced[] {
  const open = new Map<number, Traced>()
  const all: Traced[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [, number = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const pid = Number(number)
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)
    const before = open.get(pid)
    if (resumed && before) {
      before.ended = index
      before.text += resumed[1] ?? ''
      open.delete(pid)
    } else if (/^\w+\(/.test(rest)) {
      const entry = {
        pid,
        call: rest.slice(0, rest.indexOf('(')),
        text: rest.replace(/ <unfinished \.\.\.>$/, ''),
        began: index,
        ended: index,
      }
      all.push(entry)
      if (rest.endsWith('<unfinished ...>'))
        open.set(pid, Object.assign(entry, { ended: Number.POSITIVE_INFINITY }))
    }
  }
  return all
}

/** Records the system calls of these processes in order while `work` runs. */
export async function traced(
  pids: number[],
  calls: string[],
  file: string,
  work: () => Promise<void>,
): Promise<Traced[]> {
  const strace = spawn('strace', [
    '-f',
    '-y',
    '-s',
    '1000',
    '-e',
    `trace=${calls.join(',')}`,
    '-o',
    file,
    ...pids.flatMap((pid) => ['-p', String(pid)]),
  ])
  const ended = new Promise((resolve) => strace.once('close', resolve))
  let printed = ''
  strace.stderr.on('data', (piece: Buffer) => (printed += piece.toString()))
  try {
    await until(
      'strace has hold of all',
      async () => printed.match(/ attached/g)?.length ?? 0,
      (attached) => attached >= pids.length,
    ).catch((error: unknown) => {
      throw new Error(`strace does not trace all processes. It printed: ${printed}`, { cause: error })
    })
    await work()
  } finally {
    strace.kill('SIGINT')
    await ended
  }
  return parsed(readFileSync(file, 'utf8'))
}
