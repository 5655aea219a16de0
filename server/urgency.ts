import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * On a busy machine the thread that answers goes first: shed callers learn it at once, and a submit gets its
 * ticket. The built-in database comes after it, far enough that ten of its processes together do not outweigh
 * that thread; then long tasks, a hash or a file; bulk work comes last. In steps of `nice`, which on Linux
 * each thread and each process has for itself.
 */
export const LESS_URGENT = { collector: 5, database: 16, thread: 18, bulk: 19 } as const

/** For a pool of threads. On other systems the whole process would become less urgent. */
export const THREADS_GIVE_WAY = {
  niceIncrement: process.platform === 'linux' ? LESS_URGENT.thread : 0,
} as const

/**
 * Makes a process, and those that it starts from now on, less urgent; where that is not allowed, its urgency
 * stays the same.
 */
export const giveWay = (pid: number, niceness: number) => {
  try {
    setPriority(pid, niceness)
  } catch {}
}

/**
 * Makes V8's garbage collection threads less urgent than the thread that answers: on a single core that
 * thread would have half of it, or a fifth, while they work.
 */
export function collectorGivesWay(): void {
  if (process.platform !== 'linux') return
  const tasks = '/proc/self/task'
  for (const thread of readdirSync(tasks)) {
    // A thread may have ended meanwhile.
    try {
      if (readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() === 'node-V8Worker')
        giveWay(Number(thread), LESS_URGENT.collector)
    } catch {}
  }
}
