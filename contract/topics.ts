/**
 * The topics of the API documentation, each with the first parts of paths (after `/api/`) that belong to it.
 */
const TOPICS: Record<string, string[]> = {
  Jobs: ['jobs', 'job-types'],
  Places: ['counties', 'constituencies', 'wards', 'huduma-centres', 'by-election-areas'],
  'Creating an account': ['register', 'captcha', 'verify-email', 'resend-verification'],
  'Logging in': ['csrf', 'login', 'logout', 'session'],
  'Getting back in': ['password-reset-request', 'verify-otp', 'update-password', 'security'],
  'The logged-in person': [
    'user',
    'dashboard',
    'notifications',
    'change-password',
    'email-change',
    'failed-logins',
    'own-data',
    'erasure',
    'corrections',
    'passkeys',
    'sessions',
  ],
  Applications: ['job-applications', 'qualification-levels'],
  Selections: ['selections'],
  'Proof of an application': ['receipts', 'transparency'],
  'New jobs by email': ['newsletter'],
  'The assistant': ['assistant'],
  'For staff': ['staff'],
  'This portal': ['site', 'status', 'email-config', 'validation-statistics', 'retention'],
}

/** The topics in the order in which the documentation lists them. */
export const topics = Object.keys(TOPICS)

/** The topic of a path such as `/api/jobs/list/`; undefined when no topic has it. */
export const topicOf = (path: string): string | undefined => {
  // `/api/jobs/list/` splits into '', `api`, `jobs`, `list` and ''. A shorter path gives '', which no topic
  // has.
  const firstSegment = path.split('/')[2] ?? ''
  return topics.find((topic) => TOPICS[topic]?.includes(firstSegment))
}
