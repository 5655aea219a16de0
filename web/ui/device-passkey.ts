import { loadChunk } from '../load-chunk.ts'

/** Loads the library for passkeys, only when a passkey is used. */
const loadLibrary = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Thrown if the device gave no passkey: it has none, or its owner pressed Cancel. */
export class NoPasskey extends Error {}

/** The reply of the device. Any error of the device becomes `NoPasskey`. */
const fromDevice = <Reply>(reply: Promise<Reply>): Promise<Reply> =>
  reply.catch((cause: unknown) => {
    throw new NoPasskey('The device gave no passkey', { cause })
  })

/**
 * The options that the library made on the server for the browser. Only the library reads what they hold. Our
 * calls do not have its types, so the options are passed on as `never`.
 */
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
