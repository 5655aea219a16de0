import { performance } from 'node:perf_hooks'
import type { Deps } from '../deps.ts'
import type { Emails } from '../mail/email.ts'
import { NotTaken, type Transport } from '../mail/transport.ts'
import { worker } from '../worker.ts'
import { markInGroups } from './mark-in-groups.ts'
import { PRIORITY } from './enqueue-email.ts'
import { bury, claimDue, deleteDelivered, type Due, type Lane, postpone, releaseAll } from './store.ts'

// Separate deliveries: an email that someone waits for must never queue behind a hundred thousand emails of
// one decision.
const AWAITED: Lane = { first: PRIORITY.awaited, last: PRIORITY.awaited, count: 20 }
const OTHERS: Lane = { first: PRIORITY.shown, last: PRIORITY.bulk, count: 5 }
/** OTHERS without bulk email, while a list of decisions takes effect. */
const WITHOUT_BULK: Lane = { ...OTHERS, last: PRIORITY.shown }
const ALL: Lane = { first: PRIORITY.awaited, last: PRIORITY.bulk, count: 20 }
/**
 * Emails built and sent at a time; a mail server gets four connections. Twenty at once would delay every
 * reply of the portal.
 */
const IN_HAND = 4
const LEASE_MS = 120_000
const MAX_BACK_OFF_MS = 900_000
const POLL_MS = 500
// Callers who wait for a reply go before email: above this share of the process's time, email is sent slowly
// (R7).
const BUSY = 0.7
const GIVE_WAY_MS = 150
// A hundred thousand emails of one decision leave four fifths of the time to people who submit, and ten
// elevenths once there are constant calls. Time spent waiting for a slow mail server does not count.
const REST = 4
const REST_BESIDE_CALLERS = 10
const CALLERS = 0.1
const LONGEST_REST_MS = 500
// While callers are shed the core is theirs, and hardly any email is sent.
const OVERLOADED_MS = 1_000

// 1 s, 2 s, 4 s ... 15 min, with some randomness so that a thousand emails do not come back at once.
const backOff = (attempts: number) =>
  Math.min(MAX_BACK_OFF_MS, 1_000 * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2)

type Mark = (id: number) => Promise<unknown>

async function deliver(deps: Deps, emails: Emails, transport: Transport, due: Due, mark: Mark) {
  const failed = (error: unknown) =>
    error instanceof NotTaken ? error.message : error instanceof Error ? error.name : 'failed'
  try {
    const email = await emails[due.topic]?.(deps, due.payload)
    if (email)
      await transport.send(
        email,
        `${deps.secrets.hmac('message-id', String(due.id)).toString('hex').slice(0, 16)}-${due.id}`,
      )
    // Marked after it was handed over, never before: a crash in between sends it twice under one Message-ID,
    // never not at all.
    await mark(due.id)
  } catch (error) {
    const code = failed(error)
    deps.log('warn', 'letter.not_delivered', {
      kind: due.topic,
      id: due.id,
      attempts: due.attempts,
      error: code,
    })
    if (error instanceof NotTaken && error.permanent) await bury(deps.db, due.id, deps.now(), code)
    else await postpone(deps.db, due.id, new Date(deps.now().getTime() + backOff(due.attempts)), code)
  }
}

/** Sends the due emails of a lane; resolves to how many were claimed. */
export async function deliverDue(
  deps: Deps,
  emails: Emails,
  transport: Transport,
  lane: Lane = ALL,
): Promise<number> {
  const now = deps.now()
  const due = await claimDue(deps.db, now, new Date(now.getTime() + LEASE_MS), lane)
  const mark = markInGroups((ids) => deleteDelivered(deps.db, ids))
  const left = due.values()
  const inTurn = async () => {
    for (const due of left) await deliver(deps, emails, transport, due, mark)
  }
  // Wait for all before throwing: an email still in hand must not be claimed again.
  const ends = await Promise.allSettled(Array.from({ length: IN_HAND }, inTurn))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return due.length
}

/**
 * Delivers queued emails for as long as the process lives. `stop` resolves when the emails in hand are sent.
 * A process that is `alone` on the database claims at once what a killed process, or a broken connection, had
 * claimed. While `holdsBack` returns true, bulk email waits;
 * while `overloaded` does, emails that no one waits for are sent only a few at a time.
 */
export function startDeliveries(
  deps: Deps,
  emails: Emails,
  openTransport: () => Transport,
  { alone = false, holdsBack = (): boolean => false, overloaded = (): boolean => false } = {},
) {
  let seen = performance.eventLoopUtilization()
  const isBusy = () => {
    const { utilization } = performance.eventLoopUtilization(seen)
    seen = performance.eventLoopUtilization()
    return utilization > BUSY
  }
  const startLane = (lane: Lane) => {
    // Connections of its own: an email for which the mail server does not answer holds one for a long time.
    const transport = openTransport()
    let release = alone
    // The share of the process's time that callers take while nothing is delivered here.
    let callers = 0
    let resting: ReturnType<typeof performance.eventLoopUtilization> | undefined
    const restMs = (worked: number) => {
      resting = performance.eventLoopUtilization()
      return Math.min(LONGEST_REST_MS, worked * (callers > CALLERS ? REST_BESIDE_CALLERS : REST))
    }
    const deliverPart = async () => {
      if (release) await releaseAll(deps.db, deps.now(), lane)
      // Until this part has succeeded.
      release = alone
      const taken = await deliverDue(
        deps,
        emails,
        transport,
        lane === OTHERS && holdsBack() ? WITHOUT_BULK : lane,
      )
      release = false
      return taken
    }
    return worker(deps.log, {
      failed: 'outbox.waiting',
      everyMs: POLL_MS,
      async pass() {
        const began = performance.eventLoopUtilization()
        if (resting) callers = performance.eventLoopUtilization(resting).utilization
        resting = undefined
        const taken = await deliverPart()
        if (taken < lane.count) return POLL_MS
        if (lane === OTHERS && overloaded()) return OVERLOADED_MS
        if (isBusy()) return GIVE_WAY_MS
        return lane === OTHERS ? restMs(performance.eventLoopUtilization(began).active) : 0
      },
      last: async () => transport.close(),
    })
  }
  const lanes = [AWAITED, OTHERS].map(startLane)
  return {
    async stop() {
      await Promise.all(lanes.map(({ stop }) => stop()))
    },
  }
}
