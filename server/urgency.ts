import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * On a busy machine the thread that answers goes first: then callers who are turned away hear at once, and a
 * submit gets its ticket. Then comes the built-in database: ten of its processes together must not outweigh
 * that thread. Long tasks follow, such as a hash or a file. Bulk work is last. Values of `nice`: a higher one
 * is less urgent. On Linux each thread has its own.
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
 * Makes V8's garbage collection threads less urgent than the thread that answers. Otherwise, on a single
 * core, it would get half of the time beside one of them, and a fifth beside four.
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
