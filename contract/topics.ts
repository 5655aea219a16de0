/**
 * The topic of a call, by the first part of its path. For the API document and the page that list every call.
 */
const TOPICS: Record<string, string[]> = {
  Jobs: ['jobs', 'job-types'],
  Places: ['counties', 'constituencies', 'wards', 'huduma-centres', 'by-election-areas'],
  'Creating an account': ['register', 'captcha', 'verify-email', 'resend-verification'],
  'Logging in': ['csrf', 'login', 'logout', 'session'],
  'Getting back in': ['password-reset-request', 'verify-otp', 'update-password', 'security'],
  'The logged-in person': ['user', 'dashboard', 'notifications', 'change-password', 'sessions'],
  Applications: ['job-applications', 'qualification-levels'],
  'Proof of an application': ['receipts', 'transparency'],
  'New jobs by email': ['newsletter'],
  'The assistant': ['assistant'],
  'For staff': ['staff'],
  'This portal': ['site', 'status', 'email-config', 'validation-statistics'],
}

/** In listing order. */
export const topics = Object.keys(TOPICS)

export const topicOf = (path: string): string | undefined => {
  const first = path.split('/')[2] ?? ''
  return topics.find((topic) => TOPICS[topic]?.includes(first))
}
