import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { SESSION } from '#contract/limits.ts'
import { paths } from '../paths.ts'
import { extendSession, forget, signOut } from './session.ts'

const BEFORE_END_MS = SESSION.endAfterMs - SESSION.warnAfterMs

/** S1 §4, S2: warns five minutes before the session ends and signs out at its end; right after sleep too, and in every tab. */
export default function SessionWatch({ expiresAt }: { expiresAt: number }) {
  const navigate = useNavigate()
  const [warned, setWarned] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const look = () => {
      const left = expiresAt - Date.now()
      setWarned(left <= BEFORE_END_MS)
      if (left > 0) return
      forget('You were logged out after an hour, to keep your account safe. Log in to go on.')
      void navigate(paths.login)
    }
    look()
    const timer = setInterval(look, 1_000)
    // A phone that slept fires no timers: it looks again when it wakes.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [expiresAt, navigate])

  const stay = async () => {
    setBusy(true)
    try {
      await extendSession()
    } catch {
      // Away or over: the look of the next second decides.
    }
    setBusy(false)
  }
  if (!warned) return null
  return (
    <section className="toast" role="alertdialog" aria-labelledby="expiring" aria-describedby="expiring-why">
      <div>
        <h2 className="h-s" id="expiring">
          Session Expiring Soon
        </h2>
        <p id="expiring-why">Your session will expire in 5 minutes...</p>
      </div>
      <button className="btn btn-s" type="button" onClick={stay} aria-disabled={busy}>
        {busy ? 'One moment...' : 'Stay Logged In'}
      </button>
      <button className="btn btn-s" type="button" onClick={() => void signOut().then(() => navigate(paths.login))}>
        Logout
      </button>
    </section>
  )
}
