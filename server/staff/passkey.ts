import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { limitOfficerAttempts } from './limit-attempts.ts'
import { openSession, requireHolder, requireNewcomer, secondFactorAttempts } from './login.ts'
import { findPasskeys, insertPasskey, saveCounter } from './store.ts'

// Loaded with the first officer's request, so that the portal's start does not wait for it.
const webauthn = () => import('@simplewebauthn/server')

// The challenge is derived from the ticket. So nothing is stored before the passkey answers, and an answer
// works for one ticket only.
const challengeOf = ({ secrets }: Deps, ticket: string) =>
  new Uint8Array(secrets.hmac('staff-passkey', ticket))

// A passkey belongs to one origin. Without a configured one, the browser's Origin is used. That is safe,
// because calls from another origin were refused before (T9).
const relyingParty = ({ config }: Deps, visitor: Visitor) => {
  const origin = config.publicUrlGiven ? config.publicUrl : (visitor.header('origin') ?? config.publicUrl)
  return { origin, rpID: new URL(origin).hostname }
}

// EdDSA, ES256 and RS256: every authenticator supports one of them.
const ALGORITHMS = [-8, -7, -257]

const wrongPasskey = () => refuseFields({ passkey: STAFF_WORDS.wrongPasskey })

// How a passkey connects to the browser, as the browser reports it. Unknown values are dropped.
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const transportsOf = (transports: unknown): string[] =>
  Array.isArray(transports)
    ? [...new Set(transports)].filter(
        (entry): entry is string => typeof entry === 'string' && TRANSPORTS.has(entry),
      )
    : []

// The library throws for all invalid input. Invalid input from a stranger is no server error, so it counts as
// a failed attempt.
const undefinedIfInvalid = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch(() => undefined)

type WebauthnResponse = { id: string; response: object }
const hasWebauthnShape = (value: object): value is WebauthnResponse =>
  'id' in value &&
  typeof value.id === 'string' &&
  'response' in value &&
  typeof value.response === 'object' &&
  value.response !== null
// Only the outer shape is checked here, because the library checks every other value.
const isLogin = (value: object): value is AuthenticationResponseJSON => hasWebauthnShape(value)
const isRegistration = (value: object): value is RegistrationResponseJSON => hasWebauthnShape(value)

// The portal's pages are never in a frame, so a key requested in a frame was requested by another site. The
// library would accept it.
const isFramed = (clientDataJSON: unknown): boolean => {
  const text = Buffer.from(String(clientDataJSON), 'base64url').toString()
  const clientData: { crossOrigin?: unknown; topOrigin?: unknown } = JSON.parse(text)
  return clientData.crossOrigin === true || clientData.topOrigin !== undefined
}

const expectedValues = (deps: Deps, visitor: Visitor, ticket: string) => {
  const { origin, rpID } = relyingParty(deps, visitor)
  return {
    expectedChallenge: Buffer.from(challengeOf(deps, ticket)).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpID,
  }
}

export const askPasskey: Handler<'POST /api/staff/login/passkey/options/'> = async (
  deps,
  { body, visitor },
) => {
  const staff = await requireHolder(deps, body.ticket)
  const passkeys = await findPasskeys(deps.db, staff.id)
  const { generateAuthenticationOptions } = await webauthn()
  return {
    ...(await generateAuthenticationOptions({
      rpID: relyingParty(deps, visitor).rpID,
      challenge: challengeOf(deps, body.ticket),
      allowCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      userVerification: 'preferred',
    })),
  }
}

export const logInByPasskey: Handler<'POST /api/staff/login/passkey/'> = async (deps, { body, visitor }) => {
  const staff = await requireHolder(deps, body.ticket)
  const { response } = body
  const verified = await limitOfficerAttempts(deps, secondFactorAttempts(deps, visitor, staff), async () => {
    if (!isLogin(response)) return undefined
    const passkeys = await findPasskeys(deps.db, staff.id)
    const passkey = passkeys.find(({ credential_id }) => credential_id === response.id)
    if (!passkey) return undefined
    const { verifyAuthenticationResponse } = await webauthn()
    const outcome = await undefinedIfInvalid(
      verifyAuthenticationResponse({
        response,
        ...expectedValues(deps, visitor, body.ticket),
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
          transports: passkey.transports,
        },
        requireUserVerification: false,
      }),
    )
    return outcome?.verified && !isFramed(response.response.clientDataJSON)
      ? { id: passkey.credential_id, counter: outcome.authenticationInfo.newCounter }
      : undefined
  })
  if (!verified) throw wrongPasskey()
  return deps.db.tx(async (tx) => {
    if (!(await saveCounter(tx, staff.id, verified.id, verified.counter))) throw wrongPasskey()
    return openSession(tx, deps, visitor, staff.id, body.ticket, 'passkey')
  })
}

export const offerPasskey: Handler<'POST /api/staff/enrol/passkey/options/'> = async (
  deps,
  { body, visitor },
) => {
  const staff = await requireNewcomer(deps, body.ticket)
  const { generateRegistrationOptions } = await webauthn()
  return {
    ...(await generateRegistrationOptions({
      rpName: `${deps.config.organisation.acronym} Jobs staff`,
      rpID: relyingParty(deps, visitor).rpID,
      userName: staff.email,
      userDisplayName: staff.name,
      userID: new TextEncoder().encode(`staff ${staff.id}`),
      challenge: challengeOf(deps, body.ticket),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })),
  }
}

export const saveNewPasskey: Handler<'POST /api/staff/enrol/passkey/'> = async (deps, { body, visitor }) => {
  const staff = await requireNewcomer(deps, body.ticket)
  const { response } = body
  const registered = await limitOfficerAttempts(
    deps,
    secondFactorAttempts(deps, visitor, staff),
    async () => {
      if (!isRegistration(response)) return undefined
      const { verifyRegistrationResponse } = await webauthn()
      const outcome = await undefinedIfInvalid(
        verifyRegistrationResponse({
          response,
          ...expectedValues(deps, visitor, body.ticket),
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      )
      return outcome?.verified && !isFramed(response.response.clientDataJSON)
        ? outcome.registrationInfo?.credential
        : undefined
    },
  )
  if (!registered) throw wrongPasskey()
  const passkey = {
    credential_id: registered.id,
    public_key: Buffer.from(registered.publicKey),
    counter: registered.counter,
    transports: transportsOf(registered.transports),
  }
  return deps.db.tx(async (tx) => {
    if (!(await insertPasskey(tx, staff.id, passkey, deps.now()))) throw wrongPasskey()
    return openSession(tx, deps, visitor, staff.id, body.ticket, 'passkey')
  })
}
