import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { Config } from '../config.ts'

// Gives each request an id, which its reply and the log show.

export const REQUEST_ID = 'x-request-id'

declare module 'node:http' {
  interface IncomingMessage {
    /** Names the request in its reply and in the log. */
    requestId?: string
  }
}

/** Matches the request ids of proxies: hex or UUIDs. Any other text could forge a line of the log. */
const PROXY_ID = /^[\w-]{8,64}$/
// An id has only eight characters, because every reply carries it and people pay for their data.
const ID_BYTES = 6
const IDS_AT_ONCE = 512

/** Returns a function that makes random ids. It reads random bytes for many ids at a time. */
function idMaker() {
  const bytes = Buffer.alloc(ID_BYTES * IDS_AT_ONCE)
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes)
      used = 0
    }
    const id = bytes.toString('base64url', used, used + ID_BYTES)
    used += ID_BYTES
    return id
  }
}
export const newRequestId = idMaker()

/** `::ffff:10.0.0.1`, an IPv4 address inside an IPv6 address, becomes `10.0.0.1`. */
const unwrapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

/** Returns a function that tells whether an address is one of the proxies that we trust. */
export function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  // IPv4 and IPv6 networks are in two lists: one list would also match IPv4 addresses against IPv6 networks.
  const [ipv4, ipv6] = [new BlockList(), new BlockList()]
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/')
    if (isIPv4(address)) ipv4.addSubnet(address, Number(bits ?? 32), 'ipv4')
    else if (isIPv6(address)) ipv6.addSubnet(address, Number(bits ?? 128), 'ipv6')
  }
  return (address = '') => {
    const peer = unwrapped(address)
    return isIPv4(peer) ? ipv4.check(peer, 'ipv4') : isIPv6(peer) && ipv6.check(peer, 'ipv6')
  }
}

/** Returns a function that tells whether a proxy that we trust sent a request to us. */
export function isFromTrustedProxy(config: Pick<Config, 'trustProxy'>) {
  const isTrusted = trustedProxies(config)
  return ({ socket }: IncomingMessage) => config.trustProxy.length > 0 && isTrusted(socket.remoteAddress)
}

/** Returns a function that gives a request its id, once: the id from a trusted proxy, or a new one. */
export function requestNamer(config: Pick<Config, 'trustProxy'>) {
  const isFromProxy = isFromTrustedProxy(config)
  return (request: IncomingMessage): string => {
    const header = request.headers[REQUEST_ID]
    const mayKeep = typeof header === 'string' && PROXY_ID.test(header) && isFromProxy(request)
    return (request.requestId ??= mayKeep ? header : newRequestId())
  }
}
