import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { limitOfficerAttempts } from './limit-attempts.ts'
import { enter, requireHolder, requireNewcomer, secondFactorAttempts } from './login.ts'
import { countPasskey, findPasskeys, insertPasskey } from './store.ts'

// Loaded with the first officer's request, so that the portal's start does not wait for it.
const webauthn = () => import('@simplewebauthn/server')

// Derived from the ticket: nothing is stored before an answer, and an answer works for one ticket only.
const challengeOf = ({ secrets }: Deps, ticket: string) =>
  new Uint8Array(secrets.hmac('staff-passkey', ticket))

// A passkey belongs to one origin. Without a configured one, it is the browser's: a foreign Origin was
// refused before (T9).
const place = ({ config }: Deps, visitor: Visitor) => {
  const origin = config.publicUrlGiven ? config.publicUrl : (visitor.header('origin') ?? config.publicUrl)
  return { origin, rpID: new URL(origin).hostname }
}

// EdDSA, ES256 and RS256: every authenticator supports one of them.
const ALGORITHMS = [-8, -7, -257]

const wrong = () => refuseFields({ passkey: STAFF_WORDS.wrongPasskey })

// The transports that the browser reports; unknown values are dropped.
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const transportsOf = (transports: unknown): string[] =>
  Array.isArray(transports)
    ? [...new Set(transports)].filter(
        (entry): entry is string => typeof entry === 'string' && TRANSPORTS.has(entry),
      )
    : []

// Invalid input from a stranger is no server error: the library throws for all of it.
const verified = <Result>(work: Promise<Result>): Promise<Result | undefined> => work.catch(() => undefined)

// The portal's pages are never in a frame, so a key requested in a frame was requested by another site. The
// library would accept it.
const isFramed = (clientDataJSON: unknown): boolean => {
  const clientData = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString()) as {
    crossOrigin?: unknown
    topOrigin?: unknown
  }
  return clientData.crossOrigin === true || clientData.topOrigin !== undefined
}

const expected = (deps: Deps, visitor: Visitor, ticket: string) => {
  const { origin, rpID } = place(deps, visitor)
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
  const keys = await findPasskeys(deps.db, staff.id)
  const { generateAuthenticationOptions } = await webauthn()
  return {
    ...(await generateAuthenticationOptions({
      rpID: place(deps, visitor).rpID,
      challenge: challengeOf(deps, body.ticket),
      allowCredentials: keys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      userVerification: 'preferred',
    })),
  }
}

export const logInByPasskey: Handler<'POST /api/staff/login/passkey/'> = async (deps, { body, visitor }) => {
  const staff = await requireHolder(deps, body.ticket)
  const response = body.response as unknown as AuthenticationResponseJSON
  const right = await limitOfficerAttempts(deps, secondFactorAttempts(deps, visitor, staff), async () => {
    const key = (await findPasskeys(deps.db, staff.id)).find(
      ({ credential_id }) => credential_id === response.id,
    )
    if (!key) return undefined
    const { verifyAuthenticationResponse } = await webauthn()
    const outcome = await verified(
      verifyAuthenticationResponse({
        response,
        ...expected(deps, visitor, body.ticket),
        credential: {
          id: key.credential_id,
          publicKey: new Uint8Array(key.public_key),
          counter: key.counter,
          transports: key.transports,
        },
        requireUserVerification: false,
      }),
    )
    return outcome?.verified && !isFramed(response.response.clientDataJSON)
      ? { id: key.credential_id, counter: outcome.authenticationInfo.newCounter }
      : undefined
  })
  if (!right) throw wrong()
  return deps.db.tx(async (tx) => {
    if (!(await countPasskey(tx, staff.id, right.id, right.counter))) throw wrong()
    return enter(tx, deps, visitor, staff.id, body.ticket, 'passkey')
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
      rpID: place(deps, visitor).rpID,
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
  const response = body.response as unknown as RegistrationResponseJSON
  const registered = await limitOfficerAttempts(
    deps,
    secondFactorAttempts(deps, visitor, staff),
    async () => {
      const { verifyRegistrationResponse } = await webauthn()
      const outcome = await verified(
        verifyRegistrationResponse({
          response,
          ...expected(deps, visitor, body.ticket),
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      )
      return outcome?.verified && !isFramed(response.response.clientDataJSON)
        ? outcome.registrationInfo?.credential
        : undefined
    },
  )
  if (!registered) throw wrong()
  const key = {
    credential_id: registered.id,
    public_key: Buffer.from(registered.publicKey),
    counter: registered.counter,
    transports: transportsOf(registered.transports),
  }
  return deps.db.tx(async (tx) => {
    if (!(await insertPasskey(tx, staff.id, key, deps.now()))) throw wrong()
    return enter(tx, deps, visitor, staff.id, body.ticket, 'passkey')
  })
}
