import { STAFF } from '#contract/staff/limits.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { type AttemptKeys, limitAttempts } from '../http/limit-attempts.ts'
import { refuse } from '../http/refuse.ts'
import { knownDevice, rememberDevice, type Visitor } from '../http/visitor.ts'

/** 22 characters of base64url are 132 bits, so in practice no two addresses share a key. */
const KEY_CHARACTERS = 22

// The key of an officer's attempt counters. An address without an account gets a key too, so that login does
// not reveal whether it exists (T1).
export const keyOf = ({ secrets }: Deps, email: string) =>
  secrets.hmac('staff-account', email).toString('base64url').slice(0, KEY_CHARACTERS)

// The name of an officer's account in the device cookie. The prefix keeps it apart from applicants' accounts.
const deviceMarkOf = (key: string) => `staff ${key}`

/**
 * The keys of the attempt counters for an officer's password or second factor; `key` comes from the address.
 * `source` counts the attempts of this device or network, `account` those of all unknown devices together. A
 * `known` device has logged in before, and has its own counter (C4).
 */
export function attemptKeysOf(
  deps: Deps,
  visitor: Visitor,
  key: string,
  loginStep: 'password' | 'second',
): AttemptKeys {
  const device = knownDevice(deps.secrets, visitor, deviceMarkOf(key))
  const account = loginStep === 'second' ? `staff second ${key}` : `staff ${key}`
  return {
    account,
    source: `${account} ${device ? `device ${device}` : visitor.site}`,
    known: device !== undefined,
  }
}

/** Remembers this device, so that attempts by strangers on the account do not lock it out (C4). */
export const rememberOfficer = (deps: Deps, visitor: Visitor, key: string) =>
  rememberDevice(deps.secrets, visitor, deviceMarkOf(key))

/**
 * Makes one attempt at an officer's password or code, within the limits. `check` returns undefined when the
 * attempt failed. A device that has logged in before has its own counter (C4).
 */
export const limitOfficerAttempts = <Result>(
  deps: Deps,
  keys: AttemptKeys,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> =>
  limitAttempts(
    deps.db,
    keys,
    STAFF.lock,
    deps.now(),
    (retryAfter) =>
      refuse('locked', {
        message: retryAfter > STAFF.lock.minutes * 60 ? STAFF_WORDS.lockedForDay : STAFF_WORDS.locked,
        retryAfter,
      }),
    check,
  )

/**
 * The counters for a logged-in officer who types their present password. Only the officer can do this, so all
 * attempts on the account count together. The word `now` only makes the two keys differ.
 */
export const loggedInKeys = (key: string): AttemptKeys => ({
  account: `staff inside ${key}`,
  source: `staff inside ${key} now`,
  known: false,
})
