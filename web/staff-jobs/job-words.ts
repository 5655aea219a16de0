import { t } from '@lingui/core/macro'
import type { JobChange, JobContent, JobState } from '#contract/staff-jobs/staff-job.ts'
import { keysOf } from '../staff-ui/typed-choice.ts'

/** The state of a job, in words. */
export const STATE_WORDS: Record<JobState, string> = {
  draft: t`Draft`,
  scheduled: t`Scheduled`,
  published: t`Published`,
  closed: t`Closed`,
  archived: t`Archived`,
}

type ChangeWords = {
  /** The label of the button for this change. */
  button: string
  /** How a list names a proposal of this change. */
  noun: string
  effect: string
  /** Who reads the reason for this change. */
  reasonHint: string
}

/** The changes that officers can make to a job. Each takes effect when a second person approves it. */
export const CHANGE_WORDS: Record<JobChange, ChangeWords> = {
  publish: {
    button: t`Propose to publish`,
    noun: t`Publish`,
    effect: t`When a second person approves, everyone sees the job within two seconds.`,
    reasonHint: t`The second person reads it.`,
  },
  edit: {
    button: t`Propose this edit`,
    noun: t`Edit`,
    effect: t`The public sees the new words when a second person approves.`,
    reasonHint: t`The public reads this reason on the page, after “Updated on”.`,
  },
  extend: {
    button: t`Extend`,
    noun: t`Extend the deadline`,
    effect: t`People with a draft get the new deadline in a notification and an email.`,
    reasonHint: t`The public reads this reason on the page, after “Updated on”.`,
  },
  end_early: {
    button: t`End early`,
    noun: t`End early`,
    effect: t`No one can apply from the moment a second person approves. People with a draft are notified.`,
    reasonHint: t`The public reads this reason on the page, after “Updated on”.`,
  },
  reopen: {
    button: t`Reopen`,
    noun: t`Reopen`,
    effect: t`People can apply again until the new deadline. People with a draft are notified.`,
    reasonHint: t`The public reads this reason on the page, after “Updated on”.`,
  },
  archive: {
    button: t`Archive`,
    noun: t`Archive`,
    effect: t`Only staff can see the job. Its applications stay.`,
    reasonHint: t`The history and the log show this reason.`,
  },
}

export type JobField = keyof JobContent

/** The names of a job's fields, in the order of its form. */
export const FIELD_WORDS: Record<JobField, string> = {
  reference: t`Reference`,
  title: t`Title`,
  job_type_id: t`Job type`,
  category: t`Category`,
  department: t`Department`,
  location: t`Place, as the public reads it`,
  county_code: t`County`,
  vacancies: t`Posts`,
  remuneration: t`Pay`,
  terms: t`Terms`,
  expiry_date: t`Deadline`,
  min_qualification_level_id: t`Minimum level`,
  min_age: t`Minimum age`,
  experience_required: t`Work experience`,
  min_referees: t`Referees`,
  documents: t`CV and cover letter`,
  wanted_documents: t`Other documents`,
  // The rule that extends the deadline if the portal was down. The form shows these labels in pairs.
  extension_minutes: t`Minutes down, more than`,
  extension_hours: t`Within the last hours`,
  extension_times: t`Times the minutes down`,
  extension_least_hours: t`At least, in hours`,
  extension_night_from: t`Never ends from (hour)`,
  extension_night_until: t`Until (hour)`,
  by_election_areas: t`By-election areas open`,
  huduma_centres: t`Huduma centres open`,
  description_html: t`Description`,
  qualification_html: t`Requirements`,
  title_sw: t`Title in Kiswahili`,
  remuneration_sw: t`Pay in Kiswahili`,
  terms_sw: t`Terms in Kiswahili`,
  description_sw: t`Description in Kiswahili`,
  qualification_sw: t`Requirements in Kiswahili`,
}
/** The language of a field's text. It is undefined for English, the language of officers' pages. */
export const fieldLanguage = (field: JobField) => (field.endsWith('_sw') ? 'sw' : undefined)

/**
 * The name of a field on pages that show a job. There, a single sentence says the whole rule for extensions.
 */
export const fieldName = (field: JobField) =>
  field === 'extension_minutes' ? t`If the portal is down` : FIELD_WORDS[field]
export const JOB_FIELDS = keysOf(FIELD_WORDS)

export const DOCUMENT_OPTIONS = [
  ['asked', t`Asked for, not required`],
  ['required', t`Required`],
  ['none', t`None`],
] as const
export const EXPERIENCE_OPTIONS = [
  ['yes', t`Required`],
  ['no', t`Not required`],
] as const
