import type { StaffAlarm } from '#contract/audit-log/endpoints.ts'
import { nairobiDate } from '#contract/dates.ts'
import { openingInstant } from '#contract/civil-dates.ts'
import { LOG_WORDS } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/audit-log/limits.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { cached } from '../reports/cached.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { presentOfficer } from '../staff/present.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findUnusual } from './alarm-rules.ts'
import {
  type AlarmRow,
  countByHour,
  findAlarms,
  findApprovals,
  insertAlarms,
  lockAlarm,
} from './alarms-store.ts'

const DAY_MS = 86_400_000

/** Searches the audit log of the last days for unusual activity of officers, and saves the alarms. */
export async function raiseAlarms({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const moment = now()
  const firstDay = nairobiDate(new Date(moment.getTime() - (ALARMS.daysChecked - 1) * DAY_MS))
  // `firstDay` is a valid day: the value after `??` is only for the type.
  const since = openingInstant(firstDay) ?? moment
  const foundAlarms = findUnusual(await countByHour(db, since), await findApprovals(db, since))
  if (foundAlarms.length > 0) await insertAlarms(db, foundAlarms, moment)
}

const SEARCH_TIMEOUT_SECONDS = 30

// The cached search of each database. A process may hold more than one portal.
const cachedSearches = new WeakMap<Db, ReturnType<typeof cached<void>>>()
/** Searches for alarms, unless this process already did so in the last minute. */
const raiseAlarmsUnlessRecent = (deps: Deps) => {
  const oncePerMinute = cachedSearches.get(deps.db) ?? cached<void>(ALARMS.cachedMs)
  cachedSearches.set(deps.db, oncePerMinute)
  // All officers share one search, so it has the single key ''.
  return oncePerMinute('', () => raiseAlarms({ db: deps.db.patient(SEARCH_TIMEOUT_SECONDS), now: deps.now }))
}

/** The group of audit entries that an alarm's rule counts. Undefined for `night`, which counts all groups. */
const groupForRule = (rule: AlarmRow['rule']) => {
  if (rule === 'night') return undefined
  return rule === 'hasty' || rule === 'pairs' ? 'approvals' : rule
}

/** The filter of the audit log that finds the entries of an alarm. A night ends on the next day. */
const filterForAlarm = ({ rule, staff_id: person, day }: AlarmRow): StaffAlarm['filter'] => {
  const nextDay = nairobiDate(new Date(Date.parse(day) + DAY_MS))
  const group = groupForRule(rule)
  return { person, ...(group ? { kind: group } : {}), from: day, to: rule === 'night' ? nextDay : day }
}

const presentAlarm = (row: AlarmRow): StaffAlarm => ({
  id: row.id,
  rule: row.rule,
  by: { id: row.staff_id, name: row.name },
  other: presentOfficer(row.other_id, row.other_name),
  day: row.day,
  count: row.count,
  found_at: row.found_at.toISOString(),
  // An alarm that an officer has seen is open again when its count has doubled since then.
  seen:
    row.is_open || row.seen_by === null
      ? null
      : {
          by: { id: row.seen_by, name: row.seen_name ?? '' },
          at: row.seen_at?.toISOString() ?? '',
          note: row.note ?? '',
        },
  filter: filterForAlarm(row),
})

/** The alarms that no officer has looked into. This does not search for new alarms: housekeeping does. */
export const findOpenAlarms = async (tx: Tx): Promise<StaffAlarm[]> =>
  (await findAlarms(tx)).filter(({ is_open }) => is_open).map(presentAlarm)

export const listAlarms: Handler<'GET /api/staff/alarms/'> = async (deps) => {
  await raiseAlarmsUnlessRecent(deps)
  return { results: (await findAlarms(deps.db)).map(presentAlarm) }
}

export const seeAlarm: Handler<'POST /api/staff/alarms/{id}/seen/'> = (deps, { params, body, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockAlarm(tx, params.id)
    if (!row) throw refuse('not_found')
    // No officer may look into an alarm about themselves.
    if (row.staff_id === staff.id || row.other_id === staff.id)
      throw refuse('second_person', { message: LOG_WORDS.aboutYou })
    // Another officer has looked into the alarm meanwhile.
    if (!row.is_open) throw refuse('conflict')
    const detail = { alarm: row.id, rule: row.rule, person: row.staff_id, day: row.day, counted: row.count }
    await recordAudit(tx, staff, { act: 'alarm.seen', reason: body.note.trim(), detail }, now)
    const [seenRow] = await findAlarms(tx, row.id)
    // The locked row is still there: this is only for the type.
    if (!seenRow) throw refuse('not_found')
    return presentAlarm(seenRow)
  })
