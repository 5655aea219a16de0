import { hash } from 'node:crypto'
import { ALLOWANCE_SECONDS, ALLOWANCES, KNOWN_DEVICE_CALLS, NEIGHBOUR_FAILURES } from '#contract/allowances.ts'
import { asRefusal } from './on-error.ts'
import { type Refusal, refuse } from './refuse.ts'
import type { Visitor } from './visitor.ts'

type Kind = keyof typeof ALLOWANCES
type Window = { endsAt: number; calls: number }
/** Per sort of key: some 5 MB. */
const MAX_WINDOWS = 50_000

/**
 * Fixed windows of a minute. When full, the older half is forgotten and whoever it counted begins again at nothing: most of it was over.
 * Accounts, networks, addresses and devices have windows of their own, so that invented ones of one sort push out none of another.
 */
function windows(clock: () => number) {
  // Two halves: to take the oldest out of a large Map, one by one, goes through all that was taken out before.
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
/** One call. Whom it counts for is known once its token was looked up; until then for nobody. */
export type CountedCall = {
  /** It counts for this account alone. @throws Refusal too_many */
  account(key: string): void
  /** Nobody is signed in: it counts for its network. @throws Refusal too_many */
  anonymous(): void
  /** It names this account, by its email: one address may do so as often as the account itself may call. @throws Refusal too_many */
  names(email: unknown): void
  /** The token it came with is nobody's. @throws Refusal too_many when there were too many of those */
  strangeToken(): void
  answered(): void
  /** The error the caller is to hear. */
  refused(error: unknown): unknown
}
type Six = [Windows, Windows, Windows, Windows, Windows, Windows]
export type Factors = { perAccount: number; perNetwork: number }

/** Counts calls in this process's memory, by account or by network: a first, wide net. Finer limits are in the database. */
export function allowances(factors: Factors = { perAccount: 1, perNetwork: 1 }, clock: () => number = () => performance.now()) {
  const [accounts, overdrawn, networks, addresses, devices, named] = Array.from({ length: 6 }, () => windows(clock)) as Six
  const tooMany = ({ endsAt }: Window): Refusal => refuse('too_many', { retryAfter: Math.max(1, Math.ceil((endsAt - clock()) / 1_000)) })

  /**
   * Counts one call, or throws and counts none. One address is stopped before it has used up what its network may. A device on which
   * somebody has logged in has a few calls of its own; whoever logs in often gathers many devices, so all of a network together have as much again.
   * So have all addresses together that failed little, when others have failed much: a few who guess refuse no neighbour a login.
   */
  const countAnonymous = (caller: Caller, kind: Kind, knownDevice: () => string | undefined): (() => void) => {
    const counted: Window[] = []
    const isOver = (window: Window, most: number) => counted.push(window) > 0 && window.calls > most
    const giveBack = () => counted.forEach((window) => window.calls--)
    const { perAddress, perNetwork, counts } = ALLOWANCES[kind]
    const shared = perNetwork * factors.perNetwork
    const own = addresses.count(`${kind} ${caller.address}`)
    const over = isOver(own, perAddress * factors.perNetwork) ? own : networks.count(`${kind} ${caller.network}`)
    if (over !== own && !isOver(over, shared)) return giveBack
    const device = knownDevice()
    if (device && !isOver(devices.count(`${kind} ${device}`), KNOWN_DEVICE_CALLS) && !isOver(networks.count(`${kind} devices ${caller.network}`), shared))
      return giveBack
    // Tokens of nobody are made up and not mistyped.
    const isNeighbour = over !== own && counts === 'failures' && kind !== 'token' && own.calls <= NEIGHBOUR_FAILURES
    if (isNeighbour && !isOver(networks.count(`${kind} neighbours ${caller.network}`), shared)) return giveBack
    giveBack()
    throw tooMany(over)
  }

  /** @throws Refusal too_many when this token's account has used up its calls: it is not looked up again. */
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
        // Nothing was tried: it is no failure of those who share the address.
        giveBack?.()
        throw tooMany(ofName)
      },
      strangeToken: () => void countAnonymous(caller, 'token', knownDevice),
      answered: () => giveBack?.(),
      refused(error) {
        const { status } = asRefusal(error)
        // What we could not do is not the caller's failure.
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
  return { begin, size: () => accounts.size() + overdrawn.size() + networks.size() + addresses.size() + devices.size() + named.size() }
}
