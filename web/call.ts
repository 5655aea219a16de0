import { createContext } from 'react-router'
import type { EndpointKey, Reply, Sent } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'

/** One part of a call's input: absent if the endpoint has none, optional for a query, otherwise required. */
type InputPart<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Sent<K, P> extends undefined
    ? { [_ in P]?: undefined }
    : P extends 'query'
      ? { [_ in P]?: Sent<K, P> }
      : { [_ in P]: Sent<K, P> }
/** `keepalive`: the request is sent even if the page closes meanwhile. */
type Input<K extends EndpointKey> = InputPart<K, 'params'> &
  InputPart<K, 'query'> &
  InputPart<K, 'body'> & { keepalive?: boolean }

/**
 * Makes a call of the contract: in the browser over the network, on the server in the same process. The input
 * can be left out if all its parts are optional.
 * @throws CallFailed
 */
export type Call = <K extends EndpointKey>(
  key: K,
  ...input: object extends Input<K> ? [Input<K>?] : [Input<K>]
) => Promise<Reply<K>>

/** How a call can fail, wherever it was made. `status` 0: there was no answer. `retryAfter`: in seconds. */
export type CallFailed = Error & { status: number; body: Partial<RefusalBody>; retryAfter?: number }

export const isCallFailed = (error: unknown): error is CallFailed =>
  error instanceof Error && 'status' in error && 'body' in error

/**
 * Whether a failed call has no verdict, so that the same call may succeed later: no answer (0), too slow a
 * network (408), too many calls (429), or a server in trouble.
 */
export const hasNoVerdict = ({ status }: CallFailed) => [0, 408, 429].includes(status) || status >= 500

/** Loaders on the server find the call here: `context.get(callContext)`. */
export const callContext = createContext<Call>()

/** The server puts the nonce for the page's own scripts and styles here while it renders. */
export const nonceContext = createContext<string>()
