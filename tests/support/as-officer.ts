import type { Endpoint } from '#contract/endpoint.ts'
import { RIGHTS, type StaffRole } from '#contract/staff/rights.ts'
import { freshNetwork } from './calls.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'
import type { Answer, Visitor } from './visitor.ts'

type Asked = Parameters<Visitor['request']>[2]

/**
 * Makes a call of the staff side as an officer who may, each from a network of its own. Whose session a call has ended
 * is replaced, so that any call may be made in any order; an answer of 401 means that a new session was refused.
 */
export function officersOf(portal: Portal) {
  const officers = new Map<StaffRole, Officer>()
  const present = async (role: StaffRole, fresh: boolean) => {
    const known = fresh ? undefined : officers.get(role)
    const one = known ?? (await officer(portal, role))
    officers.set(role, one)
    return one
  }
  const roleFor = (it: Endpoint): StaffRole => RIGHTS[it.right ?? 'self'][0]
  return {
    /** Somebody of the first role that may make the call. */
    who: (it: Endpoint, { fresh = false } = {}) => present(roleFor(it), fresh),
    async ask(it: Endpoint, path: string, asked: Asked = {}): Promise<Answer> {
      const once = async (fresh: boolean) => (await present(roleFor(it), fresh)).visitor.request(it.method, path, { ip: freshNetwork(), ...asked })
      const first = await once(false)
      return first.status === 401 ? once(true) : first
    },
  }
}
