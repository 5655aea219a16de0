import { setTimeout as wait } from 'node:timers/promises'

type Options = {
  /** For how many milliseconds a value that was read is used again. */
  keepMs: number
  /** For how many milliseconds a caller waits for a new value. */
  waitMs: number
  clock?: () => number
}

/**
 * Reads a value at most once in `keepMs`, and never twice at the same time, however many callers ask.
 * Resolves to undefined when reading fails or takes too long. A failure is also kept for `keepMs`.
 */
export function occasionally<Value>(
  read: () => Promise<Value>,
  { keepMs, waitMs, clock = () => performance.now() }: Options,
) {
  let value: Value | undefined
  let readAtMs = -Infinity
  let reading: Promise<void> | undefined
  const startReading = () => {
    const settle = (result: Value | undefined) => {
      value = result
      readAtMs = clock()
      reading = undefined
    }
    return read().then(settle, () => settle(undefined))
  }
  return async (): Promise<Value | undefined> => {
    if (clock() - readAtMs < keepMs) return value
    reading ??= startReading()
    const isDone = await Promise.race([reading.then(() => true), wait(waitMs, false, { ref: false })])
    return isDone ? value : undefined
  }
}
