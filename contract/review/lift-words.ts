import { REVIEW } from '../staff/limits.ts'

export const LIFT_WORDS = {
  secondPerson: 'This needs a second person: no one agrees to their own request',
  waitsAlready: 'You have already asked. Your request waits for another officer.',
  over: `This request is closed: it was decided or taken back, or it is older than ${REVIEW.liftWaitHours} hours`,
  gone: 'The officer who asked may no longer see names. Refuse the request.',
  whyNot: 'Give a reason: the officer who asked reads it',
} as const
