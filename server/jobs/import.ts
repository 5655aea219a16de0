import { APPLICATION } from '#contract/job-applications/limits.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { announceJobs } from './announce.ts'
import { type ValidIds, readImport, type ImportedRow } from './import-file.ts'
import { deadlineOf, emptyFields, postedAt } from './import-row.ts'
import { highestOf, type NamedDocuments } from './named-documents.ts'
import { preview, sanitiseRichText } from './rich-text.ts'
import { findStaying } from './stays-public.ts'
import { storedKiswahili } from './stored-texts.ts'
import { kiswahiliColumns } from './texts.ts'
import { writePlaces } from './write.ts'

// Imports jobs from a JSON file for the operator (server/portal.ts), and exports all jobs to such a file.

/** The time limit for a statement that may wait for another import or queue emails to all subscribers. */
const STATEMENT_TIMEOUT_SECONDS = 120

/**
 * Inserts a job, or replaces the job with the same reference. `is_new` says that it was inserted; only then
 * is PostgreSQL's `xmax` 0. `documents_named` never falls, because no other document may get a used kind. A
 * public job loses a planned publishing time. Without `created_at` in the file, the stored value stays. A new
 * job that is not complete becomes a draft, which officers complete.
 */
const upsertJob = (tx: Tx, row: ImportedRow, now: Date) => {
  const description = sanitiseRichText(row.description_html)
  const wantedDocuments = row.wanted_documents
  const kiswahili = storedKiswahili(row)
  return tx.row<{ id: number; is_new: boolean }>(sql`
    insert into jobs as job (reference, title, department, location, location_scope, county_code, job_type_id, category, vacancies,
      vacancies_basis, terms, remuneration, min_qualification_level_id, description_html, qualification_html, preview, is_active, state,
      expiry_date, experience_required, min_referees, documents, wanted_documents, documents_named, min_age, extension_minutes, extension_hours, extension_times,
      extension_least_hours, extension_night_from, extension_night_until, created_at, updated_at, ${kiswahiliColumns})
    values (${row.reference}, ${row.title}, ${row.department}, ${row.location}, ${row.location_scope ?? 'nationwide'},
      ${row.county_code ?? null}, ${row.job_type_id}, ${row.category ?? null}, ${row.vacancies ?? null}, ${row.vacancies_basis ?? null},
      ${row.terms ?? null}, ${row.remuneration ?? null}, ${row.min_qualification_level_id ?? null}, ${description},
      ${sanitiseRichText(row.qualification_html)}, ${preview(description)}, ${row.is_active ?? true},
      ${emptyFields(row).length > 0 ? 'draft' : 'published'}, ${deadlineOf(row, now)},
      ${row.experience_required ?? true}, ${row.min_referees ?? APPLICATION.minReferees}, ${row.documents ?? 'asked'},
      ${JSON.stringify(wantedDocuments)}::jsonb, ${highestOf(wantedDocuments)}, ${row.min_age ?? null},
      ${row.extension_minutes ?? null}, ${row.extension_hours ?? null}, ${row.extension_times ?? null}, ${row.extension_least_hours ?? null},
      ${row.extension_night_from ?? null}, ${row.extension_night_until ?? null},
      ${postedAt(row, now)}, ${now}, ${kiswahili.title_sw}, ${kiswahili.terms_sw}, ${kiswahili.remuneration_sw}, ${kiswahili.description_sw},
      ${kiswahili.qualification_sw}, ${kiswahili.preview_sw})
    on conflict (reference) do update set title = excluded.title, department = excluded.department, location = excluded.location,
      location_scope = excluded.location_scope, county_code = excluded.county_code, job_type_id = excluded.job_type_id,
      category = excluded.category, vacancies = excluded.vacancies, vacancies_basis = excluded.vacancies_basis, terms = excluded.terms,
      remuneration = excluded.remuneration, min_qualification_level_id = excluded.min_qualification_level_id,
      description_html = excluded.description_html, qualification_html = excluded.qualification_html, preview = excluded.preview,
      is_active = excluded.is_active, expiry_date = excluded.expiry_date, experience_required = excluded.experience_required,
      min_referees = excluded.min_referees, documents = excluded.documents, wanted_documents = excluded.wanted_documents,
      documents_named = greatest(job.documents_named, excluded.documents_named), min_age = excluded.min_age,
      extension_minutes = excluded.extension_minutes, extension_hours = excluded.extension_hours, extension_times = excluded.extension_times,
      extension_least_hours = excluded.extension_least_hours, extension_night_from = excluded.extension_night_from,
      extension_night_until = excluded.extension_night_until, title_sw = excluded.title_sw, terms_sw = excluded.terms_sw,
      remuneration_sw = excluded.remuneration_sw, description_sw = excluded.description_sw, qualification_sw = excluded.qualification_sw,
      preview_sw = excluded.preview_sw,
      publish_at = case when job.is_active then null else job.publish_at end,
      created_at = case when ${row.created_at != null} then excluded.created_at else job.created_at end, updated_at = excluded.updated_at
    returning id, xmax = 0 as is_new`)
}

/**
 * References of jobs that are drafts, scheduled or archived. A file cannot publish them, only two officers
 * can.
 */
const findHeldReferences = async (tx: Tx): Promise<Set<string>> => {
  const rows = await tx.rows<{ reference: string }>(sql`
    select reference from jobs where state <> 'published' or (not is_active and publish_at is not null) limit 10000`)
  return new Set(rows.map(({ reference }) => reference))
}

/** References of jobs that are complete and no drafts. Only an archived draft may lack a text too. */
const findCompleteReferences = async (tx: Tx): Promise<Set<string>> => {
  const rows = await tx.rows<{ reference: string }>(sql`
    select reference from jobs where state <> 'draft' and department <> '' and location <> '' and description_html <> '' and qualification_html <> ''
    limit 10000`)
  return new Set(rows.map(({ reference }) => reference))
}

/** The documents that existing jobs ask for by name, by reference. Jobs that never named any are left out. */
const findNamedDocuments = async (tx: Tx): Promise<Map<string, NamedDocuments>> => {
  const rows = await tx.rows<NamedDocuments & { reference: string }>(sql`
    select reference, wanted_documents, documents_named from jobs where documents_named > 0 limit 10000`)
  return new Map(rows.map(({ reference, ...named }) => [reference, named]))
}

/** For each field, all ids that a row may use. One query reads them from five tables. */
const findValidIds = async (tx: Tx): Promise<ValidIds> => {
  const rows = await tx.rows<{ field: keyof ValidIds; id: number }>(sql`
    select 'job_type_id' as field, id from job_types union all select 'county_code', code from counties
    union all select 'min_qualification_level_id', id from qualification_levels
    union all select 'by_election_areas', id from by_election_areas union all select 'huduma_centres', id from huduma_centres limit 10000`)
  const idsOf = (field: keyof ValidIds) =>
    new Set(rows.filter((row) => row.field === field).map(({ id }) => id))
  return {
    job_type_id: idsOf('job_type_id'),
    county_code: idsOf('county_code'),
    min_qualification_level_id: idsOf('min_qualification_level_id'),
    by_election_areas: idsOf('by_election_areas'),
    huduma_centres: idsOf('huduma_centres'),
  }
}

/**
 * Adds or updates all jobs of an import file by their reference, or none after an error. With `announce`,
 * queues an email about new, open jobs to every newsletter subscriber.
 * @throws ImportProblem
 */
export async function importJobs(
  deps: Deps,
  text: string,
  { announce = true } = {},
): Promise<{ added: number; updated: number }> {
  const now = deps.now()
  return deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const rows = readImport(text, await findValidIds(tx), {
      heldReferences: await findHeldReferences(tx),
      completeReferences: await findCompleteReferences(tx),
      namedDocuments: await findNamedDocuments(tx),
      stayingPublic: await findStaying(tx, deps, now),
    })
    const addedIds: number[] = []
    for (const row of rows) {
      const savedJob = await upsertJob(tx, row, now)
      if (savedJob) await writePlaces(tx, savedJob.id, row.by_election_areas ?? [], row.huduma_centres ?? [])
      if (savedJob?.is_new) addedIds.push(savedJob.id)
    }
    if (announce && addedIds.length > 0) await announceJobs(tx, addedIds, now)
    return { added: addedIds.length, updated: rows.length - addedIds.length }
  })
}

/** All jobs as JSON text in the format that `importJobs` reads. */
export async function exportJobs({ db }: Deps): Promise<string> {
  const rows = await db.patient(STATEMENT_TIMEOUT_SECONDS).rows<Record<string, unknown>>(sql`
    select reference, title, department, location, location_scope, county_code, job_type_id, category, vacancies, vacancies_basis,
      terms, remuneration, min_qualification_level_id, description_html, qualification_html, is_active, expiry_date, created_at,
      experience_required, min_referees, documents, wanted_documents, min_age, extension_minutes, extension_hours, extension_times,
      extension_least_hours, extension_night_from, extension_night_until, title_sw, terms_sw, remuneration_sw, description_sw, qualification_sw,
      array(select area_id from job_areas where job_id = jobs.id order by area_id) as by_election_areas,
      array(select centre_id from job_centres where job_id = jobs.id order by centre_id) as huduma_centres
    from jobs order by id limit 10000`)
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}
