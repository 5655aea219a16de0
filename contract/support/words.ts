import { SUPPORT } from './limits.ts'
import type { Right } from '../staff/rights.ts'

/** What a person can be found by. A name finds no one without the date of birth. */
export const FOUND_BY = ['email', 'phone', 'idno', 'reference', 'name'] as const
export type FoundBy = (typeof FOUND_BY)[number]

export const FOUND_BY_WORDS: Record<FoundBy, string> = {
  email: 'Email address',
  phone: 'Phone number',
  idno: 'ID or passport number',
  reference: 'Reference of an application',
  name: 'Name and date of birth',
}

/**
 * The search fields for these rights. An officer who reviews or decides cannot search by reference: it would reveal the applicant (T32).
 */
export const foundBy = (rights: readonly Right[]): readonly FoundBy[] =>
  FOUND_BY.filter((by) => by !== 'reference' || !(rights.includes('applications.review') || rights.includes('decisions.approve')))

/** Sentences for officers who help a person. */
export const SUPPORT_WORDS = {
  by: 'Choose what you look by',
  text: {
    email: 'Write the whole email address',
    phone: 'Write the whole phone number, such as 0712 345 678',
    idno: 'Write the whole ID or passport number',
    reference: 'Write the whole reference, such as K7-4TR9XM-P',
    name: 'Write a first name and a last name',
  } satisfies Record<FoundBy, string>,
  born: 'Write the date of birth, such as 1999-05-26',
  tooMany: 'That were very many searches. Please go on in an hour.',
  tooManyPeople: {
    hour: `You have opened the accounts of ${SUPPORT.people.hour.most} people within an hour. Please wait, or ask another officer to help.`,
    day: `You have opened the accounts of ${SUPPORT.people.day.most} people within a day. Please wait, or ask another officer to help.`,
  },
  searchAgain: 'Search again: a person is opened from your own search, for an hour',
  notByReference:
    'You may review applications, so you cannot find their owners by reference. Find the person by email, phone or ID number, or ask an administrator.',
  verified: 'This email address is verified already',
  lettersSpent: 'Three emails in an hour were sent already. Please wait, and let the person look among junk mail.',
  notLocked: 'Nothing is locked any more',
  notSignedIn: 'No one is logged in any more',
  sameName: 'This is the name already',
} as const

/** Notifications to the person about what support did. */
export const SUPPORT_NOTIFICATIONS = {
  verification: 'Support sent you a new email to verify your address.',
  unlocked: ({ signIn, question }: { signIn: boolean; question: boolean }) => {
    if (!signIn) return 'Support opened your security question again after wrong answers.'
    const lifted = 'Support lifted the lock of your account after failed attempts to log in'
    return question ? `${lifted}, and opened your security question again after wrong answers.` : `${lifted}.`
  },
  signedOut: 'Support ended your sessions: every device was logged out.',
  named: (name: string) => `Support corrected your name to ${name}. What you sent before keeps the name it had.`,
} as const
