import { RESET, SECURITY, VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { LOGIN } from '#contract/accounts/login-words.ts'
import {
  ENTRY_WORDS,
  INCOMPLETE_WORDS,
  JOB_RULE_WORDS,
  NEXT_WORDS,
  WIZARD_WORDS,
} from '#contract/job-applications/words.ts'
import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import { EMAIL_CHANGE_WORDS } from '#contract/accounts/email-change.ts'
import { PROFILE_CORRECTION_WORDS } from '#contract/corrections/words.ts'
import { DOCUMENT_WORDS, SCAN_PROBLEMS, USUAL_DOCUMENT_NAMES } from '#contract/documents/documents.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { NEWSLETTER } from '#contract/newsletter/endpoints.ts'
import { PASSKEY_WORDS } from '#contract/accounts/passkeys.ts'
import { PASSWORD_WORDS } from '#contract/accounts/passwords.ts'
import { FIXED_WORDS } from '#contract/accounts/profile-rules.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { CAPTCHA, REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { WIRE } from '#contract/wire.ts'

// Officers' reports count the error sentences that people saw. These functions ensure that the counts contain
// nothing that people typed.

/** The hole replaces a number or a name in a sentence. */
const HOLE = '…'
/** A number that no sentence contains by itself. It is filled in first, and then replaced by the hole. */
const SAMPLE_NUMBER = 7
const withHole = (sentence: string) => sentence.replaceAll(String(SAMPLE_NUMBER), HOLE)

/** Sentences in which each hole replaces a number or a short name. */
const SENTENCES_WITH_SHORT_VALUES = [
  ENTRY_WORDS.hudumaCentre(HOLE),
  withHole(ENTRY_WORDS.yearRange(SAMPLE_NUMBER, SAMPLE_NUMBER)),
  withHole(ENTRY_WORDS.startTooEarly(SAMPLE_NUMBER)),
  withHole(NEXT_WORDS.referees(SAMPLE_NUMBER)),
  withHole(JOB_RULE_WORDS.tooYoung(SAMPLE_NUMBER)),
  withHole(WIRE.tooLong(SAMPLE_NUMBER)),
]
/** Sentences with the documents of a job, which officers name: the hole replaces up to ten names. */
const SENTENCES_WITH_DOCUMENT_NAMES = [
  DOCUMENT_WORDS.missing([HOLE]),
  ...SCAN_PROBLEMS.map((problem) => `${HOLE}: ${DOCUMENT_WORDS[problem]}`),
]
/** The most characters that a hole can replace when it is for a number or a short name. */
const MAX_SHORT_VALUE_LENGTH = 40
/** Longer texts are not compared with the patterns, because that would take too long. */
const MAX_TEXT_LENGTH = 1_000

/** Finds every string in a value, however deep it is nested. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

const { cv, cover_letter: coverLetter } = USUAL_DOCUMENT_NAMES
/** Sentences without a hole. A text must be equal to one of them. */
const COMPLETE_SENTENCES = new Set([
  ...[
    LOGIN,
    RESET,
    SECURITY,
    VERIFICATION_WORDS,
    ENTRY_WORDS,
    INCOMPLETE_WORDS,
    JOB_RULE_WORDS,
    NEXT_WORDS,
    CHANGE_PASSWORD,
    EMAIL_CHANGE_WORDS,
    PROFILE_CORRECTION_WORDS,
    DOCUMENT_WORDS,
    JOB_WORDS,
    NEWSLETTER,
    PASSKEY_WORDS,
    PASSWORD_WORDS,
    FIXED_WORDS,
    CAPTCHA,
    REGISTRATION,
    WIRE,
    WIZARD_WORDS.fillFirst,
  ].flatMap(stringsIn),
  ...Object.values(REFUSALS).map(({ message }) => message),
  ...[[cv], [coverLetter], [cv, coverLetter]].map(DOCUMENT_WORDS.missing),
  ...SCAN_PROBLEMS.flatMap((problem) =>
    [cv, coverLetter].map((name) => `${name}: ${DOCUMENT_WORDS[problem]}`),
  ),
  // The sentence for a single referee differs from the sentence for several.
  NEXT_WORDS.referees(1),
])

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternsOf = (sentences: string[], maxHoleLength: number) =>
  sentences.map((sentence) => ({
    sentence,
    pattern: new RegExp(`^${escaped(sentence).replaceAll(HOLE, `.{1,${maxHoleLength}}?`)}$`),
  }))
const PATTERNS = [
  ...patternsOf(SENTENCES_WITH_SHORT_VALUES, MAX_SHORT_VALUE_LENGTH),
  ...patternsOf(SENTENCES_WITH_DOCUMENT_NAMES, MAX_TEXT_LENGTH),
]

/**
 * Finds the contract's sentence that matches `text`, with `…` for a number or a name; '' when none matches.
 * So no word that a person typed is ever returned.
 */
export const knownSentence = (text: string): string => {
  if (COMPLETE_SENTENCES.has(text)) return text
  if (text.length > MAX_TEXT_LENGTH) return ''
  return PATTERNS.find(({ pattern }) => pattern.test(text))?.sentence ?? ''
}
