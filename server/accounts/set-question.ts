import { SECURITY } from '#contract/account-words.ts'
import { LETTERS_PER_HOUR, LOGIN_LOCK } from '#contract/limits.ts'
import { normaliseAnswer } from '#contract/normalise.ts'
import type { Deps } from '../deps.ts'
import { tryDoor } from '../http/door.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { tally } from '../http/tally.ts'
import { promise } from '../outbox/promise.ts'
import { passwordNotice, passwordDoor } from './passwords.ts'
import { findIdentity, replaceQuestion } from './store.ts'

const HOUR_SECONDS = 3_600

// "That is your password" tells whoever found an open session what it is: each answer is a try of the password, counted as one (A8).
const isPassword = async (deps: Deps, userId: number, passwordHash: string, answer: string) =>
  (await tryDoor(
    deps.db,
    passwordDoor(userId),
    LOGIN_LOCK,
    deps.now(),
    (retryAfter) => refuse('too_many', { retryAfter }),
    async () => (await deps.hasher.verify(passwordHash, answer)) || undefined,
  )) === true

/**
 * Stores the question and a slow hash of the answer. An answer that others could guess from the account is refused (T5). Where another
 * question stood before, a notice and a letter tell: it is a way into the account (C3).
 */
export const setSecurityQuestion: Act<'POST /api/security/set/'> = async (deps, { body, applicant }) => {
  const { userId } = applicant
  const now = deps.now()
  const person = await findIdentity(deps.db, userId, now)
  if (!person) throw refuse('signed_out')
  // Whoever came in by the question may not shut the owner out with another one while it can be undone (C3).
  if (person.held) throw refuse('question_held')
  const answer = normaliseAnswer(body.security_answer)
  const own = [person.email, person.email.split('@')[0] ?? '', person.first_name, person.last_name, person.id_number, person.phone]
  if (own.some((word) => normaliseAnswer(word) === answer) || (await isPassword(deps, userId, person.password_hash, body.security_answer.trim()))) {
    throw refuseFaults({ security_answer: SECURITY.weak })
  }
  const hash = await deps.hasher.hash(answer)
  await deps.db.tx(async (tx) => {
    const replaced = await replaceQuestion(tx, userId, person.password_hash, { question: body.security_question.trim(), hash })
    // The password was changed meanwhile: the owner may have shut this session out with it (T6).
    if (!replaced) throw refuse('signed_out')
    if (!replaced.had) return
    await tx.run(passwordNotice(userId, 'Your security question was changed.', now))
    const { count } = await tally(tx, `accounts.question-changed ${userId}`, HOUR_SECONDS, now)
    if (count <= LETTERS_PER_HOUR) await promise(tx, { topic: 'accounts.question-changed', payload: { userId, at: now.toISOString() }, now })
  })
  return { message: SECURITY.saved }
}
