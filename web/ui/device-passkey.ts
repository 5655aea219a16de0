import { loadChunk } from '../load-chunk.ts'

/** The library for the device's passkeys, loaded only when one is used. */
const loadLibrary = () => loadChunk(() => import('@simplewebauthn/browser'))

/** The device gave no passkey: it has none, or its owner pressed Cancel. */
export class NoPasskey extends Error {}

/** The device's reply. Any error of the device becomes `NoPasskey`. */
const fromDevice = <Reply>(reply: Promise<Reply>): Promise<Reply> =>
  reply.catch((cause: unknown) => {
    throw new NoPasskey('The device gave no passkey', { cause })
  })

/** What the server's part of the library made for this part. Only the library reads its content. */
type Options = Record<string, unknown>

/** Asks the device to sign with a passkey. @throws NoPasskey */
export async function signWithPasskey(options: Options): Promise<Record<string, unknown>> {
  const { startAuthentication } = await loadLibrary()
  return { ...(await fromDevice(startAuthentication({ optionsJSON: options as never }))) }
}

/** Asks the device to make a passkey. @throws NoPasskey */
export async function makePasskey(options: Options): Promise<Record<string, unknown>> {
  const { startRegistration } = await loadLibrary()
  return { ...(await fromDevice(startRegistration({ optionsJSON: options as never }))) }
}
