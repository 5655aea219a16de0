import { STAFF } from '#contract/staff/limits.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { type AttemptKeys, limitAttempts } from '../http/limit-attempts.ts'
import { refuse } from '../http/refuse.ts'
import { knownDevice, rememberDevice, type Visitor } from '../http/visitor.ts'

// The same for an address that nobody has: the door does not tell (T1).
export const keyOf = ({ secrets }: Deps, email: string) => secrets.hmac('staff-account', email).toString('base64url').slice(0, 22)

// The cookie holds applicants' accounts too, under keys of another make.
const markOf = (key: string) => `staff ${key}`

/** A door of an account, `key` by its address: its password, or its second factor. Whether this device has opened it before decides what counts (C4). */
export function attemptKeysOf(deps: Deps, visitor: Visitor, key: string, half: 'password' | 'second'): AttemptKeys {
  const device = knownDevice(deps.secrets, visitor, markOf(key))
  const account = half === 'second' ? `staff second ${key}` : `staff ${key}`
  return { account, source: `${account} ${device ? `device ${device}` : visitor.site}`, known: device !== undefined }
}

/** From here on strangers who try this account's doors do not shut this device out (C4). */
export const rememberOfficer = (deps: Deps, visitor: Visitor, key: string) => rememberDevice(deps.secrets, visitor, markOf(key))

/** One try at a password or a code, within the limits of officers. A device that has signed in before counts for itself (C4). */
export const limitOfficerAttempts = <Result>(deps: Deps, door: AttemptKeys, judge: () => Promise<Result | undefined>): Promise<Result | undefined> =>
  limitAttempts(deps.db, door, STAFF.lock, deps.now(), (retryAfter) => refuse('locked', { message: STAFF_WORDS.locked, retryAfter }), judge)

/** The present password, asked of whoever is signed in. No stranger gets here, so all tries of the account count together. */
export const attemptKeysInside = (key: string): AttemptKeys => ({ account: `staff inside ${key}`, source: `staff inside ${key} now`, known: false })
