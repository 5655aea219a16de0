import { sendHeartbeats } from './heartbeat.ts'
import { isOrder, type Order } from './messages.ts'

type Handlers = Record<Order, () => void>
/** Undefined until this process answers. */
let handlers: Handlers | undefined

/**
 * Lets the primary process decide when this worker process ends. A terminal signals all processes at once,
 * so signals are left to the primary process.
 */
export function obeyPrimary() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('message', (message) => {
    if (!isOrder(message)) return
    if (handlers) handlers[message]()
    // This process answers no one yet, so there is nothing to finish.
    else if (message !== 'leave') process.exit(0)
  })
}

/** Tells the primary process that this one answers, and what to do with its orders from now on. */
export function reportReady(address: string, onOrder: Handlers) {
  handlers = onOrder
  process.send?.({ ready: address })
  sendHeartbeats()
}
