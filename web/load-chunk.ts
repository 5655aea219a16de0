import { CHUNK_TIMEOUT_MS } from '#contract/browser.ts'

const TIMEOUT_ERROR = new Error('the script did not come in time')

const withTimeout = <T>(work: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(TIMEOUT_ERROR), CHUNK_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Loads a part of the program when the part is needed. A load that takes too long is tried once more (N6). A
 * load that fails is not, because the build's own code has already tried a second address.
 */
export const loadChunk = <T>(load: () => Promise<T>): Promise<T> =>
  withTimeout(load()).catch((error: unknown) => {
    if (error === TIMEOUT_ERROR) return withTimeout(load())
    throw error
  })
