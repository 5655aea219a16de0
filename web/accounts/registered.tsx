import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { REGISTER_FALLBACK } from '#contract/accounts/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'

/** S1 §4 Registration, success: the dialog, and below it what to do when no email arrives. */
export function Registered({ message, email }: { message: string; email: string }) {
  const [isDialogOpen, setDialogOpen] = useState(true)
  const [resendMessage, setResendMessage] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The pressed button was at the end of the form, which is gone.
    scrollTo(0, 0)
    if (!isDialogOpen) heading.current?.focus()
  }, [isDialogOpen])
  const resend = () =>
    call('POST /api/resend-verification/', { body: { email } }).then(
      (reply) => setResendMessage(reply.message),
      (error) =>
        setResendMessage(
          (isCallFailed(error) && error.body.message) || 'We could not be reached. Please try again.',
        ),
    )
  return (
    <div className="wrap page">
      <div className="form">
        <h1 ref={heading} tabIndex={-1}>
          Check your email
        </h1>
        <p className="lead mt2">
          We have emailed a link to <b className="any">{email}</b>. Open it within 24 hours, then log in.
        </p>
        <p className="mt5">
          No email after five minutes? Look in the spam folder first, then ask for another one.
        </p>
        <p className="mt2" role="status">
          {resendMessage ?? (
            <button className="link" type="button" onClick={() => void resend()}>
              Send the email again
            </button>
          )}
        </p>
        <p className="mt5">
          <Link className="btn" to={paths.login} state={{ email }}>
            Go to Login
          </Link>
        </p>
      </div>
      {isDialogOpen && (
        <Dialog
          title="Account created"
          onClose={() => setDialogOpen(false)}
          buttons={
            <>
              <Link className="btn" to={paths.login} state={{ email }}>
                Go to Login
              </Link>
              <button className="btn btn-2" type="button" onClick={() => setDialogOpen(false)}>
                Close
              </button>
            </>
          }
        >
          <p>{message}</p>
          <p className="mt2">
            We have emailed a link to <b className="any">{email}</b>. Open it before you log in.
          </p>
        </Dialog>
      )}
    </div>
  )
}

/** S1 §4 Registration, failure: 'Account Already Exists' when the message says so. */
export function RegistrationFailed({ message, onClose }: { message: string; onClose: () => void }) {
  const accountExists = REGISTER_FALLBACK.existsWords.some((words) => message.toLowerCase().includes(words))
  return (
    <Dialog
      title={accountExists ? REGISTER_FALLBACK.existsTitle : REGISTER_FALLBACK.failed}
      onClose={onClose}
      buttons={
        <>
          {accountExists && (
            <Link className="btn" to={paths.login}>
              Go to Login
            </Link>
          )}
          <button className={accountExists ? 'btn btn-2' : 'btn'} type="button" onClick={onClose}>
            Back to the form
          </button>
        </>
      }
    >
      <p>{message}</p>
    </Dialog>
  )
}
