import type { Right } from '../staff/rights.ts'

/**
 * The columns of an exported file that identify no one. An officer can download a file with only these at
 * once. A file with a column of `IDENTITY_COLUMNS` needs a second officer.
 */
export const PLAIN_COLUMNS = [
  'reference',
  'submitted_at',
  'stage',
  'status',
  'county',
  'constituency',
  'ward',
  'place',
  'level',
  'year',
  'experience',
  'documents',
  'flags',
] as const
/** The columns of an exported file that identify people. */
export const IDENTITY_COLUMNS = [
  'name',
  'gender',
  'age',
  'pwd',
  'phone',
  'email',
  'document_type',
  'idno',
  'employment_number',
  'address',
] as const
export type PlainColumn = (typeof PLAIN_COLUMNS)[number]
export type IdentityColumn = (typeof IDENTITY_COLUMNS)[number]
export type ExportColumn = PlainColumn | IdentityColumn
export const EXPORT_COLUMNS: readonly ExportColumn[] = [...PLAIN_COLUMNS, ...IDENTITY_COLUMNS]
export const identifiesPeople = (column: ExportColumn): column is IdentityColumn =>
  IDENTITY_COLUMNS.some((name) => name === column)

/** The heading of each column, in the file and in the form where columns are chosen. */
export const COLUMN_WORDS: Record<ExportColumn, string> = {
  reference: 'Reference',
  submitted_at: 'Sent, EAT',
  stage: 'Stage',
  status: 'Status',
  county: 'County',
  constituency: 'Constituency',
  ward: 'Ward',
  place: 'Area or centre',
  level: 'Highest level',
  year: 'Year of it',
  experience: 'Experience, months',
  documents: 'Documents',
  flags: 'Flags',
  name: 'Name',
  gender: 'Gender',
  age: 'Age on the closing date',
  pwd: 'Disability',
  phone: 'Phone',
  email: 'Email',
  document_type: 'Type of identity document',
  idno: 'Identity number',
  employment_number: 'Employment number',
  address: 'Address',
}

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** The media type of each format of an exported file. */
export const EXPORT_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const satisfies Record<ExportFormat, string>
export const FORMAT_WORDS: Record<ExportFormat, { name: string; hint: string }> = {
  xlsx: { name: 'XLSX', hint: 'For Excel and LibreOffice. Phone and identity numbers keep their zeros.' },
  csv: {
    name: 'CSV',
    hint: 'For other programs. A cell that looks like a formula starts with an apostrophe.',
  },
}

/** The states of a request for a file with identities. `over`: its time has ended, approved or not. */
export const EXPORT_STATES = ['waiting', 'approved', 'returned', 'withdrawn', 'over'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** The statuses for which a list can be published, once the decision list has taken effect. */
export const PUBLISHED_STATUSES = ['Shortlisted', 'Hired'] as const
export type PublishedStatus = (typeof PUBLISHED_STATUSES)[number]

/** The legal basis for publishing names. Without one of these, a published list shows only references. */
export const LEGAL_BASES_FOR_NAMES = ['election_officers', 'consent', 'order', 'law'] as const
export type LegalBasisForNames = (typeof LEGAL_BASES_FOR_NAMES)[number]
export const BASIS_WORDS: Record<LegalBasisForNames, string> = {
  election_officers:
    'Elections (General) Regulations: names of proposed election officers, for parties and candidates before appointment',
  consent: 'Data Protection Act, section 30: each person on the list agreed in writing to be named',
  order: 'An order of a court or the Data Commissioner, named in the reason',
  law: 'Data Protection Act, section 30: another written law, named in the reason, requires it',
}

/** The right to make a published list with names. It is the same as for a file with names. */
export const NAMES_RIGHT: Right = 'identities.export'

/** Sentences for officers about exported files and published lists. */
export const EXPORT_WORDS = {
  columns: 'Choose at least one column',
  noIdentities: 'This file needs no second person, because these columns do not identify people',
  format: 'Choose XLSX or CSV',
  nothing: 'No application matches: there is nothing to export',
  changed: 'The matches changed after you opened this page. Please check the number again.',
  secondPerson:
    'You cannot approve your own request. Another officer must approve a file that identifies people.',
  over: 'This request has expired. Ask for the file again.',
  erased: 'People of this selection were erased. Its pack can no longer be made.',
  tooManyRows: 'A spreadsheet can have at most 1,048,575 applications: choose CSV, or fewer applications',
  busy: 'Other files are being written now. Please try again in a minute.',
  basis: 'Choose the law that allows names',
} as const
