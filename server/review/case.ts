import { ageOn, nairobiDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REVIEW } from '#contract/limits.ts'
import { ROLE_WORDS } from '#contract/staff-rights.ts'
import { flagsIn, STATUS_OF, stageOf } from '#contract/staff-stages.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { documentsOf, type StoredDocument } from '../job-applications/documents.ts'
import { type Frozen, fullName } from '../job-applications/freeze.ts'
import { recordAct } from '../staff/record-act.ts'
import { isBlind, isHidden } from './blind.ts'
import { type CaseRow, type DecisionRow, decisionsOn, findCase, notesOn, type ShareRow, sharesOf } from './case-store.ts'
import { presentNote } from './notes.ts'

type Case = Reply<'GET /api/staff/applications/{id}/'>

/** What tells who it is; all of it null while that is hidden. */
function presentWho({ applicant: it, address, employment_number }: Frozen, row: CaseRow, { hidden, now }: { hidden: boolean; now: Date }) {
  if (hidden) return { name: null, gender: null, is_pwd: null, age: null, person: null, employment_number: null, digest: null }
  const { email, phone, document_type, idno, date_of_birth, disability_type } = it
  return {
    name: fullName(it),
    gender: it.gender as Case['gender'],
    is_pwd: it.is_pwd,
    age: ageOn(row.born, nairobiDate(row.expiry_date ?? now)) ?? null,
    person: { email, phone, document_type, idno, date_of_birth, disability_type, address },
    employment_number: employment_number || null,
    digest: row.digest.toString('hex'),
  }
}

const presentSent = (it: Frozen, hidden: boolean): Pick<Case, 'education' | 'experience_entries' | 'referees'> => ({
  education: it.education.map((one) => ({
    institution: one.institution,
    level: one.qualification_level_name,
    area_of_study: one.area_of_study,
    year: one.year_of_completion,
  })),
  experience_entries: it.experience.filter((one) => !one.no_experience),
  referees: it.referees.map(({ name, position, organization, email, phone }) => ({
    position,
    organization,
    ...(hidden ? { name: null, email: null, phone: null } : { name, email, phone }),
  })),
})

const presentDocument = ({ kind, name, size, type, state, flags }: StoredDocument, hidden: boolean): Case['document_files'][number] => ({
  kind,
  name: hidden || state !== 'clean' ? null : name,
  size,
  type,
  state,
  flags,
})

const presentShare = ({ kind, applications, count }: ShareRow): Case['shares'][number] => ({
  flag: `same_${kind}`,
  applications,
  more: count - applications.length,
})

const presentDecision = ({ at, to_stage, reason, proposer, approver }: DecisionRow): Case['history'][number] => ({
  at: at.toISOString(),
  stage: stageOf(to_stage),
  status: STATUS_OF[stageOf(to_stage)],
  reason,
  by: [proposer, approver].flatMap((one) => (one ? [{ name: one.name, role: ROLE_WORDS[one.role].name }] : [])),
})

/** An application as it was frozen, with all that officers know of it; one look, one act of the log. */
export const lookAtCase: Act<'GET /api/staff/applications/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await findCase(tx, staff, params.id)
    if (!row) throw refuse('not_found')
    const hidden = isHidden(await isBlind(tx, staff, row.job_id, now), row)
    await recordAct(tx, staff, { act: 'application.looked_at', jobId: row.job_id, applicationId: row.id, detail: { blind: hidden } }, now)
    const it = JSON.parse(row.frozen) as Frozen
    const decisions = (await decisionsOn(tx, row.id)).map(presentDecision)
    const received: Case['history'][number] = { at: row.submitted_at.toISOString(), stage: 'received', status: 'Pending', reason: '', by: [] }
    return {
      id: row.id,
      reference: row.reference,
      submitted_at: received.at,
      ...presentWho(it, row, { hidden, now }),
      ...presentSent(it, hidden),
      county: it.applicant.county,
      constituency: it.applicant.constituency,
      ward: it.applicant.ward,
      place: it.by_election_area?.name ?? it.huduma_centre?.name ?? null,
      lives_there: it.by_election_area ? !row.raised.includes('lives_elsewhere') : null,
      level: row.level,
      year: row.year,
      experience: row.experience,
      documents: it.documents.map(({ kind }) => kind),
      document_files: (await documentsOf(tx, row.id)).map((one) => presentDocument(one, hidden)),
      flags: flagsIn(row.flags),
      stage: stageOf(row.stage),
      status: row.status,
      list: row.list_id !== null && row.to_stage !== null ? { id: row.list_id, to_stage: stageOf(row.to_stage) } : null,
      job: { id: row.job_id, reference: row.job_reference, title: row.job_title },
      blind: hidden,
      shares: (await sharesOf(tx, staff, row)).map(presentShare),
      history: [...decisions, received].slice(0, REVIEW.historyShown),
      notes: (await notesOn(tx, row.id)).map(presentNote),
    }
  })
