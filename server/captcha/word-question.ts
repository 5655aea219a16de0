import { randomBytes } from 'node:crypto'
import { NUMBER_WORDS, WORD_QUESTIONS } from '#contract/accounts/plain-page-words.ts'
import { PLAIN_REGISTRATION, PLAIN_REGISTRATION_WORDS } from '#contract/accounts/plain-registration.ts'
import { normaliseAnswer } from '#contract/normalise.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { PageLanguage } from '../http/page-language.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Secrets } from '../secrets.ts'

// A captcha for the registration page without JavaScript: a sum in words, such as "two plus three".
const PURPOSE = 'word-question'
const NONCE_BYTES = 12
const LIFETIME_MS = PLAIN_REGISTRATION.questionMinutes * 60_000
type Translate = PageLanguage['translate']
/** The words of the numbers from zero to seventeen, in the page's language. */
const numbersIn = (translate: Translate) => translate(NUMBER_WORDS).split(', ')

/**
 * The captcha question for a nonce. It comes from a keyed hash, so that the page holds no answer. Its numbers
 * and its answer are at most 17, the highest number that has a word here.
 */
const questionOf = (secrets: Secrets, nonce: string) => {
  const [leftByte = 0, rightByte = 0, signByte = 0] = secrets.hmac(`${PURPOSE} numbers`, nonce)
  const [left, right] = [2 + (leftByte % 7), 1 + (rightByte % 9)]
  return signByte % 2 === 0
    ? ({ left, sign: 'plus', right, answer: left + right } as const)
    : ({ left: left + right, sign: 'minus', right, answer: left } as const)
}

const wordsOf = ({ left, sign, right }: ReturnType<typeof questionOf>, translate: Translate) => {
  const numbers = numbersIn(translate)
  return translate(WORD_QUESTIONS[sign](numbers[left] ?? '', numbers[right] ?? ''))
}

/** A new captcha question, in the page's language. It is signed, so that the server does not store it. */
export type WordQuestion = { token: string; words: string }

export const newWordQuestion = (
  { secrets, now }: Pick<Deps, 'secrets' | 'now'>,
  translate: Translate,
): WordQuestion => {
  const nonce = randomBytes(NONCE_BYTES).toString('hex')
  const token = signToken(secrets, PURPOSE, `${nonce}-${now().getTime()}`)
  return { token, words: wordsOf(questionOf(secrets, nonce), translate) }
}

/** A captcha question that was shown. It is `undefined` if the portal never asked it. */
const shownQuestion = ({ secrets, now }: Pick<Deps, 'secrets' | 'now'>, token: string) => {
  const [nonce = '', shownAtMs] = (verifyToken(secrets, PURPOSE, token) ?? '').split('-')
  if (!nonce) return undefined
  const ageMs = now().getTime() - Number(shownAtMs)
  return { nonce, ageMs, isExpired: ageMs > LIFETIME_MS, ...questionOf(secrets, nonce) }
}

/** The captcha question of a token. Undefined if the portal never asked it, or if it is too old. */
export const unexpiredWordQuestion = (
  deps: Pick<Deps, 'secrets' | 'now'>,
  token: string,
  translate: Translate,
): WordQuestion | undefined => {
  const shown = shownQuestion(deps, token)
  return shown && !shown.isExpired ? { token, words: wordsOf(shown, translate) } : undefined
}

/** The key that marks a captcha question as answered, in the table of used captchas. */
const usedKey = (nonce: string) => `question ${nonce}`

/** The captcha question of a token, like `unexpiredWordQuestion`, but undefined also once it was answered. */
export async function unusedWordQuestion(
  deps: Deps,
  token: string,
  translate: Translate,
): Promise<WordQuestion | undefined> {
  const shown = shownQuestion(deps, token)
  if (!shown || shown.isExpired) return undefined
  const used = await deps.db.row(sql`select from captcha_used where solution = ${usedKey(shown.nonce)}`)
  return used ? undefined : { token, words: wordsOf(shown, translate) }
}

/** Whether the answer was typed: in digits, in English or in the page's language, also with a full stop. */
const isAnswer = (typed: string, answer: number, translate: Translate) => {
  const plain = normaliseAnswer(typed).replace(/\.$/, '')
  return [String(answer), NUMBER_WORDS.split(', ')[answer], numbersIn(translate)[answer]].includes(plain)
}

const refuseAnswer = (
  kind: 'captcha_required' | 'captcha_expired' | 'captcha_failed',
  sentence: keyof typeof PLAIN_REGISTRATION_WORDS,
) => refuse(kind, { fieldErrors: { answer: PLAIN_REGISTRATION_WORDS[sentence] } })

/**
 * Requires the right answer to the captcha question, in time, not at once, and for the first time. A wrong
 * answer uses the question up too, so that no one tries all numbers.
 */
export async function requireWordAnswer(
  deps: Deps,
  { question: token, answer: typed }: { question: string; answer: string },
  translate: Translate,
): Promise<void> {
  if (!typed.trim()) throw refuseAnswer('captcha_required', 'required')
  const shown = shownQuestion(deps, token)
  if (!shown) throw refuseAnswer('captcha_failed', 'failed')
  if (shown.isExpired) throw refuseAnswer('captcha_expired', 'expired')
  if (shown.ageMs < PLAIN_REGISTRATION.leastSeconds * 1_000) throw refuseAnswer('captcha_failed', 'tooQuick')
  const expiresAt = new Date(deps.now().getTime() - shown.ageMs + LIFETIME_MS)
  // When no row is inserted, this captcha question was answered before.
  const inserted = await deps.db.run(sql`
    insert into captcha_used (solution, expires_at) values (${usedKey(shown.nonce)}, ${expiresAt}) on conflict do nothing`)
  if (inserted === 0) throw refuseAnswer('captcha_failed', 'used')
  if (!isAnswer(typed, shown.answer, translate)) throw refuseAnswer('captcha_failed', 'failed')
}
