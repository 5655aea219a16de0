import { loadChunk } from '../load-chunk.ts'
import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'

/** The library for the device's passkeys, loaded only when one is used. */
export const loadPasskeyLibrary = () => loadChunk(() => import('@simplewebauthn/browser'))

/**
 * Sends a second factor, once at a time, and logs in with it. `unmade` is shown when the device gave no
 * passkey.
 */
export function useSecondKey(
  fields: string[],
  noPasskeyWords: string,
  onLoggedIn: () => Promise<void> | void,
) {
  const sending = useSending((error) => {
    const hasNoPasskey =
      error instanceof DOMException || (error instanceof Error && error.name === 'WebAuthnError')
    return hasNoPasskey ? [{ sentence: noPasskeyWords }] : formErrors(error, fields)
  })
  const attempt = (work: () => Promise<unknown>) =>
    void sending.send(async () => {
      await work()
      await onLoggedIn()
    })
  return { ...sending, attempt }
}
