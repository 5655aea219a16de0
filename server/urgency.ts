import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * The `nice` values of work on a busy machine: a higher value is less urgent. On Linux each thread has its
 * own value. The thread that answers comes first: callers who are refused hear at once, and a submit gets its
 * ticket. V8's garbage collection (`collector`) is next. Then comes the built-in database: ten of its
 * processes together must not outweigh the thread that answers. Then come the threads for long tasks, such as
 * a hash or a file. Bulk work is last.
 */
export const LESS_URGENT = { collector: 5, database: 16, thread: 18, bulk: 19 } as const

/** Makes a pool's threads less urgent. Only on Linux: elsewhere it would affect the whole process. */
export const THREADS_GIVE_WAY = {
  niceIncrement: process.platform === 'linux' ? LESS_URGENT.thread : 0,
} as const

/**
 * Makes a process, and those that it starts later, less urgent. Where the system forbids this, nothing
 * changes.
 */
export const giveWay = (pid: number, niceness: number) => {
  try {
    setPriority(pid, niceness)
  } catch {}
}

/**
 * Makes V8's garbage collection threads less urgent than the thread that answers. Otherwise, on a single
 * core, the answering thread would get half of the time beside one of them, and a fifth beside four.
 */
export function collectorGivesWay(): void {
  if (process.platform !== 'linux') return
  const tasks = '/proc/self/task'
  for (const thread of readdirSync(tasks)) {
    // A garbage collection thread may have ended meanwhile.
    try {
      if (readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() === 'node-V8Worker')
        giveWay(Number(thread), LESS_URGENT.collector)
    } catch {}
  }
}
