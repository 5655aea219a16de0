import { SUPPORT } from './limits.ts'
import { APPLICATION } from '../job-applications/limits.ts'
import type { Right } from '../staff/rights.ts'

/** The values by which support can find a person. A name needs the date of birth too. */
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
 * The kinds of search for an officer with these rights. An officer who reviews or decides cannot search by
 * reference, because it would reveal the applicant (T32).
 */
export const searchKindsFor = (rights: readonly Right[]): readonly FoundBy[] =>
  FOUND_BY.filter((by) => by !== 'reference' || !mayReview(rights))

/** Whether these rights open applications: then support hides what would reveal the applicant (T32). */
export const mayReview = (rights: readonly Right[]): boolean =>
  rights.includes('applications.review') || rights.includes('decisions.approve')

/** Sentences for officers who help people. */
export const SUPPORT_WORDS = {
  by: 'Choose what to search by',
  text: {
    email: 'Enter the full email address',
    phone: 'Enter the full phone number, such as 0712 345 678',
    idno: 'Enter the full ID or passport number',
    reference: 'Enter the full reference, such as K7-4TR9XM-P',
    name: 'Enter a first name and a last name',
  } satisfies Record<FoundBy, string>,
  born: 'Enter the date of birth, such as 1999-05-26',
  tooMany: 'You have made too many searches. Try again in an hour.',
  tooManyPeople: {
    hour: `You have opened the accounts of ${SUPPORT.people.hour.most} people within an hour. Please wait, or ask another officer to help.`,
    day: `You have opened the accounts of ${SUPPORT.people.day.most} people within a day. Please wait, or ask another officer to help.`,
  },
  searchAgain: 'You can open a search result only for an hour. Please search again.',
  notByReference:
    'Officers who review applications cannot search by reference, because that would show whose application it is. Find the person by email, phone or ID number, or ask an administrator.',
  verified: 'This email address is already verified',
  tooManyEmails: 'Three emails were sent within an hour. Please wait, and ask the person to check junk mail.',
  notLocked: 'Nothing is locked now',
  notLoggedIn: 'No one is logged in now',
  notWithdrawn: `No application for this job was withdrawn within the last ${APPLICATION.restoreHours} hours`,
  notByReviewers:
    'Officers who review applications cannot put one back, because that would show whose application it is. Ask an administrator.',
  appliedAgain: 'The person has applied for this job again. Only one application for a job can count.',
} as const
