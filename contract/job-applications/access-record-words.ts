/** Sentences for applicants about officers who opened their application. */
export const ACCESS_RECORD_WORDS = {
  heading: 'Who looked at it',
  read: 'Read your application',
  readBlind: 'Read your application. Your name was hidden.',
  opened: { cv: 'Opened your CV', cover_letter: 'Opened your cover letter' },
  /** A document that the job asks for by name. */
  openedNamed: (name: string) => `Opened your document “${name}”`,
  emailPreviewed: 'Read an email to you before it was sent',
  emailPreviewedBlind: 'Read an email to you before it was sent. Your name was hidden.',
  names: 'Saw the names of everyone who applied for this job',
  file: 'Downloaded a list with your name or other details about you',
  publishedList:
    'Made a published list with names of people who applied for this job. Your name may be on it.',
  account: 'Looked up your account, with your name and email address',
  none: 'No officer has opened your application yet.',
  promise: 'Each time an officer opens your application, it is listed here. No one can remove it.',
  roles:
    'A reviewer reads applications. A recruiter runs the whole recruitment. Before anyone is shortlisted, rejected or hired, a second person must agree: the approver. An auditor checks that everything was done correctly.',
  failed: 'We could not load the list of officers who opened your application.',
} as const
