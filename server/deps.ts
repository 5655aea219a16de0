import type { FastifyInstance } from 'fastify'
import type { Admission } from './admission/admission.ts'
import type { Providers } from './assistant/providers/providers.ts'
import type { Brownout } from './brownout/brownout.ts'
import type { Config } from './config.ts'
import type { Db } from './database/connect.ts'
import type { Leases } from './database/leases.ts'
import type { Files } from './files/file-store.ts'
import type { Inspector } from './files/inspector.ts'
import type { Metrics } from './http/count-requests.ts'
import type { ValidationCounter } from './http/validation-counter.ts'
import type { Secrets } from './secrets.ts'
import type { Health } from './status/health.ts'
import type { TicketDesk } from './tickets/desk.ts'
import type { ReceiptKey } from './transparency/key.ts'

/** A log line: an event's name and fields from a short list that can hold nothing personal (T29). */
export type Log = (level: 'info' | 'warn' | 'error', event: string, fields?: LogFields) => void
export type LogFields = {
  route?: string
  method?: string
  status?: number
  /** How long something took, or by how much a clock jumped. */
  ms?: number
  request_id?: string
  /** The kind of a refusal. */
  kind?: string
  error?: string
  code?: string
  /** Frames without a message, from `errorFields`. */
  stack?: string
  count?: number
  /** How many calls were answered 503, by class and cause. */
  shed?: Record<string, number>
  /** What the event is about: the id of a row, or the number of a provider. */
  id?: number | string
  attempts?: number
  address?: string
  version?: string
}

/** Slow hashes in worker threads, behind a bounded queue (T27). Refuses `busy` when the queue is full. */
export type Hasher = {
  /** A new caller would be refused `busy`. */
  isFull(): boolean
  hash(secret: string): Promise<string>
  /** With `undefined` as the hash it takes as long and resolves to false: the time reveals nothing (T1). */
  verify(hash: string | undefined, secret: string): Promise<boolean>
  close(): Promise<void>
}

/** Everything a handler receives from outside. */
export type Deps = {
  config: Config
  db: Db
  /** The clock: the database's time, carried by this process's monotonic clock (R13). */
  now: () => Date
  secrets: Secrets
  /** Signs receipts and the checkpoints of the public log. */
  receiptKey: ReceiptKey
  hasher: Hasher
  files: Files
  /** Checks uploaded files. */
  inspector: Inspector
  log: Log
  /** Counts how often each field error is shown; without it they are not counted. */
  met?: ValidationCounter | undefined
  /** Counts how the last minutes were for those who submit; without it they are not counted. */
  health?: Health | undefined
  /**
   * Gives a ticket to each submit that could not be decided: a retry with it keeps its time of arrival.
   * `buildApp` creates one when there is none.
   */
  tickets?: TicketDesk | undefined
  /** Work that only one process of all machines does; without it every process does it. */
  leases?: Leases | undefined
  /** Providers of the assistant's answers, if the operator named any (N2). */
  providers?: Providers | undefined
  /** How much is left out under overload, and the waiting line; without it nothing is. */
  brownout?: Brownout | undefined
  /** Who is admitted under overload, and what was measured. `buildApp` creates one when there is none. */
  admission?: Admission
  /** Counts requests for `/metrics`; without it they are not counted. */
  metrics?: Metrics
  /**
   * Hooks that trace each request: `start` comes before the other hooks, `enter` after them. Without it
   * nothing is traced.
   */
  traceRequests?: Record<'start' | 'enter', (app: FastifyInstance) => unknown>
}
