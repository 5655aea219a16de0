import { REVIEW } from './limits.ts'

/** Sentences about a lift: an officer's request to see the names that blind review hides. */
export const LIFT_WORDS = {
  secondPerson: 'You cannot agree to your own request. Another officer must agree.',
  waitsAlready: 'You have already asked. Your request waits for another officer.',
  over: `This request is closed. It was decided or withdrawn, or it is older than ${REVIEW.liftWaitHours} hours.`,
  gone: 'The officer who asked may no longer see names. Refuse the request.',
  whyNot: 'Give a reason. The officer who asked reads it.',
} as const
