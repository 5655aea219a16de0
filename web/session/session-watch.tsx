import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SESSION } from '#contract/accounts/session-limits.ts'
import { clockTime } from '#contract/dates.ts'
import { translate } from '../language/translate.ts'
import { isWizard, paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import { OwnMenu } from './own-menu.tsx'
import {
  checkAgain,
  clockMovedMs,
  extendSession,
  endSession,
  followExtension,
  logOut,
  type SessionOf,
} from './session.ts'
import { sendAllUnsent } from './unsent.ts'
import './toast.css'

const WARN_BEFORE_END_MS = SESSION.endAfterMs - SESSION.warnAfterMs
/** Unsaved work is sent this long before the session ends, while the session is still valid (A13). */
const SEND_BEFORE_END_MS = 5_000

/** How long a person can stay logged in, in hours. */
const hours = SESSION.absoluteMs / 3_600_000

/** A smaller move of the device's clock may be an inexact measurement, so the server is not asked. */
const LEAST_MOVE_MS = 30_000
/** The call that asks the server for its time, while there is no answer yet. */
let timeCheck: Promise<void> | undefined
/**
 * Asks the server for its time if the device's clock has moved, because then only the server knows the end of
 * the session. Returns true while there is no answer yet.
 */
const isCheckingTime = (): boolean => {
  if (!timeCheck && clockMovedMs() >= LEAST_MOVE_MS)
    timeCheck = checkAgain().finally(() => (timeCheck = undefined))
  return timeCheck !== undefined
}

const TITLE = t`Session Expiring Soon`
const WORDS = t`Your session will expire in 5 minutes...`

/** What logged-in people get on every page: their part of the Menu, and the watch over the session. */
export default function SessionWatch({ session }: { session: SessionOf<'in'> }) {
  return (
    <>
      <OwnMenu />
      <Watch session={session} />
    </>
  )
}

type SessionEnd = {
  expiresAt: number
  /** Whether the session was not extended, because it ends 12 hours after the login. */
  isFinal: boolean
}

/** Ends the session on time, and sends unsent work before. Returns whether the last minutes have begun. */
function useSessionEnd({ expiresAt, isFinal }: SessionEnd) {
  const navigate = useNavigate()
  const [isWarned, setWarned] = useState(false)
  const sentForEnd = useRef(0)

  useEffect(() => {
    const check = () => {
      if (isCheckingTime()) return
      const remainingMs = expiresAt - Date.now()
      const isLastMinutes = remainingMs <= WARN_BEFORE_END_MS
      if (isLastMinutes && followExtension()) return
      setWarned(isLastMinutes)
      // The work is sent once for each end of the session, because the session may be extended in the last
      // seconds.
      if (remainingMs <= SEND_BEFORE_END_MS && sentForEnd.current !== expiresAt) {
        sentForEnd.current = expiresAt
        void sendAllUnsent()
      }
      if (remainingMs > 0) return
      endSession(
        isFinal
          ? t`You were logged out after ${hours} hours, to keep your account safe. Log in to continue.`
          : t`You were logged out after an hour, to keep your account safe. Log in to continue.`,
      )
      void navigate(paths.login)
    }
    check()
    const timer = setInterval(check, 1_000)
    // A sleeping phone fires no timers, so the session is checked again when the phone wakes.
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [expiresAt, isFinal, navigate])
  return isWarned
}

/**
 * Warns five minutes before the session ends, and logs the person out at its end (S1 §4, S2). It does so in
 * every tab, and right after the device has slept.
 */
function Watch({ session: { expiresAt, finalEnd } }: { session: SessionOf<'in'> }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isFinal = finalEnd !== undefined && Math.abs(expiresAt - finalEnd) < LEAST_MOVE_MS
  const isWarned = useSessionEnd({ expiresAt, isFinal })
  const { busy, run } = useOneAtATime()
  // Without a network, or after the end of the session, this fails. The next check decides.
  const stay = () => void run(extendSession).catch(() => {})
  const leave = async () => {
    if (await logOut()) await navigate(paths.login)
  }
  if (!isWarned) return null
  const isInWizard = isWizard(pathname)
  if (isFinal) return <FinalWarning expiresAt={expiresAt} isInWizard={isInWizard} />
  const stayWords = isInWizard ? t`Extend Session` : t`Stay Logged In`
  return (
    // The person must choose one of the two buttons, so nothing else closes the dialog.
    <Warning isInWizard={isInWizard} words={WORDS}>
      <button className={`btn${smallIn(isInWizard)}`} type="button" onClick={stay} aria-disabled={busy}>
        {busy ? t`One moment...` : stayWords}
      </button>
      <button className={`btn btn-2${smallIn(isInWizard)}`} type="button" onClick={() => void leave()}>
        <Trans>Logout</Trans>
      </button>
    </Warning>
  )
}

/** The end of the class of a button: the small box has small buttons. */
const smallIn = (isInWizard: boolean) => (isInWizard ? '' : ' btn-small')

type WarningProps = { isInWizard: boolean; words: string; onClose?: () => void; children: ReactNode }

/**
 * In the wizard (the application form) the warning is a dialog, and elsewhere a small box (A13). The children
 * are its buttons.
 */
const Warning = ({ isInWizard, words, children, ...closing }: WarningProps) =>
  isInWizard ? (
    <Dialog title={TITLE} buttons={children} {...closing}>
      <p>{words}</p>
      <p className="small quiet mt2">
        <Trans>We kept what you wrote. After you log in again, you are back at the same step.</Trans>
      </p>
    </Dialog>
  ) : (
    <section className="toast" role="alertdialog" aria-labelledby="expiring" aria-describedby="expiring-why">
      <div>
        <h2 className="heading-small" id="expiring">
          {TITLE}
        </h2>
        <p id="expiring-why">{words}</p>
      </div>
      {children}
    </section>
  )

/** Says that the session cannot be extended, and when it ends. */
function FinalWarning({ expiresAt, isInWizard }: { expiresAt: number; isInWizard: boolean }) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const time = translate(clockTime(new Date(expiresAt)))
  const words = t`Your session ends at ${time}, ${hours} hours after you logged in. It cannot be extended.`
  const close = () => setClosed(true)
  return (
    <Warning
      isInWizard={isInWizard}
      words={isInWizard ? words : `${words} ${t`Save your text before the session ends. Then log in again.`}`}
      onClose={close}
    >
      <button className={`btn${smallIn(isInWizard)}`} type="button" onClick={close}>
        <Trans>Close</Trans>
      </button>
    </Warning>
  )
}
