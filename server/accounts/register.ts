import {
  normaliseRegistration,
  REGISTRATION,
  type RegistrationAnswers,
} from '#contract/accounts/registration-rules.ts'
import type { Language } from '#contract/language/paths.ts'
import { PASSWORD_WORDS } from '#contract/accounts/passwords.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { refuseEntry, spendTicket } from '../brownout/line-entrance.ts'
import { isDuplicate } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { isKnownPassword } from './known-passwords.ts'
import { countAccountLookup } from './lookup-alarm.ts'
import { enqueueLimited } from './emails-limit.ts'
import { asPlaceError } from './places.ts'
import { insertUser } from './store.ts'

/**
 * A known email address and a known ID number get the same refusal (T38). Its key `non_field_errors` makes
 * the page open its dialog about an existing account (A5).
 */
const refuseExisting = () =>
  refuse('account_exists', { fieldErrors: { non_field_errors: REFUSALS.account_exists.message } })

const finishRegistration = (deps: Deps, visitor: Visitor) => {
  spendTicket('registrationInLine', deps, visitor)
  visitor.setStatus(201)
  return { message: REGISTRATION.success }
}

/**
 * Creates an account and queues its verification email. From brownout level 2 on, new callers wait in the
 * line. `requireHuman` refuses a caller who may be a program. The account's emails will be in `language`.
 */
export async function createAccount(
  deps: Deps,
  body: RegistrationAnswers,
  visitor: Visitor,
  { language, requireHuman }: { language: Language; requireHuman: () => Promise<void> },
) {
  // Undefined for a caller who need not wait in the line to register.
  const entryRefusal = refuseEntry('registrationInLine', deps, visitor)
  if (entryRefusal) throw entryRefusal.refusal()
  const answers = normaliseRegistration(body)
  const personalWords = [
    answers.first_name,
    answers.last_name,
    answers.email,
    answers.email.split('@')[0] ?? '',
    deps.config.organisation.acronym,
  ]
  if (isKnownPassword(body.password, personalWords)) throw refuseFields({ password: PASSWORD_WORDS.known })
  await requireHuman()
  const hash = await deps.hasher.hash(body.password)
  const now = deps.now()
  try {
    await deps.db.tx(async (tx) => {
      const user = await insertUser(tx, answers, { passwordHash: hash, language }, now)
      // The insert returns a row or throws, so the account's id is never 0.
      await enqueueEmail(tx, { topic: 'accounts.verify-email', payload: { userId: user?.id ?? 0 }, now })
    })
  } catch (error) {
    const isEmailTaken = isDuplicate(error, 'users_email')
    // Another account has this number of the same kind of document.
    const isNumberTaken = isDuplicate(error, 'users_document')
    if (!isEmailTaken && !isNumberTaken) throw asPlaceError(error)
    await countAccountLookup(deps)
    // An operator may hide which accounts exist. Then only the email says that there is one already (C2).
    const hidesAccounts = deps.config.accountLookUp === 'uniform'
    if (isEmailTaken) await enqueueLimited(deps, 'accounts.exists', answers.email)
    if (isNumberTaken && hidesAccounts)
      await enqueueLimited(deps, 'accounts.number-known', answers.email, language)
    if (!hidesAccounts) throw refuseExisting()
  }
  return finishRegistration(deps, visitor)
}

export const register: Handler<'POST /api/register/'> = (deps, { body, visitor }) =>
  createAccount(deps, body, visitor, {
    language: visitor.language,
    requireHuman: () => requireCaptcha(deps, body.recaptchaToken, visitor.ip),
  })
