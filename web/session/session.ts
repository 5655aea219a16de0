import { useSyncExternalStore } from 'react'
import { SESSION, STORED } from '#contract/limits.ts'
import { call, sessionEvents } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { clearChosenJob } from './chosen-job.ts'
import { saveUnsent } from './device-drafts.ts'

/** Who is at this browser. `unknown` on the server and until the first look at the device; `left` when a person pressed Logout. */
export type Session =
  | { state: 'unknown' }
  | { state: 'out'; left?: true }
  | { state: 'in'; email: string; expiresAt: number; requireSecuritySetup: boolean; offline?: boolean }

/** What is kept beside the token, so that a page knows at once whom to greet: never more than the address. */
const BESIDE = 'session'
const SEND_MS = 4_000
const REASON = 'sessionEnded'
const UNKNOWN: Session = { state: 'unknown' }
const OUT: Session = { state: 'out' }
const LEFT: Session = { state: 'out', left: true }

/** Under this key a tab keeps what was said to the assistant. */
export const SESSION_MESSAGES = 'said'
/** The account's address; nothing for a visitor. */
export const personOf = (session: Session) => (session.state === 'in' ? session.email : '')

let current: Session = UNKNOWN
const listeners = new Set<() => void>()
const tell = (next: Session) => {
  try {
    // What one person said is not there for the next at a shared device, in any tab.
    if (current !== UNKNOWN && personOf(current) !== personOf(next)) sessionStorage.removeItem(SESSION_MESSAGES)
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
      // A browser that keeps nothing: the session lasts as long as the page.
    }
  },
}

/** By how many ms this device's clock is ahead of the server's. */
let ahead = 0
type Kept = { email: string; expiresAt: number; requireSecuritySetup: boolean }
const keep = (it: Kept) => {
  // With how far the clocks are apart: a page that opens while the server cannot say it still counts by the server's.
  storage.set(BESIDE, JSON.stringify({ ...it, ahead }))
  tell({ state: 'in', ...it })
}

const fromDevice = (): Session => {
  if (!storage.get(STORED.token)) return OUT
  try {
    const { ahead: apart, ...kept } = JSON.parse(storage.get(BESIDE) ?? '') as Kept & { ahead?: number }
    if (apart !== undefined) ahead = apart
    return { state: 'in', ...kept }
  } catch {
    return UNKNOWN
  }
}

/** An instant of the server's clock on this device's clock, however wrong that one is (A12). */
const sinceStart = () => Date.now() - performance.now()
let startedAt = sinceStart()
/** By how many ms this device's clock has moved since the server last said how late it is: it was set, or the device slept. */
export const clockMoved = () => Math.abs(sinceStart() - startedAt)
const onThisClock = (expiresAt: string, serverTime: string) => {
  ahead = Date.now() - Date.parse(serverTime)
  startedAt = sinceStart()
  return Date.parse(expiresAt) + ahead
}

/** Now, by the server's clock, in milliseconds. */
export const serverNow = () => Date.now() - ahead

type Unsent = { send: () => Promise<void>; heldBack: () => void }
const unsent = new Set<Unsent>()
/** Has `send` done before a session is ended here (A13); `heldBack` is told when it failed and a logout therefore waits for a word. Returns how to call it off. */
export const beforeLeaving = (it: Unsent) => {
  unsent.add(it)
  return () => void unsent.delete(it)
}
/** Sends what pages have not sent yet. False when not all of it could be sent in a few seconds. */
export const readyToLeave = async (): Promise<boolean> => {
  const sent = Promise.all([...unsent].map(({ send }) => send())).then(
    () => true,
    () => false,
  )
  return unsent.size === 0 || Promise.race([sent, new Promise<boolean>((go) => setTimeout(() => go(false), SEND_MS))])
}

/** Ends the session on this device: token, chosen job, what is kept beside them (W16) and drafts (W4). */
export const forget = (reason?: string, how: Session = OUT) => {
  void saveUnsent(serverNow(), how === LEFT)
  for (const key of [STORED.token, BESIDE]) storage.set(key, null)
  clearChosenJob()
  try {
    if (reason) sessionStorage.setItem(REASON, reason)
  } catch {}
  tell(how)
}

/** Why the last session ended, told once on the login page. */
export const takeReason = () => {
  try {
    const reason = sessionStorage.getItem(REASON)
    sessionStorage.removeItem(REASON)
    return reason ?? undefined
  } catch {
    return undefined
  }
}

type SignedIn = { token: string; user: { email: string }; require_security_setup: boolean; expires_at: string; server_time: string }

/** Keeps what /api/login/ answered. */
export const logIn = (reply: SignedIn) => {
  storage.set(STORED.token, reply.token)
  keep({ email: reply.user.email, expiresAt: onThisClock(reply.expires_at, reply.server_time), requireSecuritySetup: reply.require_security_setup })
}

/**
 * Logout clears the session, here even when the server cannot be reached. False when a page holds words that could not be
 * sent: they would be gone, so the person is asked first (W4).
 */
export const logOut = async (reason?: string, { asked = false } = {}): Promise<boolean> => {
  if (!asked && !(await readyToLeave())) {
    for (const { heldBack } of unsent) heldBack()
    return false
  }
  const done = call('POST /api/logout/').catch(() => {})
  // The request has read its token by now.
  await Promise.race([done, new Promise((go) => setTimeout(go, 1_500))])
  forget(reason, LEFT)
  return true
}

/** The session goes on under another token, for all tabs. */
export const renewSession = ({ token, expires_at, server_time }: { token: string; expires_at: string; server_time: string }) => {
  storage.set(STORED.token, token)
  if (current.state === 'in') keep({ ...current, expiresAt: onThisClock(expires_at, server_time) })
}

/** Another hour. @throws CallFailed */
export const extendSession = async () => renewSession(await call('POST /api/session/extend/'))

export const setupDone = () => {
  if (current.state === 'in') keep({ ...current, requireSecuritySetup: false })
}

let checked = false
/** S1 §4: the profile check at start-up. Only 401 and 403 sign out; without a network the session stays (A11). */
async function check() {
  if (checked || !storage.get(STORED.token)) return
  checked = true
  try {
    const profile = await call('GET /api/user/profile/')
    keep({ email: profile.user.email, expiresAt: onThisClock(profile.expires_at, profile.server_time), requireSecuritySetup: profile.require_security_setup })
  } catch (error) {
    const status = isCallFailed(error) ? error.status : 0
    if (status === 401 || status === 403) return forget()
    const known = current.state === 'in' ? current : { email: '', expiresAt: Date.now() + SESSION.endAfterMs, requireSecuritySetup: false }
    // A server that answers, if only that it is busy, is no missing network.
    tell({ ...known, state: 'in', ...(status === 0 ? { offline: true } : {}) })
  }
}

/** Asks again how late it is, and how long the session lasts. */
export const checkAgain = () => {
  startedAt = sinceStart()
  checked = false
  return check()
}

sessionEvents.signedOut = (reason) => forget(reason)
sessionEvents.sessionExpires = (at) => {
  if (current.state !== 'in') return
  const expiresAt = Date.parse(at) + ahead
  // A slide only ever moves forward; the clocks' difference is the one measured before.
  if (expiresAt > current.expiresAt + 30_000) keep({ ...current, expiresAt })
}

/** What another tab did: a token that goes before its hour is over was given up by a person. */
const followed = (): Session => {
  const found = fromDevice()
  if (found.state !== 'out' || current.state === 'unknown') return found
  if (current.state === 'out') return current
  return current.expiresAt > Date.now() ? LEFT : OUT
}

/** Looks at the device and follows the other tabs; called once, after hydration. Returns how to stop. */
export function startSession() {
  tell(fromDevice())
  void check()
  const follow = (event: StorageEvent) => {
    if (event.key !== STORED.token && event.key !== BESIDE && event.key !== null) return
    const next = followed()
    // W16: what this tab alone has kept in mind goes too.
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

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => UNKNOWN)
