import { MESSAGE_WORDS } from '#contract/message-fields.ts'
import { refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { isHidden } from '../review/blind.ts'
import { recordAct } from '../staff/record-act.ts'
import { countChosen, findFirst } from './store.ts'
import { chosenBy, forLog, namesNobody } from './whom.ts'
import { asRead, writeLetter } from './write-letter.ts'

const PATIENT_SECONDS = 10

/** How many would get it, and the first letters as they would be; who is hidden from this officer stays hidden in them. */
export const previewMessage: Act<'POST /api/staff/jobs/{id}/messages/preview/'> = (deps, { params, body, staff }) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    if (namesNobody(body)) throw refuseFaults({ applications: MESSAGE_WORDS.nobody })
    const { where, blind } = await chosenBy(tx, staff, params.id, body, now)
    const [count, first] = [await countChosen(tx, where), await findFirst(tx, where)]
    const letters = first.map((row) => {
      const hidden = isHidden({ blind }, row)
      return { application: row.application_id, reference: row.reference_number, hidden, ...asRead(writeLetter(body, row, deps.config, hidden), deps.config) }
    })
    // Those whose letters these are read it among their looks.
    for (const { application, hidden } of letters) {
      await recordAct(tx, staff, { act: 'message.letter_previewed', jobId: params.id, applicationId: application, detail: { blind: hidden } }, now)
    }
    await recordAct(tx, staff, { act: 'message.previewed', jobId: params.id, detail: { count, ...forLog(body) } }, now)
    return { count, letters }
  })
