import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../deps.ts'
import { crashBackOff } from './back-off.ts'
import { watchHeartbeats } from './heartbeat.ts'
import { isReady, type Order } from './messages.ts'

const READY_WITHIN_MS = 120_000

/** A worker process ended before it answered. */
export class NotStarted extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super('A worker process ended before it was ready; the lines above say why.')
    this.exitCode = exitCode
  }
}

/** The place of one worker process. The process in it changes when it crashes, and at a reload. */
type Place = {
  number: number
  worker: Worker
  startedMs: number
  backOff: ReturnType<typeof crashBackOff>
}

type Options = {
  count: number
  /** The environment of the worker process with this number. */
  environment: (number: number) => Record<string, string>
  log: Log
  /** A worker process that was told to stop and has not ended within this time is killed. */
  stopWithinMs: number
}

const tell = (worker: Worker, order: Order) => {
  if (worker.isConnected()) worker.send(order, () => {})
}

/** Resolves to the address at which the process answers. @throws NotStarted when it ends before that. */
async function whenReady(worker: Worker): Promise<string> {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(worker, 'exit', { signal }).then(([code]: (number | null)[]) => {
    throw new NotStarted(code ?? 1)
  })
  const tooLong = wait(READY_WITHIN_MS, undefined, { signal }).then(() => {
    worker.process.kill('SIGKILL')
    throw new NotStarted(1)
  })
  const ready = new Promise<string>((resolve) =>
    worker.on('message', (message: unknown) => {
      if (isReady(message)) resolve(message.ready)
    }),
  )
  try {
    return await Promise.race([ready, ended, tooLong])
  } finally {
    settled.abort()
    // Aborting rejects the promises that did not win. No one waits for them, so the errors are ignored.
    for (const loser of [ended, tooLong]) loser.catch(() => {})
  }
}

/**
 * The worker processes of this machine. The primary process, which calls this, owns the socket, and each of
 * them accepts connections from it. So a process that ends loses only its own connections. Connections that
 * no process has accepted yet wait for another process.
 */
export function workerProcesses({ count, environment, log, stopWithinMs }: Options) {
  // By default Node's primary process accepts connections and passes them on. A connection on its way to a
  // process that crashes would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const places: Place[] = []
  let isStopping = false
  let reloading: Promise<void> | undefined

  const fork = (number: number) => cluster.fork(environment(number))

  const endWorker = async (worker: Worker, order: Order) => {
    if (worker.isDead()) return
    const ended = once(worker, 'exit')
    tell(worker, order)
    const killing = setTimeout(() => worker.process.kill('SIGKILL'), stopWithinMs)
    await ended
    clearTimeout(killing)
  }

  /** Puts a process into a place, and replaces it whenever it crashes or hangs there. */
  const install = (place: Place, worker: Worker, { isReady = false } = {}) => {
    place.worker = worker
    place.startedMs = performance.now()
    watchHeartbeats(worker, isReady, () => log('error', 'worker.hung', { id: place.number }))
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (!isStopping && place.worker === worker) void replaceCrashed(place, worker, signal ?? String(code))
    })
    // It may have ended before the listener above was added.
    if (worker.isDead()) worker.emit('exit', 1, null)
  }
  const replaceCrashed = async (place: Place, crashed: Worker, code: string) => {
    const { pauseMs, inRow, startsLoop, isLoop } = place.backOff.afterCrash(
      performance.now() - place.startedMs,
    )
    const fields = { id: place.number, code, count: inRow }
    if (startsLoop) log('error', 'worker.crash_loop', fields)
    else if (!isLoop) log('warn', 'worker.ended', fields)
    if (pauseMs > 0) await wait(pauseMs, undefined, { ref: false })
    // A reload may have filled the place meanwhile.
    if (!isStopping && place.worker === crashed) install(place, fork(place.number))
  }

  const replaceAll = async () => {
    for (const place of places) {
      if (isStopping) return
      const newWorker = fork(place.number)
      try {
        await whenReady(newWorker)
      } catch {
        log('error', 'workers.not_reloaded', { id: place.number })
        return
      }
      const { worker: oldWorker } = place
      install(place, newWorker, { isReady: true })
      await endWorker(oldWorker, 'retire')
    }
    log('info', 'workers.reloaded', { count: places.length })
  }

  return {
    /**
     * Starts all of them, the first one alone: a problem that stops it would stop the others too, and is then
     * reported once. Resolves to the address once each of them answers. @throws NotStarted
     */
    async start(): Promise<string> {
      const startPlace = async (number: number) => {
        const worker = fork(number)
        const address = await whenReady(worker)
        const place = { number, worker, startedMs: 0, backOff: crashBackOff() }
        places.push(place)
        install(place, worker, { isReady: true })
        return address
      }
      const address = await startPlace(1)
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => startPlace(index + 2)))
      return address
    },
    /**
     * Replaces them one after the other: the next one answers before the earlier one stops. When the next one
     * does not start, the earlier ones stay. A second call during a reload gets the same promise.
     */
    reload: () => (reloading ??= replaceAll().finally(() => (reloading = undefined))),
    /** Tells them that the machine leaves: /readyz says so, and all else is still answered. */
    leave() {
      for (const { worker } of places) tell(worker, 'leave')
    },
    async stop() {
      isStopping = true
      const all = Object.values(cluster.workers ?? {})
      await Promise.all(all.map(async (worker) => worker && endWorker(worker, 'stop')))
    },
  }
}
