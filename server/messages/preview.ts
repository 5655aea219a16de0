import { MESSAGE_WORDS } from '#contract/message-fields.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { recordAct } from '../staff/record-act.ts'
import { countChosen, findFirst, findJob } from './store.ts'
import { aboutWhom, chosenBy, nobodyNamed, seesWho } from './whom.ts'
import { asRead, writeLetter } from './write-letter.ts'

const PATIENT_SECONDS = 10

/** How many would get it, and the first letters as they would be; who is hidden from this officer stays hidden in them. */
export const previewMessage: Act<'POST /api/staff/jobs/{id}/messages/preview/'> = (deps, { params, body, staff }) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    if (!(await findJob(tx, params.id))) throw refuse('not_found')
    if (nobodyNamed(body)) throw refuseFaults({ applications: MESSAGE_WORDS.nobody })
    const chosen = await chosenBy(tx, staff, params.id, body, now)
    const [count, first, sees] = [await countChosen(tx, chosen), await findFirst(tx, chosen), await seesWho(tx, staff, params.id, now)]
    const letters = first.map((row) => {
      const hidden = !sees && !row.is_open
      return { application: row.application_id, reference: row.reference_number, hidden, ...asRead(writeLetter(body, row, deps.config, hidden), deps.config) }
    })
    await recordAct(tx, staff, { act: 'message.previewed', jobId: params.id, detail: { count, ...aboutWhom(body).detail } }, now)
    return { count, letters }
  })
