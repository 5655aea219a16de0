import { PASSWORD, STAFF } from './limits.ts'

/** What officers are told at their door. */
export const STAFF_WORDS = {
  wrongCode: 'The code is not right, or it was used already',
  wrongPasskey: 'That passkey was not accepted',
  locked: `Too many failed attempts. Please wait ${STAFF.lock.minutes} minutes.`,
  startAgain: 'This took too long. Please log in again.',
  invitationInvalid: 'This invitation is used, withdrawn or older than a week. Ask an administrator for a new one.',
  known: 'Somebody with this email works here already',
  nameRequired: 'Name is required',
  passwordShort: `Password must be at least ${STAFF.passwordMinLength} characters`,
  passwordLong: `Password must be at most ${PASSWORD.maxLength} characters`,
  areasOnlyReviewers: 'Only a reviewer is limited to counties or constituencies',
  noSuchArea: 'There is no such county or constituency',
  notYourself: 'Ask another administrator: nobody changes their own role or access',
  lastAdministrator: 'There must be an administrator left',
  secondPerson: 'This needs a second person: nobody approves what they proposed themselves',
  noteRequired: 'Write the note first',
  reasonRequired: 'Say why: the reason is kept in the log',
} as const

/** Acts of the log in words; what an act adds to the table needs a line here. */
export const ACT_WORDS: Record<string, string> = {
  'session.opened': 'Logged in',
  'session.ended': 'Logged out',
  'person.invited': 'Invited somebody to work here',
  'person.invitation_withdrawn': 'Withdrew an invitation',
  'person.joined': 'Accepted an invitation',
  'person.changed': 'Changed what somebody may do',
  'job.drafted': 'Began a job',
  'job.draft_edited': 'Edited a draft',
  'job.change_proposed': 'Proposed a change of a job',
  'job.change_approved': 'Approved a change of a job',
  'job.change_returned': 'Returned a proposed change',
  'job.change_withdrawn': 'Withdrew a proposed change',
  'figures.looked_at': 'Looked at the figures',
  'letters.retried': 'Had letters sent again that were not taken',
  'applications.listed': 'Looked through applications',
  'review.opened': 'Opened the applications of a job',
  'blind.lifted': 'Had names shown before a list is approved',
  'view.saved': 'Kept a filter',
  'view.dropped': 'Forgot a filter',
}

/** What is missing in a job that is to be published. */
export const STAFF_JOB_WORDS = {
  reference: 'Reference is required',
  referenceTaken: 'Another job has this reference',
  title: 'Title is required',
  department: 'Department is required',
  location: 'Location is required',
  type: 'Choose a job type',
  description: 'Describe the work',
  qualification: 'Say what is required',
  deadline: 'Write a date such as 2026-12-03',
  deadlinePast: 'The deadline must be in the future',
  publishLate: 'A job must be published before its deadline',
  deadlineEarlier: 'An extension must end later than now announced',
  age: 'The minimum age is 18 to 100',
  referees: 'Referees are 1 to 5',
  vacancies: 'Vacancies must be at least 1',
  places: 'Choose the areas or centres that are open',
  awaiting: 'A proposal for this job waits already. It is decided or withdrawn first.',
  notNow: 'This cannot be done with the job as it stands',
  decide: 'Approve or return',
  noSuch: 'This is not in the list any more',
} as const
