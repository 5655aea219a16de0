import { hash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { concurrencyLimiter } from '../http/concurrency-limiter.ts'
import { Refusal, refuse } from '../http/refuse.ts'
import { requireStaff, STAFF_COOKIE, type Staff } from '../sessions/staff-session.ts'
import type { Visitor } from '../http/visitor.ts'

const STRANGERS = { slots: 2, queue: 64, waitMs: 1_000 } as const
const MOST_KNOWN = 1_000

/**
 * Finds the officer who calls. A call that is never shed has no slot in admission, and goes before submits at
 * the database. So a cookie that was not an officer's lately is looked up behind a narrow limiter, or a flood
 * of made-up cookies would delay submits.
 */
export function officerSessions() {
  const strangers = concurrencyLimiter(STRANGERS)
  // Hashes of cookies. When full, the cookie unused for longest becomes a stranger again.
  const known = new Set<string>()
  const remember = (key: string) => {
    known.delete(key)
    const [oldest] = known
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    known.add(key)
  }

  return async (deps: Deps, visitor: Visitor, endpoint: Endpoint): Promise<Staff> => {
    const require = () =>
      requireStaff(deps, visitor, endpoint.right ?? 'self', { writes: endpoint.method !== 'GET' })
    const cookie = visitor.cookie(STAFF_COOKIE)
    if (!endpoint.neverShed || !cookie) return require()
    const key = hash('sha256', cookie, 'base64url')
    let leave = () => {}
    if (!known.has(key) && !(await strangers.enter((left) => (leave = left)))) throw refuse('busy')
    try {
      const staff = await require()
      remember(key)
      return staff
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'signed_out') known.delete(key)
      throw error
    } finally {
      leave()
    }
  }
}
export type OfficerSessions = ReturnType<typeof officerSessions>
