/**
 * What the primary process sends to a worker process. `leave`: the machine leaves, say so in /readyz.
 * `retire`: another process has taken the place, so answer what comes for a moment and end. `stop`: finish
 * what is under way and end.
 */
const ORDERS = ['leave', 'retire', 'stop'] as const
export type Order = (typeof ORDERS)[number]
/** What a worker process sends to the primary process once it answers. */
export type Ready = { ready: string }

export const isOrder = (message: unknown): message is Order => ORDERS.some((order) => order === message)

export const isReady = (message: unknown): message is Ready =>
  typeof message === 'object' && message !== null && 'ready' in message && typeof message.ready === 'string'
