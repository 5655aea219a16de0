import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { newPasskeyRequest, passkeyRequest, verifyNewPasskey, verifyPasskey } from '../passkeys/webauthn.ts'
import { limitOfficerAttempts } from './limit-attempts.ts'
import { openSession, requireHolder, requireNewcomer, secondFactorAttempts } from './login.ts'
import { findPasskeys, insertPasskey, saveCounter } from './store.ts'

// The challenge for a passkey is derived from the login ticket. So nothing is stored before the passkey
// answers, and its answer works for one ticket only.
const ceremonyOf = (deps: Deps, visitor: Visitor, ticket: string) => ({
  deps,
  visitor,
  challenge: deps.secrets.hmac('staff-passkey', ticket),
})
// A passkey without a PIN is enough, because officers also give their password.
const OWNER_CHECK = { userVerification: 'preferred' } as const

const wrongPasskey = () => refuseFields({ passkey: STAFF_WORDS.wrongPasskey })

export const askPasskey: Handler<'POST /api/staff/login/passkey/options/'> = async (
  deps,
  { body, visitor },
) => {
  const staff = await requireHolder(deps, body.ticket)
  const passkeys = await findPasskeys(deps.db, staff.id)
  return passkeyRequest(ceremonyOf(deps, visitor, body.ticket), { ...OWNER_CHECK, passkeys })
}

export const logInByPasskey: Handler<'POST /api/staff/login/passkey/'> = async (deps, { body, visitor }) => {
  const staff = await requireHolder(deps, body.ticket)
  const verified = await limitOfficerAttempts(deps, secondFactorAttempts(deps, visitor, staff), () =>
    verifyPasskey(
      ceremonyOf(deps, visitor, body.ticket),
      body.response,
      async (id) => (await findPasskeys(deps.db, staff.id)).find(({ credential_id }) => credential_id === id),
      OWNER_CHECK,
    ),
  )
  if (!verified) throw wrongPasskey()
  return deps.db.tx(async (tx) => {
    // No row changes when the passkey's counter is lower than before: then the passkey was copied.
    if (!(await saveCounter(tx, staff.id, verified.id, verified.counter))) throw wrongPasskey()
    return openSession(tx, deps, visitor, staff.id, body.ticket, 'passkey')
  })
}

export const offerPasskey: Handler<'POST /api/staff/enrol/passkey/options/'> = async (
  deps,
  { body, visitor },
) => {
  const staff = await requireNewcomer(deps, body.ticket)
  const holder = {
    siteName: `${deps.config.organisation.acronym} Jobs staff`,
    userName: staff.email,
    displayName: staff.name,
    handle: new TextEncoder().encode(`staff ${staff.id}`),
  }
  const ceremony = ceremonyOf(deps, visitor, body.ticket)
  return newPasskeyRequest(ceremony, holder, { ...OWNER_CHECK, residentKey: 'preferred' })
}

export const saveNewPasskey: Handler<'POST /api/staff/enrol/passkey/'> = async (deps, { body, visitor }) => {
  const staff = await requireNewcomer(deps, body.ticket)
  const passkey = await limitOfficerAttempts(deps, secondFactorAttempts(deps, visitor, staff), () =>
    verifyNewPasskey(ceremonyOf(deps, visitor, body.ticket), body.response, OWNER_CHECK),
  )
  if (!passkey) throw wrongPasskey()
  return deps.db.tx(async (tx) => {
    // No row is written when the officer has set up a second factor meanwhile.
    if (!(await insertPasskey(tx, staff.id, passkey, deps.now()))) throw wrongPasskey()
    return openSession(tx, deps, visitor, staff.id, body.ticket, 'passkey')
  })
}
