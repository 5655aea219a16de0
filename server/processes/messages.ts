/**
 * Orders of the primary process to a worker process. `leave`: the machine will stop, so /readyz says so and
 * balancers send callers elsewhere. `retire`: another process has taken over, so answer for a moment more and
 * end. `stop`: finish all open calls and end.
 */
const ORDERS = ['leave', 'retire', 'stop'] as const
export type Order = (typeof ORDERS)[number]
/** A worker process sends this when it can answer callers. `ready` is the address where it listens. */
type Ready = { ready: string }

export const isOrder = (message: unknown): message is Order => ORDERS.some((order) => order === message)

export const isReady = (message: unknown): message is Ready =>
  typeof message === 'object' && message !== null && 'ready' in message && typeof message.ready === 'string'
