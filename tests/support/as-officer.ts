import type { Endpoint } from '#contract/endpoint.ts'
import { RIGHTS, type StaffRole } from '#contract/staff/rights.ts'
import { freshNetwork } from './calls.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'
import type { Answer, Visitor } from './visitor.ts'

type Asked = Parameters<Visitor['request']>[2]

/**
 * Calls the staff API as an officer who has the right, each call from its own network. If a call ended the
 * officer's session, another officer replaces them, so that calls can run in any order. A 401 means that the
 * new session was refused too.
 */
export function officersOf(portal: Portal) {
  const officers = new Map<StaffRole, Officer>()
  /**
   * An officer of this role: one that this test file already has, or a new one. `fresh`: always a new one.
   */
  const present = async (role: StaffRole, fresh: boolean) => {
    const known = fresh ? undefined : officers.get(role)
    const entry = known ?? (await officer(portal, role))
    officers.set(role, entry)
    return entry
  }
  const roleFor = (endpoint: Endpoint): StaffRole => RIGHTS[endpoint.right ?? 'self'][0]
  return {
    /** An officer of the first role that is allowed to make the call. */
    who: (endpoint: Endpoint, { fresh = false } = {}) => present(roleFor(endpoint), fresh),
    async ask(endpoint: Endpoint, path: string, options: Asked = {}): Promise<Answer> {
      const callOnce = async (fresh: boolean) =>
        (await present(roleFor(endpoint), fresh)).visitor.request(endpoint.method, path, {
          ip: freshNetwork(),
          ...options,
        })
      const first = await callOnce(false)
      return first.status === 401 ? callOnce(true) : first
    },
  }
}
