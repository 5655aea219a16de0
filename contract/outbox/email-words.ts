/** Email topics as officers read them. */
export const EMAIL_WORDS: Record<string, string> = {
  'accounts.verify-email': 'Link to verify an address',
  'review.lift-asked': 'An officer asked to see names',
  'review.lift-decided': 'A request to see names was decided',
  'staff.appointment-proposed': 'An appointment was proposed',
  'staff.appointment-agreed': 'An appointment was agreed to',
  'support.many-people': 'An officer opened many accounts',
  'support.name-corrected': 'A name was corrected by support',
  'accounts.resend-verification': 'Link to verify an address, requested again',
  'accounts.exists': 'There is an account already',
  'accounts.reset-code': 'Code for a new password',
  'accounts.password-changed': 'A password was changed, by code',
  'accounts.password-changed-inside': 'A password was changed',
  'accounts.reset-by-question': 'A password was changed, by question',
  'accounts.question-changed': 'A security question was changed',
  'accounts.session-stolen': 'A login was used elsewhere',
  'accounts.number-known': 'Another account has this ID number',
  'accounts.question-closed': 'Wrong answers to a security question',
  'job-applications.received': 'Receipt of an application',
  'job-applications.deadline-near': 'A draft whose deadline is near',
  'newsletter.confirm': 'Newsletter: please confirm',
  'newsletter.openings': 'Newsletter: new jobs',
  'staff.deadline-changed': 'A deadline was moved',
  'decisions.status': 'A decision took effect',
  'messages.letter': 'A message from officers',
  'staff.invitation': 'Invitation to work here',
  'staff.password-changed': 'An officer’s password was changed',
}

/** Emails that are useful only at once: later they would confuse, and the person can request a new one. */
export const SHORT_LIVED_EMAILS: readonly string[] = ['accounts.reset-code']
