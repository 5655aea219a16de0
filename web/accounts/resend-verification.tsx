import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { useState } from 'react'
import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'

/** Sends the verification email again to a person whose address is not verified yet (A9). */
export default function ResendVerification({ email }: { email: string }) {
  const [message, setMessage] = useState<string>()
  const resend = () =>
    call('POST /api/resend-verification/', { body: { email } }).then(
      ({ message }) => setMessage(message),
      (error) => setMessage((isCallFailed(error) && error.body.message) || VERIFICATION_WORDS.broke),
    )
  return (
    <p className="callout mb5" role="status">
      {message === undefined ? (
        <button className="link" type="button" onClick={() => void resend()}>
          <Trans>Send the verification email again</Trans>
        </button>
      ) : (
        translate(message)
      )}
    </p>
  )
}
