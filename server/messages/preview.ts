import { SENDING } from '#contract/staff-limits.ts'
import { MESSAGE_WORDS } from '#contract/message-fields.ts'
import { refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { recordAct } from '../staff/record-act.ts'
import { firstLetters } from './first-letters.ts'
import { countReachedAlone } from './state-store.ts'
import { countChosen } from './store.ts'
import { chosenBy, forLog, namesNobody } from './whom.ts'

const PATIENT_SECONDS = 10

/** How many would get it, whether that needs a second person, and the first letters as they would be. */
export const previewMessage: Act<'POST /api/staff/jobs/{id}/messages/preview/'> = (deps, { params, body, staff }) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    if (namesNobody(body)) throw refuseFaults({ applications: MESSAGE_WORDS.nobody })
    const { where, blind } = await chosenBy(tx, staff, params.id, body, now)
    const count = await countChosen(tx, where)
    const letters = await firstLetters(tx, { deps, staff, words: body, blind, jobId: params.id, where }, now)
    await recordAct(tx, staff, { act: 'message.previewed', jobId: params.id, detail: { count, ...forLog(body) } }, now)
    return { count, needs_second: count + (await countReachedAlone(tx, staff.id, now)) > SENDING.alone, letters }
  })
