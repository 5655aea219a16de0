import { MESSAGE_WORDS } from '#contract/message-fields.ts'
import type { SentMessage } from '#contract/staff-messages.ts'
import { brokenForeignKey, type Tx } from '../database/connect.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { recordAct } from '../staff/record-act.ts'
import { keptFilter } from './kept-filter.ts'
import { presentMessage } from './present.ts'
import { countedRecipients, findByKey, findMessage, insertMessage, insertRecipients } from './store.ts'
import { chosenBy, forLog, namesNobody } from './whom.ts'

/** A quarter of a million recipients are settled in one statement. */
const PATIENT_SECONDS = 60

async function presented(tx: Tx, id: number): Promise<SentMessage> {
  const row = await findMessage(tx, id)
  if (!row) throw refuse('not_found')
  return presentMessage(row)
}

/**
 * Settles who gets a message, all at once, as many as the officer saw or none; letters and notices follow in parts. Under a key
 * that was used already nothing is sent, and the answer is what was sent then.
 */
export const sendMessage: Act<'POST /api/staff/jobs/{id}/messages/'> = (deps, { params, body, staff }) =>
  deps.db
    .patient(PATIENT_SECONDS)
    .tx(async (tx) => {
      const now = deps.now()
      const { where } = await chosenBy(tx, staff, params.id, body, now)
      if (namesNobody(body)) throw refuseFaults({ applications: MESSAGE_WORDS.nobody })
      const [subject, text, key] = [body.subject.trim(), body.body.trim(), body.key.trim()]
      const id = await insertMessage(tx, {
        jobId: params.id,
        key,
        template: body.template,
        subject,
        body: text,
        filter: body.filter ? keptFilter(body.filter) : null,
        recipients: 1,
        staffId: staff.id,
        now,
      })
      if (id === undefined) return presented(tx, (await findByKey(tx, staff.id, key)) ?? 0)
      const recipients = await insertRecipients(tx, id, where)
      if (recipients === 0) throw refuse('conflict', { message: MESSAGE_WORDS.nobody, also: { count: 0 } })
      if (recipients !== body.expected) throw refuse('conflict', { message: MESSAGE_WORDS.otherCount(recipients), also: { count: recipients } })
      await countedRecipients(tx, id, recipients)
      const detail = { message: id, recipients, ...forLog(body), ...(body.template ? { template: body.template } : {}) }
      await recordAct(tx, staff, { act: 'message.sent', jobId: params.id, detail }, now)
      return presented(tx, id)
    })
    .catch((error: unknown) => {
      // A template that is not there.
      throw brokenForeignKey(error) === 'messages_template_id_fkey' ? refuse('not_found') : error
    })
