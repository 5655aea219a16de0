import { CHUNK_TIMEOUT_MS } from '#contract/browser.ts'

const TIMEOUT_ERROR = new Error('the script did not come in time')

const withTimeout = <T>(work: Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(TIMEOUT_ERROR), CHUNK_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Loads a part of the program when it is needed. A part that does not load is tried once more (N6). The build
 * adds code that tries a failed part again at a second address. So only a late part is tried again here.
 */
export const loadChunk = <T>(load: () => Promise<T>): Promise<T> =>
  withTimeout(load()).catch((error: unknown) => {
    if (error === TIMEOUT_ERROR) return withTimeout(load())
    throw error
  })
