import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Deps } from '../deps.ts'
import type { Visitor } from '../http/visitor.ts'

// Makes and checks passkeys (WebAuthn), for applicants and for officers.

/** A passkey as it is stored. No one can log in with these values: the private key stays on the device. */
export type PasskeyRow = { credential_id: string; public_key: Buffer; counter: number; transports: string[] }

/**
 * One use of a passkey. The device signs `challenge`, which belongs to one ticket. So the signed answer is
 * valid for no other ticket.
 */
type Ceremony = { deps: Deps; visitor: Visitor; challenge: Buffer }

// The library is loaded with the first passkey, so that the portal starts without waiting for it.
const webauthn = () => import('@simplewebauthn/server')

// The origin to which a passkey belongs. If none is configured, the browser's Origin is used. That is safe,
// because calls from another origin were refused before (T9).
const relyingParty = ({ deps: { config }, visitor }: Ceremony) => {
  const origin = config.publicUrlGiven ? config.publicUrl : (visitor.header('origin') ?? config.publicUrl)
  return { origin, rpID: new URL(origin).hostname }
}

// The signature algorithms EdDSA, ES256 and RS256 by COSE number. Every device supports one of them.
const ALGORITHMS = [-8, -7, -257]

// How a device with a passkey connects to the browser, as the browser says. Unknown values are dropped.
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const transportsOf = (transports: unknown): string[] =>
  Array.isArray(transports)
    ? [...new Set(transports)].filter(
        (entry): entry is string => typeof entry === 'string' && TRANSPORTS.has(entry),
      )
    : []

// The library throws for invalid input. Here it gives undefined: a stranger's input is no server error.
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

// The portal's pages are never in a frame, so if a frame requested the passkey, another site did. The library
// would accept that. It has decoded and parsed this text in the same way, so nothing throws here. Like the
// library, `TextDecoder` drops a byte order mark, with which `JSON.parse` would throw.
const isFramed = (clientDataJSON: unknown): boolean => {
  const text = new TextDecoder().decode(Buffer.from(String(clientDataJSON), 'base64url'))
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

/** `required`: the device must identify its owner, because the passkey replaces the password. */
type Verification = { userVerification: 'preferred' | 'required' }

/** The options for a browser to use a passkey: one of `passkeys`, or any on the device for this portal. */
export async function passkeyRequest(
  ceremony: Ceremony,
  { userVerification, passkeys }: Verification & { passkeys?: Omit<PasskeyRow, 'public_key'>[] },
) {
  const { generateAuthenticationOptions } = await webauthn()
  // Copied into a plain object: the library's interface does not match the type of the reply.
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

/**
 * Checks a signed answer. Returns the passkey's id and its new counter; undefined if the answer is invalid.
 */
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

/** The person who gets a new passkey. `handle` is stored in it and reveals nothing about the person. */
type NewHolder = { siteName: string; userName: string; displayName: string; handle: Uint8Array }

/**
 * The options for a browser to make a passkey, unless the device has one of the `existing` ones. If
 * `residentKey` is `required`, the device remembers the account, so a login needs no name.
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
  // Copied into a plain object: the library's interface does not match the type of the reply.
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

/** Checks a new passkey and returns it as it will be stored; undefined if the answer is invalid. */
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
