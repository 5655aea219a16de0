import { PASSWORD, REVIEW, STAFF } from './limits.ts'

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
  tooManyViews: `You keep ${REVIEW.maxViews} filters of this job. Forget one first.`,
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
  'template.made': 'Made a template of a message',
  'template.edited': 'Rewrote a template of a message',
  'template.archived': 'Put a template of a message away',
  'template.taken_back': 'Took a template of a message back',
  'message.previewed': 'Looked at letters before sending them',
  'message.sent': 'Sent a message to applicants',
  'lists.listed': 'Looked at the lists of decisions',
  'list.looked_at': 'Looked at a list of decisions',
  'list.made': 'Began a list of decisions',
  'list.changed': 'Changed the words of a list of decisions',
  'list.added_to': 'Put applications on a list of decisions',
  'list.taken_from': 'Took applications off a list of decisions',
  'list.proposed': 'Proposed a list of decisions',
  'list.approved': 'Approved a list of decisions',
  'list.returned': 'Returned a proposed list of decisions',
  'list.withdrawn': 'Withdrew a list of decisions',
  'list.undone': 'Stopped an approved list of decisions before it took effect',
  'list.applied': 'A list of decisions took effect',
  'applications.listed': 'Looked through applications',
  'review.opened': 'Opened the applications of a job',
  'blind.lifted': 'Had names shown before a list is approved',
  'view.saved': 'Kept a filter',
  'view.dropped': 'Forgot a filter',
  'application.looked_at': 'Read an application',
  'document.opened': 'Opened a document',
  'note.written': 'Wrote a note on an application',
}

/** What officers are told about lists of decisions. */
export const DECISION_WORDS = {
  chooseFirst: 'Choose the applications first',
  expected: 'Say how many you saw match',
  noSuchStage: 'No application can be moved there',
  reason: 'Say why: the applicants read it',
  none: 'None of these can go on this list: they stand on a list already, or where they are does not lead there',
  empty: 'There is nothing on this list yet',
  notNow: 'This cannot be done with the list as it stands',
  outside: 'This list holds applications outside your areas',
  tooLate: 'It has taken effect already, or is just doing so',
  notYours: 'Only who proposed or approved it may stop it',
  counted: (count: number) => `${count.toLocaleString('en')} match by now. Please look again before you go on.`,
} as const

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

/** What officers are told of a document that may not be opened (T14). */
export const STAFF_DOCUMENT_WORDS = {
  unscanned: 'This document is still being checked for viruses. It can be opened after that.',
  refused: 'This document did not pass the check for viruses. Nothing of it was kept, and the applicant was told.',
} as const
