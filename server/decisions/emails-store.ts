import type { StoredReason } from '#contract/decisions/reasons.ts'
import type { Status } from '#contract/job-applications/words.ts'
import type { Language } from '#contract/language/paths.ts'
import { sql, type Tx } from '../database/connect.ts'
import { titleOfThatTime } from '../jobs/texts.ts'
import { placeName } from '../locations/place-name.ts'

/** The data for an email about a decision. */
export type DecidedRow = {
  application_id: number
  reference_number: string
  /** The present address of the applicant's account. */
  email: string
  language: Language
  /** The application as it was submitted: JSON of the type `Frozen`. */
  frozen: string
  /** The job's title in Kiswahili. Null if it has none, or if the English title has changed since. */
  title_sw: string | null
  /** The reason for this application, or else the reason of the whole list. Null if neither has one. */
  reason: StoredReason | null
  /** The person's number on the reserve list of a selection; null for everyone else. */
  reserve_number: number | null
  /**
   * The place to which the reserve list belongs. Null without a number, or if the list is for the whole job.
   */
  reserve_place: string | null
}

/**
 * A decision that has taken effect, with the present status of the application. Undefined if the list did not
 * move the application, or if its applicant deleted their account.
 */
export const findDecided = (tx: Tx, listId: number, applicationId: number) =>
  tx.row<DecidedRow & { to_stage: number; status: Status }>(sql`
    select entry.application_id, application.reference_number, users.email, users.language, made.frozen, ${titleOfThatTime(sql`made.frozen::jsonb -> 'job' ->> 'title'`)} as title_sw,
      case when why.id is not null then json_build_object('kind', why.kind, 'values', why.values, 'words', why.words) end as reason, list.to_stage, application.status,
      entry.reserve_number, ${placeName(sql`entry.reserve_place`)} as reserve_place
    from decision_entries entry
    join decisions list on list.id = entry.list_id
    join job_applications application on application.id = entry.application_id
    join users on users.id = application.user_id
    join jobs on jobs.id = application.job_id
    join submissions made on made.application_id = entry.application_id
    left join decision_reasons why on why.id = coalesce(entry.reason_id, list.reason_id)
    where entry.list_id = ${listId} and entry.application_id = ${applicationId} and entry.applied_at is not null`)
