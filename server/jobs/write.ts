import { deadlineInstant } from '#contract/civil-dates.ts'
import type { NamedKind } from '#contract/documents/documents.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { WANTED_WORDS } from '#contract/jobs/wanted-documents.ts'
import { sql, type Tx } from '../database/connect.ts'
import { refuseFields } from '../http/refuse.ts'
import { announceJobs } from './announce.ts'
import { giveDraftKinds, giveKinds, highestOf, NO_DOCUMENTS, type NamedDocuments } from './named-documents.ts'
import { preview } from './rich-text.ts'
import { sanitiseContent, storedKiswahili } from './stored-texts.ts'

// Writes jobs for officers: drafts, their content, publishing, deadlines and archiving.

type ContentRow = Omit<JobContent, 'expiry_date'> & { expiry_date: Date | null }
const extensionColumns = sql`extension_minutes, extension_hours, extension_times, extension_least_hours, extension_night_from, extension_night_until`
const contentColumns = sql`
  reference, title, department, location, county_code, job_type_id, coalesce(category, '') as category, vacancies, coalesce(terms, '') as terms,
  coalesce(remuneration, '') as remuneration, min_qualification_level_id, min_age, experience_required, min_referees, documents, wanted_documents, ${extensionColumns}, description_html,
  qualification_html, expiry_date, coalesce(title_sw, '') as title_sw, coalesce(terms_sw, '') as terms_sw, coalesce(remuneration_sw, '') as remuneration_sw,
  coalesce(description_sw, '') as description_sw, coalesce(qualification_sw, '') as qualification_sw,
  array(select area_id from job_areas where job_id = jobs.id order by area_id) as by_election_areas,
  array(select centre_id from job_centres where job_id = jobs.id order by centre_id) as huduma_centres`

/** The stored content of a job, whether the job is public or not. */
export async function findContent(tx: Tx, id: number): Promise<JobContent | undefined> {
  const row = await tx.row<ContentRow>(sql`select ${contentColumns} from jobs where id = ${id}`)
  // Null values are left out, as in an officer's input: a validation rule would read null as a number.
  return (
    row && {
      ...(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as ContentRow),
      expiry_date: row.expiry_date?.toISOString() ?? '',
    }
  )
}

/** Replaces the areas and centres that a job names (J9). */
export async function writePlaces(tx: Tx, jobId: number, areas: number[], centres: number[]) {
  await tx.run(sql`delete from job_areas where job_id = ${jobId} and not area_id = any(${areas}::int[])`)
  await tx.run(
    sql`insert into job_areas (job_id, area_id) select ${jobId}, unnest(${areas}::int[]) on conflict do nothing`,
  )
  await tx.run(
    sql`delete from job_centres where job_id = ${jobId} and not centre_id = any(${centres}::int[])`,
  )
  await tx.run(
    sql`insert into job_centres (job_id, centre_id) select ${jobId}, unnest(${centres}::int[]) on conflict do nothing`,
  )
}

/**
 * The documents that a job asks for by name. Each has a kind, a numbered slot: `document_1` to `document_8`.
 * `documents_named` is the highest number used since the job became public. `rule_kinds` are the kinds for
 * which its selection rule gives points or will give them.
 */
type KindsRow = NamedDocuments & { state: string; rule_kinds: NamedKind[] }

const findKinds = (tx: Tx, id: number) =>
  tx.row<KindsRow>(sql`
    select state, wanted_documents, documents_named, array(
      select distinct criterion ->> 'document' from selection_rules rule, jsonb_array_elements(content -> 'criteria') criterion
      where job_id = jobs.id and rule.state in ('drafting', 'proposed', 'approved') and criterion ->> 'document' is not null) as rule_kinds
    from jobs where id = ${id}`)

/**
 * The documents that a job will ask for by name, each with its kind. In a draft the numbering starts again:
 * no one could apply for it yet. Refuses at the field `wanted_documents` when no kind is left.
 */
export async function withKinds(tx: Tx, id: number, jobContent: Pick<JobContent, 'wanted_documents'>) {
  const row = await findKinds(tx, id)
  // A proposal from before jobs could ask for documents by name has no `wanted_documents`.
  const written = jobContent.wanted_documents ?? []
  const wantedDocuments =
    row?.state === 'draft'
      ? giveDraftKinds(written, row.wanted_documents, row.rule_kinds)
      : giveKinds(written, row ?? NO_DOCUMENTS)
  if (!wantedDocuments) throw refuseFields({ wanted_documents: WANTED_WORDS.namesUsedUp })
  return wantedDocuments
}

/** An unused reference for a copied job: `from` plus ` (copy)` or ` (copy n)`; `from` if 999 are in use. */
export const findFreeReference = async (tx: Tx, from: string): Promise<string> => {
  const row = await tx.row<{ reference: string }>(sql`
    with candidates as (select n, ${from} || case n when 1 then ' (copy)' else ' (copy ' || n || ')' end as reference from generate_series(1, 999) as n)
    select reference from candidates where not exists (select from jobs where jobs.reference = candidates.reference) order by n limit 1`)
  return row?.reference ?? from
}

const orNull = (text: string) => text.trim() || null

/**
 * Inserts a draft of a job, which only officers see. It needs a reference, a title and a type; the other
 * fields may follow later. Returns its id.
 */
export async function insertDraft(tx: Tx, jobContent: JobContent, now: Date): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into jobs (reference, title, department, location, job_type_id, description_html, qualification_html, preview, is_active, state, created_at, updated_at)
    values (${jobContent.reference.trim()}, ${jobContent.title.trim()}, '', '', ${jobContent.job_type_id ?? null}, '', '', '', false, 'draft', ${now}, ${now}) returning id`)
  // This insert always returns a row. The 0 is only for the type checker.
  const id = row?.id ?? 0
  await writeContent(tx, id, jobContent, now)
  return id
}

/**
 * Writes a job's content with sanitised rich text (J12). Imports set `location_scope`, which stays until an
 * officer changes the county. `documents_named` falls only in a draft, for which no one has applied yet.
 */
export async function writeContent(tx: Tx, id: number, written: JobContent, now: Date): Promise<void> {
  const jobContent = sanitiseContent(written)
  const wantedDocuments = await withKinds(tx, id, jobContent)
  const kiswahili = storedKiswahili(jobContent)
  await tx.run(sql`
    update jobs set reference = ${jobContent.reference.trim()}, title = ${jobContent.title.trim()}, department = ${jobContent.department.trim()}, location = ${jobContent.location.trim()},
      location_scope = case when county_code is not distinct from ${jobContent.county_code ?? null} then location_scope else ${jobContent.county_code ? 'county' : 'nationwide'} end,
      county_code = ${jobContent.county_code ?? null}, job_type_id = ${jobContent.job_type_id ?? null},
      category = ${orNull(jobContent.category)}, vacancies = ${jobContent.vacancies ?? null}, terms = ${orNull(jobContent.terms)}, remuneration = ${orNull(jobContent.remuneration)},
      min_qualification_level_id = ${jobContent.min_qualification_level_id ?? null}, min_age = ${jobContent.min_age ?? null},
      experience_required = ${jobContent.experience_required ?? true}, min_referees = ${jobContent.min_referees ?? APPLICATION.minReferees}, documents = ${jobContent.documents},
      wanted_documents = ${JSON.stringify(wantedDocuments)}::jsonb,
      documents_named = case when state = 'draft' then ${highestOf(wantedDocuments)} else greatest(documents_named, ${highestOf(wantedDocuments)}) end,
      extension_minutes = ${jobContent.extension_minutes ?? null}, extension_hours = ${jobContent.extension_hours ?? null}, extension_times = ${jobContent.extension_times ?? null},
      extension_least_hours = ${jobContent.extension_least_hours ?? null}, extension_night_from = ${jobContent.extension_night_from ?? null},
      extension_night_until = ${jobContent.extension_night_until ?? null},
      description_html = ${jobContent.description_html}, qualification_html = ${jobContent.qualification_html}, preview = ${preview(jobContent.description_html)},
      title_sw = ${kiswahili.title_sw}, terms_sw = ${kiswahili.terms_sw}, remuneration_sw = ${kiswahili.remuneration_sw},
      description_sw = ${kiswahili.description_sw}, qualification_sw = ${kiswahili.qualification_sw}, preview_sw = ${kiswahili.preview_sw},
      expiry_date = ${deadlineInstant(jobContent.expiry_date.trim()) ?? null}, updated_at = ${now}
    where id = ${id}`)
  await writePlaces(tx, id, jobContent.by_election_areas, jobContent.huduma_centres)
}

/**
 * Publishes a job now, or later at `moment`, which is stored in `publish_at` until then. `created_at` is the
 * publication time that people see. When the job opens, an email to every newsletter subscriber is queued.
 */
export async function publishJob(tx: Tx, id: number, moment: Date, now: Date): Promise<void> {
  const opensNow = moment <= now
  await tx.run(sql`
    update jobs set state = 'published', is_active = ${opensNow}, publish_at = ${opensNow ? null : moment}, created_at = ${moment}, updated_at = ${now} where id = ${id}`)
  if (opensNow) await announceJobs(tx, [id], now)
}

/** Publishes approved jobs whose publishing time has come, at most 100 a call. Returns how many. */
export async function publishDue(tx: Tx, now: Date): Promise<number> {
  const dueJobs = await tx.rows<{ id: number }>(sql`
    select id from jobs where state = 'published' and not is_active and publish_at is not null and publish_at <= ${now}
    order by publish_at limit 100 for update skip locked`)
  // This runs every second and returns early: even an update of no rows would drop every cached page.
  if (dueJobs.length === 0) return 0
  const ids = dueJobs.map(({ id }) => id)
  await tx.run(
    sql`update jobs set is_active = true, publish_at = null, updated_at = ${now} where id = any(${ids}::bigint[])`,
  )
  await announceJobs(tx, ids, now)
  return ids.length
}

export const setDeadline = (tx: Tx, id: number, moment: Date, now: Date) =>
  tx.run(sql`update jobs set expiry_date = ${moment}, updated_at = ${now} where id = ${id}`)

/** Stores when a published job was changed, for the public. The reason is stored with the change itself. */
export const recordPublicChange = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update jobs set publicly_updated_at = ${now} where id = ${id}`)

export const archiveJob = (tx: Tx, id: number, now: Date) =>
  tx.run(
    sql`update jobs set state = 'archived', is_active = false, publish_at = null, updated_at = ${now} where id = ${id}`,
  )
