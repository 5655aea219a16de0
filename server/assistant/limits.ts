import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Deps } from '../deps.ts'
import { issueCsrf } from '../http/csrf.ts'
import { refuse } from '../http/refuse.ts'
import type { Applicant } from '../sessions/session.ts'
import { secondsUntil, countInWindow } from '../counters.ts'
import type { Visitor } from '../http/visitor.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/**
 * The account or device whose questions are counted; `key` identifies it. A device without our cookie is
 * counted by its network.
 */
export type Asker = { key: string; network: string; kind: 'applicant' | 'visitor' }

/** Finds out whose question it is. A device without our cookie gets one. */
export function askerOf({ secrets }: Deps, visitor: Visitor, applicant: Applicant | undefined): Asker {
  const { network } = visitor
  if (applicant) return { key: `user ${applicant.userId}`, network, kind: 'applicant' }
  const device = visitor.cookie('csrf')
  if (!device) issueCsrf(secrets, visitor)
  const key = device
    ? `device ${network} ${secrets.hmac('tally', device).toString('base64url')}`
    : `network ${network}`
  return { key, network, kind: 'visitor' }
}

/** Counts a question, whatever answers it. Refuses `too_many` above the allowed number a minute (T26). */
export async function countQuestion({ db, now }: Deps, { key }: Asker): Promise<void> {
  const { count, windowEnds } = await countInWindow(db, `assistant ${key}`, MINUTE_SECONDS, now())
  if (count > ASSISTANT.perMinute) throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now()) })
}

/**
 * Whether one more question may go to a provider: of this person in this hour, and of all people in this day
 * (T26). A cookie can be invented, so the questions of all visitors of a network count together too.
 */
export async function mayAskProvider(
  { config, db, log, now }: Deps,
  { key, kind, network }: Asker,
): Promise<boolean> {
  const isWithinHourlyLimit = async (counterName: string, limit: number) =>
    (await countInWindow(db, `assistant out ${counterName}`, HOUR_SECONDS, now())).count <= limit
  const limits = ASSISTANT.toProviderPerHour
  if (!(await isWithinHourlyLimit(key, limits[kind]))) return false
  if (kind === 'visitor' && !(await isWithinHourlyLimit(`all ${network}`, limits.network))) return false
  const { count } = await countInWindow(db, 'assistant out', DAY_SECONDS, now())
  // The first question above the day's limit logs one warning.
  if (count === config.assistant.daily + 1)
    log('warn', 'assistant.daily_spent', { count: config.assistant.daily })
  return count <= config.assistant.daily
}
