import { hashSync, verifySync } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Admission } from '../../server/admission/admission.ts'
import { type AppOptions, buildApp } from '../../server/app.ts'
import { openProviders, type ProvidersOptions } from '../../server/assistant/providers/open-providers.ts'
import { openBrownout } from '../../server/brownout/brownout.ts'
import { connect } from '../../server/database/connect.ts'
import type { Deps, Hasher, LogFields } from '../../server/deps.ts'
import { createInspector, type Inspector } from '../../server/files/inspector.ts'
import { openFiles } from '../../server/files/open-files.ts'
import { validationCounter } from '../../server/reports/validation-counter.ts'
import { secretsFrom } from '../../server/secrets.ts'
import { createHealth } from '../../server/status/health.ts'
import { serveMetrics } from '../../server/watching/serve-metrics.ts'
import { openTracing } from '../../server/tracing/open-tracing.ts'
import { readReceiptKey } from '../../server/transparency/key.ts'
import { configKeepingMail } from './config.ts'
import { freshDatabase } from './database.ts'
import { memoryFolder } from './in-memory.ts'
import { waitingForCaches } from './job-changes.ts'
import { visitorAt } from './visitor.ts'

/** Algorithm.Argon2id: that const enum does not exist at run time. */
const ARGON2ID = 2

export const A_TUESDAY = new Date('2026-11-24T11:02:00Z')

export type PortalOptions = {
  /** Environment variables of the portal that override the defaults. */
  config?: Record<string, string>
  now?: Date
  app?: AppOptions
  hasher?: Hasher
  inspector?: Inspector
  /** The timers and the name lookup for outside services. */
  providers?: Pick<ProvidersOptions, 'timer' | 'resolve'>
  /** Inserts a proxy before the database: receives its URL, and returns the URL to use. */
  between?: (url: string) => Promise<string>
  /** Use a database that waits for the disk, as the portal's program requires. */
  durable?: boolean
  /**
   * The portal may shed (refuse) requests after a wait, by the real clock. Off by default, so that a busy
   * machine does not change results.
   */
  sheds?: boolean
}

/** Starts a whole portal on a real port, with its own database and a clock that the test sets. */
export async function openPortal({
  config = {},
  now = A_TUESDAY,
  app: appOptions,
  hasher,
  inspector,
  providers,
  between,
  durable = false,
  sheds = false,
}: PortalOptions = {}) {
  const dataDir = mkdtempSync(join(durable ? tmpdir() : memoryFolder(), 'portal-test-'))
  const database = await freshDatabase({ durable })
  // The portal connects as its own role. The test's queries and faults use the owner's connection.
  const own = connect(between ? await between(database.portalUrl) : database.portalUrl)
  const db = waitingForCaches(connect(database.url, { connections: 4 }), own)
  let present = now
  const log: { level: string; event: string; fields?: LogFields }[] = []
  const settings = configKeepingMail({ PORT: '0', DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', ...config })
  const deps: Deps = {
    config: settings,
    db: own,
    now: () => present,
    secrets: secretsFrom(randomBytes(32)),
    receiptKey: readReceiptKey(settings),
    hasher: hasher ?? cheapHasher,
    files: openFiles(settings),
    inspector: inspector ?? sharedInspector(),
    validationCounter: validationCounter(),
    health: createHealth(),
    log: (level, event, fields) => void log.push({ level, event, ...(fields ? { fields } : {}) }),
  }
  deps.brownout = openBrownout(deps, { ticketCount: () => deps.tickets?.measured(present).waiting ?? 0 })
  deps.providers = openProviders(settings, { now: deps.now, log: deps.log, ...providers })
  // A clock that never moves, so that no request waits long enough to be shed.
  if (!sheds) deps.admission = new Admission({ clock: () => 0, level: () => deps.brownout?.level() ?? 0 })
  const tracing = await openTracing(deps)
  const metrics = await serveMetrics(deps, { db: own, background: own, bulk: own }, () => false)
  const app = await buildApp(deps, appOptions)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    metricsUrl: metrics.url ?? '',
    server: app.server,
    deps,
    db,
    log,
    databaseUrl: database.url,
    clock: {
      now: () => present,
      set: (moment: Date) => void (present = moment),
      advance: (ms: number) => void (present = new Date(present.getTime() + ms)),
    },
    visitor: (options?: { browser?: boolean }) => visitorAt(url, options),
    async close() {
      await app.close()
      await metrics.close()
      await tracing.close()
      await deps.hasher.close()
      await deps.inspector.close()
      await own.close()
      await db.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Portal = Awaited<ReturnType<typeof openPortal>>

const hashCheaply = (secret: string) =>
  hashSync(secret, { algorithm: ARGON2ID, memoryCost: 8, timeCost: 1, parallelism: 1 })
const HASH_OF_NO_ONE = hashCheaply('no one')
/**
 * The cheapest hashes, made without threads, because tests check rules and not the cost of a guess. On a busy
 * machine too, it refuses no one.
 */
const cheapHasher: Hasher = {
  isFull: () => false,
  hash: async (secret) => hashCheaply(secret),
  verify: async (stored, secret) => verifySync(stored ?? HASH_OF_NO_ONE, secret) && stored !== undefined,
  close: async () => {},
}

/** Inspects files for all portals of a process, because starting its threads takes longer than most files. */
let shared: Inspector | undefined
const sharedInspector = (): Inspector => ({ ...(shared ??= createInspector()), close: async () => {} })
