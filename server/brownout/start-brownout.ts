import type { Log } from '../deps.ts'
import { type Worker, worker } from '../worker.ts'
import { type Brownout, TICK_MS } from './brownout.ts'

/** Moves the brownout level and the line until the returned worker is stopped. */
export const startBrownout = (log: Log, brownout: Pick<Brownout, 'tick' | 'release'>): Worker =>
  worker(log, {
    failureEvent: 'brownout.waiting',
    everyMs: TICK_MS,
    // Each pass starts a second after the last one started, because the line moves by the second.
    pass: async () => {
      const startMs = performance.now()
      await brownout.tick()
      return Math.max(0, TICK_MS - (performance.now() - startMs))
    },
    afterLastPass: brownout.release,
  })
