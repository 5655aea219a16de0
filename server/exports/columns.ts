import { ageOn } from '#contract/civil-dates.ts'
import {
  COLUMN_WORDS,
  type ExportColumn,
  type IdentityColumn,
  type PlainColumn,
} from '#contract/exports/words.ts'
import { FLAG_WORDS, flagsIn, STAGE_WORDS, STATUS_OF, stageOf } from '#contract/review/stages.ts'
import type { Cell, Heading } from './cells.ts'
import type { IdentityRow, PlainRow } from './store.ts'

// The columns that an officer can choose for an exported file of applications.

const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
// The lowest bits of `documents`: 1 means a CV, 2 a cover letter.
const CV_AND_COVER_LETTER_BITS = 3
const DOCUMENTS_BY_BITS = [[], ['CV'], ['Cover letter'], ['CV and cover letter']] as const
const documentsInWords = ({ documents, named_documents: others }: PlainRow) =>
  [...(DOCUMENTS_BY_BITS[documents & CV_AND_COVER_LETTER_BITS] ?? []), ...others].join('; ') || 'None'

/** A column of an exported file: its heading without the label, and a function that makes its cells. */
type Column<Row> = Omit<Heading, 'label'> & { cellOf: (row: Row) => Cell }
const text = <Row>(width: number, cellOf: (row: Row) => string | null): Column<Row> => ({
  kind: 'text',
  width,
  cellOf,
})
const number = <Row>(width: number, cellOf: (row: Row) => number | null): Column<Row> => ({
  kind: 'number',
  width,
  cellOf,
})

const PLAIN: Record<PlainColumn, Column<PlainRow>> = {
  reference: text(15, (row) => row.reference_number),
  submitted_at: { kind: 'instant', width: 19, cellOf: (row) => row.submitted_at },
  stage: text(13, (row) => STAGE_WORDS[stageOf(row.stage)]),
  status: text(14, (row) => STATUS_OF[stageOf(row.stage)]),
  county: text(18, (row) => row.county),
  constituency: text(20, (row) => row.constituency),
  ward: text(24, (row) => row.ward),
  place: text(26, (row) => row.place),
  level: text(26, (row) => row.level),
  // If the year is 0, the applicant gave none.
  year: number(11, (row) => row.year || null),
  experience: number(19, (row) => row.experience),
  documents: text(20, documentsInWords),
  flags: text(50, (row) =>
    flagsIn(row.flags)
      .map((flag) => FLAG_WORDS[flag])
      .join('; '),
  ),
}

/** The columns that identify applicants. `closingDay` is the civil day for which ages are computed. */
const identifying = (closingDay: string): Record<IdentityColumn, Column<IdentityRow>> => ({
  name: text(30, (row) => [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' ')),
  gender: text(9, (row) => GENDERS[row.gender]),
  age: number(24, (row) => ageOn(row.born, closingDay) ?? null),
  pwd: text(11, (row) => (row.is_pwd ? 'Yes' : 'No')),
  phone: text(16, (row) => row.phone),
  email: text(32, (row) => row.email),
  document_type: text(24, (row) => row.document_type),
  idno: text(16, (row) => row.idno),
  employment_number: text(19, (row) => row.employment_number),
  address: text(36, (row) => row.address),
})

/** Gives the headings of the chosen columns, and a function that computes the cells of a row. */
const choose = <Name extends ExportColumn, Row>(
  chosen: readonly Name[],
  columns: Record<Name, Column<Row>>,
) => ({
  headings: chosen.map(
    (name): Heading => ({ label: COLUMN_WORDS[name], width: columns[name].width, kind: columns[name].kind }),
  ),
  cells: (row: Row): Cell[] => chosen.map((name) => columns[name].cellOf(row)),
})

/** Gives the headings of a file without identities, and a function that computes the cells of a row. */
export const plainColumns = (chosen: readonly PlainColumn[]) => choose<PlainColumn, PlainRow>(chosen, PLAIN)
/** Gives the same for a file with identities. `closingDay` is the civil day for which ages are computed. */
export const allColumns = (chosen: readonly ExportColumn[], closingDay: string) =>
  choose<ExportColumn, IdentityRow>(chosen, { ...PLAIN, ...identifying(closingDay) })
