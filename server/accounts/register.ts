import { normaliseRegistration, REGISTRATION } from '#contract/registration-rules.ts'
import { PASSWORD_WORDS } from '#contract/passwords.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { keptOutOf, spendTicket } from '../brownout/door.ts'
import { isDuplicate } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { promise } from '../outbox/promise.ts'
import { isKnownPassword } from './known-passwords.ts'
import { countLookUpOfAccount } from './look-up-alarm.ts'
import { promiseAtMost } from './letters-limit.ts'
import { asPlaceFault } from './places.ts'
import { insertUser } from './store.ts'

/** The one answer for a known address and a known ID number (T38), in the key that opens the right dialog (A5). */
const refuseExisting = () => refuse('account_exists', { faults: { non_field_errors: REFUSALS.account_exists.message } })

const created = (deps: Deps, visitor: Visitor) => {
  spendTicket('registrationInLine', deps, visitor)
  visitor.setStatus(201)
  return { message: REGISTRATION.success }
}

/** Creates an account and promises the letter that verifies it; from level 2 those who come new stand in the line. */
export const register: Act<'POST /api/register/'> = async (deps, { body, visitor }) => {
  const keptOut = keptOutOf('registrationInLine', deps, visitor)
  if (keptOut) throw keptOut.refusal()
  const answers = normaliseRegistration(body)
  const words = [answers.first_name, answers.last_name, answers.email, answers.email.split('@')[0] ?? '', deps.config.organisation.acronym]
  if (isKnownPassword(body.password, words)) throw refuseFaults({ password: PASSWORD_WORDS.known })
  await requireCaptcha(deps, body.recaptchaToken, visitor.ip)
  const hash = await deps.hasher.hash(body.password)
  const now = deps.now()
  try {
    await deps.db.tx(async (tx) => {
      const user = await insertUser(tx, answers, hash, now)
      await promise(tx, { topic: 'accounts.verify-email', payload: { userId: user?.id ?? 0 }, now })
    })
  } catch (error) {
    if (isDuplicate(error, 'users_email') || isDuplicate(error, 'users_document')) await countLookUpOfAccount(deps)
    const uniform = deps.config.accountLookUp === 'uniform'
    if (isDuplicate(error, 'users_email')) await promiseAtMost(deps, 'accounts.exists', answers.email)
    if (isDuplicate(error, 'users_document') && uniform) await promiseAtMost(deps, 'accounts.number-known', answers.email)
    if (isDuplicate(error, 'users_email') || isDuplicate(error, 'users_document')) {
      // C2: the operator prefers that only a letter tells.
      if (uniform) return created(deps, visitor)
      throw refuseExisting()
    }
    throw asPlaceFault(error)
  }
  return created(deps, visitor)
}
