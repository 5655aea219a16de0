import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/language/paths.ts'
import type { Config } from '../config.ts'
import type { Secrets } from '../secrets.ts'

// What a handler learns of the caller's connection: address, network, cookies and known devices.

/** Compares two buffers in constant time; buffers of different lengths are never equal. */
export const sameBytes = (left: Buffer, right: Buffer) =>
  left.length === right.length && timingSafeEqual(left, right)

/** A 256-bit random value as 43 characters. */
export const randomToken = () => randomBytes(32).toString('base64url')

const IPV6_GROUPS = 8
const GROUP_BITS = 16

/** The eight groups of an IPv6 address, expanded from any short form. */
const groupsOf = (ip: string): string[] => {
  // `::` replaces as many groups of zeros as are missing in the address.
  const [textBefore = '', textAfter] = ip.split('::')
  const groupsIn = (text: string) => text.split(':').filter(Boolean)
  if (textAfter === undefined) return groupsIn(textBefore)
  const [left, right] = [groupsIn(textBefore), groupsIn(textAfter)]
  const missingGroups = Math.max(0, IPV6_GROUPS - left.length - right.length)
  return [...left, ...Array<string>(missingGroups).fill('0'), ...right]
}

/**
 * The first bits of an IP address in any spelling: of an IPv4 address whole bytes, of an IPv6 address up to
 * 64 bits.
 */
const prefixOf = (ip: string, bits: { v4: number; v6: number }) => {
  // An IPv4 address may be written inside an IPv6 address.
  const unwrapped = ip.replace(/^::ffff:/, '')
  if (isIPv4(unwrapped)) return unwrapped.split('.', bits.v4 / 8).join('.')
  const groups = groupsOf(ip).slice(0, Math.ceil(bits.v6 / GROUP_BITS))
  const bitsOfLastGroup = bits.v6 % GROUP_BITS || GROUP_BITS
  return groups
    .map((group, index) => {
      const isLast = index === groups.length - 1
      const droppedBits = isLast ? GROUP_BITS - bitsOfLastGroup : 0
      return (Number.parseInt(group, 16) >> droppedBits).toString(16)
    })
    .join(':')
}

/**
 * The unit that allowances count: an IPv4 /24 or an IPv6 /56, because one address is often a whole cyber cafe
 * (D11).
 */
export const networkOf = (ip: string) => prefixOf(ip, { v4: 24, v6: 56 })

/** The unit that counts attempts at a secret. One person may own an IPv6 /48, which holds 256 networks. */
const siteOf = (ip: string) => prefixOf(ip, { v4: 24, v6: 48 })

/**
 * The unit that tells a person's networks apart. It is wide, because a phone gets another address of its
 * provider at each login.
 */
const providerOf = (ip: string) => prefixOf(ip, { v4: 16, v6: 32 })

/** The unit for one caller in a network: an IPv4 address, or an IPv6 /64, which one phone gets. */
const addressOf = (ip: string) => prefixOf(ip, { v4: 32, v6: 64 })

/** The name that one of the portal's cookies has in browsers. */
export const cookieName = (config: Pick<Config, 'secure'>, name: string) =>
  config.secure ? `__Host-${name}` : name

/** One caller's connection: its address, which of our cookies it brings, and which cookies the reply sets. */
export type Visitor = {
  ip: string
  /** One caller: `addressOf`. */
  address: string
  /** The caller's network from `networkOf`: its calls count towards one allowance. */
  network: string
  /** The caller's wider network from `siteOf`: its attempts at a secret are counted together. */
  site: string
  /** The caller's provider network from `providerOf`: it tells one person's networks apart. */
  provider: string
  /** True for a browser, by its fetch metadata or origin. Its session is then bound to a cookie (T8). */
  browser: boolean
  /** The language of the page that makes the call. */
  language: Language
  cookie(name: string): string | undefined
  /** Sets a cookie that lasts `seconds`. Without them, it lasts until the browser is closed. */
  setCookie(name: string, value: string, seconds?: number): void
  clearCookie(name: string): void
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  setStatus(status: number): void
}

/**
 * A class, because an object with getters would get a hidden class of its own in the engine. That class would
 * keep the call in memory until a full garbage collection.
 */
class Caller implements Visitor {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #config: Config
  #ip: string | undefined
  constructor(config: Config, request: FastifyRequest, reply: FastifyReply) {
    this.#config = config
    this.#request = request
    this.#reply = reply
  }
  // The caller's address, computed when first read: behind a proxy that costs time. Most shed calls never
  // read it.
  get ip() {
    return (this.#ip ??= this.#request.ip)
  }
  get address() {
    return addressOf(this.ip)
  }
  get network() {
    return networkOf(this.ip)
  }
  get site() {
    return siteOf(this.ip)
  }
  get provider() {
    return providerOf(this.ip)
  }
  get browser() {
    return this.header('sec-fetch-site') !== undefined || this.header('origin') !== undefined
  }
  // Our Kiswahili pages send exactly this header. Browsers send the languages of their system instead, such
  // as `sw-KE,sw;q=0.9`, even when a person chose the English pages.
  get language() {
    return this.header('accept-language') === 'sw' ? 'sw' : 'en'
  }
  get #attributes() {
    return { path: '/', httpOnly: true, secure: this.#config.secure, sameSite: 'strict' } as const
  }
  cookie(name: string) {
    return this.#request.cookies[cookieName(this.#config, name)]
  }
  setCookie(name: string, value: string, seconds?: number) {
    this.#reply.setCookie(cookieName(this.#config, name), value, {
      ...this.#attributes,
      ...(seconds ? { maxAge: seconds } : {}),
    })
  }
  clearCookie(name: string) {
    this.#reply.clearCookie(cookieName(this.#config, name), this.#attributes)
  }
  header(name: string) {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  setHeader(name: string, value: string) {
    this.#reply.header(name, value)
  }
  setStatus(status: number) {
    this.#reply.status(status)
  }
}

export const visitorOf = (config: Config, request: FastifyRequest, reply: FastifyReply): Visitor =>
  new Caller(config, request, reply)

/** The visitor of a page rendered in this process: anonymous, without a real address. */
export const anonymousVisitor: Visitor = {
  ip: '127.0.0.1',
  address: 'here',
  network: 'here',
  site: 'here',
  provider: 'here',
  browser: false,
  language: 'en',
  cookie: () => undefined,
  setCookie: () => {},
  clearCookie: () => {},
  header: () => undefined,
  setHeader: () => {},
  setStatus: () => {},
}

const DEVICE_DAYS = 365
/**
 * The cookie `device` holds one mark for each account that logged in on the device. A mark is the device id
 * and a signature of this id with the account. A shared device remembers its last five accounts.
 */
const MAX_MARKS = 5
const SEPARATOR = '~'
const marksOf = (visitor: Visitor) => (visitor.cookie('device') ?? '').split(SEPARATOR).slice(0, MAX_MARKS)

/**
 * Half of a device id is random, and the other half proves that the portal made it. So the id can be trusted
 * before the account is known.
 */
const RANDOM_HALF_BYTES = 12
/** How many base64url characters each half has: four for three bytes. */
const RANDOM_HALF_LENGTH = 16
const proofOf = (secrets: Secrets, randomHalf: string) =>
  secrets.hmac('device-id', randomHalf).subarray(0, RANDOM_HALF_BYTES).toString('base64url')
const newDeviceId = (secrets: Secrets) => {
  const randomHalf = randomBytes(RANDOM_HALF_BYTES).toString('base64url')
  return randomHalf + proofOf(secrets, randomHalf)
}
const isOurDeviceId = (secrets: Secrets, id: string) => {
  if (id.length !== 2 * RANDOM_HALF_LENGTH) return false
  const proof = proofOf(secrets, id.slice(0, RANDOM_HALF_LENGTH))
  return sameBytes(Buffer.from(id.slice(RANDOM_HALF_LENGTH)), Buffer.from(proof))
}

/** The id of a device on which anyone has logged in before, with whichever account. */
export const someKnownDevice = (secrets: Secrets, visitor: Visitor): string | undefined =>
  marksOf(visitor)
    .map((mark) => mark.split('.')[0] ?? '')
    .find((id) => isOurDeviceId(secrets, id))

/**
 * The key by which admission tells callers apart. No caller can invent a device id of a past login. A caller
 * can invent many tokens, but the allowance of the network stops that caller.
 */
export const callerKeyOf = (
  { config, secrets }: { config: Config; secrets: Secrets },
  request: FastifyRequest,
  reply: FastifyReply,
): string =>
  someKnownDevice(secrets, visitorOf(config, request, reply)) ?? request.headers.authorization ?? request.ip

const SIGNATURE_BYTES = 18
const signatureOf = (secrets: Secrets, deviceId: string, account: string) =>
  secrets.hmac('device', `${deviceId} ${account}`).subarray(0, SIGNATURE_BYTES)

/** The id of a device on which this account has logged in before (C4); its mark cannot be forged. */
export const knownDevice = (secrets: Secrets, visitor: Visitor, account: string): string | undefined => {
  for (const mark of marksOf(visitor)) {
    const [id, signature] = mark.split('.')
    if (!id || !signature) continue
    if (sameBytes(Buffer.from(signature, 'base64url'), signatureOf(secrets, id, account))) return id
  }
  return undefined
}

/** Marks this device as one where the account has logged in. */
export const rememberDevice = (secrets: Secrets, visitor: Visitor, account: string) => {
  if (knownDevice(secrets, visitor, account)) return
  const id = newDeviceId(secrets)
  const mark = `${id}.${signatureOf(secrets, id, account).toString('base64url')}`
  // A missing cookie would give an empty mark, which is dropped here.
  const otherMarks = (visitor.cookie('device') ?? '')
    .split(SEPARATOR)
    .filter(Boolean)
    .slice(0, MAX_MARKS - 1)
  visitor.setCookie('device', [mark, ...otherMarks].join(SEPARATOR), DEVICE_DAYS * 86_400)
}
