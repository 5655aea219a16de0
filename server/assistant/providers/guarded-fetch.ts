import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { isInside } from '../../private-networks.ts'

/** Finds all addresses of a name. */
export type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
const resolveName: Resolve = (name, done) => systemLookup(name, { all: true }, done)

/** Why an answer was not taken: it led elsewhere, or was too much. */
export class RejectedAnswer extends Error {
  override name = 'UnfitAnswer'
}

// Asked as the connection is made, and what is checked is what is connected to: a name cannot change its mind
// in between.
const outsideOnly =
  (resolve: Resolve): LookupFunction =>
  (name, options, done) =>
    resolve(name, (error, addresses) => {
      const [first] = addresses ?? []
      const refused =
        error ??
        (first && !addresses.some(({ address }) => isInside(address))
          ? null
          : new RejectedAnswer('leads inside'))
      if (refused || !first) return done(refused, '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })

/** Passes `most` bytes on, and fails at the next. */
const atMost = (most: number) => {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      done(bytes > most ? new RejectedAnswer('too much') : null, piece)
    },
  })
}

// `localhost` or an address was written into the configuration by the operator; a name must lead out.
const isExplicit = (host: string) => host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) > 0

/**
 * A `fetch` for what strangers answer (T24): below `base` alone, no redirects, never into our own networks
 * unless `base` itself says so, and 256 KiB of answer at most, unpacked by nobody.
 * @throws RejectedAnswer, or what the connection failed with.
 */
export const guardedFetch =
  (base: string, resolve: Resolve = resolveName): typeof fetch =>
  async (input, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const home = new URL(base)
    if (url.origin !== home.origin || !url.pathname.startsWith(home.pathname))
      throw new RejectedAnswer('another address')
    const lookup = isExplicit(url.hostname) ? {} : { lookup: outsideOnly(resolve) }
    const answer = await new Promise<http.IncomingMessage>((answered, failed) => {
      const { request } = url.protocol === 'https:' ? https : http
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: false as const,
        ...lookup,
        ...(signal ? { signal } : {}),
      }
      request(url, options, answered)
        .once('error', failed)
        .end(typeof body === 'string' ? body : undefined)
    })
    const status = answer.statusCode ?? 0
    if (status < 200 || (status >= 300 && status < 400)) {
      answer.destroy()
      throw new RejectedAnswer('leads elsewhere')
    }
    const bounded = answer.pipe(atMost(ASSISTANT.answerBytes))
    // Whichever end breaks, breaks the other.
    answer.once('error', (error) => bounded.destroy(error))
    answer.once('aborted', () => bounded.destroy(new RejectedAnswer('cut off')))
    bounded.once('close', () => answer.destroy())
    const type = answer.headers['content-type']
    const empty = status === 204 || status === 205
    return new Response(empty ? null : (Readable.toWeb(bounded) as ReadableStream<Uint8Array>), {
      status,
      ...(type ? { headers: { 'content-type': type } } : {}),
    })
  }
