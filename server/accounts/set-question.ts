import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import { SECURITY } from '#contract/accounts/words.ts'
import { EMAILS_PER_HOUR, LOGIN_LOCK, SECURITY_QUESTION } from '#contract/accounts/limits.ts'
import { normaliseAnswer } from '#contract/normalise.ts'
import type { Deps } from '../deps.ts'
import { limitAttempts } from '../http/limit-attempts.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Call, Handler } from '../endpoints/serve.ts'
import { countInWindow } from '../counters.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { passwordNotification, passwordAttempts } from './passwords.ts'
import { requireProof } from './require-proof.ts'
import { findIdentity, replaceQuestion } from './store.ts'

const HOUR_SECONDS = 3_600
const FRESH_LOGIN_MS = SECURITY_QUESTION.freshLoginMinutes * 60_000

// Whether the answer is the password. Refusing such an answer reveals the password to someone with an open
// session. So each answer counts as a try of the password (A8). `limitAttempts` counts an attempt that
// returns undefined as failed.
const tryAsPassword = async (deps: Deps, userId: number, passwordHash: string, answer: string) =>
  (await limitAttempts(
    deps.db,
    passwordAttempts(userId),
    LOGIN_LOCK,
    deps.now(),
    (retryAfter) => refuse('too_many', { retryAfter }),
    async () => (await deps.hasher.verify(passwordHash, answer)) || undefined,
  )) === true

// Someone who finds an open session could set a question, and then take the account over by a reset. So
// some minutes after the login, the password or a passkey must prove who it is (C3).
async function requireFreshProof(deps: Deps, { applicant, body, visitor }: Call<'POST /api/security/set/'>) {
  const { userId, session } = applicant
  if (deps.now().getTime() - session.openedAt.getTime() <= FRESH_LOGIN_MS) return
  const { password, passkey } = body
  if (!password && !passkey) throw refuseFields({ password: SECURITY.passwordToo })
  const wrong = { password: CHANGE_PASSWORD.currentWrong }
  await requireProof(deps, visitor, userId, { password, passkey, wrong })
}

type NameParts = { first_name: string; middle_name: string; last_name: string }
const wordsOf = (text: string): string[] => normaliseAnswer(text).match(/[^\s.,-]+/g) ?? []
/** Whether all words of an answer are from the person's names, in any order. */
const isName = (answer: string, { first_name, middle_name, last_name }: NameParts) => {
  const nameWords = wordsOf(`${first_name} ${middle_name} ${last_name}`)
  return wordsOf(answer).every((word) => nameWords.includes(word))
}

/**
 * Stores the security question and a slow hash of the answer. An answer that others could guess from the
 * account is refused (T5). If the person had a question before, they get a notification and an email, because
 * the question opens the account (C3).
 */
export const setSecurityQuestion: Handler<'POST /api/security/set/'> = async (deps, call) => {
  const { body } = call
  const { userId } = call.applicant
  const now = deps.now()
  const person = await findIdentity(deps.db, userId, now)
  if (!person) throw refuse('signed_out')
  // While a reset by question can still be undone, no one may replace the question. Otherwise an intruder
  // could lock the owner out (C3).
  if (person.has_question && person.is_reset_undoable) throw refuse('question_held')
  await requireFreshProof(deps, call)
  const answer = normaliseAnswer(body.security_answer)
  const personalWords = [person.email, person.email.split('@')[0] ?? '', person.id_number, person.phone]
  if (
    personalWords.some((word) => normaliseAnswer(word) === answer) ||
    isName(answer, person) ||
    (await tryAsPassword(deps, userId, person.password_hash, body.security_answer.trim()))
  ) {
    throw refuseFields({ security_answer: SECURITY.weak })
  }
  const answerHash = await deps.hasher.hash(answer)
  await deps.db.tx(async (tx) => {
    const replaced = await replaceQuestion(tx, userId, person.password_hash, {
      question: body.security_question.trim(),
      answerHash,
    })
    // The password was changed meanwhile, perhaps because the owner wants to end this session (T6).
    if (!replaced) throw refuse('signed_out')
    if (!replaced.had_question) return
    await tx.run(passwordNotification(userId, 'question_changed', now))
    const { count } = await countInWindow(tx, `accounts.question-changed ${userId}`, HOUR_SECONDS, now)
    if (count <= EMAILS_PER_HOUR)
      await enqueueEmail(tx, {
        topic: 'accounts.question-changed',
        payload: { userId, at: now.toISOString() },
        now,
      })
  })
  return { message: SECURITY.saved }
}
