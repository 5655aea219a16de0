import { referenceFromText } from '../job-applications/reference-numbers.ts'

/** What the check of a receipt says. One answer for an unknown reference and a wrong digest: whose reference exists is nobody's business. */
export const VERIFY_WORDS = {
  included: 'This receipt is genuine, and its application is in the public log.',
  waiting: 'This receipt is genuine. Its application is being added to the public log: look again in a few seconds.',
  missing: 'This receipt carries our signature, but its application is not in the public log. Please tell us at once.',
  notSigned: 'We did not sign this receipt as it stands: it is not ours, or something in it was changed.',
  notFound: 'We gave out no receipt with this reference number and this fingerprint.',
  reference: 'Please give the reference number as it stands on the receipt, such as K7-4TR9XM-P',
  digest: 'Please give the fingerprint as it stands on the receipt: at least its first 16 signs, 0 to 9 and a to f',
  notReceipt: 'This file is not a receipt. Please choose the file that was saved from the receipt.',
} as const

/** Digits of a digest that a person must at least type. */
export const MIN_DIGEST = 16

/** As it was meant: case, spaces and hyphens do not matter. Undefined when it is no digest, nor the beginning of one. */
export const digestFromText = (text: string): string | undefined => {
  const digits = text.toLowerCase().replace(/[\s–-]/g, '')
  return digits.length >= MIN_DIGEST && digits.length <= 64 && /^[0-9a-f]+$/.test(digits) ? digits : undefined
}

/** What is wrong with a typed reference and digest. */
export const typedErrors = (typed: { reference_number: string; digest: string }): Record<string, string> => ({
  ...(referenceFromText(typed.reference_number) ? {} : { reference_number: VERIFY_WORDS.reference }),
  ...(digestFromText(typed.digest) ? {} : { digest: VERIFY_WORDS.digest }),
})
