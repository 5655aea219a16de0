import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../deps.ts'
import { codeOf } from '../error-fields.ts'
import { crashBackOff } from './back-off.ts'
import { watchHeartbeats } from './heartbeat.ts'
import { isReady, type Order } from './messages.ts'

const READY_WITHIN_MS = 120_000

/** Thrown when a worker process ended before it answered callers. */
export class NotStarted extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super('A worker process ended before it was ready; the lines above say why.')
    this.exitCode = exitCode
  }
}

/** A numbered place for one worker process. After a crash or a reload, another process takes the place. */
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
  /** A worker process that does not end within this time after an order to stop is killed. */
  stopWithinMs: number
}

const tell = (worker: Worker, order: Order) => {
  if (worker.isConnected()) worker.send(order, () => {})
}

/** Resolves to the address at which a process answers. @throws NotStarted if it ends before that. */
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
    // The abort rejects `ended` and `tooLong` if they still wait. No one reads these errors any more.
    for (const promise of [ended, tooLong]) promise.catch(() => {})
  }
}

/**
 * Manages the worker processes of this machine. The primary process, which calls this, owns the port, and
 * each worker process accepts connections from it. So when a process ends, only its own connections are lost.
 * Connections that no process has accepted yet wait for another process.
 * Long: its functions share the places of the processes and the state of stop and reload.
 */
export function workerProcesses({ count, environment, log, stopWithinMs }: Options) {
  // Each worker process accepts its own connections. By default, Node's primary process would pass them on.
  // If a process crashed then, a connection on its way to it would get no answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const places: Place[] = []
  let isStopping = false
  let isLeaving = false
  let isReloadDue = false
  let reloading: Promise<void> | undefined

  const fork = (number: number) => {
    const worker = cluster.fork(environment(number))
    if (isLeaving) tell(worker, 'leave')
    return worker
  }

  const endWorker = async (worker: Worker, order: Order) => {
    if (worker.isDead()) return
    const ended = once(worker, 'exit')
    tell(worker, order)
    const killing = setTimeout(() => worker.process.kill('SIGKILL'), stopWithinMs)
    await ended
    clearTimeout(killing)
  }

  /**
   * Puts a process into a place. If it crashes or hangs, another process replaces it. `isStarted`: the
   * process already answers callers.
   */
  const install = (place: Place, worker: Worker, { isStarted = false } = {}) => {
    place.worker = worker
    place.startedMs = performance.now()
    watchHeartbeats(worker, isStarted, () => log('error', 'worker.hung', { id: place.number }))
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (!isStopping && place.worker === worker) void replaceCrashed(place, worker, signal ?? String(code))
    })
    // A process that cannot be started, for instance during an upgrade of Node, reports no exit.
    worker.on('error', (error) => {
      if (worker.isDead()) worker.emit('exit', codeOf(error), null)
    })
    // If the process ended before the listener was added, the listener is called here.
    if (worker.isDead()) worker.emit('exit', 1, null)
  }
  const replaceCrashed = async (place: Place, crashed: Worker, code: string) => {
    const { pauseMs, crashCount, startsLoop, isLoop } = place.backOff.afterCrash(
      performance.now() - place.startedMs,
    )
    const fields = { id: place.number, code, count: crashCount }
    if (startsLoop) log('error', 'worker.crash_loop', fields)
    else if (!isLoop) log('warn', 'worker.ended', fields)
    // If all worker processes wait here, only this timer keeps the primary process alive.
    if (pauseMs > 0) await wait(pauseMs)
    // During the pause, a reload may have put another process into the place.
    if (isStopping || place.worker !== crashed) return
    // If the fork fails, the crash counts from this time. If it succeeds, `install` sets the time again.
    place.startedMs = performance.now()
    try {
      install(place, fork(place.number))
    } catch (error) {
      // The system lacks the memory for another process. That counts as a crash.
      void replaceCrashed(place, crashed, codeOf(error))
    }
  }

  const replaceAll = async () => {
    for (const place of places) {
      if (isStopping) return
      const newWorker = fork(place.number)
      try {
        await whenReady(newWorker)
      } catch {
        if (!isStopping) log('error', 'workers.not_reloaded', { id: place.number })
        return
      }
      const { worker: oldWorker } = place
      // The new process may run other code, so its crashes are another series.
      place.backOff = crashBackOff()
      install(place, newWorker, { isStarted: true })
      await endWorker(oldWorker, 'retire')
    }
    log('info', 'workers.reloaded', { count: places.length })
  }
  const reloadWhileDue = async () => {
    try {
      while (isReloadDue && !isStopping) {
        isReloadDue = false
        await replaceAll()
      }
    } finally {
      reloading = undefined
    }
  }

  return {
    /**
     * Starts all worker processes, the first one alone: an error that stops it would stop the others too, and
     * is then reported once. Resolves to the portal's address when all answer. @throws NotStarted
     */
    async start(): Promise<string> {
      const startPlace = async (number: number) => {
        const worker = fork(number)
        const address = await whenReady(worker)
        // The 0 is a placeholder: `install` sets the time of the start.
        const place = { number, worker, startedMs: 0, backOff: crashBackOff() }
        places.push(place)
        install(place, worker, { isStarted: true })
        return address
      }
      const address = await startPlace(1)
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => startPlace(index + 2)))
      return address
    },
    /**
     * Replaces the worker processes one after the other: the new one answers before the old one stops. If a
     * new one does not start, the old ones stay. After a call during a reload, another reload follows: the
     * code may have changed since the first new process read it.
     */
    reload(): Promise<void> {
      isReloadDue = true
      return (reloading ??= reloadWhileDue())
    },
    /**
     * Orders all worker processes to say in /readyz that the machine will stop, also those that are started
     * from now on. They still answer calls.
     */
    leave() {
      isLeaving = true
      for (const worker of Object.values(cluster.workers ?? {})) if (worker) tell(worker, 'leave')
    },
    async stop() {
      isStopping = true
      const all = Object.values(cluster.workers ?? {})
      await Promise.all(all.map(async (worker) => worker && endWorker(worker, 'stop')))
    },
  }
}
