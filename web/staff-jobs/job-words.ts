import type { JobChange, JobContent, JobState } from '#contract/staff-jobs/staff-job.ts'
import { keysOf } from '../staff-ui/typed-choice.ts'

/** The state of a job, in words. */
export const STATE_WORDS: Record<JobState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  closed: 'Closed',
  archived: 'Archived',
}

type ChangeWords = {
  /** The words of the button. */
  button: string
  /** The name of the proposal in a list. */
  noun: string
  effect: string
  /** Who reads the reason. */
  why: string
}

/** The possible changes, and the effect of each once a second person approves. */
export const CHANGE_WORDS: Record<JobChange, ChangeWords> = {
  publish: {
    button: 'Propose to publish',
    noun: 'Publish',
    effect: 'When a second person approves, everyone sees the job within two seconds.',
    why: 'The second person reads it.',
  },
  edit: {
    button: 'Propose this edit',
    noun: 'Edit',
    effect: 'The public sees the new words when a second person approves.',
    why: 'The public reads this reason on the page, after “Updated on”.',
  },
  extend: {
    button: 'Extend',
    noun: 'Extend the deadline',
    effect: 'People with a draft get the new deadline in a notification and an email.',
    why: 'The public reads this reason on the page, after “Updated on”.',
  },
  end_early: {
    button: 'End early',
    noun: 'End early',
    effect: 'No one can apply from the moment a second person approves. People with a draft are notified.',
    why: 'The public reads this reason on the page, after “Updated on”.',
  },
  reopen: {
    button: 'Reopen',
    noun: 'Reopen',
    effect: 'People can apply again until the new deadline. People with a draft are notified.',
    why: 'The public reads this reason on the page, after “Updated on”.',
  },
  archive: {
    button: 'Archive',
    noun: 'Archive',
    effect: 'Only staff can see the job. Its applications stay.',
    why: 'The history and the log show this reason.',
  },
}

export type JobField = keyof JobContent

/** The names of a job's fields, in the order of its form. */
export const FIELD_WORDS: Record<JobField, string> = {
  reference: 'Reference',
  title: 'Title',
  job_type_id: 'Job type',
  category: 'Category',
  department: 'Department',
  location: 'Place, as the public reads it',
  county_code: 'County',
  vacancies: 'Posts',
  remuneration: 'Pay',
  terms: 'Terms',
  expiry_date: 'Deadline',
  min_qualification_level_id: 'Minimum level',
  min_age: 'Minimum age',
  experience_required: 'Work experience',
  min_referees: 'Referees',
  documents: 'CV and cover letter',
  wanted_documents: 'Other documents',
  extension_minutes: 'Minutes down, more than',
  extension_hours: 'Within the last hours',
  extension_times: 'Times the minutes down',
  extension_least_hours: 'At least, in hours',
  extension_night_from: 'Never ends from (hour)',
  extension_night_until: 'Until (hour)',
  by_election_areas: 'By-election areas open',
  huduma_centres: 'Huduma centres open',
  description_html: 'Description',
  qualification_html: 'Requirements',
  title_sw: 'Title in Kiswahili',
  remuneration_sw: 'Pay in Kiswahili',
  terms_sw: 'Terms in Kiswahili',
  description_sw: 'Description in Kiswahili',
  qualification_sw: 'Requirements in Kiswahili',
}
/** The language of what is in a field. Undefined for English, the language of officers' pages. */
export const fieldLanguage = (field: JobField) => (field.endsWith('_sw') ? 'sw' : undefined)

/** The name of a field on pages that show a job. There one sentence says the whole extension rule. */
export const fieldName = (field: JobField) =>
  field === 'extension_minutes' ? 'If the portal is down' : FIELD_WORDS[field]
export const JOB_FIELDS = keysOf(FIELD_WORDS)

export const DOCUMENT_OPTIONS = [
  ['asked', 'Asked for, not required'],
  ['required', 'Required'],
  ['none', 'None'],
] as const
export const EXPERIENCE_OPTIONS = [
  ['yes', 'Required'],
  ['no', 'Not required'],
] as const
