import { CLASSES } from '#contract/endpoint.ts'
import { CLASS_WORDS } from '#contract/last-hour/words.ts'
import { waitSeconds } from '#contract/line/line.ts'
import type { LastHour } from '#contract/last-hour/endpoints.ts'
import { findByHand, returnToController, setByHand } from '../brownout/store.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findProposals } from './proposals.ts'
import { findSubmissions } from './store.ts'

// The officers' page about the load of the portal, which is highest in the last hour before a deadline.

const SHOWN_MINUTES = 30
const MINUTE_MS = 60_000

/**
 * The number of submissions in each of the last `SHOWN_MINUTES` minutes, oldest first. The last one is the
 * present minute, which is not over.
 */
async function submissionsByMinute({ db }: Deps, now: Date): Promise<LastHour['submissions']> {
  const presentMinute = Math.floor(now.getTime() / MINUTE_MS)
  const since = new Date((presentMinute - SHOWN_MINUTES + 1) * MINUTE_MS)
  const counts = new Map(
    (await findSubmissions(db, since)).map(({ at: minuteStart, count }) => [minuteStart.getTime(), count]),
  )
  return Array.from({ length: SHOWN_MINUTES }, (_, index) => since.getTime() + index * MINUTE_MS).map(
    (minuteStart) => ({
      at: new Date(minuteStart).toISOString(),
      count: counts.get(minuteStart) ?? 0,
    }),
  )
}

/** The waiting line of visitors; null without one. `wait_seconds`: the wait of a person who arrives now. */
const presentLine = ({ brownout }: Deps, now: Date): LastHour['line'] => {
  // Everyone who joined the line before the mark may enter. Without a mark there is no line.
  const mark = brownout?.line.mark()
  if (!brownout || !mark) return null
  const { waiting, passed } = brownout.totalLoad().line
  return {
    waiting,
    let_in: passed,
    wait_seconds: waiting === 0 ? 0 : waitSeconds(now.getTime(), { until: mark.untilMs, pace: mark.pace }),
  }
}

async function present(deps: Deps): Promise<LastHour> {
  // If `brownout` is undefined, the portal switches nothing off under load and has no waiting line.
  const { brownout } = deps
  const now = deps.now()
  const setting = await findByHand(deps.db)
  const load = brownout?.totalLoad()
  return {
    at: now.toISOString(),
    level: brownout?.level() ?? 0,
    level_at: setting?.level_at?.toISOString() ?? null,
    by_hand: setting?.by_hand ? { name: setting.name ?? '', reason: setting.reason } : null,
    nodes: brownout?.processCount() ?? 1,
    // True when this process can read the database row that gives all processes the same level.
    agreed: brownout?.isRowUnreadable() === false,
    queue_ms: load?.queueMs ?? 0,
    classes: CLASSES.map((name) => ({
      class: name,
      words: CLASS_WORDS[name],
      ...(load?.minute[name] ?? { admitted: 0, shed: 0 }),
    })),
    submissions: await submissionsByMinute(deps, now),
    tickets: load?.tickets ?? 0,
    proposals: await findProposals(deps.db, now),
    line: presentLine(deps, now),
  }
}

export const getLastHour: Handler<'GET /api/staff/last-hour/'> = (deps) => present(deps)

/**
 * An officer sets the brownout level, or lets the portal choose it again. An audit entry is written in the
 * same transaction. This process follows at once, all others within a second.
 */
export const setLevel: Handler<'POST /api/staff/last-hour/level/'> = async (
  deps,
  { body: { level, reason: reasonText }, staff },
) => {
  const now = deps.now()
  const reason = reasonText.trim()
  await deps.db.tx(async (tx) => {
    // With null, the portal chooses the level again. That is refused when no officer has set the level.
    if (level === null) {
      if (!(await returnToController(tx))) throw refuse('conflict')
      return recordAudit(tx, staff, { act: 'level.given_back', reason }, now)
    }
    const setting = await setByHand(tx, { level, staffId: staff.id, reason }, now)
    return recordAudit(
      tx,
      staff,
      { act: 'level.set', reason, detail: { level, before: setting?.before ?? 0 } },
      now,
    )
  })
  await deps.brownout?.follow()
  return present(deps)
}
