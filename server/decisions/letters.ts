import type { Status } from '#contract/application-words.ts'
import { stageOf, STATUS_OF } from '#contract/staff-stages.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../http/staff-session.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import type { Letter, Letters } from '../mail/letter.ts'
import { asText } from '../mail/render.ts'
import { findDecided, findFirstOn, type ToldRow } from './letters-store.ts'
import type { ListRow } from './store.ts'

/** What happens next, by the status that is told. */
const NEXT: Record<Status, string> = {
  Pending: 'Officers will read your application. You need not send anything again.',
  'Under Review': 'Officers are reading your application. You need not send anything again; we write as soon as there is a decision.',
  Shortlisted:
    'You go on to the next step. When and where it is, we tell you at the email address and the phone number in your application; have the originals of your papers ready.',
  Rejected: 'For this job, nothing more follows. Your profile stays as it is, and you can apply for every other job that is open.',
  Hired: 'We tell you at the email address and the phone number in your application what is needed before you begin, and when that is.',
}

type Told = { id: number; email: string; firstName: string; reference: string; jobTitle: string; jobReference: string; reason: string }

/** The job is called as it was when the application was sent (L8), and so is the person. */
function toldOf({ application_id: id, reference_number: reference, frozen, reason }: ToldRow): Told {
  const { job, applicant } = JSON.parse(frozen) as Frozen
  return { id, reference, reason, email: applicant.email, firstName: applicant.first_name, jobTitle: job.title, jobReference: job.reference }
}

const decisionLetter = ({ config }: Pick<Deps, 'config'>, it: Told, status: Status): Letter => ({
  to: it.email,
  subject: `Your application ${it.reference}: ${status}`,
  greeting: `Dear ${it.firstName},`,
  paragraphs: [
    `Your application ${it.reference} for ${it.jobTitle} (${it.jobReference}) is now: ${status}.`,
    ...(it.reason ? [`The reason: ${it.reason}`] : []),
    `What happens next: ${NEXT[status]}`,
  ],
  action: { label: 'See my application', url: `${config.publicUrl}/dashboard/applications/${it.id}` },
})

export const decisionsLetters: Letters = {
  /** Nothing, once another decision has been told since. */
  'decisions.status': async (deps, { list, application }: { list: number; application: number }) => {
    const row = await findDecided(deps.db, list, application)
    if (!row) return undefined
    const status = STATUS_OF[stageOf(row.to_stage)]
    return row.status === status ? decisionLetter(deps, toldOf(row), status) : undefined
  },
}

/** The letter of the first on a list whose status it changes, of those that stand at `stages`; who that is, stays hidden from whoever is blind to it. */
export async function previewLetter(tx: Tx, deps: Deps, staff: Staff, list: ListRow, { stages, isOpen }: { stages: number[]; isOpen: boolean }) {
  const status = STATUS_OF[stageOf(list.to_stage)]
  const told = stages.filter((stage) => STATUS_OF[stageOf(stage)] !== status)
  const first = told.length > 0 ? await findFirstOn(tx, staff, list.id, told) : undefined
  if (!first && stages.length > 0) return null
  const example = { id: 0, email: '', reference: '[reference number]', jobTitle: list.job_title, jobReference: list.job_reference, reason: list.reason }
  const one = first ? toldOf(first) : { ...example, firstName: '' }
  const letter = decisionLetter(deps, { ...one, firstName: isOpen && first ? one.firstName : '[first name]' }, status)
  return { subject: letter.subject, text: asText(letter, deps.config) }
}
