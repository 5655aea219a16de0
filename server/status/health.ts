import { deadlineInstant } from '#contract/civil-dates.ts'
import { changeReason } from '#contract/jobs/extensions.ts'
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
/** The current minute and the one before it are still being counted. */
const COUNTING_MS = 2 * MINUTE_MS
const EXTENSIONS_DAYS = 30
/** How many tokens one statement looks up. */
const LOOKED_UP = 1_000

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
 * Every minute of [from, until), also minutes without a record. A minute without a record has `stopped` when
 * the last record before it says that the operator stopped the portal.
 */
export function minutesOf(rows: MinuteRow[], from: Date, until: Date): HealthMinute[] {
  const byTime = new Map(rows.map((row) => [row.at.getTime(), row]))
  const minutes: HealthMinute[] = []
  let stopped = false
  const first = Math.ceil(from.getTime() / MINUTE_MS) * MINUTE_MS
  for (let time = first; time < until.getTime(); time += MINUTE_MS) {
    const row = byTime.get(time)
    const isoTime = new Date(time).toISOString()
    const state = row?.state ?? rateMinute(row)
    if (row) stopped = row.stopped
    // A minute without a record that was written to the transparency log has a row, with no probes in it.
    const named = stopped && state === 'down' && (row?.probes ?? 0) === 0
    minutes.push({
      at: isoTime,
      state,
      submitted: row?.submitted ?? 0,
      shed: row?.shed ?? 0,
      ...(named ? { stopped: named } : {}),
    })
  }
  return minutes
}

const presentExtension = ({
  at: startedAt,
  from,
  until,
  measured_hours,
  ...rest
}: ExtensionRow): ShownExtension => ({
  ...rest,
  reason: changeReason({ ...rest, measured_hours }),
  at: startedAt.toISOString(),
  from: from?.toISOString() ?? null,
  until: deadlineInstant(until.trim())?.toISOString() ?? until,
})

/**
 * The portal's health: counted in this process, written to the database, and read back together with the
 * counts of other processes.
 */
export function createHealth(meter: HealthMeter = healthMeter()) {
  let known: { rows: MinuteRow[]; first: Date | undefined; extensions: ExtensionRow[] } = {
    rows: [],
    first: undefined,
    extensions: [],
  }

  const minutes = (now: Date, hours: number): HealthMinute[] => {
    const rows = new Map(known.rows.map((row) => [row.at.getTime(), row]))
    // While the database is unavailable, the last minutes come from this process's own counts.
    for (const counted of meter.pending()) {
      const row = plus(rows.get(counted.at.getTime()), counted)
      if (row.state === null) rows.set(counted.at.getTime(), row)
    }
    const times = [...rows.keys()]
    const first = Math.min(known.first?.getTime() ?? Infinity, ...(known.first ? [] : times))
    const end = Math.floor((now.getTime() - COUNTING_MS) / MINUTE_MS) * MINUTE_MS + MINUTE_MS
    const from = Math.max(first, end - hours * 60 * MINUTE_MS)
    return from < end ? minutesOf([...rows.values()], new Date(from), new Date(end)) : []
  }

  const lookUp = async (db: Db, tried: Unsettled[]) => {
    for (let from = 0; from < tried.length; from += LOOKED_UP) {
      const found = await findUnserved(db, tried.slice(from, from + LOOKED_UP)).catch((error: unknown) => {
        meter.defer(tried.slice(from))
        throw error
      })
      for (const { at: startedAt } of found) meter.unserved(startedAt)
    }
  }

  return {
    meter,
    /**
     * Writes the complete minutes; with `all`, when the process ends, every count. Counts that could not be
     * written stay in the meter.
     */
    async flush(db: Db, now: Date, all = false): Promise<void> {
      const { counts, unsettled } = meter.take(now, all)
      if (counts.length > 0) {
        await addMinutes(db, counts).catch((error: unknown) => {
          meter.giveBack(counts)
          meter.defer(unsettled)
          throw error
        })
      }
      await lookUp(db, unsettled)
    },
    /** Reads the minutes that all processes have written. */
    async refresh(db: Db, now: Date): Promise<void> {
      const before = (ms: number) => new Date(now.getTime() - ms)
      const rows = await findMinutes(db, before((HEALTH.shownHours + 1) * 60 * MINUTE_MS), now)
      const first = await findFirstMinute(db)
      known = { rows, first, extensions: await findExtensions(db, before(EXTENSIONS_DAYS * 86_400_000)) }
    },
    /** Answers from memory, without the database. */
    current: (now: Date, hours: number) => ({
      minutes: minutes(now, hours),
      extensions: known.extensions.map(presentExtension),
    }),
  }
}
export type Health = ReturnType<typeof createHealth>
