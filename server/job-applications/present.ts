import { completedStepsOf } from '#contract/job-applications/rules.ts'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { nairobiDate } from '#contract/dates.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Application, Receipt } from '#contract/job-applications/endpoints.ts'
import { sanitiseRichText } from '../jobs/rich-text.ts'
import { addressToSend, answersOf, requirementsOf, identityOf } from './answers.ts'
import { isJobClosed } from './arrival.ts'
import type { Frozen } from './freeze.ts'
import type { ApplicationRow } from './store.ts'

// Converts applications to the form in which the API shows them to their owner.

type ApplicationState = Pick<ApplicationRow, 'id' | 'is_completed' | 'reference_number' | 'version'>

// Frozen texts are not checked again: this server wrote them when the application was sent.
export const parseReceipt = (text: string): Receipt => JSON.parse(text)
const parseFrozen = (text: string): Frozen => JSON.parse(text)

/** The response body of every call that writes an application (W9). */
export const presentState = (
  { id, is_completed, reference_number, version }: ApplicationState,
  message: string,
) => ({
  id,
  application_id: id,
  exists: true,
  is_completed,
  reference_number,
  version,
  message,
})

/** The response to a submit, and to every repeat of that submit. */
export const presentSent = (row: ApplicationState, receipt: string) => ({
  ...presentState(row, WIZARD_WORDS.submitted),
  receipt: parseReceipt(receipt),
})

/** Which steps of the application form are complete; computed from the present data on every call (W2). */
export const completedSteps = (row: ApplicationRow, now: Date) =>
  completedStepsOf(identityOf(row), answersOf(row), requirementsOf(row), nairobiDate(now))

/** Computes the status in the same way as the view `applications_seen` (L2). */
function presentStatus(row: Pick<ApplicationRow, 'is_completed' | 'status' | 'withdrawn_at'>) {
  if (!row.is_completed) return 'Draft' as const
  return row.withdrawn_at ? ('Withdrawn' as const) : row.status
}
export const presentTimes = (row: Pick<ApplicationRow, 'created_at' | 'updated_at' | 'submitted_at'>) => ({
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  submitted_at: row.submitted_at?.toISOString() ?? null,
})
export const presentDeadline = (row: Pick<ApplicationRow, 'expiry_date' | 'job_is_active'>, now: Date) => ({
  expiry_date: row.expiry_date?.toISOString() ?? null,
  is_expired: isJobClosed(row, now),
})

const ALL_COMPLETE = {
  personal_details_completed: true,
  education_completed: true,
  experience_completed: true,
  referees_completed: true,
} as const

/** The job of an application, without its deadline. */
export type ShownJob = Omit<Application['job'], 'id' | 'expiry_date' | 'is_expired'>

/** The parts of an application: as frozen when it was sent (L8), or the present data of a draft. */
const contentOf = (row: ApplicationRow, now: Date) => {
  if (row.frozen) {
    const frozen = parseFrozen(row.frozen)
    const { first_name, last_name, email } = frozen.applicant
    const { reference, title, type, location, qualification } = frozen.job
    return {
      ...frozen,
      ...ALL_COMPLETE,
      user: { first_name, last_name, email },
      job: { reference, title, type, location, qualification },
    }
  }
  const answers = answersOf(row)
  return {
    ...completedSteps(row, now),
    user: { first_name: row.first_name, last_name: row.last_name, email: row.email },
    job: {
      reference: row.job_reference,
      title: row.job_title,
      type: row.job_type,
      location: row.job_location,
      qualification: row.qualification_html,
    },
    ...answers,
    address: addressToSend(row, answers),
    huduma_centre: answers.huduma_centre
      ? { id: answers.huduma_centre, name: row.huduma_centre_name ?? '' }
      : null,
    by_election_area: answers.by_election_area
      ? { id: answers.by_election_area, name: row.by_election_area_name ?? '' }
      : null,
  }
}

// A sent document keeps the title that was frozen. The job may have renamed this document since (L8).
const titleOf = (
  kind: DocumentKind,
  { frozen, wanted_documents: wanted }: ApplicationRow,
): { title?: string } => {
  const title = frozen
    ? parseFrozen(frozen).documents.find((sentDocument) => sentDocument.kind === kind)?.title
    : wanted.find((wantedDocument) => wantedDocument.kind === kind)?.name
  return title === undefined ? {} : { title }
}

/** The field `correction`, for a correction that the owner is writing (W15); no field without one. */
export const presentCorrection = ({
  reopened_at,
  correction_version: version,
}: Pick<ApplicationRow, 'reopened_at' | 'correction_version'>) =>
  reopened_at && version !== null ? { correction: { version, reopened_at: reopened_at.toISOString() } } : {}

/**
 * As `presentWhole`, but for the form. For a reopened application it shows the draft of its correction (W15).
 * The address is always the draft's own, because the form also has the profile's.
 */
export const presentDraft = (row: ApplicationRow, now: Date, jobForReader?: (job: ShownJob) => ShownJob) =>
  presentWhole(
    {
      ...row,
      profile_address: '',
      ...(row.reopened_at ? { is_completed: false, frozen: null, receipt: null, sent_documents: null } : {}),
    },
    now,
    jobForReader,
  )

/**
 * One complete application: a draft with its present data, or a sent one as it was frozen (L8).
 * `jobForReader` replaces the job's texts by those of another language.
 */
export function presentWhole(
  row: ApplicationRow,
  now: Date,
  jobForReader = (job: ShownJob) => job,
): Application {
  const content = contentOf(row, now)
  const job = jobForReader(content.job)
  return {
    id: row.id,
    reference_number: row.reference_number,
    status: presentStatus(row),
    is_completed: row.is_completed,
    ...presentTimes(row),
    ...presentCorrection(row),
    job: {
      id: row.job_id,
      ...job,
      qualification: sanitiseRichText(job.qualification),
      ...presentDeadline(row, now),
    },
    user: content.user,
    education: content.education,
    experience: content.experience,
    referees: content.referees,
    personal_details_completed: content.personal_details_completed,
    education_completed: content.education_completed,
    experience_completed: content.experience_completed,
    referees_completed: content.referees_completed,
    address: content.address,
    employment_number: content.employment_number,
    huduma_centre: content.huduma_centre?.id ?? null,
    huduma_centre_name: content.huduma_centre?.name ?? '',
    by_election_area: content.by_election_area?.id ?? null,
    by_election_area_name: content.by_election_area?.name ?? '',
    // The body of a refusal passes no schema, so the officers' warnings are left out here.
    documents: (row.sent_documents ?? row.documents).map(({ hash: _hash, flags: _flags, ...document }) => ({
      ...document,
      ...titleOf(document.kind, row),
    })),
    version: row.version,
    unfinished: row.unfinished,
    // The person's details as they were sent, to compare a correction with them. `presentDraft` omits them.
    ...(row.reopened_at && row.frozen ? { sent_applicant: parseFrozen(row.frozen).applicant } : {}),
    receipt: row.receipt ? parseReceipt(row.receipt) : null,
  }
}
