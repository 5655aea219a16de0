import { APPLICATION } from '#contract/job-applications/limits.ts'
import { sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { AnswersInput } from './answers.ts'
import { openPlaceColumns, applicationColumns, type ApplicationRow, applicationTables } from './store.ts'

// Saves the answers of a draft, and stores copies of answers that would be lost.

// A null leaves the stored answer unchanged.
const jsonOrNull = (answer: unknown) => (answer === undefined ? null : JSON.stringify(answer))

type SavedRow = ApplicationRow & {
  /** The application's version before this call. */
  version_before: number
  /**
   * False when the answers were not written. Then the application is sent and not reopened, the job is
   * closed, the version is old, or a place is not open.
   */
  written: boolean
  centre_open: boolean
  area_open: boolean
}

export type DraftSave = {
  userId: number
  jobId: number
  input: AnswersInput
  version: number | undefined
  now: Date
}

/**
 * Deletes the oldest copies of an application's answers beyond the limits of number and bytes. The caller's
 * statement inserts a new copy in `copied`. This part cannot see that row yet, so `copied` gives its size.
 * The new copy counts too, so an older copy whose `rank` equals the limit is one too many.
 */
export const sweepCopies = sql`
  delete from draft_copies where id in (
    select id from (
      select draft_copy.id, row_number() over newest as rank, copied.bytes + sum(octet_length(draft_copy.content::text)) over newest as bytes
      from copied join draft_copies draft_copy using (application_id)
      window newest as (order by draft_copy.id desc)) older
    where rank >= ${APPLICATION.maxStoredCopies} or bytes > ${APPLICATION.storedCopiesBytes})`

/**
 * Writes `input` over the draft for a job and returns the result, in one statement. Undefined when there is
 * no application yet. With an old `version` it writes nothing and stores a copy of `input`. Without a version
 * it stores a copy of the overwritten parts (T22).
 */
// The statement has these parts. `sent` is `input` as a row, and `old` the application before the write.
// `allowed` says what forbids the write, and `written` is the application after it. `lost` holds the answers
// to copy, and `present` the result.
export const saveDraft = (tx: Tx, { userId, jobId, input, version, now }: DraftSave) =>
  tx.row<SavedRow>(sql`
    with sent as (
      select ${jsonOrNull(input.education)}::jsonb as education, ${jsonOrNull(input.experience)}::jsonb as experience, ${jsonOrNull(input.referees)}::jsonb as referees,
        ${input.address ?? null}::text as address, ${input.employment_number ?? null}::text as employment_number,
        ${input.huduma_centre ?? null}::int as huduma_centre_id, ${input.by_election_area ?? null}::int as by_election_area_id,
        ${jsonOrNull(input.unfinished)}::jsonb as unfinished, ${version ?? null}::int as version),
    old as (
      select * from job_applications where user_id = ${userId} and job_id = ${jobId} and withdrawn_at is null for update),
    allowed as (
      select ${openPlaceColumns(sql`old.job_id`, sql`nullif(sent.huduma_centre_id, 0)`, sql`nullif(sent.by_election_area_id, 0)`)},
        sent.version is not null and sent.version <> old.version as stale,
        exists (select from jobs where id = old.job_id and is_active and ${isOpenAt(now)}) as open
      from old, sent),
    written as (
      update job_applications application set
        education = coalesce(sent.education, application.education), experience = coalesce(sent.experience, application.experience),
        referees = coalesce(sent.referees, application.referees), address = coalesce(sent.address, application.address),
        employment_number = coalesce(sent.employment_number, application.employment_number),
        huduma_centre_id = nullif(coalesce(sent.huduma_centre_id, application.huduma_centre_id), 0),
        by_election_area_id = nullif(coalesce(sent.by_election_area_id, application.by_election_area_id), 0),
        unfinished = coalesce(sent.unfinished, application.unfinished), version = application.version + 1, updated_at = ${now}
      from old, sent, allowed
      where application.id = old.id and (not application.is_completed or application.reopened_at is not null) and open and centre_open and area_open and not stale
      returning application.*),
    lost as (
      select old.id, old.version, jsonb_strip_nulls(case
        when stale then to_jsonb(sent) - 'version' || '{"refused": true}'
        when sent.version is null then jsonb_build_object(
          'education', case when sent.education <> old.education and old.education <> '[]' then old.education end,
          'experience', case when sent.experience <> old.experience and old.experience <> '[]' then old.experience end,
          'referees', case when sent.referees <> old.referees and old.referees <> '[]' then old.referees end,
          'address', case when sent.address <> old.address and old.address <> '' then old.address end,
          'employment_number', case when sent.employment_number <> old.employment_number and old.employment_number <> '' then old.employment_number end)
        end) as content
      from old, sent, allowed where (not old.is_completed or old.reopened_at is not null) and open),
    copied as (
      insert into draft_copies (application_id, version, content, copied_at)
      select id, version, content, ${now} from lost where content <> '{}'
      returning application_id, octet_length(content::text) as bytes),
    swept as (${sweepCopies}),
    present as (
      select * from written union all select * from old where not exists (select from written))
    select ${applicationColumns}, (select version from old) as version_before, exists (select from written) as written, centre_open, area_open
    from ${applicationTables(sql`present`)} cross join allowed`)
