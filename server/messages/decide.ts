import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { canBeStopped, mayStop, presentMessage, whyNotSecondPerson } from './present.ts'
import { hashText, leavesAfter } from './send.ts'
import { digestOf, saveApproval, saveReturn, saveStop } from './state-store.ts'
import { findMessage, lockMessage } from './store.ts'

/** The time limit for a statement that may compute the digest of up to 250,000 recipients. */
const STATEMENT_TIMEOUT_SECONDS = 60

/** The message as it is after an officer's decision. */
async function presentChanged(tx: Tx, id: number, staff: Staff, now: Date): Promise<OfficersMessage> {
  const row = await findMessage(tx, staff.id, id)
  if (!row) throw refuse('not_found')
  return presentMessage(row, staff, now)
}

/**
 * A second person approves or returns a message and decides on exactly what they read (T32). The browser
 * sends the digest (a hash of text and recipients) of the message that it showed. The message is not approved
 * if the stored digest or the digest of the present rows differs.
 */
export const decideOnMessage: Handler<'POST /api/staff/messages/{id}/decide/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const row = await lockMessage(tx, staff.id, params.id)
    if (!row) throw refuse('not_found')
    // The time is read after the lock, because this call may have waited for the lock.
    const now = deps.now()
    const objection = whyNotSecondPerson(row, staff)
    if (objection) throw refuse('second_person', { message: objection })
    if (row.state !== 'proposed') throw refuse('conflict', { message: MESSAGE_WORDS.notNow })
    // A proposed message always has a digest. The '' is only for the type checker.
    const digest = row.digest?.toString('hex') ?? ''
    if (body.digest.toLowerCase() !== digest) throw refuse('conflict', { message: MESSAGE_WORDS.otherByNow })
    const note = body.note.trim()
    if (body.approve) {
      const textHash = hashText({ job: row.job_id, subject: row.subject, body: row.body })
      if ((await digestOf(tx, row.id, textHash)) !== digest) throw refuse('conflict')
      const leavesAt = leavesAfter(now)
      await saveApproval(tx, row.id, { by: staff.id, note, leavesAt, now })
      const detail = {
        message: row.id,
        recipients: row.recipients,
        digest,
        leaves_at: leavesAt.toISOString(),
      }
      await recordAudit(
        tx,
        staff,
        { act: 'message.approved', jobId: row.job_id, reason: note, detail },
        // The digest of many recipients takes long. The log refuses an entry that is dated too early.
        deps.now(),
      )
    } else {
      await saveReturn(tx, row.id, { by: staff.id, note, now })
      await recordAudit(
        tx,
        staff,
        { act: 'message.returned', jobId: row.job_id, reason: note, detail: { message: row.id, digest } },
        now,
      )
    }
    return presentChanged(tx, row.id, staff, now)
  })

/** An officer stops a message before it is sent. None of its emails has been sent or will be. */
export const stopMessage: Handler<'POST /api/staff/messages/{id}/stop/'> = (deps, { params, body, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const row = await lockMessage(tx, staff.id, params.id)
    if (!row) throw refuse('not_found')
    // The time is read after the lock: the message may have become due while this call waited for the lock.
    const now = deps.now()
    if (!mayStop(row, staff)) throw refuse('forbidden', { message: MESSAGE_WORDS.notYours })
    if (!canBeStopped(row, now)) {
      const isTooLate = row.state === 'scheduled' || row.state === 'sent'
      throw refuse('conflict', { message: isTooLate ? MESSAGE_WORDS.tooLate : MESSAGE_WORDS.notNow })
    }
    const reason = body.reason.trim()
    await saveStop(tx, row.id, { by: staff.id, reason, now })
    await recordAudit(
      tx,
      staff,
      {
        act: 'message.stopped',
        jobId: row.job_id,
        reason,
        detail: { message: row.id, was: row.state, recipients: row.recipients },
      },
      now,
    )
    return presentChanged(tx, row.id, staff, now)
  })
