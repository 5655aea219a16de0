import { MESSAGES } from '#contract/staff/limits.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { worker, type Worker } from '../worker.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { allSpread, claimPart, enqueuePart, takeUnspread } from './spread-store.ts'
import { asNotification } from './write-email.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'config' | 'log'>

/**
 * Queues the next emails of the earliest due message, with their notifications, in one transaction: no
 * recipient is ever queued twice.
 * Returns how many; undefined when nothing waits. The error of a message is thrown with the message id as
 * `id`. Messages in `but` are left for later.
 */
export async function spreadPart(deps: Needs, but: number[] = []): Promise<number | undefined> {
  let taken: number | undefined
  const work = deps.db.patient(30).tx(async (tx) => {
    taken = undefined
    const now = deps.now()
    const message = await takeUnspread(tx, now, but)
    if (!message) return undefined
    taken = message.id
    if (message.was_waiting) {
      const detail = {
        message: message.id,
        recipients: message.recipients,
        digest: message.digest?.toString('hex'),
      }
      await recordAudit(tx, 'portal', { act: 'message.left', jobId: message.job_id, detail }, now)
    }
    const part = await claimPart(tx, message.id)
    if (part.length > 0) {
      const texts = part.map((row) => asNotification(message, row, deps.config))
      await enqueuePart(tx, {
        messageId: message.id,
        applications: part.map((row) => row.application_id),
        users: part.map((row) => row.user_id),
        subjects: texts.map(({ subject }) => subject),
        bodies: texts.map(({ body }) => body),
        now,
      })
    }
    if (part.length < MESSAGES.part) await allSpread(tx, message.id, now)
    return part.length
  })
  return work.catch((error: unknown) => {
    throw taken === undefined ? error : Object.assign(error as Error, { id: taken })
  })
}

/**
 * Queues messages for as long as the process lives, with a pause between parts, so that requests go first.
 * `stop` resolves after the part in hand.
 */
export function startSpreading(deps: Needs): Worker {
  // A message that fails does not stop the others. It is tried again when nothing else waits.
  const failed = new Set<number>()
  return worker(deps.log, {
    failed: 'messages.waiting',
    everyMs: MESSAGES.everyMs,
    async pass() {
      const began = performance.now()
      try {
        const count = await spreadPart(deps, [...failed])
        // The pause is as long as the part took: at most half of one connection's time is used.
        if (count !== undefined) return performance.now() - began
        failed.clear()
      } catch (error) {
        const { id } = error as { id?: number }
        if (!id) throw error
        deps.log('warn', 'messages.waiting', { ...errorFields(error), id })
        failed.add(id)
      }
      return undefined
    },
  })
}
