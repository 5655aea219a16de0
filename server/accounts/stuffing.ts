import { LOGIN_TRIP } from './limits.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

const WINDOW_MS = LOGIN_TRIP.minutes * 60_000
const DAY_MS = 86_400_000

type Counts = { failed: number; good: number }
/**
 * Counts of this window and the one before. `untold`: successful logins that the next failure writes to the
 * database.
 */
type Watch = { window: number; here: Counts; before: Counts; untold: number; on: boolean }

const none = (): Counts => ({ failed: 0, good: 0 })
const watches = new WeakMap<Deps, Watch>()

const watchOf = (deps: Deps): Watch => {
  const window = Math.floor(deps.now().getTime() / WINDOW_MS)
  let watch = watches.get(deps)
  if (!watch) watches.set(deps, (watch = { window, here: none(), before: none(), untold: 0, on: false }))
  if (window !== watch.window) {
    watch.before = window === watch.window + 1 ? watch.here : none()
    watch.here = none()
    watch.window = window
  }
  return watch
}

// A sliding window: the previous window counts in proportion to how much of it is still inside.
const present = (watch: Watch, now: Date): Counts => {
  const rest = 1 - (now.getTime() % WINDOW_MS) / WINDOW_MS
  return {
    failed: watch.here.failed + watch.before.failed * rest,
    good: watch.here.good + watch.untold + watch.before.good * rest,
  }
}

/**
 * True while so many logins fail, portal-wide, that someone must be trying lists of stolen passwords (T3).
 * Reads memory only.
 */
export function tryingLists(deps: Deps): boolean {
  const watch = watchOf(deps)
  const { failed, good } = present(watch, deps.now())
  const on = failed >= LOGIN_TRIP.failures && failed >= LOGIN_TRIP.share * (failed + good)
  if (on !== watch.on)
    deps.log('warn', on ? 'login.captcha_on' : 'login.captcha_off', { count: Math.round(failed) })
  watch.on = on
  return on
}

export const countGood = (deps: Deps): void => void watchOf(deps).untold++

/**
 * Counts a failed login for the whole portal and, when `ceiling` is given, for the account's day, in one
 * statement. The same statement adds successful logins, so that a successful login writes no counter and
 * never waits for another login's row.
 */
export async function countFailure(deps: Deps, ceiling: string | undefined, now: Date): Promise<void> {
  const watch = watchOf(deps)
  const { window, untold } = watch
  watch.untold = 0
  const key = (what: 'failed' | 'good', position: number) => `logins ${what} ${position}`
  const expires = new Date((window + 2) * WINDOW_MS)
  const rows = await deps.db
    .rows<{ key: string; count: number }>(sql`
      with counted as (
        insert into counters as it (key, count, window_ends)
        select ${ceiling ?? null}::text, 1, ${new Date(now.getTime() + DAY_MS)}::timestamptz where ${ceiling ?? null}::text is not null
        union all values (${key('failed', window)}, 1, ${expires}::timestamptz), (${key('good', window)}, ${untold}::int, ${expires}::timestamptz)
        on conflict (key) do update set
          count = case when it.window_ends <= ${now} then excluded.count else it.count + excluded.count end,
          window_ends = case when it.window_ends <= ${now} then excluded.window_ends else it.window_ends end
        returning key, count)
      select key, count from counted
      union all
      select key, count from counters where key in (${key('failed', window - 1)}, ${key('good', window - 1)})`)
    .catch((error: unknown) => {
      watch.untold += untold
      throw error
    })
  if (watchOf(deps).window !== window) return
  const told = (what: 'failed' | 'good', position: number, known: number) =>
    Math.max(known, rows.find((row) => row.key === key(what, position))?.count ?? 0)
  const take = (counts: Counts, position: number) => ({
    failed: told('failed', position, counts.failed),
    good: told('good', position, counts.good),
  })
  watch.here = take(watch.here, window)
  watch.before = take(watch.before, window - 1)
  tryingLists(deps)
}
