import { referenceFromText } from '../job-applications/reference-numbers.ts'

/**
 * Sentences about the results of a receipt check. An unknown reference and a wrong digest get the same
 * answer, so that no one learns which references exist.
 */
export const VERIFY_WORDS = {
  included: 'This receipt is genuine, and its application is in the public log.',
  waiting:
    'This receipt is genuine. Its application is being added to the public log: check again in a few seconds.',
  missing:
    'This receipt carries our signature, but its application is not in the public log. Please tell us at once.',
  superseded:
    'The applicant corrected this application later. The newest version counts, and it has its own receipt.',
  notSigned: 'This receipt does not have our signature. It is not from us, or something in it was changed.',
  notFound: 'We have no receipt with this reference number and fingerprint.',
  reference: 'Please give the reference number as shown on the receipt, such as K7-4TR9XM-P',
  digest:
    'Please type the fingerprint as shown on the receipt. Type at least the first 16 characters: 0 to 9 and a to f.',
  notReceipt: 'This file is not a receipt. Please choose the file that was saved from the receipt.',
} as const

/** The fewest digits of a receipt's digest that a person must type. */
const MIN_DIGEST = 16

/**
 * Reads the digest of a receipt, or the start of it, as a person typed it: in any case, with spaces and
 * hyphens. Undefined for any other text.
 */
export const digestFromText = (text: string): string | undefined => {
  const digits = text.toLowerCase().replace(/[\s–-]/g, '')
  return digits.length >= MIN_DIGEST && digits.length <= 64 && /^[0-9a-f]+$/.test(digits) ? digits : undefined
}

/** Field errors of a typed reference and digest. */
export const typedErrors = (typed: { reference_number: string; digest: string }): Record<string, string> => ({
  ...(referenceFromText(typed.reference_number) ? {} : { reference_number: VERIFY_WORDS.reference }),
  ...(digestFromText(typed.digest) ? {} : { digest: VERIFY_WORDS.digest }),
})
