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
type Window = { endsAt: number; calls: number }
/** Per kind of key: about 5 MB. */
const MAX_WINDOWS = 50_000

/**
 * Fixed windows of one minute. When full, the older half is dropped and its callers count from zero again:
 * most of it was over. Accounts, networks, addresses and devices have separate windows, so invented keys of
 * one kind push out none of another.
 */
function windows(clock: () => number) {
  // Two halves: deleting the oldest keys of a large Map one by one walks over all keys deleted before.
  // No lru-cache: six of this size hold 7 MB from the start, and reading must keep no key longer.
  let [recent, older] = [new Map<string, Window>(), new Map<string, Window>()]
  const find = (key: string) => {
    const window = recent.get(key) ?? older.get(key)
    return window && window.endsAt > clock() ? window : undefined
  }
  const put = (key: string, window: Window) => {
    if (recent.size >= MAX_WINDOWS / 2) [recent, older] = [new Map(), recent]
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
/** One call. The key it counts for is known once its token is looked up; until then it counts for none. */
export type CountedCall = {
  /** Counts the call for this account alone. @throws Refusal too_many */
  account(key: string): void
  /** No one is logged in: counts the call for its network. @throws Refusal too_many */
  anonymous(): void
  /**
   * Counts the call for the account this email names: one address may name it as often as the account may
   * call. @throws Refusal too_many
   */
  names(email: unknown): void
  /** The token belongs to no one. @throws Refusal too_many after too many such tokens */
  strangeToken(): void
  answered(): void
  /** Returns the error to send to the caller. */
  refused(error: unknown): unknown
}
type Six = [Windows, Windows, Windows, Windows, Windows, Windows]
export type Factors = { perAccount: number; perNetwork: number }

/**
 * Counts calls in this process's memory, by account or by network: a coarse first limit. Finer limits are in
 * the database.
 */
export function allowances(
  factors: Factors = { perAccount: 1, perNetwork: 1 },
  clock: () => number = () => performance.now(),
) {
  const [accounts, overdrawn, networks, addresses, devices, named] = Array.from({ length: 6 }, () =>
    windows(clock),
  ) as Six
  const tooMany = ({ endsAt }: Window): Refusal =>
    refuse('too_many', { retryAfter: Math.max(1, Math.ceil((endsAt - clock()) / 1_000)) })

  /**
   * Counts one call, or throws and counts none. One address is stopped before it uses up what its network
   * may. A device on which someone has logged in has a few calls of its own. Someone who logs in often
   * collects many devices, so all devices of a network share one further network limit. So do all addresses
   * that failed little when others failed much: a few who guess block no neighbour's login.
   */
  const countAnonymous = (
    caller: Caller,
    kind: Kind,
    knownDevice: () => string | undefined,
  ): (() => void) => {
    const counted: Window[] = []
    const isOver = (window: Window, most: number) => counted.push(window) > 0 && window.calls > most
    const giveBack = () => counted.forEach((window) => window.calls--)
    const { perAddress, perNetwork, counts } = ALLOWANCES[kind]
    const shared = perNetwork * factors.perNetwork
    const own = addresses.count(`${kind} ${caller.address}`)
    const over = isOver(own, perAddress * factors.perNetwork)
      ? own
      : networks.count(`${kind} ${caller.network}`)
    if (over !== own && !isOver(over, shared)) return giveBack
    const device = knownDevice()
    if (
      device &&
      !isOver(devices.count(`${kind} ${device}`), KNOWN_DEVICE_CALLS) &&
      !isOver(networks.count(`${kind} devices ${caller.network}`), shared)
    )
      return giveBack
    // Unknown tokens are made up, not mistyped.
    const isNeighbour =
      over !== own && counts === 'failures' && kind !== 'token' && own.calls <= NEIGHBOUR_FAILURES
    if (isNeighbour && !isOver(networks.count(`${kind} neighbours ${caller.network}`), shared))
      return giveBack
    giveBack()
    throw tooMany(over)
  }

  /**
   * @throws Refusal too_many when this token's account has used up its calls: the token is not looked up
   * again.
   */
  const begin = (caller: Caller, kind: Kind, knownDevice: () => string | undefined): CountedCall => {
    const header = caller.header('authorization')
    const token = header === undefined ? undefined : `${kind} ${hash('sha256', header, 'base64url')}`
    const before = token === undefined ? undefined : overdrawn.find(token)
    if (before) throw tooMany(before)
    let isKnown = false
    let giveBack: (() => void) | undefined
    let ofName: Window | undefined
    return {
      account(key) {
        isKnown = true
        const window = accounts.count(`${kind} ${key}`)
        if (window.calls <= ALLOWANCES[kind].perAccount * factors.perAccount) return
        if (token !== undefined) overdrawn.put(token, window)
        throw tooMany(window)
      },
      anonymous() {
        isKnown = true
        const undo = countAnonymous(caller, kind, knownDevice)
        if (ALLOWANCES[kind].counts === 'failures') giveBack = undo
      },
      names(email) {
        if (typeof email !== 'string') return
        ofName = named.count(`${kind} ${caller.address} ${hash('sha256', email.toLowerCase(), 'base64url')}`)
        if (ofName.calls <= ALLOWANCES[kind].perAccount * factors.perAccount) return
        // No attempt was made, so it is no failure of the others at this IP address.
        giveBack?.()
        throw tooMany(ofName)
      },
      strangeToken: () => void countAnonymous(caller, 'token', knownDevice),
      answered: () => giveBack?.(),
      refused(error) {
        const { status } = asRefusal(error)
        // A server error is not the caller's failure.
        if (status >= 500) giveBack?.()
        if (status >= 500 && ofName) ofName.calls--
        if (isKnown || status >= 500 || status === 429) return error
        try {
          countAnonymous(caller, 'token', knownDevice)
          return error
        } catch (refused) {
          return refused
        }
      },
    }
  }
  return {
    begin,
    size: () =>
      accounts.size() + overdrawn.size() + networks.size() + addresses.size() + devices.size() + named.size(),
  }
}
