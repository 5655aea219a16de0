import { hash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { concurrencyLimiter } from '../http/concurrency-limiter.ts'
import { Refusal, refuse } from '../http/refuse.ts'
import { requireStaff, STAFF_COOKIE, type Staff } from '../sessions/staff-session.ts'
import type { Visitor } from '../http/visitor.ts'

/** The limit for strangers: callers whose cookie has not lately been an officer's. */
const STRANGER_LIMIT = { slots: 2, queue: 64, waitMs: 1_000 } as const
const MAX_KNOWN_COOKIES = 1_000

/**
 * Finds the officer who makes a call. A call that is never refused under overload has no slot in admission,
 * and goes before submits at the database. So a flood of such calls with invented cookies would delay
 * submits. Therefore a cookie that has not lately been an officer's is looked up behind a narrow limiter.
 */
export function officerSessions() {
  const strangerLimiter = concurrencyLimiter(STRANGER_LIMIT)
  // Hashes of officers' cookies. When full, the cookie unused for longest is forgotten, and counts as a
  // stranger's.
  const knownCookies = new Set<string>()
  const remember = (key: string) => {
    knownCookies.delete(key)
    const [longestUnused] = knownCookies
    if (knownCookies.size >= MAX_KNOWN_COOKIES && longestUnused !== undefined)
      knownCookies.delete(longestUnused)
    knownCookies.add(key)
  }

  return async (deps: Deps, visitor: Visitor, endpoint: Endpoint): Promise<Staff> => {
    // An endpoint that names no right needs the right `self`, which every officer has.
    const requireOfficer = () =>
      requireStaff(deps, visitor, endpoint.right ?? 'self', { writes: endpoint.method !== 'GET' })
    const cookie = visitor.cookie(STAFF_COOKIE)
    if (!endpoint.neverShed || !cookie) return requireOfficer()
    const key = hash('sha256', cookie, 'base64url')
    let releaseSlot = () => {}
    const isAdmitted =
      knownCookies.has(key) || (await strangerLimiter.enter((release) => (releaseSlot = release)))
    if (!isAdmitted) throw refuse('busy')
    try {
      const staff = await requireOfficer()
      remember(key)
      return staff
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'signed_out') knownCookies.delete(key)
      throw error
    } finally {
      releaseSlot()
    }
  }
}
export type OfficerSessions = ReturnType<typeof officerSessions>
