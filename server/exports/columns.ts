import { ageOn } from '#contract/civil-dates.ts'
import { COLUMN_WORDS, type ExportColumn, type PlainColumn, type WhoColumn } from '#contract/exports/words.ts'
import { FLAG_WORDS, flagsIn, STAGE_WORDS, STATUS_OF, stageOf } from '#contract/review/stages.ts'
import type { Cell, Heading } from './cells.ts'
import type { PlainRow, WhoRow } from './store.ts'

const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
// Indexed by the bits of `documents`.
const DOCUMENTS = [[], ['CV'], ['Cover letter'], ['CV and cover letter']] as const
const documentsOf = ({ documents, named_documents: named }: PlainRow) =>
  [...(DOCUMENTS[documents & 3] ?? []), ...named].join('; ') || 'None'

type Column<Row> = Omit<Heading, 'label'> & { of: (row: Row) => Cell }
const text = <Row>(width: number, of: (row: Row) => string | null): Column<Row> => ({
  kind: 'text',
  width,
  of,
})
const number = <Row>(width: number, of: (row: Row) => number | null): Column<Row> => ({
  kind: 'number',
  width,
  of,
})

const PLAIN: Record<PlainColumn, Column<PlainRow>> = {
  reference: text(15, (row) => row.reference_number),
  submitted_at: { kind: 'instant', width: 19, of: (row) => row.submitted_at },
  stage: text(13, (row) => STAGE_WORDS[stageOf(row.stage)]),
  status: text(14, (row) => STATUS_OF[stageOf(row.stage)]),
  county: text(18, (row) => row.county),
  constituency: text(20, (row) => row.constituency),
  ward: text(24, (row) => row.ward),
  place: text(26, (row) => row.place),
  level: text(26, (row) => row.level),
  year: number(11, (row) => row.year || null),
  experience: number(19, (row) => row.experience),
  documents: text(20, documentsOf),
  flags: text(50, (row) =>
    flagsIn(row.flags)
      .map((flag) => FLAG_WORDS[flag])
      .join('; '),
  ),
}

const who = (closing: string): Record<WhoColumn, Column<WhoRow>> => ({
  name: text(30, (row) => [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' ')),
  gender: text(9, (row) => GENDERS[row.gender]),
  age: number(24, (row) => ageOn(row.born, closing) ?? null),
  pwd: text(11, (row) => (row.is_pwd ? 'Yes' : 'No')),
  phone: text(16, (row) => row.phone),
  email: text(32, (row) => row.email),
  document_type: text(24, (row) => row.document_type),
  idno: text(16, (row) => row.idno),
  employment_number: text(19, (row) => row.employment_number),
  address: text(36, (row) => row.address),
})

const of = <Name extends ExportColumn, Row>(chosen: readonly Name[], from: Record<Name, Column<Row>>) => ({
  headings: chosen.map(
    (name): Heading => ({ label: COLUMN_WORDS[name], width: from[name].width, kind: from[name].kind }),
  ),
  cells: (row: Row): Cell[] => chosen.map((name) => from[name].of(row)),
})

/** The headings of a file, and the cells of one row. */
export const plainColumns = (chosen: readonly PlainColumn[]) => of<PlainColumn, PlainRow>(chosen, PLAIN)
/** `closing` is the civil day for which ages are computed. */
export const allColumns = (chosen: readonly ExportColumn[], closing: string) =>
  of<ExportColumn, WhoRow>(chosen, { ...PLAIN, ...who(closing) })
