import { RESET, SECURITY, VERIFICATION_WORDS } from './accounts/words.ts'
import { LOGIN } from './accounts/login-words.ts'
import {
  ENTRY_WORDS,
  INCOMPLETE_WORDS,
  JOB_RULE_WORDS,
  NEXT_WORDS,
  WIZARD_WORDS,
} from './job-applications/words.ts'
import { CHANGE_PASSWORD } from './accounts/change-password.ts'
import { DOCUMENT_NAMES, DOCUMENT_WORDS, SCAN_PROBLEMS } from './documents/documents.ts'
import { JOB_WORDS } from './jobs/words.ts'
import { NEWSLETTER } from './newsletter/endpoints.ts'
import { PASSWORD_WORDS } from './accounts/passwords.ts'
import { FIXED_WORDS } from './accounts/profile-rules.ts'
import { REFUSALS } from './refusals.ts'
import { CAPTCHA, REGISTRATION } from './accounts/registration-rules.ts'
import { WIRE } from './wire.ts'

/** Replaces a number or a name. */
const HOLE = '…'
const hole = HOLE as never

/** Sentences that contain a number or a name, which the hole replaces. */
const WITH_HOLES = [
  ENTRY_WORDS.hudumaCentre(hole),
  ENTRY_WORDS.yearRange(hole, hole),
  NEXT_WORDS.referees(hole),
  JOB_RULE_WORDS.tooYoung(hole),
  WIRE.tooLong(hole),
]
/** Sentences with officers' own names for a job's documents: up to ten names. */
const WITH_NAMES = [
  DOCUMENT_WORDS.missing([hole]),
  ...SCAN_PROBLEMS.map((fault) => `${HOLE}: ${DOCUMENT_WORDS[fault]}`),
]
const LONGEST = 1_000

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

const { cv: CV, cover_letter: LETTER } = DOCUMENT_NAMES
const KNOWN = new Set([
  ...stringsIn([
    LOGIN,
    RESET,
    SECURITY,
    VERIFICATION_WORDS,
    ENTRY_WORDS,
    INCOMPLETE_WORDS,
    JOB_RULE_WORDS,
    NEXT_WORDS,
    CHANGE_PASSWORD,
    DOCUMENT_WORDS,
  ]),
  ...stringsIn([
    JOB_WORDS,
    NEWSLETTER,
    PASSWORD_WORDS,
    FIXED_WORDS,
    CAPTCHA,
    REGISTRATION,
    WIRE,
    WIZARD_WORDS.fillFirst,
  ]),
  ...Object.values(REFUSALS).map(({ message }) => message),
  ...[[CV], [LETTER], [CV, LETTER]].map(DOCUMENT_WORDS.missing),
  ...SCAN_PROBLEMS.flatMap((fault) => [CV, LETTER].map((name) => `${name}: ${DOCUMENT_WORDS[fault]}`)),
  NEXT_WORDS.referees(1),
])

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const shaped = (sentences: string[], most: number) =>
  sentences.map((sentence) => ({
    sentence,
    shape: new RegExp(`^${escaped(sentence).replaceAll(HOLE, `.{1,${most}}?`)}$`),
  }))
const patterns = [...shaped(WITH_HOLES, 40), ...shaped(WITH_NAMES, LONGEST)]

/**
 * The contract's sentence that matches `text`, with `…` for a number or a name; '' without a match. Never
 * returns a part of `text`.
 */
export const knownSentence = (text: string): string =>
  KNOWN.has(text)
    ? text
    : text.length <= LONGEST
      ? (patterns.find(({ shape }) => shape.test(text))?.sentence ?? '')
      : ''
