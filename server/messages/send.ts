import { createHash } from 'node:crypto'
import { SENDING } from '#contract/staff/limits.ts'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import { brokenForeignKey } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { canonical } from '#contract/canonical.ts'
import { storedFilter } from './stored-filter.ts'
import { presentMessage } from './present.ts'
import { insertMessage, lockSending } from './state-store.ts'
import { findByKey, findMessage } from './store.ts'
import { chosenBy, forLog, namesNoOne } from './whom.ts'

/** One statement fixes up to 250,000 recipients. */
const STATEMENT_TIMEOUT_SECONDS = 60

export const leavesAfter = (now: Date) => new Date(now.getTime() + SENDING.stopMinutes * 60_000)

/** SHA-256 of a message's text as canonical JSON: the first part of its digest, before the recipients. */
export const headOf = (values: { job: number; subject: string; body: string }) =>
  createHash('sha256')
    .update(canonical({ body: values.body, format: 'messages/1', job: values.job, subject: values.subject }))
    .digest()

/**
 * Fixes the recipients of a message, all at once: as many as the officer saw, or none. A message to many
 * waits for a second person; any other waits until it can no longer be stopped. A key that was used before
 * sends nothing, and returns that earlier message.
 */
export const sendMessage: Handler<'POST /api/staff/jobs/{id}/messages/'> = (deps, { params, body, staff }) =>
  deps.db
    .patient(STATEMENT_TIMEOUT_SECONDS)
    .tx(async (tx) => {
      const { where } = await chosenBy(tx, staff, params.id, body, deps.now())
      if (namesNoOne(body)) throw refuseFields({ applications: MESSAGE_WORDS.nobody })
      const [subject, text, key] = [body.subject.trim(), body.body.trim(), body.key.trim()]
      await lockSending(tx, staff.id)
      // Read the time after the lock, because this may have waited for another message of this officer.
      const now = deps.now()
      const leavesAt = leavesAfter(now)
      const presented = async (id: number) => {
        const row = await findMessage(tx, staff.id, id)
        if (!row) throw refuse('not_found')
        return presentMessage(row, staff, now)
      }
      const before = await findByKey(tx, staff.id, key)
      if (before !== undefined) return presented(before)
      const { id, recipients, needs_second, digest } = await insertMessage(
        tx,
        {
          jobId: params.id,
          key,
          template: body.template,
          subject,
          body: text,
          filter: body.filter ? storedFilter(body.filter) : null,
          head: headOf({ job: params.id, subject, body: text }),
          expected: body.expected,
          staffId: staff.id,
          leavesAt,
          now,
        },
        where,
      )
      if (recipients === 0) throw refuse('conflict', { message: MESSAGE_WORDS.nobody, also: { count: 0 } })
      if (id === null)
        throw refuse('conflict', {
          message: MESSAGE_WORDS.otherCount(recipients),
          also: { count: recipients },
        })
      const detail = {
        message: id,
        recipients,
        ...forLog(body),
        ...(body.template ? { template: body.template } : {}),
        digest: digest.toString('hex'),
        ...(needs_second ? {} : { leaves_at: leavesAt.toISOString() }),
      }
      await recordAudit(
        tx,
        staff,
        { act: needs_second ? 'message.proposed' : 'message.sent', jobId: params.id, detail },
        now,
      )
      return presented(id)
    })
    .catch((error: unknown) => {
      // The template does not exist.
      throw brokenForeignKey(error) === 'messages_template_id_fkey' ? refuse('not_found') : error
    })
