import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { isInside } from '../../private-networks.ts'

/** Looks up all IP addresses of a host name. */
export type Resolve = (
  name: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void
const resolveName: Resolve = (name, callback) => systemLookup(name, { all: true }, callback)

/** A rejected response: it redirected, came from an inner network, or was too long or too slow. */
export class RejectedAnswer extends Error {
  override name = 'UnfitAnswer'
}

/** The callback of Node's lookup needs an address even with an error, and ignores it. */
const NO_ADDRESS = ''

// Looks up a host for the connection itself and checks its addresses. After a separate lookup, the host name
// could change its address before the connection (DNS rebinding).
const lookupOutside =
  (resolve: Resolve): LookupFunction =>
  (name, options, callback) =>
    resolve(name, (error, addresses) => {
      const refuseLookup = (reason: Error) => callback(reason, NO_ADDRESS, 0)
      if (error) return refuseLookup(error)
      const [firstAddress] = addresses
      if (!firstAddress || addresses.some(({ address }) => isInside(address)))
        return refuseLookup(new RejectedAnswer('leads inside'))
      return options.all
        ? callback(null, addresses)
        : callback(null, firstAddress.address, firstAddress.family)
    })

/** Passes on at most `maxBytes` of a response, and fails at the next byte. */
const limitBytes = (maxBytes: number) => {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, callback) {
      bytes += piece.length
      callback(bytes > maxBytes ? new RejectedAnswer('too much') : null, piece)
    },
  })
}

// A host name must resolve to a public address. `localhost` and IP addresses are allowed, because the
// operator wrote them into the configuration.
const isExplicit = (host: string) => host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) > 0

/**
 * A `fetch` for servers of strangers (T24). It only opens URLs below `base`, follows no redirects, and never
 * connects to an inner network unless `base` is an address there. It reads at most 256 KiB and does not
 * decompress: a small response could become very large.
 * @throws RejectedAnswer, or the error of the connection.
 */
export const guardedFetch =
  (base: string, resolve: Resolve = resolveName): typeof fetch =>
  async (input, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const baseUrl = new URL(base)
    if (url.origin !== baseUrl.origin || !url.pathname.startsWith(baseUrl.pathname))
      throw new RejectedAnswer('another address')
    const lookup = isExplicit(url.hostname) ? {} : { lookup: lookupOutside(resolve) }
    const response = await new Promise<http.IncomingMessage>((respond, reject) => {
      const { request } = url.protocol === 'https:' ? https : http
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: false as const,
        ...lookup,
        ...(signal ? { signal } : {}),
      }
      request(url, options, respond)
        .once('error', reject)
        .end(typeof body === 'string' ? body : undefined)
    })
    const status = response.statusCode ?? 0
    // The response is a redirect, or is not final.
    if (status < 200 || (status >= 300 && status < 400)) {
      response.destroy()
      throw new RejectedAnswer('leads elsewhere')
    }
    const bounded = response.pipe(limitBytes(ASSISTANT.answerBytes))
    // If one side of the stream fails, end the other side too.
    response.once('error', (error) => bounded.destroy(error))
    response.once('aborted', () => bounded.destroy(new RejectedAnswer('cut off')))
    bounded.once('close', () => response.destroy())
    const type = response.headers['content-type']
    const hasNoBody = status === 204 || status === 205
    return new Response(hasNoBody ? null : (Readable.toWeb(bounded) as ReadableStream<Uint8Array>), {
      status,
      ...(type ? { headers: { 'content-type': type } } : {}),
    })
  }
