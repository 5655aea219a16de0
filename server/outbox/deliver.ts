import { performance } from 'node:perf_hooks'
import type { Deps } from '../deps.ts'
import type { Emails } from '../mail/email.ts'
import { inReadersLanguage } from '../mail/in-kiswahili.ts'
import { LONGEST_SENDING_MS, NotAccepted, type Transport } from '../mail/transport.ts'
import { worker } from '../worker.ts'
import { markInGroups } from './mark-in-groups.ts'
import { PRIORITY } from './enqueue-email.ts'
import {
  markFailed,
  claimDue,
  deleteDelivered,
  type DueEmail,
  type Lane,
  postpone,
  release,
  releaseAll,
} from './store.ts'

// Sends the queued emails (table `outbox`).

// Queued emails are sent in two lanes. So an email that someone waits for is never behind the hundred
// thousand emails of one decision list.
const AWAITED_LANE: Lane = {
  firstPriority: PRIORITY.awaited,
  lastPriority: PRIORITY.awaited,
  batchSize: 20,
}
const OTHER_LANE: Lane = { firstPriority: PRIORITY.shown, lastPriority: PRIORITY.bulk, batchSize: 5 }
/** Replaces OTHER_LANE while a decision list is being applied: bulk emails then wait. */
const WITHOUT_BULK: Lane = { ...OTHER_LANE, lastPriority: PRIORITY.shown }
/** All queued emails of every priority, for a caller of `deliverDue` that names no lane. */
const WHOLE_QUEUE: Lane = { firstPriority: PRIORITY.awaited, lastPriority: PRIORITY.bulk, batchSize: 20 }
/**
 * How many emails are built and sent at the same time, each over its own connection. Twenty would delay every
 * reply of the portal.
 */
const AT_ONCE = 4
/** After this time, an email that was claimed and not sent is due again: its process has ended. */
const LEASE_MS = 120_000
/** The time for building an email, and for marking it as delivered. */
const SPARE_MS = 15_000
/** An email's sending begins at most this long after its claim, so that it ends before the claim does. */
const START_WITHIN_MS = LEASE_MS - LONGEST_SENDING_MS - SPARE_MS
/** How long an email is kept if this version of the portal does not know its topic. */
const KEEP_UNKNOWN_MS = 86_400_000
const MAX_BACK_OFF_MS = 900_000
const POLL_MS = 500
// Replies to callers come before emails. If the process is busy for more than this share of its time, emails
// are sent slowly (R7).
const BUSY_UTILIZATION = 0.7
const GIVE_WAY_MS = 150
// After each batch, the lane of less urgent emails rests four times as long as it worked. While there are
// many calls, it rests ten times as long. So even many emails leave most of the time to people who submit.
// Time spent waiting for a slow mail server is not work.
const REST_FACTOR = 4
const REST_FACTOR_WITH_CALLERS = 10
const CALLERS_UTILIZATION = 0.1
const MAX_REST_MS = 500
// The rest while the portal refuses calls for overload: hardly any less urgent email is sent then.
const OVERLOADED_REST_MS = 1_000

// The pause before an email is tried again: 1 s, 2 s, 4 s ... 15 min. It is partly random, so that a thousand
// emails are not due again at once.
const backOff = (attempts: number) =>
  Math.min(MAX_BACK_OFF_MS, 1_000 * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2)

// Only the portal's own error messages are stored: messages of other programs may contain an email address.
const errorCodeOf = (error: unknown) => {
  if (error instanceof NotAccepted) return error.message
  return error instanceof Error ? error.name : 'failed'
}

/** Thrown for an email whose topic only another version of the portal knows. */
class UnknownTopic extends Error {
  override readonly name = 'UnknownTopic'
}

/**
 * Builds an email. Undefined when it has become pointless, for instance because its topic no longer exists.
 * @throws UnknownTopic for a recent email: during an upgrade, a newer process may know its topic
 */
async function build(deps: Deps, emails: Emails, { topic, payload, created_at }: DueEmail) {
  const isRecent = deps.now().getTime() - created_at.getTime() < KEEP_UNKNOWN_MS
  if (!emails[topic] && isRecent) throw new UnknownTopic()
  return emails[topic]?.(deps, payload)
}

/** Takes a delivered email out of the queue by deleting its row. */
type MarkDelivered = (id: number) => Promise<unknown>

// The Message-ID is the same for every attempt, so that the mail server recognises a duplicate (R4).
const messageIdOf = ({ secrets }: Deps, id: number) =>
  `${secrets.hmac('message-id', String(id)).toString('hex').slice(0, 16)}-${id}`

/** Sends one email. A failure throws nothing: this logs the failure and stores it with the email. */
async function deliver(
  deps: Deps,
  emails: Emails,
  transport: Transport,
  due: DueEmail,
  markDelivered: MarkDelivered,
) {
  try {
    // An email that has become pointless counts as delivered.
    const email = await build(deps, emails, due)
    if (email) await transport.send(inReadersLanguage(email, deps.config), messageIdOf(deps, due.id))
    // The email is marked as delivered only after the mail server has accepted it. After a crash in between,
    // it is sent twice with one Message-ID, which is better than never.
    await markDelivered(due.id)
  } catch (error) {
    const code = errorCodeOf(error)
    deps.log('warn', 'email.not_delivered', {
      kind: due.topic,
      id: due.id,
      attempts: due.attempts,
      error: code,
    })
    if (error instanceof NotAccepted && error.isPermanent) await markFailed(deps.db, due.id, deps.now(), code)
    else await postpone(deps.db, due.id, new Date(deps.now().getTime() + backOff(due.attempts)), code)
  }
}

/**
 * Sends the due emails of a lane. Returns how many emails it claimed. When `stopping` is aborted, or sending
 * takes long, it begins no further email. The rest is due again at once.
 */
export async function deliverDue(
  deps: Deps,
  emails: Emails,
  transport: Transport,
  lane: Lane = WHOLE_QUEUE,
  stopping?: AbortSignal,
): Promise<number> {
  const now = deps.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const dueEmails = await claimDue(deps.db, now, leaseUntil, lane)
  const markDelivered = markInGroups((ids) => deleteDelivered(deps.db, ids))
  const mayBegin = () => !stopping?.aborted && deps.now().getTime() - now.getTime() < START_WITHIN_MS
  // All senders share this list. Each takes the next email when it has sent one.
  const remainingEmails = [...dueEmails]
  const deliverRemaining = async () => {
    while (mayBegin()) {
      const due = remainingEmails.shift()
      if (!due) return
      await deliver(deps, emails, transport, due, markDelivered)
    }
  }
  // All senders must end before an error is thrown, or an email still being sent could be claimed again.
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, deliverRemaining))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  const remainingIds = remainingEmails.map(({ id }) => id)
  if (remainingIds.length > 0) await release(deps.db, remainingIds, leaseUntil, deps.now())
  return dueEmails.length
}

type LaneOptions = {
  deps: Deps
  emails: Emails
  openTransport: () => Transport
  /** True when no other process uses the database. */
  isAlone: boolean
  /** True while bulk emails must wait. */
  holdsBack: () => boolean
  isOverloaded: () => boolean
  /** True if the process was busy since the last call of this function. */
  isBusy: () => boolean
}

/** Sends the emails of one lane, batch after batch, with pauses in between. */
function startLane(
  lane: Lane,
  { deps, emails, openTransport, isAlone, holdsBack, isOverloaded, isBusy }: LaneOptions,
) {
  // Each lane has its own connections: a mail server that does not answer blocks a connection for long.
  const transport = openTransport()
  // A killed process may have claimed emails. A process alone on the database makes them due again, once.
  let mustRelease = isAlone
  // The share of this process's time that callers take, measured while the lane rests.
  let callersUtilization = 0
  /** The measurement at the start of a rest; undefined while the lane works. */
  let restStart: ReturnType<typeof performance.eventLoopUtilization> | undefined
  /** Starts to measure callers, and returns for how many ms the lane rests. */
  const startRest = (workedMs: number) => {
    restStart = performance.eventLoopUtilization()
    const factor = callersUtilization > CALLERS_UTILIZATION ? REST_FACTOR_WITH_CALLERS : REST_FACTOR
    return Math.min(MAX_REST_MS, workedMs * factor)
  }
  const deliverBatch = async (stopping: AbortSignal) => {
    if (mustRelease) await releaseAll(deps.db, deps.now(), lane)
    // If this batch fails, its emails stay claimed, so the next batch must make them due again.
    mustRelease = isAlone
    const currentLane = lane === OTHER_LANE && holdsBack() ? WITHOUT_BULK : lane
    const claimedCount = await deliverDue(deps, emails, transport, currentLane, stopping)
    mustRelease = false
    return claimedCount
  }
  return worker(deps.log, {
    failureEvent: 'outbox.waiting',
    everyMs: POLL_MS,
    async pass(stopping) {
      const passStart = performance.eventLoopUtilization()
      if (restStart) callersUtilization = performance.eventLoopUtilization(restStart).utilization
      restStart = undefined
      const claimedCount = await deliverBatch(stopping)
      if (claimedCount < lane.batchSize) return POLL_MS
      if (lane === OTHER_LANE && isOverloaded()) return OVERLOADED_REST_MS
      if (isBusy()) return GIVE_WAY_MS
      return lane === OTHER_LANE ? startRest(performance.eventLoopUtilization(passStart).active) : 0
    },
    afterLastPass: async () => transport.close(),
  })
}

/**
 * Delivers queued emails until `stop` is called, which resolves when emails that are being sent are done. If
 * `isAlone`, no other process uses the database: this process then takes over the emails of a killed one.
 * While `holdsBack` returns true, bulk emails wait. While `isOverloaded` returns true, less urgent emails are
 * sent slowly.
 */
export function startDeliveries(
  deps: Deps,
  emails: Emails,
  openTransport: () => Transport,
  { isAlone = false, holdsBack = (): boolean => false, isOverloaded = (): boolean => false } = {},
) {
  let lastSample = performance.eventLoopUtilization()
  const isBusy = () => {
    const { utilization } = performance.eventLoopUtilization(lastSample)
    lastSample = performance.eventLoopUtilization()
    return utilization > BUSY_UTILIZATION
  }
  const options = { deps, emails, openTransport, isAlone, holdsBack, isOverloaded, isBusy }
  const lanes = [AWAITED_LANE, OTHER_LANE].map((lane) => startLane(lane, options))
  return {
    async stop() {
      await Promise.all(lanes.map(({ stop }) => stop()))
    },
  }
}
