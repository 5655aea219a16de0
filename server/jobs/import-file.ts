import { extensionErrors } from '#contract/jobs/extensions.ts'
import { WANTED_WORDS, type WantedDocument, wantedError } from '#contract/jobs/wanted-documents.ts'
import { type ImportRow, importRow } from './import-row.ts'
import { giveKinds, NONE_NAMED, type NamedBefore } from './named-documents.ts'
import { keysOf } from '../record-of.ts'

type Fault = { line: number; reason: string }

/** The faults of an import file: line and reason of each bad row. Nothing of the file was imported. */
export class ImportProblem extends Error {
  readonly faults: Fault[]
  constructor(problems: Fault[]) {
    super(problems.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n'))
    this.faults = problems
  }
}

/** The valid ids for each field that names an id. */
export type Known = Record<
  'job_type_id' | 'county_code' | 'min_qualification_level_id' | 'by_election_areas' | 'huduma_centres',
  Set<number>
>

const NO_SUCH: Record<keyof Known, string> = {
  job_type_id: 'there is no such job type',
  county_code: 'there is no such county',
  min_qualification_level_id: 'there is no such level',
  by_election_areas: 'there is no such area',
  huduma_centres: 'there is no such centre',
}

/** The line in `text` on which each entry of the outermost array begins. */
const lineOfEntries = (text: string): number[] => {
  const lines: number[] = []
  let [depth, line, quoted, next] = [0, 1, false, false]
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '\n') line++
    if (next && !/[\s\]]/.test(character)) {
      lines.push(line)
      next = false
    }
    if (quoted) {
      if (character === '\\') index++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') next = depth++ === 0
    else if (character === '}' || character === ']') depth--
    else if (character === ',' && depth === 1) next = true
  }
  return lines
}

function parse(text: string): unknown[] {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new ImportProblem([
      { line: Number(/line (\d+)/.exec(message)?.[1] ?? 1), reason: `this is not JSON: ${message}` },
    ])
  }
  if (!Array.isArray(rows))
    throw new ImportProblem([{ line: 1, reason: 'the file must hold a list of jobs' }])
  return rows
}

/** An import row whose documents have their kinds. */
export type ReadRow = ImportRow & { wanted_documents: WantedDocument[] }

/**
 * Existing jobs by reference. `held`: jobs that a file may not make public. `named`: the documents that jobs
 * name.
 */
export type Present = { held: ReadonlySet<string>; named: ReadonlyMap<string, NamedBefore> }

const wantedIn = ({ reference, documents, wanted_documents: written }: ImportRow, { named }: Present) => {
  const wanted = giveKinds(written ?? [], named.get(reference) ?? NONE_NAMED)
  return {
    wanted,
    fault:
      wantedError({ documents: documents ?? 'asked', wanted_documents: written ?? [] }) ??
      (wanted ? undefined : WANTED_WORDS.spent),
  }
}

/** Reads an import file. @throws ImportProblem with every bad row. */
export function readImport(file: string, known: Known, present: Present): ReadRow[] {
  // Some editors write a byte order mark, which JSON.parse refuses.
  const text = file.replace(/^\ufeff/, '')
  const rows = parse(text)
  const lines = lineOfEntries(text)
  const problems: Fault[] = []
  const seen = new Set<string>()
  const good = rows.flatMap((raw, index) => {
    const line = lines[index] ?? 1
    const { success, data: row, error } = importRow.safeParse(raw)
    if (!success) {
      for (const issue of error.issues)
        problems.push({ line, reason: `${issue.path.join('.') || 'the row'}: ${issue.message}` })
      return []
    }
    for (const field of keysOf(NO_SUCH)) {
      const unknown = [row[field] ?? []].flat().some((id) => !known[field].has(id))
      if (unknown) problems.push({ line, reason: `${field}: ${NO_SUCH[field]}` })
    }
    for (const [field, reason] of Object.entries(extensionErrors(row)))
      problems.push({ line, reason: `${field}: ${reason}` })
    const { wanted, fault } = wantedIn(row, present)
    if (fault) problems.push({ line, reason: `wanted_documents: ${fault}` })
    if (row.is_active !== false && present.held.has(row.reference))
      problems.push({
        line,
        reason: `is_active: ${row.reference} is a draft, is scheduled or is archived; staff publish it, a file cannot`,
      })
    if (seen.has(row.reference))
      problems.push({ line, reason: `reference: ${row.reference} appears twice in this file` })
    seen.add(row.reference)
    return [{ ...row, wanted_documents: wanted ?? [] }]
  })
  if (problems.length > 0) throw new ImportProblem(problems)
  return good
}
