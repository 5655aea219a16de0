import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { NoPasskey } from '../ui/device-passkey.ts'

type Props = {
  /** The names of the fields that can show an error. */
  fields: string[]
  /** The sentence that is shown if the device gave no passkey. */
  noPasskeyWords: string
  onLoggedIn: () => Promise<void> | void
}

/**
 * Sends a second factor, once at a time, and logs the officer in. It is used at a login, and when the factor
 * is set up.
 */
export function useSecondFactor({ fields, noPasskeyWords, onLoggedIn }: Props) {
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
