import type { ReactNode } from 'react'
import { useState } from 'react'
import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'

/** `noReply`: the sentence if the server does not answer. `children`: the words of the button. */
type Props = { email: string; noReply?: string; className: string; children: ReactNode }

/** Sends the verification email again to a person whose address is not verified yet (A9). */
export default function ResendVerification({
  email,
  noReply = VERIFICATION_WORDS.broke,
  className,
  children,
}: Props) {
  const [message, setMessage] = useState<string>()
  const { busy, run } = useOneAtATime()
  const resend = () =>
    call('POST /api/resend-verification/', { body: { email } }).then(
      (reply) => setMessage(reply.message),
      (error) => setMessage((isCallFailed(error) && error.body.message) || noReply),
    )
  return (
    <p className={className} role="status">
      {message === undefined ? (
        <button className="link" type="button" aria-disabled={busy} onClick={() => void run(resend)}>
          {children}
        </button>
      ) : (
        translate(message)
      )}
    </p>
  )
}
