import { useSyncExternalStore } from 'react'
import { SESSION } from '#contract/accounts/session-limits.ts'
import { STORED } from '#contract/browser.ts'
import { call, sessionEvents } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { TYPED_KEY } from '../starter/language-switch.ts'
import { clearChosenJob } from './chosen-job.ts'
import { dropDraftsAtSessionEnd } from './device-drafts.ts'
import { localStore } from './local-store.ts'
import { ownProfile } from './own-profile.ts'
import { reportLogoutHeldBack, sendAllUnsent } from './unsent.ts'

/** `finalEnd`: the end of the session that an extension did not move, 12 hours after the login (T7). */
type StoredSession = { email: string; expiresAt: number; requireSecuritySetup: boolean; finalEnd?: number }
/**
 * Who uses this browser. `unknown` on the server and until storage is read; `byLogout` when the person
 * pressed Logout; `requireSecuritySetup` while the account lacks a security question.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'out'; byLogout?: true }
  | ({ state: 'in'; offline?: boolean } & StoredSession)
export type SessionOf<State extends Session['state']> = Extract<Session, { state: State }>

/** The key of the stored session, which tells a page at once whom to greet. Only its email is personal. */
const SESSION_KEY = 'session'
/** How long a logout waits for the server's answer. */
const LOGOUT_WAIT_MS = 1_500
/** The key under which a page tells the login page why the session ended. */
const REASON_KEY = 'sessionEnded'
const UNKNOWN: Session = { state: 'unknown' }
const OUT: Session = { state: 'out' }
/** The session after a logout. The person wanted it to end, so the device also deletes what it stored. */
export const LOGGED_OUT: Session = { state: 'out', byLogout: true }

/** The key under which a tab stores the conversation with the assistant. */
export const TRANSCRIPT_KEY = 'said'
/** The key under which a tab stores that an outside AI service may get questions to the assistant. */
export const PROVIDER_AGREED = 'assistantProvider'
/** The key under which a tab stores an unfinished registration. */
export const REGISTRATION_KEY = 'registration'
/** Whose session this is: the account's email address, or '' for a visitor. */
export const personOf = (session: Session) => (session.state === 'in' ? session.email : '')

/** A smaller difference between two ends of a session may be an inexact measurement. */
const LEAST_EXTENSION_MS = 30_000
const endOf = (session: Session) => (session.state === 'in' ? session.expiresAt : 0)
const isExtended = (before: Session, after: Session) => endOf(after) > endOf(before) + LEAST_EXTENSION_MS

let current: Session = UNKNOWN
const listeners = new Set<() => void>()
const setSession = (next: Session) => {
  try {
    // On a shared device, the next person must not see in any tab what this person wrote.
    if (current !== UNKNOWN && personOf(current) !== personOf(next))
      for (const key of [TRANSCRIPT_KEY, PROVIDER_AGREED, REGISTRATION_KEY, TYPED_KEY])
        sessionStorage.removeItem(key)
  } catch {
    // The browser blocks storage, so no tab has stored any of these texts.
  }
  current = next
  for (const listener of listeners) listener()
}

/** How far this device's clock is ahead of the server's; negative when it is behind. */
let clockAheadMs = 0
const storeSession = ({ email, expiresAt, requireSecuritySetup, finalEnd }: StoredSession) => {
  // The flag `offline` of an earlier check is left out: the server has answered.
  const known = { email, expiresAt, requireSecuritySetup, ...(finalEnd && { finalEnd }) }
  // Stores the difference of the clocks too. So a page that opens without the server still uses the server's
  // clock.
  localStore.set(SESSION_KEY, JSON.stringify({ ...known, ahead: clockAheadMs }))
  setSession({ state: 'in', ...known })
}

const storedSession = (): Session => {
  if (!localStore.get(STORED.token)) return OUT
  try {
    const { ahead, ...known }: StoredSession & { ahead?: number } = JSON.parse(
      localStore.get(SESSION_KEY) ?? '',
    )
    if (ahead !== undefined) clockAheadMs = ahead
    return { state: 'in', ...known }
  } catch {
    return UNKNOWN
  }
}

/** When the page started, by this device's clock. It changes if that clock is set or the device sleeps. */
const startTime = () => Date.now() - performance.now()
let startedAt = startTime()
/**
 * By how many ms this device's clock has moved since the server last sent its time: it was set, or the device
 * slept.
 */
export const clockMovedMs = () => Math.abs(startTime() - startedAt)
/** Converts a time of the server's clock to this device's clock, however wrong that one is (A12). */
const onThisClock = (expiresAt: string, serverTime: string) => {
  clockAheadMs = Date.now() - Date.parse(serverTime)
  startedAt = startTime()
  return Date.parse(expiresAt) + clockAheadMs
}

/** The present time by the server's clock, in milliseconds. */
export const serverNow = () => Date.now() - clockAheadMs

/**
 * Ends the session on this device: deletes the token, the chosen job, what is stored with them (W16) and
 * drafts (W4).
 */
export const endSession = (reason?: string, next: Session = OUT) => {
  void dropDraftsAtSessionEnd(serverNow(), next === LOGGED_OUT)
  for (const key of [STORED.token, SESSION_KEY]) localStore.set(key, null)
  clearChosenJob()
  try {
    if (reason) sessionStorage.setItem(REASON_KEY, reason)
  } catch {
    // The browser stores nothing, so the login page gives no reason.
  }
  setSession(next)
}

/** Why the last session ended; the login page shows it once. */
export const takeReason = () => {
  try {
    const reason = sessionStorage.getItem(REASON_KEY)
    sessionStorage.removeItem(REASON_KEY)
    return reason ?? undefined
  } catch {
    return undefined
  }
}

/** What the server says about a new or extended session. */
type SessionReply = {
  token: string
  user: { email: string }
  require_security_setup: boolean
  expires_at: string
  server_time: string
}

/** Starts a session: stores the answer of /api/login/. */
export const logIn = (reply: SessionReply) => {
  localStore.set(STORED.token, reply.token)
  storeSession({
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
  if (!confirmed && !(await sendAllUnsent())) {
    reportLogoutHeldBack()
    return false
  }
  const logoutCall = call('POST /api/logout/').catch(() => {})
  // The request has read its token before `endSession` deletes the token.
  await Promise.race([logoutCall, new Promise((resolve) => setTimeout(resolve, LOGOUT_WAIT_MS))])
  endSession(reason, LOGGED_OUT)
  return true
}

/** Stores another token, with which the session continues in all tabs. */
export const renewSession = ({
  token,
  expires_at,
  server_time,
}: Pick<SessionReply, 'token' | 'expires_at' | 'server_time'>) => {
  localStore.set(STORED.token, token)
  if (current.state === 'in') storeSession({ ...current, expiresAt: onThisClock(expires_at, server_time) })
}

/** Extends the session by an hour, or stores for all tabs that it cannot end later. @throws CallFailed */
export const extendSession = async () => {
  const before = current
  renewSession(await call('POST /api/session/extend/'))
  if (current.state === 'in' && !isExtended(before, current))
    storeSession({ ...current, finalEnd: current.expiresAt })
}

export const markSecuritySetupDone = () => {
  if (current.state === 'in') storeSession({ ...current, requireSecuritySetup: false })
}

let isChecked = false
/**
 * Checks the session at start-up, by a call for the profile (S1 §4). Only the statuses 401 and 403 log out
 * (A11). Without a network the session stays; if only the token is known, the page shows no email.
 */
async function check() {
  if (isChecked || !localStore.get(STORED.token)) return
  isChecked = true
  const token = localStore.get(STORED.token)
  // The person may log out, and another may log in, before the answer arrives.
  const isSameSession = () => localStore.get(STORED.token) === token
  try {
    const { user, expires_at, server_time, require_security_setup } = await ownProfile()
    if (!isSameSession()) return
    storeSession({
      ...current,
      email: user.email,
      expiresAt: onThisClock(expires_at, server_time),
      requireSecuritySetup: require_security_setup,
    })
  } catch (error) {
    if (!isSameSession()) return
    const status = isCallFailed(error) ? error.status : 0
    if (status === 401 || status === 403) return endSession()
    const known =
      current.state === 'in'
        ? current
        : { email: '', expiresAt: Date.now() + SESSION.endAfterMs, requireSecuritySetup: false }
    // Any answer of the server, even that it is busy, shows that there is a network.
    setSession({ ...known, state: 'in', offline: status === 0 })
  }
}

/** Asks the server again for its time and for the end of the session. */
export const checkAgain = () => {
  startedAt = startTime()
  isChecked = false
  return check()
}

sessionEvents.loggedOut = (reason) => endSession(reason)
sessionEvents.sessionExpires = (expires) => {
  if (current.state !== 'in') return
  const next = { ...current, expiresAt: Date.parse(expires) + clockAheadMs }
  // The end of an extended session never moves back. The difference of the clocks stays as it was measured.
  if (isExtended(current, next)) storeSession(next)
}

/** The session after another tab changed it. If a valid token was removed, the person logged out there. */
const sessionOfOtherTab = (): Session => {
  const found = storedSession()
  if (found.state !== 'out' || current.state === 'unknown') return found
  if (current.state === 'out') return current
  return current.expiresAt > Date.now() ? LOGGED_OUT : OUT
}

/** Adopts an extension that another tab made: browsers do not notify a frozen tab. False without one. */
export const followExtension = (): boolean => {
  const stored = storedSession()
  if (!isExtended(current, stored)) return false
  setSession(stored)
  return true
}

/** Reads the stored session and follows other tabs. Called once, after hydration. Returns how to stop. */
export function startSession() {
  setSession(storedSession())
  void check()
  const followOtherTabs = (event: StorageEvent) => {
    if (event.key !== STORED.token && event.key !== SESSION_KEY && event.key !== null) return
    const next = sessionOfOtherTab()
    // Data that only this tab stores is deleted too (W16).
    if (current.state === 'in' && next.state === 'out') clearChosenJob()
    setSession(next)
  }
  const checkWhenOnline = () => {
    isChecked = false
    void check()
  }
  addEventListener('storage', followOtherTabs)
  addEventListener('online', checkWhenOnline)
  return () => {
    removeEventListener('storage', followOtherTabs)
    removeEventListener('online', checkWhenOnline)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentSession = () => current

/** Resolves with the session once it is known. The loaders of the first page run before `startSession`. */
export const knownSession = async (): Promise<SessionOf<'in' | 'out'>> => {
  for (;;) {
    const session = current.state === 'unknown' ? storedSession() : current
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
