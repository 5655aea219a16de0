import { MESSAGES } from '#contract/staff/limits.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { worker, type Worker } from '../worker.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { claimBatch, enqueueBatch, markSpread, takeUnspread } from './spread-store.ts'
import { fillNotification } from './write-email.ts'

type SpreadDeps = Pick<Deps, 'db' | 'now' | 'config' | 'log'>

const STATEMENT_TIMEOUT_SECONDS = 30

/** Thrown when the emails of one message cannot be queued. Its `cause` is the error. */
class MessageFailed extends Error {
  readonly id: number
  constructor(id: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'A message failed.', { cause })
    this.id = id
  }
}

// To spread a message is to queue the emails of its recipients, batch by batch.

/**
 * Queues the next emails of the earliest due message, with their notifications. All are queued in one
 * transaction, so no recipient is ever queued twice. Returns how many; undefined when no message waits. An
 * error of one message is thrown as `MessageFailed`. Messages in `exceptIds` are left for later.
 */
export async function spreadBatch(deps: SpreadDeps, exceptIds: number[] = []): Promise<number | undefined> {
  let takenMessageId: number | undefined
  const work = deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    // The transaction may be tried again after a deadlock, and then take another message.
    takenMessageId = undefined
    const now = deps.now()
    const message = await takeUnspread(tx, now, exceptIds)
    if (!message) return undefined
    takenMessageId = message.id
    // This is its first batch.
    if (message.was_waiting) {
      const detail = {
        message: message.id,
        recipients: message.recipients,
        digest: message.digest?.toString('hex'),
      }
      await recordAudit(tx, 'portal', { act: 'message.left', jobId: message.job_id, detail }, now)
    }
    const recipients = await claimBatch(tx, message.id)
    if (recipients.length > 0) {
      const texts = recipients.map((row) => fillNotification(message, row, deps.config))
      await enqueueBatch(tx, {
        messageId: message.id,
        applications: recipients.map((row) => row.application_id),
        users: recipients.map((row) => row.user_id),
        subjects: texts.map(({ subject }) => subject),
        bodies: texts.map(({ body }) => body),
        now,
      })
    }
    const isLastBatch = recipients.length < MESSAGES.emailsPerPart
    if (isLastBatch) await markSpread(tx, message.id, now)
    return recipients.length
  })
  return work.catch((error: unknown) => {
    throw takenMessageId === undefined ? error : new MessageFailed(takenMessageId, error)
  })
}

/**
 * Queues the emails of due messages for as long as the process lives. It pauses between batches, so that
 * requests go first. `stop` resolves when the current batch is done.
 */
export function startSpreading(deps: SpreadDeps): Worker {
  // A message that fails does not stop the others. It is tried again when nothing else waits.
  const failedIds = new Set<number>()
  return worker(deps.log, {
    failed: 'messages.waiting',
    everyMs: MESSAGES.partEveryMs,
    async pass() {
      const startMs = performance.now()
      try {
        const count = await spreadBatch(deps, [...failedIds])
        // The returned pause is as long as the batch took: at most half of one connection's time is used.
        if (count !== undefined) return performance.now() - startMs
        // Nothing else waits, so the messages that failed are tried again.
        failedIds.clear()
      } catch (error) {
        if (!(error instanceof MessageFailed)) throw error
        deps.log('warn', 'messages.waiting', { ...errorFields(error.cause), id: error.id })
        failedIds.add(error.id)
      }
      // Undefined means the usual pause, `everyMs`.
      return undefined
    },
  })
}
