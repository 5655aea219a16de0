import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { isPrivateAddress } from '../../private-networks.ts'
import { RejectedAnswer, strictFetch } from '../../strict-fetch.ts'

/** Looks up all IP addresses of a host name. */
export type Resolve = (
  name: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void
const resolveName: Resolve = (name, callback) => systemLookup(name, { all: true }, callback)

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
      if (!firstAddress || addresses.some(({ address }) => isPrivateAddress(address)))
        return refuseLookup(new RejectedAnswer('leads inside'))
      return options.all
        ? callback(null, addresses)
        : callback(null, firstAddress.address, firstAddress.family)
    })

// A host name must resolve to a public address. `localhost` and IP addresses are allowed, because the
// operator wrote them into the configuration.
const isExplicit = (host: string) => host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) > 0

/**
 * A `fetch` for servers that belong to others (T24). It only opens URLs below `base`, follows no redirects,
 * and never connects to an inner network unless `base` is an address there. It reads at most 256 KiB.
 * @throws RejectedAnswer, or the error of the connection.
 */
export const guardedFetch =
  (base: string, resolve: Resolve = resolveName): typeof fetch =>
  async (input, { method, headers, body, signal } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const baseUrl = new URL(base)
    if (url.origin !== baseUrl.origin || !url.pathname.startsWith(baseUrl.pathname))
      throw new RejectedAnswer('another address')
    return strictFetch(url, {
      method,
      headers,
      body: typeof body === 'string' ? body : undefined,
      signal,
      lookup: isExplicit(url.hostname) ? undefined : lookupOutside(resolve),
      maxBytes: ASSISTANT.answerBytes,
    })
  }
