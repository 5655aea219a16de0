import { sendHeartbeats } from './heartbeat.ts'
import { isOrder, type Order } from './messages.ts'

type Handlers = Record<Order, () => void>
/** What this process does for each order; undefined until it answers callers. */
let handlers: Handlers | undefined
/**
 * True when the order `leave` came before this process answered callers. This order ends no process: it only
 * makes /readyz tell balancers to send callers elsewhere.
 */
let leavesAtStart = false

/**
 * Makes this worker process end only when the primary process orders it. A terminal signals all processes at
 * once, so this process ignores signals.
 */
export function obeyPrimary() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('message', (message) => {
    if (!isOrder(message)) return
    if (handlers) handlers[message]()
    else if (message === 'leave') leavesAtStart = true
    // `retire` or `stop`: this process does not answer callers yet, so it has no open calls to finish.
    else process.exit(0)
  })
}

/** Tells the primary process that this one answers callers. From now on `onOrder` carries out its orders. */
export function reportReady(address: string, onOrder: Handlers) {
  handlers = onOrder
  if (leavesAtStart) handlers.leave()
  process.send?.({ ready: address })
  sendHeartbeats()
}
