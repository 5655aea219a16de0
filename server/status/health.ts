import { deadlineInstant } from '#contract/civil-dates.ts'
import { changeReason } from '#contract/jobs/extensions.ts'
import { titledFor } from '#contract/jobs/texts.ts'
import { HEALTH, rateMinute } from '#contract/status/health-minutes.ts'
import type { HealthMinute, ShownExtension } from '#contract/status/endpoints.ts'
import type { Db } from '../database/connect.ts'
import { type CountedMinute, type HealthMeter, healthMeter, type Unsettled } from './meter.ts'
import {
  addMinutes,
  type ExtensionRow,
  findExtensions,
  findFirstMinute,
  findMinutes,
  findUnserved,
  type MinuteRow,
} from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Submits of the last two minutes are still being counted. */
const COUNTING_MS = 2 * MINUTE_MS
const EXTENSIONS_DAYS = 30
/** How many tokens one statement looks up. */
const LOOK_UP_BATCH = 1_000

/** Adds a process's counts of a minute to the stored ones. Without `left`, none are stored yet. */
const plus = (left: MinuteRow | undefined, right: CountedMinute): MinuteRow =>
  left
    ? {
        ...left,
        probing: left.probing || right.probing,
        stopped: left.stopped || right.stopped,
        probes: left.probes + right.probes,
        failed: left.failed + right.failed,
        accounts: left.accounts + right.accounts,
        succeeded: left.succeeded + right.succeeded,
        submitted: left.submitted + right.submitted,
        shed: left.shed + right.shed,
      }
    : { ...right, state: null }

/**
 * Every minute from `from` to before `until`, also those without a record. A minute without a record is
 * `stopped` when the last record before it says that the operator stopped the portal.
 */
export function minutesOf(rows: MinuteRow[], from: Date, until: Date): HealthMinute[] {
  const byTime = new Map(rows.map((row) => [row.at.getTime(), row]))
  const minutes: HealthMinute[] = []
  let stopped = false
  const firstMs = Math.ceil(from.getTime() / MINUTE_MS) * MINUTE_MS
  for (let time = firstMs; time < until.getTime(); time += MINUTE_MS) {
    const row = byTime.get(time)
    const isoTime = new Date(time).toISOString()
    const state = row?.state ?? rateMinute(row)
    if (row) stopped = row.stopped
    // A minute without a record gets a row when it is written to the public log. That row has no probes.
    const isStopped = stopped && state === 'down' && (row?.probes ?? 0) === 0
    minutes.push({
      at: isoTime,
      state,
      submitted: row?.submitted ?? 0,
      shed: row?.shed ?? 0,
      ...(isStopped ? { stopped: true } : {}),
    })
  }
  return minutes
}

/** Whether an extension still gives the job's deadline. A later change, or an import, may have moved it. */
const isInForce = ({ until, present_deadline }: ExtensionRow) =>
  deadlineInstant(until.trim())?.getTime() === present_deadline?.getTime()

const presentExtension = (
  { at: decidedAt, from, until, present_deadline: _, measured_hours, title_sw, ...rest }: ExtensionRow,
  language: 'sw' | undefined,
): ShownExtension => ({
  ...titledFor(language, rest, title_sw),
  reason: changeReason({ ...rest, measured_hours }),
  at: decidedAt.toISOString(),
  from: from?.toISOString() ?? null,
  // A proposal is refused unless its deadline can be read. So the fallback is only for the type.
  until: deadlineInstant(until.trim())?.toISOString() ?? until,
})

/** The minutes that the database had when it was last read. */
type Known = { rows: MinuteRow[]; firstMinute: Date | undefined; extensions: ExtensionRow[] }
const NOTHING_KNOWN: Known = { rows: [], firstMinute: undefined, extensions: [] }

/** The minutes of the last hours, without those that are still being counted. */
function lastMinutes({ rows, firstMinute }: Known, pending: CountedMinute[], now: Date, hours: number) {
  const rowByTime = new Map(rows.map((row) => [row.at.getTime(), row]))
  // While the database is unavailable, the last minutes show only this process's own counts.
  for (const counted of pending) {
    const time = counted.at.getTime()
    const row = plus(rowByTime.get(time), counted)
    // Only a minute in the public log has a state, which never changes again. All others have null.
    if (row.state === null) rowByTime.set(time, row)
  }
  // Without any minute this is Infinity, and no minute is shown.
  const firstMs = firstMinute?.getTime() ?? Math.min(Infinity, ...rowByTime.keys())
  // The end is exclusive, so it is one minute after the start of the last minute that is shown.
  const untilMs = Math.floor((now.getTime() - COUNTING_MS) / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  const fromMs = Math.max(firstMs, untilMs - hours * 60 * MINUTE_MS)
  return fromMs < untilMs ? minutesOf([...rowByTime.values()], new Date(fromMs), new Date(untilMs)) : []
}

/** Counts the accounts whose submit got no decision from any process. */
async function countUnserved(meter: HealthMeter, db: Db, tried: Unsettled[]) {
  for (let start = 0; start < tried.length; start += LOOK_UP_BATCH) {
    const batch = tried.slice(start, start + LOOK_UP_BATCH)
    const unserved = await findUnserved(db, batch).catch((error: unknown) => {
      meter.defer(tried.slice(start))
      throw error
    })
    for (const { at: firstTry } of unserved) meter.recordUnserved(firstTry)
  }
}

/**
 * The portal's health. Each process counts its submits, writes the counts to the database, and reads those of
 * all processes.
 */
export function createHealth(meter: HealthMeter = healthMeter()) {
  let known = NOTHING_KNOWN
  /** Writes counts to the database, or gives them back to the meter. */
  const writeCounts = async (db: Db, counts: CountedMinute[]) => {
    if (counts.length === 0) return
    await addMinutes(db, counts).catch((error: unknown) => {
      meter.giveBack(counts)
      throw error
    })
  }
  return {
    meter,
    /**
     * Writes the counts of complete minutes. With `all`, when the process ends, it writes every count. Counts
     * that could not be written stay in the meter.
     */
    async flush(db: Db, now: Date, all = false): Promise<void> {
      const { counts, unsettled } = meter.take(now, all)
      await writeCounts(db, counts).catch((error: unknown) => {
        meter.defer(unsettled)
        throw error
      })
      await countUnserved(meter, db, unsettled)
      // The accounts without a decision were counted only now.
      if (all) await writeCounts(db, meter.take(now, all).counts)
    },
    /** Reads the minutes of all processes from the database. */
    async refresh(db: Db, now: Date): Promise<void> {
      const before = (ms: number) => new Date(now.getTime() - ms)
      // For safety, one hour more is read than is shown.
      const rows = await findMinutes(db, before((HEALTH.shownHours + 1) * 60 * MINUTE_MS), now)
      const firstMinute = await findFirstMinute(db)
      const extensions = await findExtensions(db, before(EXTENSIONS_DAYS * DAY_MS))
      known = { rows, firstMinute, extensions: extensions.filter(isInForce) }
    },
    /** Gives the portal's health from memory, without the database. */
    current: (now: Date, hours: number, language?: 'sw') => ({
      minutes: lastMinutes(known, meter.pending(), now, hours),
      extensions: known.extensions.map((row) => presentExtension(row, language)),
    }),
  }
}
export type Health = ReturnType<typeof createHealth>
