import { PASSKEY_WORDS } from '#contract/accounts/passkeys.ts'
import { call } from '../api.ts'
import { NoPasskey, signWithPasskey } from '../ui/device-passkey.ts'

/**
 * Logs in with a passkey of this device. By the ticket, the server knows which options the device has signed.
 * @throws CallFailed, NoPasskey
 */
export async function logInByPasskey() {
  const { ticket, options } = await call('POST /api/login/passkey/options/')
  const response = await signWithPasskey(options)
  return call('POST /api/login/passkey/', { body: { ticket, response } })
}

/** The sentence for a device that gave no passkey; undefined for any other error. */
export const noPasskeySentence = (error: unknown) =>
  error instanceof NoPasskey ? PASSKEY_WORDS.notUsed : undefined
