import { REVIEW } from './limits.ts'

/** Sentences about the saved views: filters that an officer stores under a name. */
export const VIEW_WORDS = {
  tooMany: `You have ${REVIEW.maxViews} saved views of this job. Delete one first.`,
} as const
