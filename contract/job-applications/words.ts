// Sentences of the application form and its pages (S2 §2, §5, §8). No schemas are here, because pages would
// then load the schema library.

export const STEPS = ['Personal', 'Education', 'Work Experience', 'Referees', 'Review'] as const
export type Step = 1 | 2 | 3 | 4 | 5

/** The field errors of the form's lists (S2 §5). */
export const ENTRY_WORDS = {
  employmentNumber: 'Employment number is required for internal job applications',
  employmentNumberShort: 'Employment number must be at least 2 characters',
  hudumaCentre: (acronym: string) => `Huduma Centre location is required for ${acronym} Huduma Centre Jobs`,
  byElectionArea: 'By-Election Area is required for By-Election Temporary Jobs',
  institution: 'Institution is required',
  level: 'Qualification level is required',
  area: 'Area of study is required',
  year: 'Year of graduation/completion is required',
  yearRange: (first: number, last: number) => `Year must be between ${first} and ${last}`,
  company: 'Company is required',
  position: 'Position is required',
  start: 'Start date is required',
  end: 'End date is required',
  responsibilities: 'Responsibilities are required',
  startTooEarly: (year: number) => `Start date cannot be before ${year}`,
  startFuture: 'Start date cannot be in the future',
  endFuture: 'End date cannot be in the future',
  endBeforeStart: 'End date cannot be before start date',
  name: 'Name is required',
  organization: 'Organization is required',
  email: 'Email is required',
  emailFormat: 'Invalid email format',
  phone: 'Phone is required',
  phoneFormat: 'Phone must be in Kenyan format (+254XXXXXXXXX)',
} as const

/** Errors about what is missing, when a person presses Next in the form (S2 §5). */
export const NEXT_WORDS = {
  education: 'At least one education entry is required',
  experience: 'At least one work experience entry is required',
  referees: (fewest: number) =>
    fewest === 1 ? 'At least one referee is required' : `At least ${fewest} referees are required`,
} as const

/** Errors about what is incomplete, when a person submits (S2 §5). */
export const INCOMPLETE_WORDS = {
  personal: 'Personal details section is incomplete',
  education: 'Education section is incomplete',
  experience: 'Work experience section is incomplete',
  referees: 'Referees section is incomplete',
} as const

export const WIZARD_WORDS = {
  save: 'Save Progress',
  saving: 'Saving...',
  saved: 'Progress saved successfully!',
  fillFirst: 'Please fill all required fields before saving progress.',
  saveFailed: 'Failed to save progress. Please try again.',
  saveInvalidJob: 'Invalid job ID. Please try again.',
  present: 'Present',
  noExperience: 'I have no work experience yet',
  noCentre: (typed: string) => `No Huduma Centres found matching "${typed}"`,
  noArea: (typed: string) => `No By-Election Areas found matching "${typed}"`,
  confirm:
    'Are you sure you want to submit your job application? Once submitted, you will not be able to make any changes to your application.',
  confirmYes: 'Yes, Submit',
  submitting: 'Submitting...',
  submitted: 'Application Submitted Successfully!',
  toDashboard: 'Go to Dashboard',
  noReference: 'N/A',
} as const

/** Errors for a submit that fails (S2 §8). */
export const SUBMIT_WORDS = {
  noToken: 'No authentication token found. Please log in again.',
  checkFailed: 'Failed to check existing application status',
  alreadyCompleted:
    'You already have a completed application for this position. Please check your applications dashboard.',
  failedWith: (status: number) => `Submission failed with status: ${status}`,
  failed: 'Failed to submit application. Please try again.',
} as const

/** Reasons, which only the server can check, why a job does not accept an application (A18, J9). */
export const JOB_RULE_WORDS = {
  tooYoung: (years: number) => `You must be at least ${years} years old on the closing date of this job`,
  areaNotOpen: 'This by-election area is not open for this job. Please choose another one.',
  centreNotOpen: 'This Huduma centre is not open for this job. Please choose another one.',
} as const

/** The statuses of a sent application, as its stage gives them (S2 §4, L1). */
export const STATUSES = ['Pending', 'Under Review', 'Shortlisted', 'Rejected', 'Hired'] as const
export type Status = (typeof STATUSES)[number]

/** What applicants see as the status of a sent application. A withdrawn one is shown as 'Withdrawn' (L2). */
export const OWN_STATUSES = [...STATUSES, 'Withdrawn'] as const
export type OwnStatus = (typeof OWN_STATUSES)[number]

/** The colour in which each status is shown (S2 §4). */
export const STATUS_COLOURS = {
  Pending: 'yellow',
  'Under Review': 'grey',
  Shortlisted: 'green',
  Rejected: 'red',
  Hired: 'green',
  Withdrawn: 'grey',
  Draft: 'grey',
} as const satisfies Record<OwnStatus | 'Draft', string>

/**
 * A status without spaces, hyphens and capitals: `Under Review` and `under_review` are both `underreview`.
 */
const bare = (status: string) => status.toLowerCase().replace(/[\s_-]+/g, '')

/**
 * Finds the status that a text means, whatever its case, spaces, hyphens and underscores. 'Accepted' means
 * Hired (L1, L4). Undefined for text that is no status.
 */
export const statusFrom = (text: string): OwnStatus | undefined =>
  bare(text) === 'accepted' ? 'Hired' : OWN_STATUSES.find((status) => bare(status) === bare(text))
