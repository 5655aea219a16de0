import { createHash } from 'node:crypto'
import { SENDING } from '#contract/messages/limits.ts'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import { brokenForeignKey, type Sql, type Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { canonical } from '#contract/canonical.ts'
import { storedFilter } from './stored-filter.ts'
import { presentMessage } from './present.ts'
import { insertMessage, lockSending, type NewMessage } from './state-store.ts'
import { allRecipientsMatch, findByKey, findMessage, type MessageRow } from './store.ts'
import { isEmptySelection, recipientsOf, type Selection, selectionForLog } from './whom.ts'

/** The time limit for a statement that may store up to 250,000 recipients. */
const STATEMENT_TIMEOUT_SECONDS = 60

/** The time at which a message is sent, unless someone stops it before. */
export const leavesAfter = (now: Date) => new Date(now.getTime() + SENDING.stopMinutes * 60_000)

/**
 * The SHA-256 of a message's text as canonical JSON. A message's digest is computed from this hash and the
 * recipients.
 */
export const hashText = (values: { job: number; subject: string; body: string }) =>
  createHash('sha256')
    .update(canonical({ body: values.body, format: 'messages/1', job: values.job, subject: values.subject }))
    .digest()

/**
 * Inserts the message.
 * @throws refuse `conflict` when the number of recipients is 0, or not what the officer saw
 */
async function insertExpected(tx: Tx, message: NewMessage, where: Sql) {
  const { id, recipients, needs_second, digest } = await insertMessage(tx, message, where)
  if (recipients === 0) throw refuse('conflict', { message: MESSAGE_WORDS.nobody, also: { count: 0 } })
  // The message was not inserted, because its number of recipients has changed.
  if (id === null)
    throw refuse('conflict', { message: MESSAGE_WORDS.otherCount(recipients), also: { count: recipients } })
  return { id, recipients, needsSecond: needs_second, digest }
}

/**
 * Whether an earlier message goes to the job and recipients of a repeated call. Recipients with the same
 * stored filter count as the same, except for a search, whose text is not stored.
 */
async function hasSameRecipients(
  tx: Tx,
  earlier: MessageRow,
  { jobId, body, where }: { jobId: number; body: Selection & { expected?: number | undefined }; where: Sql },
) {
  const filter = body.filter ? storedFilter(body.filter) : null
  if (earlier.job_id !== jobId || earlier.recipients !== body.expected || earlier.filter !== filter)
    return false
  return body.filter && !body.filter.search ? true : allRecipientsMatch(tx, earlier.id, where)
}

/**
 * Stores a message and its recipients, unless their number differs from what the officer saw. A message to
 * many people waits for a second person. Any other is sent after some minutes, in which it can be stopped. A
 * page that repeats a call sends the same key again. Then the earlier message is returned and nothing is sent
 * twice. Refuses `conflict` if the earlier message went to another job or other recipients.
 */
export const sendMessage: Handler<'POST /api/staff/jobs/{id}/messages/'> = (deps, { params, body, staff }) =>
  deps.db
    .patient(STATEMENT_TIMEOUT_SECONDS)
    .tx(async (tx) => {
      const { where } = await recipientsOf(tx, staff, params.id, body, deps.now())
      if (isEmptySelection(body)) throw refuseFields({ applications: MESSAGE_WORDS.nobody })
      const text = { subject: body.subject.trim(), body: body.body.trim() }
      const key = body.key.trim()
      await lockSending(tx, staff.id)
      // The time is read after the lock: this call may have waited for another message of the same officer.
      const now = deps.now()
      const findSaved = async (id: number) => {
        const row = await findMessage(tx, staff.id, id)
        if (!row) throw refuse('not_found')
        return row
      }
      const earlierId = await findByKey(tx, staff.id, key)
      if (earlierId !== undefined) {
        const earlier = await findSaved(earlierId)
        if (!(await hasSameRecipients(tx, earlier, { jobId: params.id, body, where })))
          throw refuse('conflict', { message: MESSAGE_WORDS.earlierWritten, also: { earlier: earlierId } })
        return presentMessage(earlier, staff, now)
      }
      const leavesAt = leavesAfter(now)
      const newMessage = {
        jobId: params.id,
        key,
        template: body.template,
        ...text,
        filter: body.filter ? storedFilter(body.filter) : null,
        textHash: hashText({ job: params.id, ...text }),
        expected: body.expected,
        staffId: staff.id,
        leavesAt,
        now,
      }
      const { id, recipients, needsSecond, digest } = await insertExpected(tx, newMessage, where)
      const action = needsSecond ? 'message.proposed' : 'message.sent'
      const detail = {
        message: id,
        recipients,
        ...selectionForLog(body),
        ...(body.template ? { template: body.template } : {}),
        digest: digest.toString('hex'),
        ...(needsSecond ? {} : { leaves_at: leavesAt.toISOString() }),
      }
      await recordAudit(tx, staff, { act: action, jobId: params.id, detail }, deps.now())
      return presentMessage(await findSaved(id), staff, now)
    })
    .catch((error: unknown) => {
      const isTemplateUnknown = brokenForeignKey(error) === 'messages_template_id_fkey'
      throw isTemplateUnknown ? refuse('not_found') : error
    })
