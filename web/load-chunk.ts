import { CHUNK_TIMEOUT_MS } from '#contract/limits.ts'

const inTime = <T>(work: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the script did not come in time')), CHUNK_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** A part of the program that comes when it is needed: waited for as long as S1 §9 says, and tried once more (N6). The build gives each a second address. */
export const loadChunk = <T>(load: () => Promise<T>): Promise<T> => inTime(load()).catch(() => inTime(load()))
