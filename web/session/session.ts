import { useSyncExternalStore } from 'react'
import { SESSION } from '#contract/accounts/session-limits.ts'
import { STORED } from '#contract/browser.ts'
import { call, sessionEvents } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { clearChosenJob } from './chosen-job.ts'
import { saveUnsent } from './device-drafts.ts'
import { ownProfile } from './own-profile.ts'

/**
 * Who uses this browser. `unknown` on the server and until storage is read; `left` when the person pressed
 * Logout.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'out'; left?: true }
  | { state: 'in'; email: string; expiresAt: number; requireSecuritySetup: boolean; offline?: boolean }
export type SessionOf<State extends Session['state']> = Extract<Session, { state: State }>

/**
 * Stored with the token, so that a page knows at once whom to greet. No personal data except the email
 * address.
 */
const BESIDE = 'session'
const SEND_MS = 4_000
const REASON = 'sessionEnded'
const UNKNOWN: Session = { state: 'unknown' }
const OUT: Session = { state: 'out' }
const LEFT: Session = { state: 'out', left: true }

/** The key under which a tab stores what was said to the assistant. */
export const SESSION_MESSAGES = 'said'
/** The account's email address; '' for a visitor. */
export const personOf = (session: Session) => (session.state === 'in' ? session.email : '')

let current: Session = UNKNOWN
const listeners = new Set<() => void>()
const tell = (next: Session) => {
  try {
    // On a shared device the next person must not see what this person wrote, in any tab.
    if (current !== UNKNOWN && personOf(current) !== personOf(next))
      sessionStorage.removeItem(SESSION_MESSAGES)
  } catch {}
  current = next
  for (const listener of listeners) listener()
}

const storage = {
  get: (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string | null) => {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // The browser stores nothing: the session lasts as long as the page.
    }
  },
}

/** By how many ms this device's clock is ahead of the server's. */
let ahead = 0
type Known = { email: string; expiresAt: number; requireSecuritySetup: boolean }
const keep = (known: Known) => {
  // Store the difference of the clocks too: a page that opens without the server still counts by the server's
  // clock.
  storage.set(BESIDE, JSON.stringify({ ...known, ahead }))
  tell({ state: 'in', ...known })
}

const fromDevice = (): Session => {
  if (!storage.get(STORED.token)) return OUT
  try {
    const { ahead: apart, ...known } = JSON.parse(storage.get(BESIDE) ?? '') as Known & { ahead?: number }
    if (apart !== undefined) ahead = apart
    return { state: 'in', ...known }
  } catch {
    return UNKNOWN
  }
}

/** The page's start by this device's clock: it changes only if that clock is set, or the device sleeps. */
const sinceStart = () => Date.now() - performance.now()
let startedAt = sinceStart()
/**
 * By how many ms this device's clock has moved since the server last sent its time: it was set, or the device
 * slept.
 */
export const clockMoved = () => Math.abs(sinceStart() - startedAt)
/** Converts a time of the server's clock to this device's clock, however wrong that one is (A12). */
const onThisClock = (expiresAt: string, serverTime: string) => {
  ahead = Date.now() - Date.parse(serverTime)
  startedAt = sinceStart()
  return Date.parse(expiresAt) + ahead
}

/** Now, by the server's clock, in milliseconds. */
export const serverNow = () => Date.now() - ahead

type Unsent = { send: () => Promise<void>; heldBack: () => void }
const unsent = new Set<Unsent>()
/**
 * Runs `send` before a session ends here (A13). Calls `heldBack` if it failed and logout therefore waits for
 * the person. Returns how to cancel.
 */
export const beforeLeaving = (work: Unsent) => {
  unsent.add(work)
  return () => void unsent.delete(work)
}
/** Sends what pages have not sent yet. False when part of it could not be sent in `SEND_MS`. */
export const readyToLeave = async (): Promise<boolean> => {
  const sent = Promise.all([...unsent].map(({ send }) => send())).then(
    () => true,
    () => false,
  )
  return (
    unsent.size === 0 ||
    Promise.race([sent, new Promise<boolean>((go) => setTimeout(() => go(false), SEND_MS))])
  )
}

/**
 * Ends the session on this device: deletes the token, the chosen job, what is stored with them (W16) and
 * drafts (W4).
 */
export const forget = (reason?: string, how: Session = OUT) => {
  void saveUnsent(serverNow(), how === LEFT)
  for (const key of [STORED.token, BESIDE]) storage.set(key, null)
  clearChosenJob()
  try {
    if (reason) sessionStorage.setItem(REASON, reason)
  } catch {}
  tell(how)
}

/** Why the last session ended; the login page shows it once. */
export const takeReason = () => {
  try {
    const reason = sessionStorage.getItem(REASON)
    sessionStorage.removeItem(REASON)
    return reason ?? undefined
  } catch {
    return undefined
  }
}

type SignedIn = {
  token: string
  user: { email: string }
  require_security_setup: boolean
  expires_at: string
  server_time: string
}

/** Stores the answer of /api/login/. */
export const logIn = (reply: SignedIn) => {
  storage.set(STORED.token, reply.token)
  keep({
    email: reply.user.email,
    expiresAt: onThisClock(reply.expires_at, reply.server_time),
    requireSecuritySetup: reply.require_security_setup,
  })
}

/**
 * Logs out, here even when the server cannot be reached. False when a page has text that could not be sent:
 * it would be lost, so the person is asked first (W4).
 */
export const logOut = async (reason?: string, { confirmed = false } = {}): Promise<boolean> => {
  if (!confirmed && !(await readyToLeave())) {
    for (const { heldBack } of unsent) heldBack()
    return false
  }
  const done = call('POST /api/logout/').catch(() => {})
  // The request has read its token by now.
  await Promise.race([done, new Promise((go) => setTimeout(go, 1_500))])
  forget(reason, LEFT)
  return true
}

/** The session continues with another token, in all tabs. */
export const renewSession = ({
  token,
  expires_at,
  server_time,
}: Pick<SignedIn, 'token' | 'expires_at' | 'server_time'>) => {
  storage.set(STORED.token, token)
  if (current.state === 'in') keep({ ...current, expiresAt: onThisClock(expires_at, server_time) })
}

/** Extends the session by an hour. @throws CallFailed */
export const extendSession = async () => renewSession(await call('POST /api/session/extend/'))

export const setupDone = () => {
  if (current.state === 'in') keep({ ...current, requireSecuritySetup: false })
}

let checked = false
/**
 * S1 §4: the profile check at start-up. Only 401 and 403 log out; without a network the session stays (A11).
 */
async function check() {
  if (checked || !storage.get(STORED.token)) return
  checked = true
  try {
    const { user, expires_at, server_time, require_security_setup } = await ownProfile()
    keep({
      email: user.email,
      expiresAt: onThisClock(expires_at, server_time),
      requireSecuritySetup: require_security_setup,
    })
  } catch (error) {
    const status = isCallFailed(error) ? error.status : 0
    if (status === 401 || status === 403) return forget()
    const known =
      current.state === 'in'
        ? current
        : { email: '', expiresAt: Date.now() + SESSION.endAfterMs, requireSecuritySetup: false }
    // A server that answers, even if only that it is busy, means that there is a network.
    tell({ ...known, state: 'in', ...(status === 0 ? { offline: true } : {}) })
  }
}

/** Asks the server again for its time and for the end of the session. */
export const checkAgain = () => {
  startedAt = sinceStart()
  checked = false
  return check()
}

sessionEvents.signedOut = (reason) => forget(reason)
sessionEvents.sessionExpires = (expires) => {
  if (current.state !== 'in') return
  const expiresAt = Date.parse(expires) + ahead
  // A sliding end only ever moves forward. The difference of the clocks is the one measured before.
  if (expiresAt > current.expiresAt + 30_000) keep({ ...current, expiresAt })
}

/** What another tab did: if the token is removed before it expires, a person logged out. */
const followed = (): Session => {
  const found = fromDevice()
  if (found.state !== 'out' || current.state === 'unknown') return found
  if (current.state === 'out') return current
  return current.expiresAt > Date.now() ? LEFT : OUT
}

/** Reads storage and follows the other tabs. Called once, after hydration. Returns how to stop. */
export function startSession() {
  tell(fromDevice())
  void check()
  const follow = (event: StorageEvent) => {
    if (event.key !== STORED.token && event.key !== BESIDE && event.key !== null) return
    const next = followed()
    // W16: what only this tab remembers is deleted too.
    if (current.state === 'in' && next.state === 'out') clearChosenJob()
    tell(next)
  }
  const again = () => {
    checked = false
    void check()
  }
  addEventListener('storage', follow)
  addEventListener('online', again)
  return () => {
    removeEventListener('storage', follow)
    removeEventListener('online', again)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentSession = () => current

/** The session, once it is known: the loaders of the first page run before `startSession`. */
export const knownSession = async (): Promise<SessionOf<'in' | 'out'>> => {
  for (;;) {
    const session = current.state === 'unknown' ? fromDevice() : current
    if (session.state !== 'unknown') return session
    await new Promise<void>((resolve) => {
      const stop = subscribe(() => {
        stop()
        resolve()
      })
    })
  }
}

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => UNKNOWN)
