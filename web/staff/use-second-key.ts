import { loadChunk } from '../load-chunk.ts'
import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'

/** The library for the device's passkeys, loaded only when one is used. */
export const loadPasskeyLibrary = () => loadChunk(() => import('@simplewebauthn/browser'))

class NoPasskey extends Error {}

/** A reply of the passkey library, which asks the device. @throws NoPasskey if it gave no passkey */
export const fromDevice = <Reply>(reply: Promise<Reply>): Promise<Reply> =>
  reply.catch((cause: unknown) => {
    throw new NoPasskey('The device gave no passkey', { cause })
  })

type Props = {
  /** The fields that can show an error. */
  fields: string[]
  /** Shown when the device gave no passkey. */
  noPasskeyWords: string
  onLoggedIn: () => Promise<void> | void
}

/** Sends a second factor, once at a time, and logs in with it. */
export function useSecondKey({ fields, noPasskeyWords, onLoggedIn }: Props) {
  const sending = useSending((error) =>
    error instanceof NoPasskey ? [{ sentence: noPasskeyWords }] : formErrors(error, fields),
  )
  const attempt = (sendSecondFactor: () => Promise<unknown>) =>
    void sending.send(async () => {
      await sendSecondFactor()
      await onLoggedIn()
    })
  return { ...sending, attempt }
}
