import { createContext } from 'react-router'
import type { EndpointKey, Reply, Sent } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'

type Given<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Sent<K, P> extends undefined ? { [_ in P]?: undefined } : P extends 'query' ? { [_ in P]?: Sent<K, P> } : { [_ in P]: Sent<K, P> }
/** `keepalive`: sent even if the page goes meanwhile. */
export type Input<K extends EndpointKey> = Given<K, 'params'> & Given<K, 'query'> & Given<K, 'body'> & { keepalive?: boolean }

/** Makes a call of the contract: in the browser over the network, on the server in the same process. @throws CallFailed */
export type Call = <K extends EndpointKey>(key: K, ...input: object extends Input<K> ? [Input<K>?] : [Input<K>]) => Promise<Reply<K>>

/** How a call can fail, wherever it was made. `status` 0: nothing was heard. */
export type CallFailed = Error & { status: number; body: Partial<RefusalBody>; retryAfter?: number }

export const isCallFailed = (error: unknown): error is CallFailed => error instanceof Error && 'status' in error && 'body' in error

/** Where loaders find the call on the server: `context.get(callContext)`. */
export const callContext = createContext<Call>()

/** Where the server puts the nonce that marks the page's own scripts and styles while it is drawn. */
export const nonceContext = createContext<string>()
