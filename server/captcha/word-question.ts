import { randomBytes } from 'node:crypto'
import { PLAIN_REGISTRATION, PLAIN_REGISTRATION_WORDS } from '#contract/accounts/plain-registration.ts'
import { normaliseAnswer } from '#contract/normalise.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Secrets } from '../secrets.ts'

const PURPOSE = 'word-question'
const NONCE_BYTES = 12
const LIFETIME_MS = PLAIN_REGISTRATION.questionMinutes * 60_000
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
]

/** The question of a nonce. Both come from a keyed hash, so that the page does not hold the answer. */
const questionOf = (secrets: Secrets, nonce: string) => {
  const [first = 0, second = 0, kind = 0] = secrets.hmac(`${PURPOSE} numbers`, nonce)
  const [left, right] = [2 + (first % 7), 1 + (second % 9)]
  return kind % 2 === 0
    ? { words: `What is ${NUMBERS[left]} plus ${NUMBERS[right]}?`, answer: left + right }
    : { words: `What is ${NUMBERS[left + right]} minus ${NUMBERS[right]}?`, answer: left }
}

/** A question for a person, signed, so that the server does not store it. */
export type WordQuestion = { token: string; words: string }

export const newWordQuestion = ({ secrets, now }: Pick<Deps, 'secrets' | 'now'>): WordQuestion => {
  const nonce = randomBytes(NONCE_BYTES).toString('hex')
  const token = signToken(secrets, PURPOSE, `${nonce}-${now().getTime()}`)
  return { token, words: questionOf(secrets, nonce).words }
}

/** A question that was shown: `undefined` if the portal never asked it. */
const shownQuestion = ({ secrets, now }: Pick<Deps, 'secrets' | 'now'>, token: string) => {
  const [nonce = '', shownAtMs] = (verifyToken(secrets, PURPOSE, token) ?? '').split('-')
  if (!nonce) return undefined
  const ageMs = now().getTime() - Number(shownAtMs)
  return { nonce, ageMs, isExpired: ageMs > LIFETIME_MS, ...questionOf(secrets, nonce) }
}

/** The question of this token, unless the portal never asked it or it is too old. */
export const openWordQuestion = (
  deps: Pick<Deps, 'secrets' | 'now'>,
  token: string,
): WordQuestion | undefined => {
  const shown = shownQuestion(deps, token)
  return shown && !shown.isExpired ? { token, words: shown.words } : undefined
}

const usedKey = (nonce: string) => `question ${nonce}`

/** The same, unless an answer has used it up. */
export async function unusedWordQuestion(deps: Deps, token: string): Promise<WordQuestion | undefined> {
  const shown = shownQuestion(deps, token)
  if (!shown || shown.isExpired) return undefined
  const used = await deps.db.row(sql`select from captcha_used where solution = ${usedKey(shown.nonce)}`)
  return used ? undefined : { token, words: shown.words }
}

const isAnswer = (typed: string, answer: number) => {
  const plain = normaliseAnswer(typed).replace(/\.$/, '')
  return plain === String(answer) || plain === NUMBERS[answer]
}

const refuseAnswer = (
  kind: 'captcha_required' | 'captcha_expired' | 'captcha_failed',
  sentence: keyof typeof PLAIN_REGISTRATION_WORDS,
) => refuse(kind, { faults: { answer: PLAIN_REGISTRATION_WORDS[sentence] } })

/**
 * Passes when the question is answered rightly, in time, not at once, and for the first time. A wrong answer
 * uses the question up too, so that no one tries all numbers.
 */
export async function requireWordAnswer(deps: Deps, token: string, typed: string): Promise<void> {
  if (!typed.trim()) throw refuseAnswer('captcha_required', 'required')
  const shown = shownQuestion(deps, token)
  if (!shown) throw refuseAnswer('captcha_failed', 'failed')
  if (shown.isExpired) throw refuseAnswer('captcha_expired', 'expired')
  if (shown.ageMs < PLAIN_REGISTRATION.leastSeconds * 1_000) throw refuseAnswer('captcha_failed', 'tooQuick')
  const expiresAt = new Date(deps.now().getTime() - shown.ageMs + LIFETIME_MS)
  const inserted = await deps.db.run(sql`
    insert into captcha_used (solution, expires_at) values (${usedKey(shown.nonce)}, ${expiresAt}) on conflict do nothing`)
  if (inserted === 0) throw refuseAnswer('captcha_failed', 'used')
  if (!isAnswer(typed, shown.answer)) throw refuseAnswer('captcha_failed', 'failed')
}
