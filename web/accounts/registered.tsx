import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { REGISTER_FALLBACK, saysAccountExists, VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import ResendVerification from './resend-verification.tsx'

/** What a person sees after the registration (S1 §4): a dialog, and what to do if no email comes. */
export function Registered({ message, email }: { message: string; email: string }) {
  const [isDialogOpen, setDialogOpen] = useState(true)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Scrolls up to the dialog: the page is still at the last button of the form.
    scrollTo(0, 0)
    if (!isDialogOpen) heading.current?.focus()
  }, [isDialogOpen])
  return (
    <div className="wrap page">
      <div className="form">
        <h1 ref={heading} tabIndex={-1}>
          <Trans>Check your email</Trans>
        </h1>
        <p className="lead mt2">
          <Trans>
            We have emailed a link to <b className="any">{email}</b>. Open it within 24 hours, then log in.
          </Trans>
        </p>
        <p className="mt5">{translate(VERIFICATION_WORDS.noEmail)}</p>
        <ResendVerification
          className="mt2"
          email={email}
          noReply={t`We could not be reached. Please try again.`}
        >
          {translate(VERIFICATION_WORDS.resendSame)}
        </ResendVerification>
        <p className="mt5">
          <Link className="btn" to={paths.login} state={{ email }}>
            {translate(REGISTER_FALLBACK.toLogin)}
          </Link>
        </p>
      </div>
      {isDialogOpen && <CreatedDialog message={message} email={email} onClose={() => setDialogOpen(false)} />}
    </div>
  )
}

type CreatedDialogProps = { message: string; email: string; onClose: () => void }

const CreatedDialog = ({ message, email, onClose }: CreatedDialogProps) => (
  <Dialog
    title={t`Account created`}
    onClose={onClose}
    buttons={
      <>
        <Link className="btn" to={paths.login} state={{ email }}>
          {translate(REGISTER_FALLBACK.toLogin)}
        </Link>
        <button className="btn btn-2" type="button" onClick={onClose}>
          <Trans>Close</Trans>
        </button>
      </>
    }
  >
    <p>{translate(message)}</p>
    <p className="mt2">
      <Trans>
        We have emailed a link to <b className="any">{email}</b>. Open it before you log in.
      </Trans>
    </p>
  </Dialog>
)

/** The dialog after a refused registration (S1 §4). If the account exists already, its title says that. */
export function RegistrationFailed({ message, onClose }: { message: string; onClose: () => void }) {
  const accountExists = saysAccountExists(message)
  return (
    <Dialog
      title={translate(accountExists ? REGISTER_FALLBACK.existsTitle : REGISTER_FALLBACK.failed)}
      onClose={onClose}
      buttons={
        <>
          {accountExists && (
            <Link className="btn" to={paths.login}>
              {translate(REGISTER_FALLBACK.toLogin)}
            </Link>
          )}
          <button className={accountExists ? 'btn btn-2' : 'btn'} type="button" onClick={onClose}>
            <Trans>Back to the form</Trans>
          </button>
        </>
      }
    >
      <p>{translate(message)}</p>
    </Dialog>
  )
}
