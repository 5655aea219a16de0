import { Secret, TOTP } from 'otpauth'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { limitOfficerAttempts } from './limit-attempts.ts'
import { openSession, requireHolder, requireNewcomer, secondFactorAttempts } from './login.ts'
import { setTotp, type StaffRow, consumeTotpStep } from './store.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
const NONCE_CHARACTERS = 22

// The secret of an authenticator app is derived from a number in the database and a key outside it. So a
// stolen dump contains no secret.
const totpOf = ({ secrets, config }: Deps, { id, email }: Pick<StaffRow, 'id' | 'email'>, nonce: string) =>
  new TOTP({
    issuer: `${config.organisation.acronym} Jobs staff`,
    label: email,
    period: PERIOD_SECONDS,
    secret: new Secret({
      // The bytes are copied, because a Buffer may be a part of a larger `ArrayBuffer` with other values.
      buffer: new Uint8Array(secrets.hmac('staff-totp', `${id} ${nonce}`).subarray(0, SECRET_BYTES)).buffer,
    }),
  })

/**
 * Finds the time step of a code of the authenticator app: the present step of 30 seconds, or the one before
 * or after. Undefined when the code matches none of them.
 */
const stepOf = (deps: Deps, totp: TOTP, code: string): number | undefined => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const nowMs = deps.now().getTime()
  const stepsFromNow = totp.validate({ token, timestamp: nowMs, window: 1 })
  return stepsFromNow === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + stepsFromNow
}

// The refusal of a wrong code, or of one that was used before. `limitOfficerAttempts` counts only a wrong
// code as a failed attempt: then its check returns undefined.
const wrongCode = () => refuseFields({ totp_code: STAFF_WORDS.wrongCode })

export const logInByCode: Handler<'POST /api/staff/login/totp/'> = async (deps, { body, visitor }) => {
  const staff = await requireHolder(deps, body.ticket)
  const step = await limitOfficerAttempts(deps, secondFactorAttempts(deps, visitor, staff), async () =>
    staff.totp_nonce ? stepOf(deps, totpOf(deps, staff, staff.totp_nonce), body.totp_code) : undefined,
  )
  if (step === undefined) throw wrongCode()
  return deps.db.tx(async (tx) => {
    // No row changes when a code of this time step or a later one was used before: a code works once.
    if (!(await consumeTotpStep(tx, staff.id, step))) throw wrongCode()
    return openSession(tx, deps, visitor, staff.id, body.ticket, 'totp')
  })
}

// The secret is derived from the login ticket. So a reload shows the same secret, and nothing is stored
// before a code works.
const nonceOf = ({ secrets }: Deps, ticket: string) =>
  secrets.hmac('staff-totp-nonce', ticket).toString('base64url').slice(0, NONCE_CHARACTERS)

export const offerTotp: Handler<'POST /api/staff/enrol/totp/'> = async (deps, { body }) => {
  const staff = await requireNewcomer(deps, body.ticket)
  const totp = totpOf(deps, staff, nonceOf(deps, body.ticket))
  return { secret: totp.secret.base32, uri: totp.toString() }
}

export const confirmTotp: Handler<'POST /api/staff/enrol/totp/confirm/'> = async (
  deps,
  { body, visitor },
) => {
  const staff = await requireNewcomer(deps, body.ticket)
  const nonce = nonceOf(deps, body.ticket)
  const step = await limitOfficerAttempts(deps, secondFactorAttempts(deps, visitor, staff), async () =>
    stepOf(deps, totpOf(deps, staff, nonce), body.totp_code),
  )
  if (step === undefined) throw wrongCode()
  return deps.db.tx(async (tx) => {
    // No row changes when the officer has set up a second factor meanwhile.
    if (!(await setTotp(tx, staff.id, nonce, step))) throw refuse('forbidden')
    return openSession(tx, deps, visitor, staff.id, body.ticket, 'totp')
  })
}
