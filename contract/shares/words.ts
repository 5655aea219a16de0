/**
 * Limits on sharing a job's applications among reviewers. Each application has a part number below `parts`,
 * computed from its id. When all reviewers get equal shares, each gets a range of part numbers.
 */
export const SHARES = { maxReviewers: 50, parts: 65_536 } as const

/** Sentences for officers who share out the applications of a job. */
export const SHARE_WORDS = {
  noReviewer: 'Choose at least one reviewer',
  noCounty: 'Give at least one county to each reviewer you chose',
  countyTwice: 'Give each county to one reviewer only',
  personTwice: 'A reviewer has one share',
  notReviewer: 'One of these people no longer reviews applications. Choose again.',
  noSuchCounty: 'There is no such county',
  limited: (name: string) =>
    `${name} may read only some areas. Give this reviewer only whole counties that they may read.`,
  changed: 'Someone else has shared this job out. Check the shares and try again.',
} as const
