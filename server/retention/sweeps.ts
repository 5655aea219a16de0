import type { Deps } from '../deps.ts'
import { sweepNotifications } from '../notifications/sweep-notifications.ts'
import { type Cursor, forgetUsed, notifyUnused, sweepUnused } from './accounts-store.ts'
import type { Sweep } from './run-clocks.ts'
import { type Part, sweepApplications, sweepDrafts } from './sweeps-store.ts'

const DAY_MS = 86_400_000

/** The clocks whose periods are settings. `cursor` is where the search for unused accounts is. */
export function retentionSweeps(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  cursor: Cursor,
): Record<
  'drafts' | 'applications' | 'notifications' | 'usedAccounts' | 'unusedAccounts' | 'accounts',
  Sweep
> {
  const part = (limit: number): Part => ({ periods: config.retention, now: now(), limit })
  return {
    drafts: (limit) => sweepDrafts(db, part(limit)),
    applications: (limit) => sweepApplications(db, part(limit)),
    notifications: (limit) => {
      const { periods, now: moment } = part(limit)
      return sweepNotifications(db, new Date(moment.getTime() - periods.notifications * DAY_MS), limit)
    },
    // Before any account goes: who has logged in since the email keeps theirs.
    usedAccounts: (limit) => forgetUsed(db, part(limit)),
    unusedAccounts: (limit) => notifyUnused(db, part(limit), cursor),
    accounts: (limit) => sweepUnused(db, part(limit)),
  }
}
