import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Deps } from '../deps.ts'
import { issueCsrf } from '../http/csrf.ts'
import { refuse } from '../http/refuse.ts'
import type { Applicant } from '../sessions/session.ts'
import { secondsUntil, countInWindow } from '../http/counters.ts'
import type { Visitor } from '../http/visitor.ts'

/** Whom the limits count: an account; else a device; a device without our cookie counts as its network. */
export type Asker = { key: string; network: string; kind: 'applicant' | 'visitor' }

/** Who asks; a device without our cookie is given one. */
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

/** T26: so many questions a minute, whoever answers them. Refuses `too_many`. */
export async function countQuestion({ db, now }: Deps, { key }: Asker): Promise<void> {
  const { count, windowEnds } = await countInWindow(db, `assistant ${key}`, 60, now())
  if (count > ASSISTANT.perMinute) throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now()) })
}

/**
 * T26: true when one more question of theirs may go to a provider in this hour, and one more of anybody's in
 * this day. A cookie can be made up, so what the visitors of one network may ask together is counted too.
 */
export async function mayLeave(
  { config, db, log, now }: Deps,
  { key, kind, network }: Asker,
): Promise<boolean> {
  const within = async (what: string, seconds: number, most: number) =>
    (await countInWindow(db, `assistant out ${what}`, seconds, now())).count <= most
  if (!(await within(key, 3_600, ASSISTANT.toProviderPerHour[kind]))) return false
  if (kind === 'visitor' && !(await within(`all ${network}`, 3_600, ASSISTANT.toProviderPerHour.network)))
    return false
  const { count } = await countInWindow(db, 'assistant out', 86_400, now())
  if (count === config.assistant.daily + 1)
    log('warn', 'assistant.daily_spent', { count: config.assistant.daily })
  return count <= config.assistant.daily
}
