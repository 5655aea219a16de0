import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Admission } from './admission/admission.ts'
import { openAdmission } from './admission/mount.ts'
import { buildApp, builtPages } from './app.ts'
import { loadHelp } from './assistant/load-help.ts'
import { openProviders } from './assistant/providers/open-providers.ts'
import { databaseClock } from './clock.ts'
import { startBackups } from './backup/schedule.ts'
import { type Brownout, openBrownout } from './brownout/brownout.ts'
import { startBrownout } from './brownout/start-brownout.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Opened, openDatabase } from './database/open.ts'
import type { Deps } from './deps.ts'
import { createInspector } from './files/inspector.ts'
import { clearIncoming, openFiles } from './files/open-files.ts'
import { startApplying } from './decisions/apply-lists.ts'
import { startSelections } from './selection-ceremony/work.ts'
import { startPublishingSelections } from './selections/publish.ts'
import { createHasher } from './hasher.ts'
import { startHousekeeping } from './housekeeping.ts'
import { validationCounter } from './reports/validation-counter.ts'
import { startValidationStatistics } from './reports/validation-statistics.ts'
import { asRefusal } from './http/on-error.ts'
import { startScanning } from './documents/scan-documents.ts'
import { importJobs } from './jobs/import.ts'
import { startPublishing } from './jobs/publisher.ts'
import { countJobs } from './jobs/store.ts'
import { emails } from './emails.ts'
import { log } from './log.ts'
import { createTransport } from './mail/transport.ts'
import { openLeases } from './database/leases.ts'
import { closeAfterReplies } from './http/drain.ts'
import { checkInstallation } from './installation/installation.ts'
import { codeVersion } from './installation/version.ts'
import { type Closers, closers } from './processes/closers.ts'
import { obeyPrimary, reportReady } from './processes/orders.ts'
import { startPrimary } from './processes/primary.ts'
import { printAddress } from './processes/print-address.ts'
import { stopWhenStarted } from './processes/signals.ts'
import { NotStarted } from './processes/worker-processes.ts'
import { takePidLock } from './pid-lock.ts'
import { startSpreading } from './messages/spread.ts'
import { startDeliveries } from './outbox/deliver.ts'
import { startFactWorker } from './review/derive-facts.ts'
import { recordLevel } from './last-hour/record-level.ts'
import { startProbing } from './probe/send-probe.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { createHealth } from './status/health.ts'
import { startWatchingHealth } from './status/watch.ts'
import { readReceiptKey, type ReceiptKey } from './transparency/key.ts'
import { startNotifyingDrafts } from './staff-jobs/notify-drafts.ts'
import { startPublicLog } from './transparency/start.ts'
import { listen, stopListening } from './http/listen.ts'
import { isAddressError, whyNotListening } from './http/cannot-listen.ts'
import { answerWhileWaiting } from './http/waiting-for-database.ts'
import { collectorGivesWay } from './urgency.ts'
import { startWritingMinutes } from './tickets/write-minutes.ts'
import { openTracing } from './tracing/open-tracing.ts'
import { serveMetrics } from './watching/serve-metrics.ts'

// The command `npm start` runs this file: as a machine's only process, its primary or a worker process.
const MAX_CLOSING_MS = 30_000
/** The exit code EX_CONFIG tells a supervisor not to restart the portal until its settings change. */
const CONFIG_EXIT = 78
const START_ATTEMPTS = 5
const START_RETRY_MS = 500

type Started = {
  database: Opened
  admission: Admission
  brownout: Brownout
  /** The address where this process listens. If it cannot listen, it starts no background work. */
  address: string
}

/** True in one process of this machine. It does the background work that a machine needs only once. */
const isFirst = ({ worker }: Config) => worker === undefined || worker.number === 1

/** Starts the background work that no caller waits for. */
function startBackgroundWork(deps: Deps, started: Started) {
  const { config } = deps
  const { database, brownout, address } = started
  const background: Deps = { ...deps, db: database.background }
  const isProbing = config.probeUrl !== 'off' && isFirst(config)
  return [
    startWritingMinutes(background),
    ...(isFirst(config) ? startMachineWork(deps, started) : []),
    startValidationStatistics(background),
    startWatchingHealth(background, { probing: isProbing }),
    startBrownout(deps.log, brownout),
    ...(isProbing ? [startProbing(background, config.probeUrl ?? address)] : []),
  ]
}

/** Starts the work of one process per machine. Leases and row locks divide it among the machines. */
function startMachineWork(deps: Deps, { database, admission }: Started) {
  const background: Deps = { ...deps, db: database.background }
  const bulk: Deps = { ...deps, db: database.bulk }
  const applying = startApplying(bulk, admission.whenIdle)
  return [
    startDeliveries(background, emails, () => createTransport(deps.config), {
      // While `holdsBack` returns true, bulk emails wait. While `isOverloaded` returns true, less urgent
      // emails are sent slowly.
      isAlone: database.embedded && deps.config.workers === 1,
      holdsBack: applying.isAtWork,
      isOverloaded: () => admission.measured().threshold < 1,
    }),
    ...startPublicLog(background),
    startScanning(background),
    startPublishing(background),
    startFactWorker(background),
    applying,
    startSelections(bulk),
    startPublishingSelections(bulk),
    startSpreading(bulk),
    startNotifyingDrafts(bulk),
    startHousekeeping(background),
    ...startBackups(background),
  ]
}

/** Opens what handlers need from outside: the database, the clock, files, hashing, admission. */
async function openDeps(
  { config, secrets, receiptKey }: Settings,
  closing: Closers,
  onWait: () => Promise<void>,
) {
  const database = await openDatabase(config, log, { onWait })
  closing.add(database.close)
  const clock = await databaseClock(database.db, { log, sameMachine: database.embedded })
  closing.add(clock.stop)
  // Each worker process uses one core, so it makes hashes in one thread.
  const threads = config.worker ? { threads: 1 } : {}
  const hasher = createHasher(threads)
  closing.add(hasher.close)
  const files = openFiles(config)
  const inspector = createInspector({ startNow: true, ...threads })
  closing.add(inspector.close)
  const { now } = clock
  // The primary process has already done these checks for its worker processes.
  if (!config.worker) {
    await checkInstallation({ config, secrets, receiptKey, db: database.db, now }, database)
    clearIncoming(files)
  }
  const leases = openLeases(database.url)
  closing.add(leases.close)
  const providers = openProviders(config, { now, log })
  // Admission and brownout read each other's state, but only through functions called after both exist.
  const admission = openAdmission({ config, db: database.db, now, secrets }, () => brownout.level())
  const brownout = openBrownout(
    { db: database.background, now, secrets, log },
    {
      measured: admission.measured,
      version: codeVersion(),
      ticketCount: () => deps.tickets?.measured(now()).waiting ?? 0,
      onLevelChange: recordLevel(database.background, now),
    },
  )
  const deps: Deps = {
    config,
    db: database.db,
    now,
    secrets,
    receiptKey,
    hasher,
    files,
    inspector,
    log,
    providers,
    validationCounter: validationCounter(),
    health: createHealth(),
    brownout,
    admission,
    leases,
  }
  return { deps, database, clock, admission, brownout }
}

async function importSampleJobs(deps: Deps) {
  const file = join(import.meta.dirname, 'database/reference/sample-jobs.json')
  await importJobs(deps, readFileSync(file, 'utf8'), { announce: false })
}

type Settings = { config: Config; secrets: Secrets; receiptKey: ReceiptKey }

/** Starts a process that answers: the only one of this machine, or one of its worker processes. */
async function startAnswering(settings: Settings, closing: Closers) {
  const { config } = settings
  const waiting = answerWhileWaiting(config)
  closing.add(waiting.end)
  // The primary process waits for the database before it starts its worker processes.
  const onWait = config.worker ? async () => {} : waiting.begin
  const { deps, database, clock, admission, brownout } = await openDeps(settings, closing, onWait)
  closing.add((await openTracing(deps)).close)
  closing.add((await serveMetrics(deps, database, clock.isOff)).close)
  await loadHelp(deps.db)
  await brownout.tick()
  if (database.embedded && isFirst(config) && (await countJobs(deps.db)) === 0) await importSampleJobs(deps)
  const backgroundWork: { stop: () => unknown }[] = []
  // All stop at the same time: while the database hangs, each needs seconds until its statement fails.
  closing.add(async () => {
    await Promise.all(backgroundWork.splice(0).map(({ stop }) => stop()))
  })
  let isLeaving = false
  const app = await buildApp(deps, {
    pages: config.development ? await developmentPages() : builtPages,
    leaving: () => isLeaving,
    isClockOff: clock.isOff,
  })
  // Closing runs in reverse order: calls in progress first, then emails in hand, pools and the database.
  closing.add(() =>
    Promise.race([app.close(), new Promise((giveUp) => setTimeout(giveUp, MAX_CLOSING_MS).unref())]),
  )
  await waiting.end()
  // When stopping, the process informs the load balancer first. Callers who still arrive are answered (R10).
  const leave = () => {
    isLeaving = true
    closeAfterReplies(app.server)
  }
  const end = async () => {
    closeAfterReplies(app.server)
    await stopListening(app)
    await closing.closeAll()
  }
  const exit = () => void end().then(() => process.exit(0))
  const { promise: started, resolve: markStarted } = Promise.withResolvers<void>()
  // Before the portal listens: its first caller may stop it at once.
  if (!config.worker) stopWhenStarted(started, { leave, end, drainMs: config.drainMs })
  const address = await listen(app, config)
  backgroundWork.push(...startBackgroundWork(deps, { database, admission, brownout, address }))
  markStarted()
  if (config.worker)
    return reportReady(address, {
      leave,
      stop: exit,
      // New worker processes replace this one. The load balancer may still send it calls for a moment.
      retire() {
        closeAfterReplies(app.server)
        setTimeout(exit, config.drainMs)
      },
    })
  printAddress(config, address)
}

async function start() {
  collectorGivesWay()
  const config = readConfig(process.env)
  const settings = { config, secrets: readSecrets(config), receiptKey: readReceiptKey(config) }
  const closing = closers()
  if (!config.worker) closing.add(takePidLock(config.dataDir))
  try {
    if (config.workers === 1 || config.worker) await startAnswering(settings, closing)
    else await startPrimary(settings, { closing, callsMs: MAX_CLOSING_MS })
  } catch (error) {
    await closing.closeAll()
    throw error
  }
}

async function developmentPages() {
  const { developmentPages: compilePages } = await import('./dev-pages.ts')
  return compilePages()
}

/** Retries the start: a database that fails or is itself starting is often available a moment later (R5). */
async function startWithRetries(remainingAttempts = START_ATTEMPTS): Promise<void> {
  try {
    await start()
  } catch (error) {
    const mayPass = !isAddressError(error) && asRefusal(error).kind === 'busy'
    if (remainingAttempts === 1 || !mayPass) throw error
    await wait(START_RETRY_MS)
    return startWithRetries(remainingAttempts - 1)
  }
}

try {
  if (cluster.isWorker) obeyPrimary()
  await startWithRetries()
} catch (error) {
  // The worker process has already printed why the start failed.
  if (error instanceof NotStarted) process.exit(error.exitCode)
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exit(CONFIG_EXIT)
  }
  console.error(whyNotListening(error))
  process.exit(1)
}
