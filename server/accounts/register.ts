import { normaliseRegistration, REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { PASSWORD_WORDS } from '#contract/accounts/passwords.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { refusedEntry, spendTicket } from '../brownout/line-entrance.ts'
import { isDuplicate } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { isKnownPassword } from './known-passwords.ts'
import { countAccountLookup } from './lookup-alarm.ts'
import { enqueueAtMost } from './emails-limit.ts'
import { asPlaceError } from './places.ts'
import { insertUser } from './store.ts'

/**
 * The same answer for a known address and a known ID number (T38), at the key that opens the right dialog
 * (A5).
 */
const refuseExisting = () =>
  refuse('account_exists', { faults: { non_field_errors: REFUSALS.account_exists.message } })

const created = (deps: Deps, visitor: Visitor) => {
  spendTicket('registrationInLine', deps, visitor)
  visitor.setStatus(201)
  return { message: REGISTRATION.success }
}

/** Creates an account and queues its verification email. From level 2, new callers wait in the line. */
export const register: Handler<'POST /api/register/'> = async (deps, { body, visitor }) => {
  const keptOut = refusedEntry('registrationInLine', deps, visitor)
  if (keptOut) throw keptOut.refusal()
  const answers = normaliseRegistration(body)
  const words = [
    answers.first_name,
    answers.last_name,
    answers.email,
    answers.email.split('@')[0] ?? '',
    deps.config.organisation.acronym,
  ]
  if (isKnownPassword(body.password, words)) throw refuseFields({ password: PASSWORD_WORDS.known })
  await requireCaptcha(deps, body.recaptchaToken, visitor.ip)
  const hash = await deps.hasher.hash(body.password)
  const now = deps.now()
  try {
    await deps.db.tx(async (tx) => {
      const user = await insertUser(tx, answers, hash, now)
      await enqueueEmail(tx, { topic: 'accounts.verify-email', payload: { userId: user?.id ?? 0 }, now })
    })
  } catch (error) {
    if (isDuplicate(error, 'users_email') || isDuplicate(error, 'users_document'))
      await countAccountLookup(deps)
    const uniform = deps.config.accountLookUp === 'uniform'
    if (isDuplicate(error, 'users_email')) await enqueueAtMost(deps, 'accounts.exists', answers.email)
    if (isDuplicate(error, 'users_document') && uniform)
      await enqueueAtMost(deps, 'accounts.number-known', answers.email)
    if (isDuplicate(error, 'users_email') || isDuplicate(error, 'users_document')) {
      // The operator chose that only an email says it (C2).
      if (uniform) return created(deps, visitor)
      throw refuseExisting()
    }
    throw asPlaceError(error)
  }
  return created(deps, visitor)
}
