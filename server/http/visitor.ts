import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Secrets } from '../secrets.ts'

/** Equal in constant time; of different lengths, never. */
export const sameBytes = (left: Buffer, right: Buffer) => left.length === right.length && timingSafeEqual(left, right)

/** A 256-bit random value as 43 letters. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** Whom limits count: an IPv4 /24 or an IPv6 /48, since one address is often a whole cyber cafe (D11). */
export const networkOf = (ip: string) => {
  const plain = ip.replace(/^::ffff:/, '')
  return isIPv4(plain) ? plain.split('.').slice(0, 3).join('.') : ip.split(':').slice(0, 3).join(':')
}

/** What a cookie of ours is called in browsers. */
export const cookieName = (config: Pick<Config, 'secure'>, name: string) => (config.secure ? `__Host-${name}` : name)

/** One caller's connection to us: where from, with which of our cookies, and what to set in the answer. */
export type Visitor = {
  ip: string
  network: string
  /** A browser spoke, by its fetch metadata; then a session is bound to a cookie (T8). */
  browser: boolean
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, seconds?: number): void
  clearCookie(name: string): void
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  setStatus(status: number): void
}

export const visitorOf = (config: Config, request: FastifyRequest, reply: FastifyReply): Visitor => {
  const attributes = { path: '/', httpOnly: true, secure: config.secure, sameSite: 'strict' } as const
  return {
    ip: request.ip,
    network: networkOf(request.ip),
    browser: request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined,
    cookie: (name) => request.cookies[cookieName(config, name)],
    setCookie: (name, value, seconds) => void reply.setCookie(cookieName(config, name), value, { ...attributes, ...(seconds ? { maxAge: seconds } : {}) }),
    clearCookie: (name) => void reply.clearCookie(cookieName(config, name), attributes),
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    setHeader: (name, value) => void reply.header(name, value),
    setStatus: (status) => void reply.status(status),
  }
}

/** The caller of a page that is rendered here: nobody in particular, from nowhere. */
export const nobody: Visitor = {
  ip: '127.0.0.1',
  network: 'here',
  browser: false,
  cookie: () => undefined,
  setCookie: () => {},
  clearCookie: () => {},
  header: () => undefined,
  setHeader: () => {},
  setStatus: () => {},
}

const DEVICE_DAYS = 365

/** C4: the mark of a device on which this account has signed in before; it cannot be made elsewhere. */
export const knownDevice = (secrets: Secrets, visitor: Visitor, account: string): string | undefined => {
  for (const mark of (visitor.cookie('device') ?? '').split('~').slice(0, 5)) {
    const [id, seal] = mark.split('.')
    if (!id || !seal) continue
    if (sameBytes(Buffer.from(seal, 'base64url'), secrets.hmac('device', `${id} ${account}`).subarray(0, 18))) return id
  }
  return undefined
}

/** Marks this device as one where the account has signed in; a shared device remembers its last five accounts. */
export const rememberDevice = (secrets: Secrets, visitor: Visitor, account: string) => {
  if (knownDevice(secrets, visitor, account)) return
  const id = randomBytes(12).toString('base64url')
  const seal = secrets.hmac('device', `${id} ${account}`).subarray(0, 18).toString('base64url')
  const others = (visitor.cookie('device') ?? '').split('~').filter(Boolean).slice(0, 4)
  visitor.setCookie('device', [`${id}.${seal}`, ...others].join('~'), DEVICE_DAYS * 86_400)
}
