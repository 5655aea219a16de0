import { SENDING } from '#contract/messages/limits.ts'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import { refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { previewFirstEmails } from './first-emails.ts'
import { countReachedAlone } from './state-store.ts'
import { countChosen } from './store.ts'
import { isEmptySelection, recipientsOf, selectionForLog } from './whom.ts'

const STATEMENT_TIMEOUT_SECONDS = 10

/**
 * Previews a message for its author. The preview has the number of recipients and the first emails, and says
 * whether the message needs a second person.
 */
export const previewMessage: Handler<'POST /api/staff/jobs/{id}/messages/preview/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    if (isEmptySelection(body)) throw refuseFields({ applications: MESSAGE_WORDS.nobody })
    const { where, blind } = await recipientsOf(tx, staff, params.id, body, now)
    const count = await countChosen(tx, where)
    const emails = await previewFirstEmails(
      tx,
      { deps, staff, message: body, blind, jobId: params.id, where },
      now,
    )
    await recordAudit(
      tx,
      staff,
      { act: 'message.previewed', jobId: params.id, detail: { count, ...selectionForLog(body) } },
      now,
    )
    // The officer's small messages of the last hour count too, so that they cannot replace one large message.
    const reachedBefore = await countReachedAlone(tx, staff.id, now)
    return {
      count,
      needs_second: count + reachedBefore > SENDING.maxRecipientsAlone,
      letters: emails,
    }
  })
