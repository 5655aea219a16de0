import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant, message } from '../wire.ts'

// The calls with which applicants and officers list the sessions in which they are logged in, and end them.

/** A session is named by a UUID in lower case. */
const sessionId = z.object({ id: z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)) })

const session = z.object({
  id: z.string(),
  /** True for the session of the present call. */
  present: z.boolean(),
  /** The browser and the system of the device in plain words, never its IP address or network. */
  device: z.string(),
  began_at: instant,
  /** When the session was used last, accurate to a few minutes. */
  last_used_at: instant,
})
const ownSession = z.object({
  ...session.shape,
  /** Whether the person's network was new at the login, in plain words; '' when the portal does not know. */
  network: z.string(),
})
/** The sessions of officers have no `network`. */
export type SessionLine = z.output<typeof session> & { network?: string }

/** An officer's sessions: the present one first, then those that were used last (ASVS 7.5.2). */
const sessionList = z.object({ results: z.array(session) })

const lastLogin = z.object({ logged_in_at: instant, device: z.string() })
export type LastLogin = z.output<typeof lastLogin>
/** An applicant's sessions, in the same order. */
const ownSessions = z.object({
  results: z.array(ownSession),
  /** The login before the present session; null when the present session is the first. */
  last_login: z.nullable(lastLogin),
})

const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions/',
  summary: 'Where this account is logged in',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'read',
  reply: ownSessions,
})

const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}/',
  summary: 'End one session of this account',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'read',
  params: sessionId,
  reply: message,
})

const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-others/',
  summary: 'End every session of this account except the current one',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'read',
  reply: message,
})

const failedLogin = z.object({ failed_at: instant, device: z.string() })
export type FailedLoginLine = z.output<typeof failedLogin>

const failedLogins = endpoint({
  method: 'GET',
  path: '/api/failed-logins/',
  summary: 'The last attempts to log in to this account with a wrong password, the latest first',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'read',
  reply: z.object({ results: z.array(failedLogin) }),
})

const staffSessions = endpoint({
  method: 'GET',
  path: '/api/staff/sessions/',
  summary: 'Staff: the devices on which this officer is logged in',
  allowedFor: 'staff',
  right: 'self',
  rateLimit: 'read',
  loadClass: 'staff',
  reply: sessionList,
})

const staffEndSession = endpoint({
  method: 'DELETE',
  path: '/api/staff/sessions/{id}/',
  summary: 'Staff: ends one session of this officer',
  allowedFor: 'staff',
  right: 'self',
  rateLimit: 'write',
  loadClass: 'staff',
  params: sessionId,
  reply: message,
})

const staffEndOtherSessions = endpoint({
  method: 'POST',
  path: '/api/staff/sessions/end-others/',
  summary: 'Staff: ends every session of this officer except the current one',
  allowedFor: 'staff',
  right: 'self',
  rateLimit: 'write',
  loadClass: 'staff',
  reply: message,
})

export const sessionEndpoints = {
  'GET /api/sessions/': listSessions,
  'DELETE /api/sessions/{id}/': endSession,
  'POST /api/sessions/end-others/': endOtherSessions,
  'GET /api/failed-logins/': failedLogins,
  'GET /api/staff/sessions/': staffSessions,
  'DELETE /api/staff/sessions/{id}/': staffEndSession,
  'POST /api/staff/sessions/end-others/': staffEndOtherSessions,
}
