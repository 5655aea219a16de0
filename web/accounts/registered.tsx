import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { REGISTER_FALLBACK, saysAccountExists, VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'

/** What a person sees after the registration (S1 §4): a dialog, and what to do if no email comes. */
export function Registered({ message, email }: { message: string; email: string }) {
  const [isDialogOpen, setDialogOpen] = useState(true)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The page still has the position of the form's last button.
    scrollTo(0, 0)
    if (!isDialogOpen) heading.current?.focus()
  }, [isDialogOpen])
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
          If no email comes within five minutes, look in the spam folder. Then ask for another email.
        </p>
        <ResendButton email={email} />
        <p className="mt5">
          <Link className="btn" to={paths.login} state={{ email }}>
            {REGISTER_FALLBACK.toLogin}
          </Link>
        </p>
      </div>
      {isDialogOpen && <CreatedDialog message={message} email={email} onClose={() => setDialogOpen(false)} />}
    </div>
  )
}

function ResendButton({ email }: { email: string }) {
  const [resendMessage, setResendMessage] = useState<string>()
  const resend = () =>
    call('POST /api/resend-verification/', { body: { email } }).then(
      (reply) => setResendMessage(reply.message),
      (error) =>
        setResendMessage(
          (isCallFailed(error) && error.body.message) || 'We could not be reached. Please try again.',
        ),
    )
  return (
    <p className="mt2" role="status">
      {resendMessage ?? (
        <button className="link" type="button" onClick={() => void resend()}>
          {VERIFICATION_WORDS.resendSame}
        </button>
      )}
    </p>
  )
}

type CreatedDialogProps = { message: string; email: string; onClose: () => void }

const CreatedDialog = ({ message, email, onClose }: CreatedDialogProps) => (
  <Dialog
    title="Account created"
    onClose={onClose}
    buttons={
      <>
        <Link className="btn" to={paths.login} state={{ email }}>
          {REGISTER_FALLBACK.toLogin}
        </Link>
        <button className="btn btn-2" type="button" onClick={onClose}>
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
)

/** The dialog after a refused registration (S1 §4). Its title says so if the account exists already. */
export function RegistrationFailed({ message, onClose }: { message: string; onClose: () => void }) {
  const accountExists = saysAccountExists(message)
  return (
    <Dialog
      title={accountExists ? REGISTER_FALLBACK.existsTitle : REGISTER_FALLBACK.failed}
      onClose={onClose}
      buttons={
        <>
          {accountExists && (
            <Link className="btn" to={paths.login}>
              {REGISTER_FALLBACK.toLogin}
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
