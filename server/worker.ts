import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './deps.ts'
import { errorFields } from './error-fields.ts'

/** A selection rests this many times as long as its last part took. So the work fills a third of the time. */
export const LONG_REST = 2
/** A rest may be inside a transaction, whose session PostgreSQL ends after 10 s without a statement. */
const MAX_REST_MS = 5_000

/**
 * Slows down long work in small parts. The returned function is called after each part. It waits `times` as
 * long as the part took, so that requests go first.
 */
export function restAfterParts(times = 1): () => Promise<void> {
  let startMs = performance.now()
  return async () => {
    await wait(Math.min(times * (performance.now() - startMs), MAX_REST_MS))
    startMs = performance.now()
  }
}

type RepeatedWork = {
  /** The name of the log event when a pass of the worker fails. */
  failureEvent: string
  /** The pause between two passes of the worker, also after a pass that failed. In milliseconds. */
  everyMs: number
  /** Does the work that is due. May return the pause until the next pass, if it differs from `everyMs`. */
  pass: (stopping: AbortSignal) => Promise<number | undefined> | Promise<void>
  /** Is called once, after the last pass, when the worker is stopped. */
  afterLastPass?: () => Promise<void>
}

export type Worker = {
  /** Stops the worker. Resolves when the pass in progress is done. */
  stop: () => Promise<void>
  isAtWork: () => boolean
}

/**
 * Repeats background work until it is stopped, one pass after the other, never two at the same time. An error
 * is logged, and the next pass tries again.
 */
export function worker(log: Log, { failureEvent, everyMs, pass, afterLastPass }: RepeatedWork): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let atWork = false
  const logFailure = (error: unknown) => log('warn', failureEvent, errorFields(error))
  const onePass = async () => {
    atWork = true
    try {
      return (await pass(signal)) ?? everyMs
    } catch (error) {
      // A pass of the worker that was stopped early has not failed.
      if (!(signal.aborted && error instanceof Error && error.name === 'AbortError')) logFailure(error)
      return everyMs
    } finally {
      atWork = false
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      const pauseMs = await onePass()
      // A worker that only waits for its next pass does not keep the process alive.
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    }
    await afterLastPass?.().catch(logFailure)
  }
  const running = run()
  return {
    isAtWork: () => atWork,
    stop() {
      stopping.abort()
      return running
    },
  }
}
