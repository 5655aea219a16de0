import { CHUNK_TIMEOUT_MS } from '#contract/limits.ts'

const LATE = new Error('the script did not come in time')

const inTime = <T>(work: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(LATE), CHUNK_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * A part of the program that comes when it is needed: waited for as long as S1 §9 says, and tried once more (N6). What did not come at
 * its address the build has asked for at a second one by then; here only what is late is tried again.
 */
export const loadChunk = <T>(load: () => Promise<T>): Promise<T> =>
  inTime(load()).catch((error: unknown) => {
    if (error === LATE) return inTime(load())
    throw error
  })
