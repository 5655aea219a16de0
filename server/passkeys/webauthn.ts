import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Deps } from '../deps.ts'
import type { Visitor } from '../http/visitor.ts'

// Makes and checks passkeys (WebAuthn), for applicants and for officers.

/** A passkey as it is stored. No one can log in with what is in it: the private key stays on the device. */
export type PasskeyRow = { credential_id: string; public_key: Buffer; counter: number; transports: string[] }

/**
 * One use of a passkey. `challenge` is what it signs. It belongs to one ticket, so an answer works for no
 * other.
 */
type Ceremony = { deps: Deps; visitor: Visitor; challenge: Buffer }

// Loaded with the first passkey, so that the portal's start does not wait for it.
const webauthn = () => import('@simplewebauthn/server')

// A passkey belongs to one origin. Without a configured one, the browser's Origin is used. That is safe,
// because calls from another origin were refused before (T9).
const relyingParty = ({ deps: { config }, visitor }: Ceremony) => {
  const origin = config.publicUrlGiven ? config.publicUrl : (visitor.header('origin') ?? config.publicUrl)
  return { origin, rpID: new URL(origin).hostname }
}

// The COSE numbers of EdDSA, ES256 and RS256: every authenticator supports one of them.
const ALGORITHMS = [-8, -7, -257]

// How a passkey connects to the browser, as the browser reports it. Unknown values are dropped.
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const transportsOf = (transports: unknown): string[] =>
  Array.isArray(transports)
    ? [...new Set(transports)].filter(
        (entry): entry is string => typeof entry === 'string' && TRANSPORTS.has(entry),
      )
    : []

// The library throws for all invalid input. Invalid input from a stranger is no server error.
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
const isAssertion = (value: object): value is AuthenticationResponseJSON => hasWebauthnShape(value)
const isRegistration = (value: object): value is RegistrationResponseJSON => hasWebauthnShape(value)

// The portal's pages are never in a frame, so a key requested in a frame was requested by another site. The
// library would accept it. It has parsed this text before, so `JSON.parse` does not throw.
const isFramed = (clientDataJSON: unknown): boolean => {
  const text = Buffer.from(String(clientDataJSON), 'base64url').toString()
  const clientData: { crossOrigin?: unknown; topOrigin?: unknown } = JSON.parse(text)
  return clientData.crossOrigin === true || clientData.topOrigin !== undefined
}

const expectedValues = (ceremony: Ceremony) => {
  const { origin, rpID } = relyingParty(ceremony)
  return {
    expectedChallenge: ceremony.challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpID,
  }
}

/** `required`: the device must check its owner, because the passkey is used without a password. */
type Verification = { userVerification: 'preferred' | 'required' }

/** What a browser needs to use a passkey: one of `passkeys`, or any that the device has for this portal. */
export async function passkeyRequest(
  ceremony: Ceremony,
  { userVerification, passkeys }: Verification & { passkeys?: Omit<PasskeyRow, 'public_key'>[] },
) {
  const { generateAuthenticationOptions } = await webauthn()
  return {
    ...(await generateAuthenticationOptions({
      rpID: relyingParty(ceremony).rpID,
      challenge: new Uint8Array(ceremony.challenge),
      ...(passkeys && {
        allowCredentials: passkeys.map(({ credential_id, transports }) => ({
          id: credential_id,
          transports,
        })),
      }),
      userVerification,
    })),
  }
}

/** The passkey that signed, found by its id, with its new counter. Undefined for any invalid answer. */
export async function verifyPasskey(
  ceremony: Ceremony,
  response: object,
  find: (credentialId: string) => Promise<PasskeyRow | undefined> | PasskeyRow | undefined,
  { userVerification }: Verification,
): Promise<{ id: string; counter: number } | undefined> {
  if (!isAssertion(response)) return undefined
  const passkey = await find(response.id)
  if (!passkey) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const outcome = await undefinedIfInvalid(
    verifyAuthenticationResponse({
      response,
      ...expectedValues(ceremony),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: userVerification === 'required',
    }),
  )
  return outcome?.verified && !isFramed(response.response.clientDataJSON)
    ? { id: passkey.credential_id, counter: outcome.authenticationInfo.newCounter }
    : undefined
}

/** Who gets a new passkey. `handle` is stored in the passkey, and says nothing about the person. */
type NewHolder = { siteName: string; userName: string; displayName: string; handle: Uint8Array }

/**
 * What a browser needs to make a passkey, unless the device has one of the `existing` ones. `residentKey`
 * `required`: the device remembers the account, so that a login needs no name.
 */
export async function newPasskeyRequest(
  ceremony: Ceremony,
  { siteName, userName, displayName, handle }: NewHolder,
  {
    userVerification,
    residentKey,
    existing = [],
  }: Verification & { residentKey: 'preferred' | 'required'; existing?: string[] },
) {
  const { generateRegistrationOptions } = await webauthn()
  return {
    ...(await generateRegistrationOptions({
      rpName: siteName,
      rpID: relyingParty(ceremony).rpID,
      userName,
      userDisplayName: displayName,
      userID: new Uint8Array(handle),
      challenge: new Uint8Array(ceremony.challenge),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: existing.map((id) => ({ id })),
      authenticatorSelection: { residentKey, userVerification },
    })),
  }
}

/** The new passkey as it is stored. Undefined for anything that is no valid answer. */
export async function verifyNewPasskey(
  ceremony: Ceremony,
  response: object,
  { userVerification }: Verification,
): Promise<PasskeyRow | undefined> {
  if (!isRegistration(response)) return undefined
  const { verifyRegistrationResponse } = await webauthn()
  const outcome = await undefinedIfInvalid(
    verifyRegistrationResponse({
      response,
      ...expectedValues(ceremony),
      requireUserVerification: userVerification === 'required',
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  const newPasskey =
    outcome?.verified && !isFramed(response.response.clientDataJSON)
      ? outcome.registrationInfo?.credential
      : undefined
  return (
    newPasskey && {
      credential_id: newPasskey.id,
      public_key: Buffer.from(newPasskey.publicKey),
      counter: newPasskey.counter,
      transports: transportsOf(newPasskey.transports),
    }
  )
}
