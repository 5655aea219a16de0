import { setTimeout as wait } from 'node:timers/promises'
import { databaseClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { clearIncoming, openFiles } from '../files/open-files.ts'
import { assertMetricsPortsFree } from '../http/metrics-ports.ts'
import { answerWhileWaiting } from '../http/waiting-for-database.ts'
import { checkInstallation } from '../installation/installation.ts'
import { log } from '../log.ts'
import type { Closers } from './closers.ts'
import { printAddress } from './print-address.ts'
import { stopOnSignals } from './signals.ts'
import { workerProcesses } from './worker-processes.ts'

/** How long a worker process may run after its last call, to send started emails and end connections. */
const CLOSE_MS = 15_000

/** The settings of a worker process. `databaseUrl` is that of an embedded database, or else undefined. */
const environmentOf = (number: number, databaseUrl: string | undefined) => ({
  PORTAL_WORKER: JSON.stringify({ number, databaseUrl }),
})

/**
 * Starts the worker processes of this machine and watches them. The primary process owns what they share: the
 * port, the embedded database, the data folder and the signals. It answers no callers itself. `callsMs` is
 * how long a process that stops may finish its open calls.
 */
export async function startPrimary(
  { config, secrets, receiptKey }: Pick<Deps, 'secrets' | 'receiptKey'> & { config: Config },
  { closing, callsMs }: { closing: Closers; callsMs: number },
): Promise<void> {
  // Without a listener, an early reload would end the start. It waits for the end of the start instead.
  let isReloadDue = false
  let onReload = () => void (isReloadDue = true)
  process.on('SIGHUP', () => onReload())
  const waiting = answerWhileWaiting(config)
  closing.add(waiting.end)
  await assertMetricsPortsFree(config)
  const database = await openDatabase(config, log, { onWait: waiting.begin })
  closing.add(database.close)
  const { db, url, embedded } = database
  const { now, stop: stopClock } = await databaseClock(db)
  // Only the check below needs the time. So this clock is not compared with the database's clock again.
  stopClock()
  await checkInstallation({ config, secrets, receiptKey, db, now }, { embedded })
  clearIncoming(openFiles(config))
  const processes = workerProcesses({
    count: config.workers,
    environment: (number) => environmentOf(number, embedded ? url : undefined),
    log,
    stopWithinMs: config.drainMs + callsMs + CLOSE_MS,
  })
  closing.add(processes.stop)
  await waiting.end()
  const { promise: started, resolve: markStarted } = Promise.withResolvers<void>()
  // Before the processes start: a caller of the first one may stop the portal at once.
  stopOnSignals(['SIGINT', 'SIGTERM'], async (signal) => {
    if (signal === 'SIGTERM') processes.leave()
    await started
    // A supervisor sends SIGTERM. Balancers then get time to see that this machine will stop.
    if (signal === 'SIGTERM') await wait(config.drainMs)
    await closing.closeAll()
  })
  const address = await processes.start()
  markStarted()
  onReload = () => {
    // A reload starts the new code. It may need a new schema, on which the earlier version runs too.
    void database
      .upgrade()
      .then(processes.reload)
      .catch((error: unknown) => log('error', 'workers.not_reloaded', errorFields(error)))
  }
  if (isReloadDue) onReload()
  printAddress(config, address)
}
