/** Limits on sharing a job's applications. An id is mapped to one of `parts`: `server/review/share.ts`. */
export const SHARES = { maxReviewers: 50, parts: 65_536 } as const

/** Sentences for officers who share out the applications of a job. */
export const SHARE_WORDS = {
  noReviewer: 'Choose at least one reviewer',
  noCounty: 'Give at least one county to each reviewer you chose',
  countyTwice: 'A county goes to one reviewer',
  personTwice: 'A reviewer has one share',
  notReviewer: 'One of these does not review applications any more. Choose again.',
  noSuchCounty: 'There is no such county',
  limited: (name: string) => `${name} may read some areas only. Give them whole counties that they may read.`,
  changed: 'Someone else shared this job out meanwhile. Look at it and try again.',
} as const
