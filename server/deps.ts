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
import type { ValidationCounter } from './reports/validation-counter.ts'
import type { Secrets } from './secrets.ts'
import type { Health } from './status/health.ts'
import type { TicketIssuer } from './tickets/issuer.ts'
import type { ReceiptKey } from './transparency/key.ts'

/** Writes a log line: the name of an event, and only the fields below. None is personal (T29). */
export type Log = (level: 'info' | 'warn' | 'error', event: string, fields?: LogFields) => void
export type LogFields = {
  route?: string
  method?: string
  status?: number
  /** How long something took, or by how much a clock jumped, in milliseconds. */
  ms?: number
  request_id?: string
  /** The kind of a refusal, such as `busy`. */
  kind?: string
  /** The name of an error, such as `TypeError`. Its message may quote what a person typed. */
  error?: string
  /** The code of an error, such as `ECONNREFUSED`. */
  code?: string
  /** The stack of an error without its message, as `errorFields` makes it. */
  stack?: string
  count?: number
  /** How many calls were refused with status 503, by class of call and cause. */
  shed?: Record<string, number>
  /** The id of the row, or the number of the provider, that the log event is about. */
  id?: number | string
  attempts?: number
  /** Where the portal itself serves something, such as its metrics. Never the address of a person. */
  address?: string
  version?: string
}

/** Makes slow hashes in worker threads, behind a bounded queue (T27). Refuses `busy` when it is full. */
export type Hasher = {
  /** True when a new caller who needs a hash would be refused `busy`. */
  isFull(): boolean
  hash(secret: string): Promise<string>
  /** Checks a secret. Without a hash it takes as long and returns false: the time reveals nothing (T1). */
  verify(hash: string | undefined, secret: string): Promise<boolean>
  close(): Promise<void>
}

/** Everything that the handler of a call receives from outside. */
export type Deps = {
  config: Config
  db: Db
  /** The present time: the database's clock, continued by this process's monotonic clock (R13). */
  now: () => Date
  secrets: Secrets
  /** The key that signs receipts and the checkpoints of the public log. */
  receiptKey: ReceiptKey
  hasher: Hasher
  files: Files
  /** Checks uploaded files. */
  inspector: Inspector
  log: Log
  /** Counts how often people see each field error. Without this counter, nothing is counted. */
  validationCounter?: ValidationCounter | undefined
  /** Counts how submits fared in the last minutes. Without this counter, nothing is counted. */
  health?: Health | undefined
  /**
   * Gives a ticket to each submit that could not be decided. A retry with the ticket keeps the arrival time
   * of the first try. `buildApp` creates this issuer when there is none.
   */
  tickets?: TicketIssuer | undefined
  /** Leases give a task to only one process of all machines. Without leases, every process does it. */
  leases?: Leases | undefined
  /** The providers of the assistant's answers, if the operator named any (N2). */
  providers?: Providers | undefined
  /** The waiting line, and how much is left out under overload. Without it, nothing is left out. */
  brownout?: Brownout | undefined
  /** Decides who is admitted under overload, and measures. `buildApp` creates it when there is none. */
  admission?: Admission
  /** Counts all requests, and `/metrics` serves the counts. Without it, requests are not counted. */
  metrics?: Metrics
  /**
   * Hooks that trace each request: `startSpans` comes before the other hooks, `runInSpans` after them.
   * Without these hooks nothing is traced.
   */
  traceRequests?: Record<'startSpans' | 'runInSpans', (app: FastifyInstance) => unknown>
}
