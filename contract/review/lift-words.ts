import { REVIEW } from '../staff/limits.ts'

export const LIFT_WORDS = {
  secondPerson: 'This needs a second person: no one agrees to what they asked for themselves',
  waitsAlready: 'You have asked already. The request waits for another officer.',
  over: `This request waits no more: it was decided or taken back, or it is older than ${REVIEW.liftWaitHours} hours`,
  gone: 'Who asked may not see names any more. Refuse the request.',
  whyNot: 'Say why you refuse: who asked reads it',
} as const
