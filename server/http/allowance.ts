import { hash } from 'node:crypto'
import {
  ALLOWANCE_SECONDS,
  ALLOWANCES,
  KNOWN_DEVICE_CALLS,
  NEIGHBOUR_FAILURES,
} from '#contract/allowances.ts'
import { asRefusal } from './on-error.ts'
import { type Refusal, refuse } from './refuse.ts'
import type { Visitor } from './visitor.ts'

type Kind = keyof typeof ALLOWANCES
/** `endsAt`: in milliseconds of the counters' `clock`. */
type Window = { endsAt: number; calls: number }
/** The most windows for each kind of key: about 5 MB. */
const MAX_WINDOWS = 50_000

/**
 * Fixed windows of one minute. When there are too many, the older half is dropped. Most of these windows were
 * over; the callers of the others count from zero again. Accounts, networks, addresses and devices have
 * separate windows, so invented keys of one kind push out none of another.
 */
function windows(clock: () => number) {
  // Two halves: deleting the oldest keys of a large Map one by one walks over all keys deleted before. No
  // lru-cache: six of this size hold 7 MB from the start, and it would keep a key longer that is only read.
  let recent = new Map<string, Window>()
  let older = new Map<string, Window>()
  const find = (key: string) => {
    const window = recent.get(key) ?? older.get(key)
    return window && window.endsAt > clock() ? window : undefined
  }
  const put = (key: string, window: Window) => {
    if (recent.size >= MAX_WINDOWS / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(key, window)
    return window
  }
  return {
    count(key: string): Window {
      const window = find(key) ?? put(key, { endsAt: clock() + ALLOWANCE_SECONDS * 1_000, calls: 0 })
      window.calls++
      return window
    },
    find,
    put,
    size: () => recent.size + older.size,
  }
}

type Windows = ReturnType<typeof windows>

type Caller = Pick<Visitor, 'address' | 'network' | 'header'>
/** One call, counted step by step. For whom it counts is known only once its token is looked up. */
export type CountedCall = {
  /** Counts the call for this account alone. @throws Refusal too_many */
  account(key: string): void
  /** No one is logged in: counts the call for its network. @throws Refusal too_many */
  anonymous(): void
  /**
   * Counts the call for the account this email names: one address may name it as often as the account may
   * call. @throws Refusal too_many
   */
  namesAccount(email: unknown): void
  /** The token belongs to no one. @throws Refusal too_many after too many such tokens */
  unknownToken(): void
  /** The call succeeded. Where only failures count, its count is given back. */
  succeeded(): void
  /** The call failed. Returns the error to send to the caller: this one, or too_many. */
  failed(error: unknown): unknown
}
/** By how much the operator multiplies the allowances. */
export type Factors = { perAccount: number; perNetwork: number }

/** The windows of each kind of key. */
type Counters = {
  accounts: Windows
  /** Windows of accounts that have used up their calls, by token: such a token is not looked up again. */
  overdrawnTokens: Windows
  networks: Windows
  addresses: Windows
  devices: Windows
  /** By the address that calls and the email that it names. */
  namedAccounts: Windows
  factors: Factors
  clock: () => number
}

const tooMany = ({ clock }: Counters, { endsAt }: Window): Refusal =>
  refuse('too_many', { retryAfter: Math.max(1, Math.ceil((endsAt - clock()) / 1_000)) })

/**
 * Counts one call, or throws and counts none. Returns a function that takes the count back.
 * - One address is stopped before it uses up what its network may.
 * - A device on which someone has logged in has a few calls of its own. Someone who logs in often collects
 *   many devices, so all devices of a network share one further limit.
 * - Neighbours, the addresses of the network with few failures, share a third limit. So a few who guess
 *   passwords block no neighbour's login.
 */
function countAnonymous(
  counters: Counters,
  caller: Caller,
  kind: Kind,
  knownDevice: () => string | undefined,
): () => void {
  const { networks, addresses, devices, factors } = counters
  // `count` of a window adds the call to it, so each window asked below is remembered here.
  const countedIn: Window[] = []
  const isOver = (window: Window, maxCalls: number) => {
    countedIn.push(window)
    return window.calls > maxCalls
  }
  const giveBack = () => countedIn.forEach((window) => window.calls--)
  const { perAddress, perNetwork, counts } = ALLOWANCES[kind]
  const networkMax = perNetwork * factors.perNetwork
  const ofAddress = addresses.count(`${kind} ${caller.address}`)
  // An address is a part of its network, so the operator's factor for networks holds for it too.
  const isAddressOver = isOver(ofAddress, perAddress * factors.perNetwork)
  const ofNetwork = isAddressOver ? undefined : networks.count(`${kind} ${caller.network}`)
  if (ofNetwork && !isOver(ofNetwork, networkMax)) return giveBack
  const device = knownDevice()
  if (
    device &&
    !isOver(devices.count(`${kind} ${device}`), KNOWN_DEVICE_CALLS) &&
    !isOver(networks.count(`${kind} devices ${caller.network}`), networkMax)
  )
    return giveBack
  // A caller with an unknown token is no neighbour: tokens are made up, not mistyped.
  const isNeighbour =
    !isAddressOver && counts === 'failures' && kind !== 'token' && ofAddress.calls <= NEIGHBOUR_FAILURES
  if (isNeighbour && !isOver(networks.count(`${kind} neighbours ${caller.network}`), networkMax))
    return giveBack
  giveBack()
  throw tooMany(counters, ofNetwork ?? ofAddress)
}

/**
 * Starts to count one call.
 * @throws Refusal too_many when this token's account has used up its calls: the token is not looked up
 * again.
 */
function beginCall(
  counters: Counters,
  caller: Caller,
  kind: Kind,
  knownDevice: () => string | undefined,
): CountedCall {
  const { accounts, overdrawnTokens, namedAccounts, factors } = counters
  const accountMax = ALLOWANCES[kind].perAccount * factors.perAccount
  const header = caller.header('authorization')
  const token = header === undefined ? undefined : `${kind} ${hash('sha256', header, 'base64url')}`
  const overdrawn = token === undefined ? undefined : overdrawnTokens.find(token)
  if (overdrawn) throw tooMany(counters, overdrawn)
  /** True once the call is counted for an account or a network. */
  let isCallerKnown = false
  /** Takes the count back; set only where a success does not count. */
  let giveBack: (() => void) | undefined
  let ofNamedAccount: Window | undefined
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
      const emailHash = hash('sha256', email.toLowerCase(), 'base64url')
      ofNamedAccount = namedAccounts.count(`${kind} ${caller.address} ${emailHash}`)
      if (ofNamedAccount.calls <= accountMax) return
      // No attempt was made, so it is no failure of the others at this IP address.
      giveBack?.()
      throw tooMany(counters, ofNamedAccount)
    },
    unknownToken: () => void countAnonymous(counters, caller, 'token', knownDevice),
    succeeded: () => giveBack?.(),
    failed(error) {
      const { status } = asRefusal(error)
      // A server error is not the caller's failure.
      const isServerError = status >= 500
      if (isServerError) giveBack?.()
      if (isServerError && ofNamedAccount) ofNamedAccount.calls--
      if (isCallerKnown || isServerError || status === 429) return error
      // The token belonged to no one: the call is not counted yet.
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
