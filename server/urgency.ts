import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * On a machine that is busy the thread that answers goes first: whoever is not let in hears so at once, and a submit has its ticket. The
 * built-in database comes after it, far enough that ten of its processes together do not outweigh that thread; then what takes long, a hash
 * or a file; and what is done for many at once comes last. In steps of `nice`, which on Linux each thread and each process has for itself.
 */
export const LESS_URGENT = { collector: 5, database: 16, thread: 18, bulk: 19 } as const

/** For a pool of threads. Elsewhere the whole process would be less urgent. */
export const THREADS_GIVE_WAY = { niceIncrement: process.platform === 'linux' ? LESS_URGENT.thread : 0 } as const

/** Lets a process, and those that it starts from now on, come after others; where that may not be told, it is as urgent as they are. */
export const giveWay = (pid: number, by: number) => {
  try {
    setPriority(pid, by)
  } catch {}
}

/** The threads in which V8 collects garbage beside the one that answers: on a single core this would have half of it, or a fifth, while they work. */
export function collectorGivesWay(): void {
  if (process.platform !== 'linux') return
  const tasks = '/proc/self/task'
  for (const thread of readdirSync(tasks)) {
    // A thread may have ended meanwhile.
    try {
      if (readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() === 'node-V8Worker') giveWay(Number(thread), LESS_URGENT.collector)
    } catch {}
  }
}
