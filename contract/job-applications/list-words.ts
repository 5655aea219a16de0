/** Sentences of the lists and pages of applications (S2 §2, §8). */
export const APPLICATION_WORDS = {
  logIn: 'Please log in to view your applications.',
  listFailed: 'Failed to load applications. Please try again later.',
  detailFailed: 'Failed to load application details',
  notFound: 'Application not found',
  none: 'No applications',
  back: 'Back to Applications',
  progress: 'Application Progress',
  jobsHeading: 'Available Job Openings',
  jobsFailed: 'Failed to load job openings',
  checkFailed: 'Failed to check application status',
  allJobs: 'View All Jobs',
  alreadyApplied: 'Already Applied',
  viewMine: 'View My Applications',
} as const
