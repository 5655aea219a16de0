import { STUFFING_ALARM } from './limits.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

const WINDOW_MS = STUFFING_ALARM.windowMinutes * 60_000
const DAY_MS = 86_400_000

type Counts = { failed: number; succeeded: number }
/**
 * Counts of logins in the present window of time and the one before. `window` is the number of windows since
 * 1970. `unrecordedLogins` are successful logins that are not in `current`: the next failed one writes them
 * to the database.
 */
type LoginWatch = {
  window: number
  current: Counts
  previous: Counts
  unrecordedLogins: number
  /** Whether the alarm was on when it was last logged. */
  isAlarmOn: boolean
}

const noLogins = (): Counts => ({ failed: 0, succeeded: 0 })
// A process may hold more than one portal, so each has its own counts.
const watchByDeps = new WeakMap<Deps, LoginWatch>()

const currentWatch = (deps: Deps): LoginWatch => {
  const window = Math.floor(deps.now().getTime() / WINDOW_MS)
  let watch = watchByDeps.get(deps)
  if (!watch) {
    watch = { window, current: noLogins(), previous: noLogins(), unrecordedLogins: 0, isAlarmOn: false }
    watchByDeps.set(deps, watch)
  }
  if (window !== watch.window) {
    watch.previous = window === watch.window + 1 ? watch.current : noLogins()
    watch.current = noLogins()
    watch.window = window
  }
  return watch
}

// The counts of a sliding window: the previous window counts by the share of it that is still inside.
const countsInWindow = (watch: LoginWatch, now: Date): Counts => {
  const shareInWindow = 1 - (now.getTime() % WINDOW_MS) / WINDOW_MS
  return {
    failed: watch.current.failed + watch.previous.failed * shareInWindow,
    succeeded: watch.current.succeeded + watch.unrecordedLogins + watch.previous.succeeded * shareInWindow,
  }
}

/**
 * True while so many logins fail, portal-wide, that someone is probably trying lists of stolen passwords
 * (T3). Reads only memory. Logs each change of this alarm.
 */
export function isStuffingSuspected(deps: Deps): boolean {
  const watch = currentWatch(deps)
  const { failed, succeeded } = countsInWindow(watch, deps.now())
  const isAlarmOn = failed >= STUFFING_ALARM.failures && failed >= STUFFING_ALARM.share * (failed + succeeded)
  if (isAlarmOn !== watch.isAlarmOn)
    deps.log('warn', isAlarmOn ? 'login.captcha_on' : 'login.captcha_off', { count: Math.round(failed) })
  watch.isAlarmOn = isAlarmOn
  return isAlarmOn
}

/** Counts a successful login. The count is only in memory. */
export const countSuccess = (deps: Deps): void => {
  currentWatch(deps).unrecordedLogins++
}

/**
 * Counts a failed login for the whole portal and, when `dayCounterKey` is given, for the account's day. The
 * same statement adds the successful logins since the last failed one. So a successful login writes no
 * counter, and never waits for the row of another login.
 */
export async function countFailure(deps: Deps, now: Date, dayCounterKey?: string): Promise<void> {
  const watch = currentWatch(deps)
  const { window, unrecordedLogins } = watch
  // The statement below writes these successful logins. If it fails, they are added again.
  watch.unrecordedLogins = 0
  const key = (outcome: 'failed' | 'good', windowNumber: number) => `logins ${outcome} ${windowNumber}`
  // The counts of a window are also needed during the next window.
  const expiresAt = new Date((window + 2) * WINDOW_MS)
  // Adds to the counters of the account's day and of this window of time. Returns the counts of this window
  // and of the one before.
  const rows = await deps.db
    .rows<{ key: string; count: number }>(sql`
      with counted as (
        insert into counters as stored (key, count, window_ends)
        select ${dayCounterKey ?? null}::text, 1, ${new Date(now.getTime() + DAY_MS)}::timestamptz where ${dayCounterKey ?? null}::text is not null
        union all values (${key('failed', window)}, 1, ${expiresAt}::timestamptz), (${key('good', window)}, ${unrecordedLogins}::int, ${expiresAt}::timestamptz)
        on conflict (key) do update set
          count = case when stored.window_ends <= ${now} then excluded.count else stored.count + excluded.count end,
          window_ends = case when stored.window_ends <= ${now} then excluded.window_ends else stored.window_ends end
        returning key, count)
      select key, count from counted
      union all
      select key, count from counters where key in (${key('failed', window - 1)}, ${key('good', window - 1)})`)
    .catch((error: unknown) => {
      watch.unrecordedLogins += unrecordedLogins
      throw error
    })
  // When the window ended while the statement ran, its counts belong to an earlier window.
  if (currentWatch(deps).window !== window) return
  // The table also counts logins at other processes. Memory may know logins that came after the statement. So
  // the higher number counts.
  const highestCount = (outcome: 'failed' | 'good', windowNumber: number, countInMemory: number) =>
    Math.max(countInMemory, rows.find((row) => row.key === key(outcome, windowNumber))?.count ?? 0)
  const countsOf = (counts: Counts, windowNumber: number) => ({
    failed: highestCount('failed', windowNumber, counts.failed),
    succeeded: highestCount('good', windowNumber, counts.succeeded),
  })
  watch.current = countsOf(watch.current, window)
  watch.previous = countsOf(watch.previous, window - 1)
  // Called only to log the alarm if these counts change it.
  isStuffingSuspected(deps)
}
