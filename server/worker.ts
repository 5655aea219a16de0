import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './deps.ts'
import { errorFields } from './error-fields.ts'

/** A rest may be inside a transaction, whose session PostgreSQL ends after 10 s without a statement. */
const MAX_REST_MS = 5_000

/**
 * For long work in small parts. Returns a function to call after each part. That function waits `times` as
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
  /** The event that the log names when a pass fails. */
  failed: string
  /** The pause between two passes, also after one that failed. */
  everyMs: number
  /** Does what is due. May return the pause until the next pass, when it is not `everyMs`. */
  pass: (stopping: AbortSignal) => Promise<number | undefined> | Promise<void>
  /** Is called once after the last pass, when the worker is stopped. */
  last?: () => Promise<void>
}

export type Worker = {
  /** Resolves when the present pass is done. */
  stop: () => Promise<void>
  isAtWork: () => boolean
}

/**
 * Does one pass after the other until it is stopped, never two at the same time. An error is logged, and the
 * next pass tries again.
 */
export function worker(log: Log, { failed, everyMs, pass, last }: RepeatedWork): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let atWork = false
  const logFailure = (error: unknown) => log('warn', failed, errorFields(error))
  const onePass = async () => {
    atWork = true
    try {
      return (await pass(signal)) ?? everyMs
    } catch (error) {
      // A pass that ends early because it was told to has not failed.
      if (!(signal.aborted && error instanceof Error && error.name === 'AbortError')) logFailure(error)
      return everyMs
    } finally {
      atWork = false
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      const pauseMs = await onePass()
      // A pause alone does not keep the process alive.
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    }
    await last?.().catch(logFailure)
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
