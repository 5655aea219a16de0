import { hash } from 'node:crypto'
import { ALLOWANCE_SECONDS, ALLOWANCES } from '#contract/allowances.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { halvingMap } from '../halving-map.ts'
import { asRefusal } from './on-error.ts'
import { type Refusal, refuse } from './refuse.ts'
import type { Visitor } from './visitor.ts'

/**
 * How many calls of each kind per minute a device that logged in before may still make, when its network has
 * reached its limit.
 */
export const KNOWN_DEVICE_CALLS = 20

/**
 * How many failures of each kind per minute an address may still have, when its network has reached its
 * limit.
 */
export const NEIGHBOUR_FAILURES = 20

type Kind = keyof typeof ALLOWANCES
/** When this window of counted calls ends, in milliseconds of the counters' `clock`. */
type Window = { endsAt: number; calls: number }
/** The most windows that are stored for each kind of key (account, network, address, device): about 5 MB. */
const MAX_WINDOWS = 50_000

/**
 * Counts calls by key in fixed windows of one minute. When too many windows are stored, the older half is
 * dropped. Most of those had ended; other dropped counts start again from zero. Accounts, networks, addresses
 * and devices have separate windows. So many invented keys of one kind push out no others.
 */
function windows(clock: () => number) {
  const { get, set, size } = halvingMap<string, Window>(MAX_WINDOWS)
  const find = (key: string) => {
    const window = get(key)
    return window && window.endsAt > clock() ? window : undefined
  }
  return {
    count(key: string): Window {
      let window = find(key)
      if (!window) {
        window = { endsAt: clock() + ALLOWANCE_SECONDS * 1_000, calls: 0 }
        set(key, window)
      }
      window.calls++
      return window
    },
    find,
    put: set,
    size,
  }
}

type Windows = ReturnType<typeof windows>

type Caller = Pick<Visitor, 'address' | 'network' | 'header'>
/** One call that is being counted. The account it counts for is known only after its token is looked up. */
export type CountedCall = {
  /** Counts the call for this logged-in account alone. @throws Refusal too_many */
  account(key: string): void
  /** The caller is not logged in: counts the call for their network. @throws Refusal too_many */
  anonymous(): void
  /**
   * Counts the call for the account that this email names. One address may name an email as often as the
   * account itself may call, and a known device a few times more. @throws Refusal too_many
   */
  namesAccount(email: unknown): void
  /** The call's token belongs to no account. @throws Refusal too_many after too many such calls */
  unknownToken(): void
  /** The call succeeded. For a kind of call of which only failures count, this call's count is taken back. */
  succeeded(): void
  /** The call failed. Returns the error for the caller: `error`, or too_many after too many failures. */
  failed(error: unknown): unknown
}
/** The operator's factors, by which the allowed calls per account and per network are multiplied. */
type Factors = { perAccount: number; perNetwork: number }

/** The windows in which calls are counted, separately for each kind of key. */
type Counters = {
  accounts: Windows
  /** Windows of accounts that have used up their calls, by token: such a token is not looked up again. */
  overdrawnTokens: Windows
  networks: Windows
  addresses: Windows
  devices: Windows
  /** Windows of calls that name an account, by the caller's address and the email in the call. */
  namedAccounts: Windows
  factors: Factors
  clock: () => number
}

const tooMany = ({ clock }: Counters, { endsAt }: Window): Refusal =>
  refuse('too_many', { retryAfter: Math.max(1, Math.ceil((endsAt - clock()) / 1_000)) })

/** The windows in which one call is counted. */
function countedWindows() {
  const countedIn: Window[] = []
  return {
    /** Remembers a window that counts this call. True when the window has more calls than allowed. */
    countAndIsOver(window: Window, maxCalls: number) {
      countedIn.push(window)
      return window.calls > maxCalls
    },
    /** Takes the call off each window. */
    giveBack: () => countedIn.forEach((window) => window.calls--),
  }
}

/**
 * Counts one call without a login, or throws and counts none. Returns a function that takes the count back.
 * - One address has a lower limit than its network, so it cannot use up the calls of its network.
 * - A device on which someone has logged in has a few more calls. A person may collect many devices, so all
 * devices of a network share one further limit.
 * - Neighbours (addresses of the network with few failures) share a third limit. So a few who guess passwords
 * block no neighbour's login.
 */
function countAnonymous(
  counters: Counters,
  caller: Caller,
  kind: Kind,
  knownDevice: () => string | undefined,
): () => void {
  const { networks, addresses, devices, factors } = counters
  const { countAndIsOver, giveBack } = countedWindows()
  const { perAddress, perNetwork, counts } = ALLOWANCES[kind]
  const networkMax = perNetwork * factors.perNetwork
  const ofAddress = addresses.count(`${kind} ${caller.address}`)
  // The operator's factor for networks also multiplies the limit of an address, which is part of a network.
  const isAddressOver = countAndIsOver(ofAddress, perAddress * factors.perNetwork)
  const ofNetwork = isAddressOver ? undefined : networks.count(`${kind} ${caller.network}`)
  if (ofNetwork && !countAndIsOver(ofNetwork, networkMax)) return giveBack
  const device = knownDevice()
  if (
    device &&
    !countAndIsOver(devices.count(`${kind} ${device}`), KNOWN_DEVICE_CALLS) &&
    !countAndIsOver(networks.count(`${kind} devices ${caller.network}`), networkMax)
  )
    return giveBack
  // A caller with an unknown token is not treated as a neighbour: tokens are invented, never mistyped.
  const isNeighbour =
    !isAddressOver && counts === 'failures' && kind !== 'token' && ofAddress.calls <= NEIGHBOUR_FAILURES
  if (isNeighbour && !countAndIsOver(networks.count(`${kind} neighbours ${caller.network}`), networkMax))
    return giveBack
  giveBack()
  throw tooMany(counters, ofNetwork ?? ofAddress)
}

/**
 * Counts one call for the account that an email names, or throws and counts none. Returns a function that
 * takes the count back. A rival may share the owner's address and name the account without pause. So a device
 * on which someone has logged in has a few more calls. All devices of a network share one further limit.
 */
function countNamed(
  counters: Counters,
  caller: Caller,
  kind: Kind,
  email: string,
  knownDevice: () => string | undefined,
): () => void {
  const { namedAccounts, networks, devices, factors } = counters
  const { countAndIsOver, giveBack } = countedWindows()
  const { perAccount, perNetwork } = ALLOWANCES[kind]
  const emailHash = hash('sha256', normaliseEmail(email), 'base64url')
  const ofAccount = namedAccounts.count(`${kind} ${caller.address} ${emailHash}`)
  if (!countAndIsOver(ofAccount, perAccount * factors.perAccount)) return giveBack
  const device = knownDevice()
  if (
    device &&
    !countAndIsOver(devices.count(`${kind} named ${device}`), KNOWN_DEVICE_CALLS) &&
    !countAndIsOver(networks.count(`${kind} named ${caller.network}`), perNetwork * factors.perNetwork)
  )
    return giveBack
  giveBack()
  throw tooMany(counters, ofAccount)
}

/**
 * Starts to count one call.
 * @throws Refusal too_many if this token's account has used up its calls; the token is then not looked up
 */
function beginCall(
  counters: Counters,
  caller: Caller,
  kind: Kind,
  knownDevice: () => string | undefined,
): CountedCall {
  const { accounts, overdrawnTokens, factors } = counters
  const accountMax = ALLOWANCES[kind].perAccount * factors.perAccount
  const header = caller.header('authorization')
  const token = header === undefined ? undefined : `${kind} ${hash('sha256', header, 'base64url')}`
  const overdrawn = token === undefined ? undefined : overdrawnTokens.find(token)
  if (overdrawn) throw tooMany(counters, overdrawn)
  /** True once the call is counted for an account or a network. */
  let isCallerKnown = false
  /** Takes a successful call off its count. Undefined where successful calls count like failed ones. */
  let giveBack: (() => void) | undefined
  /** Takes the call off the count of the named account. Only for a server error: successes count too. */
  let giveBackNamed: (() => void) | undefined
  return {
    account(key) {
      isCallerKnown = true
      const window = accounts.count(`${kind} ${key}`)
      if (window.calls <= accountMax) return
      if (token !== undefined) overdrawnTokens.put(token, window)
      throw tooMany(counters, window)
    },
    anonymous() {
      isCallerKnown = true
      const undo = countAnonymous(counters, caller, kind, knownDevice)
      if (ALLOWANCES[kind].counts === 'failures') giveBack = undo
    },
    namesAccount(email) {
      if (typeof email !== 'string') return
      try {
        giveBackNamed = countNamed(counters, caller, kind, email, knownDevice)
      } catch (refusal) {
        // This call is refused before it tries a password. So it must not count as a failure of its network.
        giveBack?.()
        throw refusal
      }
    },
    unknownToken: () => void countAnonymous(counters, caller, 'token', knownDevice),
    succeeded: () => giveBack?.(),
    failed(error) {
      const { status } = asRefusal(error)
      // A server error is not the caller's failure.
      const isServerError = status >= 500
      if (isServerError) giveBack?.()
      if (isServerError) giveBackNamed?.()
      if (isCallerKnown || isServerError || status === 429) return error
      // It failed before it was counted, mostly for a token of no account. It counts as an unknown token.
      try {
        countAnonymous(counters, caller, 'token', knownDevice)
        return error
      } catch (tooManyTokens) {
        return tooManyTokens
      }
    },
  }
}

/**
 * Counts calls in this process's memory, by account or by network: a coarse first limit. Finer limits are in
 * the database.
 */
export function allowances(
  factors: Factors = { perAccount: 1, perNetwork: 1 },
  clock: () => number = () => performance.now(),
) {
  const counters: Counters = {
    accounts: windows(clock),
    overdrawnTokens: windows(clock),
    networks: windows(clock),
    addresses: windows(clock),
    devices: windows(clock),
    namedAccounts: windows(clock),
    factors,
    clock,
  }
  const { accounts, overdrawnTokens, networks, addresses, devices, namedAccounts } = counters
  const all = [accounts, overdrawnTokens, networks, addresses, devices, namedAccounts]
  return {
    begin: (caller: Caller, kind: Kind, knownDevice: () => string | undefined) =>
      beginCall(counters, caller, kind, knownDevice),
    size: () => all.reduce((sum, ofKind) => sum + ofKind.size(), 0),
  }
}
