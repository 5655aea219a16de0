import { extensionErrors } from '#contract/jobs/extensions.ts'
import { WANTED_WORDS, type WantedDocument, wantedError } from '#contract/jobs/wanted-documents.ts'
import { emptyFields, type ImportRow, importRow, MUST_NOT_BE_EMPTY } from './import-row.ts'
import { giveKinds, NO_DOCUMENTS, type NamedDocuments } from './named-documents.ts'
import { keysOf } from '../record-of.ts'

type ImportFileProblem = { line: number; reason: string }

/** Thrown when an import file has bad rows: `problems` has their lines and reasons. Nothing was imported. */
export class ImportProblem extends Error {
  readonly problems: ImportFileProblem[]
  constructor(problems: ImportFileProblem[]) {
    super(problems.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n'))
    this.problems = problems
  }
}

/** For each field that names an id, the ids that exist. */
export type ValidIds = Record<
  'job_type_id' | 'county_code' | 'min_qualification_level_id' | 'by_election_areas' | 'huduma_centres',
  Set<number>
>

const UNKNOWN_ID_REASONS: Record<keyof ValidIds, string> = {
  job_type_id: 'there is no such job type',
  county_code: 'there is no such county',
  min_qualification_level_id: 'there is no such level',
  by_election_areas: 'there is no such area',
  huduma_centres: 'there is no such centre',
}

/** The line on which each entry of the outermost array in a JSON text starts. */
const linesOfEntries = (text: string): number[] => {
  const lines: number[] = []
  let depth = 0
  let line = 1
  let isInString = false
  /** True after the `[` or a `,` of the outermost array, until the next entry starts. */
  let isBeforeEntry = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '\n') line++
    if (isBeforeEntry && !/[\s\]]/.test(character)) {
      lines.push(line)
      isBeforeEntry = false
    }
    if (isInString) {
      // A backslash escapes the next character, so skip it.
      if (character === '\\') index++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') {
      isBeforeEntry = depth === 0
      depth++
    } else if (character === '}' || character === ']') depth--
    else if (character === ',' && depth === 1) isBeforeEntry = true
  }
  return lines
}

function parseList(text: string): unknown[] {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch (error) {
    // Node's message ends with the place of the error, such as `at position 12 (line 3 column 5)`.
    const message = error instanceof Error ? error.message : ''
    throw new ImportProblem([
      { line: Number(/line (\d+)/.exec(message)?.[1] ?? 1), reason: `this is not JSON: ${message}` },
    ])
  }
  if (!Array.isArray(rows))
    throw new ImportProblem([{ line: 1, reason: 'the file must hold a list of jobs' }])
  return rows
}

/** An import row whose documents all have a kind, `document_1` to `document_8` (see `giveKinds`). */
export type ImportedRow = ImportRow & { wanted_documents: WantedDocument[] }

/**
 * What is known of existing jobs, by reference. `heldReferences` are jobs that a file may not make public.
 * `completeReferences` are jobs whose texts may not become empty, because they are no drafts.
 * `namedDocuments` are the documents that each job asks for by name. `stayingPublic` are jobs that a file may
 * not switch off now, each with the reason.
 */
type ExistingJobs = {
  heldReferences: ReadonlySet<string>
  completeReferences: ReadonlySet<string>
  namedDocuments: ReadonlyMap<string, NamedDocuments>
  stayingPublic: ReadonlyMap<string, string>
}

/**
 * The documents of an import row with their kinds (`wanted`), and their error (`problem`). `wanted` is
 * undefined when no kind is left, `problem` when there is no error.
 */
const withKindsOf = (
  { reference, documents, wanted_documents: written }: ImportRow,
  { namedDocuments }: ExistingJobs,
) => {
  const wanted = giveKinds(written ?? [], namedDocuments.get(reference) ?? NO_DOCUMENTS)
  const error = wantedError({ documents: documents ?? 'asked', wanted_documents: written ?? [] })
  return { wanted, problem: error ?? (wanted ? undefined : WANTED_WORDS.namesUsedUp) }
}

/** Reads an import file. @throws ImportProblem with every bad row. */
export function readImport(file: string, validIds: ValidIds, existing: ExistingJobs): ImportedRow[] {
  // A byte order mark, which some editors write, is removed: JSON.parse refuses it.
  const text = file.replace(/^\ufeff/, '')
  const rows = parseList(text)
  const lines = linesOfEntries(text)
  const problems: ImportFileProblem[] = []
  const seenReferences = new Set<string>()
  const readRows = rows.flatMap((raw, index) => {
    const line = lines[index] ?? 1
    const { success, data: row, error } = importRow.safeParse(raw)
    if (!success) {
      for (const issue of error.issues)
        problems.push({ line, reason: `${issue.path.join('.') || 'the row'}: ${issue.message}` })
      return []
    }
    for (const field of keysOf(UNKNOWN_ID_REASONS)) {
      // The value of such a field is one id, a list of ids, or nothing.
      const ids = [row[field] ?? []].flat()
      if (ids.some((id) => !validIds[field].has(id)))
        problems.push({ line, reason: `${field}: ${UNKNOWN_ID_REASONS[field]}` })
    }
    for (const [field, reason] of Object.entries(extensionErrors(row)))
      problems.push({ line, reason: `${field}: ${reason}` })
    // Only a draft may leave texts empty.
    if (row.is_active !== false || existing.completeReferences.has(row.reference))
      for (const field of emptyFields(row)) problems.push({ line, reason: `${field}: ${MUST_NOT_BE_EMPTY}` })
    const { wanted, problem } = withKindsOf(row, existing)
    if (problem) problems.push({ line, reason: `wanted_documents: ${problem}` })
    if (row.is_active !== false && existing.heldReferences.has(row.reference))
      problems.push({
        line,
        reason: `is_active: ${row.reference} is a draft, scheduled or archived. Staff must publish it on its page, because a file cannot.`,
      })
    const reasonToStay = existing.stayingPublic.get(row.reference)
    if (row.is_active === false && reasonToStay) problems.push({ line, reason: `is_active: ${reasonToStay}` })
    if (seenReferences.has(row.reference))
      problems.push({ line, reason: `reference: ${row.reference} appears twice in this file` })
    seenReferences.add(row.reference)
    return [{ ...row, wanted_documents: wanted ?? [] }]
  })
  if (problems.length > 0) throw new ImportProblem(problems)
  return readRows
}
