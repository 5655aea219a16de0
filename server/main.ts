import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Admission } from './admission/admission.ts'
import { openAdmission } from './admission/mount.ts'
import { buildApp, builtPages } from './app.ts'
import { loadHelp } from './assistant/load-help.ts'
import { openProviders } from './assistant/providers/open-providers.ts'
import { databaseClock } from './clock.ts'
import { type Brownout, openBrownout } from './brownout/brownout.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Opened, openDatabase } from './database/open.ts'
import type { Deps } from './deps.ts'
import { createInspector } from './files/inspector.ts'
import { clearIncoming, openFiles } from './files/open-files.ts'
import { startApplying } from './decisions/apply-lists.ts'
import { createHasher } from './hasher.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startValidationStatistics } from './reports/validation-statistics.ts'
import { validationCounter } from './http/validation-counter.ts'
import { asRefusal } from './http/on-error.ts'
import { startScanning } from './job-applications/scan-documents.ts'
import { importJobs } from './jobs/import.ts'
import { startPublishing } from './jobs/publisher.ts'
import { countJobs } from './jobs/store.ts'
import { emails } from './emails.ts'
import { log } from './log.ts'
import { createTransport } from './mail/transport.ts'
import { takePidLock } from './pid-lock.ts'
import { startSpreading } from './messages/spread.ts'
import { startDeliveries } from './outbox/deliver.ts'
import { startFactWorker } from './review/derive-facts.ts'
import { recordLevel } from './last-hour/record-level.ts'
import { startProbing } from './probe/send-probe.ts'
import { readSecrets } from './secrets.ts'
import { createHealth } from './status/health.ts'
import { startWatchingHealth } from './status/watch.ts'
import { readReceiptKey } from './transparency/key.ts'
import { startNotifyingDrafts } from './staff-jobs/notify-drafts.ts'
import { startCheckpointWriter } from './transparency/checkpoint-writer.ts'
import { listen } from './http/listen.ts'
import { collectorGivesWay } from './urgency.ts'
import { startWritingMinutes } from './tickets/write-minutes.ts'

const DRAIN_MS = 30_000
/**
 * A terminal or a supervisor signals the whole group, and a program above us passes the signal on: that is
 * one request, not two.
 */
const SAME_WISH_MS = 1_000
const CONFIG_EXIT = 78

const CANNOT_LISTEN: Record<string, string> = {
  EADDRINUSE: 'PORT is taken by another program: set PORT to a free one.',
  EACCES: 'PORT may not be used by this account: set PORT to one above 1023.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine: set HOST to one that is, or to 0.0.0.0 for all.',
  ENOTFOUND: 'HOST is not a name that this machine knows: set HOST to an address.',
}

const isOfAddress = (error: unknown) =>
  ['listen', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '')

type Started = {
  database: Opened
  admission: Admission
  brownout: Brownout
  /** Where this process listens: one that cannot does no other work either. */
  address: string
}

/** Everything that goes on beside the calls. The last is stopped first. */
function startWorkers(deps: Deps, { database, admission, brownout, address }: Started) {
  const { config } = deps
  const own: Deps = { ...deps, db: database.background }
  const many: Deps = { ...deps, db: database.bulk }
  const applying = startApplying(many, admission.whenIdle)
  return [
    startWritingMinutes(own),
    startDeliveries(own, emails, () => createTransport(config), {
      alone: database.embedded,
      holdsBack: applying.isAtWork,
      overloaded: () => admission.measured().threshold < 1,
    }),
    startCheckpointWriter(own),
    startScanning(own),
    startPublishing(own),
    startFactWorker(own),
    applying,
    startSpreading(many),
    startNotifyingDrafts(many),
    startValidationStatistics(own),
    startHousekeeping(own),
    startWatchingHealth(own, { probing: config.probeUrl !== 'off' }),
    brownout.start(),
    ...(config.probeUrl === 'off' ? [] : [startProbing(own, config.probeUrl ?? address)]),
  ]
}

/** What an operator reads on the screen. */
function printAddress({ secure, trustProxy, publicUrl, publicUrlGiven, smtpUrl }: Config, address: string) {
  if (secure && trustProxy.length === 0)
    console.log(
      'Callers  all count as one network and share its limits: set TRUST_PROXY to the address of the TLS proxy.',
    )
  console.log(`Portal   ${publicUrlGiven ? `${publicUrl} (listening on ${address})` : address}`)
  console.log(smtpUrl ? 'Mail     is sent by SMTP' : `Mail     ${address}/dev/mail`)
}

async function start() {
  collectorGivesWay()
  const config = readConfig(process.env)
  const secrets = readSecrets(config.dataDir)
  const receiptKey = readReceiptKey(config)
  const release = takePidLock(config.dataDir)
  const closing: (() => unknown)[] = [release]
  const closeAll = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const database = await openDatabase(config, log)
    closing.push(database.close)
    const clock = await databaseClock(database.db, { log, sameMachine: database.embedded })
    closing.push(clock.stop)
    const hasher = createHasher()
    closing.push(hasher.close)
    const files = openFiles(config)
    const inspector = createInspector({ startNow: true })
    closing.push(inspector.close)
    clearIncoming(files)
    const providers = openProviders(config, { now: clock.now, log })
    const admission = openAdmission({ config, db: database.db, now: clock.now, secrets }, () =>
      brownout.level(),
    )
    const brownout = openBrownout(
      { db: database.background, now: clock.now, secrets, log },
      {
        measured: admission.measured,
        ticketCount: () => deps.tickets?.measured(clock.now()).waiting ?? 0,
        onLevelChange: recordLevel(database.background, clock.now),
      },
    )
    const deps: Deps = {
      config,
      db: database.db,
      now: clock.now,
      secrets,
      receiptKey,
      hasher,
      files,
      inspector,
      log,
      providers,
      met: validationCounter(),
      health: createHealth(),
      brownout,
      admission,
    }
    await loadHelp(deps.db)
    await brownout.tick()
    if (database.embedded && (await countJobs(deps.db)) === 0) {
      await importJobs(
        deps,
        readFileSync(join(import.meta.dirname, 'database/reference/sample-jobs.json'), 'utf8'),
        { announce: false },
      )
    }
    const workers: { stop: () => unknown }[] = []
    closing.push(async () => {
      for (const { stop } of workers.splice(0).reverse()) await stop()
    })

    let leaving = false
    let signalledAt = 0
    const app = await buildApp(deps, {
      pages: config.development ? await developmentPages() : builtPages,
      leaving: () => leaving,
      isClockOff: clock.isOff,
    })
    // Closed in this order: the calls under way, then the emails in hand, then the pools, and the database
    // last.
    closing.push(() =>
      Promise.race([app.close(), new Promise((giveUp) => setTimeout(giveUp, DRAIN_MS).unref())]),
    )
    const address = await listen(app, config)
    workers.push(...startWorkers(deps, { database, admission, brownout, address }))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (leaving && performance.now() - signalledAt > SAME_WISH_MS) process.exit(1)
        if (leaving) return
        signalledAt = performance.now()
        leaving = true
        void closeAll().then(() => process.exit(0))
      })
    }
    // Comes after the signal handlers: a reader of these lines may stop the process at once.
    printAddress(config, address)
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function developmentPages() {
  const { developmentPages: make } = await import('./dev-pages.ts')
  return make()
}

/** A database that dies during a start, or is still starting itself, is there a moment later (R5). */
async function startAgain(tries = 5): Promise<void> {
  try {
    await start()
  } catch (error) {
    if (tries === 1 || isOfAddress(error) || asRefusal(error).kind !== 'busy') throw error
    await wait(500)
    return startAgain(tries - 1)
  }
}

try {
  await startAgain()
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exit(CONFIG_EXIT)
  }
  const { code, message } = error as NodeJS.ErrnoException
  console.error(isOfAddress(error) && code ? (CANNOT_LISTEN[code] ?? message) : message)
  process.exit(1)
}
