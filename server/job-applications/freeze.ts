import type { Answers } from '#contract/job-applications/rules.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { documentName } from '#contract/jobs/wanted-documents.ts'
import { addressToSend } from './answers.ts'
import type { ReadyRow } from './insert-submission.ts'

// The title of a document. A CV or a cover letter needs none: its kind names it.
const titleField = (kind: DocumentKind, row: ReadyRow): { title?: string } =>
  row.wanted_documents.some((wantedDocument) => wantedDocument.kind === kind)
    ? { title: documentName(kind, row) }
    : {}

/**
 * The complete content of a sent application: the present job (L8), the person from the profile (W12, W14),
 * and the answers.
 */
export const freeze = (row: ReadyRow, answers: Answers) => ({
  format: 'application/1',
  job: {
    id: row.job_id,
    reference: row.job_reference,
    title: row.job_title,
    type: row.job_type,
    type_code: row.job_type_code,
    location: row.job_location,
    qualification: row.qualification_html,
    expiry_date: row.expiry_date?.toISOString() ?? null,
  },
  applicant: {
    first_name: row.first_name,
    middle_name: row.middle_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    idno: row.idno,
    document_type: row.document_type,
    gender: row.gender,
    date_of_birth: row.date_of_birth,
    country: row.country,
    county: row.county,
    constituency: row.constituency,
    ward: row.ward,
    is_pwd: row.is_pwd,
    disability_type: row.disability_type,
  },
  address: addressToSend(row, answers),
  employment_number: answers.employment_number,
  huduma_centre: answers.huduma_centre
    ? { id: answers.huduma_centre, name: row.huduma_centre_name ?? '' }
    : null,
  by_election_area: answers.by_election_area
    ? { id: answers.by_election_area, name: row.by_election_area_name ?? '' }
    : null,
  education: answers.education,
  experience: answers.experience,
  referees: answers.referees,
  documents: row.documents.map(({ kind, name, size, type, hash }) => ({
    kind,
    ...titleField(kind, row),
    name,
    size,
    type,
    // The hash of the stored file. In `StoredDocument`, `sha256` is the hash of the file as it was sent.
    sha256: hash,
  })),
})
export type Frozen = ReturnType<typeof freeze>

export const fullName = (values: { first_name: string; middle_name: string; last_name: string }) =>
  [values.first_name, values.middle_name, values.last_name].filter(Boolean).join(' ')
