import { SECURITY } from '#contract/account-words.ts'
import { normaliseAnswer } from '#contract/normalise.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { findIdentity, setQuestion } from './store.ts'

/** Stores the question and a slow hash of the answer. An answer that others could guess from the account is refused (T5). */
export const setSecurityQuestion: Act<'POST /api/security/set/'> = async (deps, { body, applicant }) => {
  const person = await findIdentity(deps.db, applicant.userId, deps.now())
  if (!person) throw refuse('signed_out')
  // Whoever came in by the question may not shut the owner out with another one while it can be undone (C3).
  if (person.held) throw refuse('question_held')
  const answer = normaliseAnswer(body.security_answer)
  const own = [person.email, person.email.split('@')[0] ?? '', person.first_name, person.last_name, person.id_number, person.phone]
  if (own.some((word) => normaliseAnswer(word) === answer) || (await deps.hasher.verify(person.password_hash, body.security_answer.trim()))) {
    throw refuseFaults({ security_answer: SECURITY.weak })
  }
  await setQuestion(deps.db, applicant.userId, body.security_question.trim(), await deps.hasher.hash(answer))
  return { message: SECURITY.saved }
}
