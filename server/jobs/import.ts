import { brokenForeignKey, sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { announceJobs } from './announce.ts'
import { deadlineOf, type ImportRow, importRow, postedAt } from './import-row.ts'
import { preview, sanitiseRichText } from './rich-text.ts'

/** What is wrong with an import file: each bad row with its line and the reason. Nothing of the file was imported. */
export class ImportFault extends Error {
  readonly faults: { line: number; reason: string }[]
  constructor(faults: { line: number; reason: string }[]) {
    super(faults.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n'))
    this.faults = faults
  }
}

/** The line in `text` on which each object of the top list begins. */
const lineOfRows = (text: string): number[] => {
  const lines: number[] = []
  let [depth, line, quoted] = [0, 1, false]
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\n') line++
    if (quoted) {
      if (letter === '\\') at++
      else if (letter === '"') quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === '{' || letter === '[') {
      if (letter === '{' && depth === 1) lines.push(line)
      depth++
    } else if (letter === '}' || letter === ']') depth--
  }
  return lines
}

/** Reads an import file. @throws ImportFault with every bad row. */
export function readImport(text: string): ImportRow[] {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch (error) {
    throw new ImportFault([{ line: 1, reason: `this is not JSON: ${(error as Error).message}` }])
  }
  if (!Array.isArray(rows)) throw new ImportFault([{ line: 1, reason: 'the file must hold a list of jobs' }])
  const lines = lineOfRows(text)
  const faults: { line: number; reason: string }[] = []
  const seen = new Set<string>()
  const good = rows.flatMap((raw, at) => {
    const line = lines[at] ?? 1
    const parsed = importRow.safeParse(raw)
    if (!parsed.success) {
      for (const issue of parsed.error.issues) faults.push({ line, reason: `${issue.path.join('.') || 'the row'}: ${issue.message}` })
      return []
    }
    if (seen.has(parsed.data.reference)) faults.push({ line, reason: `reference: ${parsed.data.reference} stands twice in this file` })
    seen.add(parsed.data.reference)
    return [parsed.data]
  })
  if (faults.length > 0) throw new ImportFault(faults)
  return good
}

const upsert = (tx: Tx, row: ImportRow, now: Date) => {
  const description = sanitiseRichText(row.description_html)
  return tx.row<{ id: number; fresh: boolean }>(sql`
    insert into jobs as it (reference, title, department, location, location_scope, county_code, job_type_id, category, vacancies,
      vacancies_basis, terms, remuneration, min_qualification_level_id, description_html, qualification_html, preview, is_active,
      expiry_date, experience_required, min_referees, documents, min_age, created_at, updated_at)
    values (${row.reference}, ${row.title}, ${row.department}, ${row.location}, ${row.location_scope ?? 'nationwide'},
      ${row.county_code ?? null}, ${row.job_type_id}, ${row.category ?? null}, ${row.vacancies ?? null}, ${row.vacancies_basis ?? null},
      ${row.terms ?? null}, ${row.remuneration ?? null}, ${row.min_qualification_level_id ?? null}, ${description},
      ${sanitiseRichText(row.qualification_html)}, ${preview(description)}, ${row.is_active ?? true}, ${deadlineOf(row, now)},
      ${row.experience_required ?? true}, ${row.min_referees ?? 1}, ${row.documents ?? 'asked'}, ${row.min_age ?? null},
      ${postedAt(row, now)}, ${now})
    on conflict (reference) do update set title = excluded.title, department = excluded.department, location = excluded.location,
      location_scope = excluded.location_scope, county_code = excluded.county_code, job_type_id = excluded.job_type_id,
      category = excluded.category, vacancies = excluded.vacancies, vacancies_basis = excluded.vacancies_basis, terms = excluded.terms,
      remuneration = excluded.remuneration, min_qualification_level_id = excluded.min_qualification_level_id,
      description_html = excluded.description_html, qualification_html = excluded.qualification_html, preview = excluded.preview,
      is_active = excluded.is_active, expiry_date = excluded.expiry_date, experience_required = excluded.experience_required,
      min_referees = excluded.min_referees, documents = excluded.documents, min_age = excluded.min_age,
      created_at = case when ${row.created_at != null} then excluded.created_at else it.created_at end, updated_at = excluded.updated_at
    returning id, xmax = 0 as fresh`)
}

const REASONS: Record<string, string> = {
  jobs_job_type_id_fkey: 'job_type_id: there is no such job type',
  jobs_county_code_fkey: 'county_code: there is no such county',
  jobs_min_qualification_level_id_fkey: 'min_qualification_level_id: there is no such level',
}

/**
 * Adds or updates the jobs of an import file by their reference, all or none. Whoever asked for letters about new
 * openings is promised one about those that are new and open.
 * @throws ImportFault
 */
export async function importJobs(deps: Deps, text: string, { announce = true } = {}): Promise<{ added: number; updated: number }> {
  const rows = readImport(text)
  const lines = lineOfRows(text)
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const fresh: number[] = []
    for (const [at, row] of rows.entries()) {
      const saved = await upsert(tx, row, now).catch((error: unknown) => {
        const reason = REASONS[brokenForeignKey(error) ?? '']
        throw reason ? new ImportFault([{ line: lines[at] ?? 1, reason }]) : error
      })
      if (saved?.fresh) fresh.push(saved.id)
    }
    if (announce && fresh.length > 0) await announceJobs(tx, fresh, now)
    return { added: fresh.length, updated: rows.length - fresh.length }
  })
}

/** All jobs in the shape that `importJobs` reads, for a file. */
export async function exportJobs({ db }: Deps): Promise<string> {
  const rows = await db.rows<Record<string, unknown>>(sql`
    select reference, title, department, location, location_scope, county_code, job_type_id, category, vacancies, vacancies_basis,
      terms, remuneration, min_qualification_level_id, description_html, qualification_html, is_active, expiry_date, created_at,
      experience_required, min_referees, documents, min_age
    from jobs order by id limit 10000`)
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}
