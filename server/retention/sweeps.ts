import type { Deps } from '../deps.ts'
import { sweepNotifications } from '../notifications/sweep-notifications.ts'
import { digestOfFates, eraseAccount } from '../erasure/erase-account.ts'
import { type Cursor, findDueAccounts, forgetUsed, lockDueAccount, notifyUnused } from './accounts-store.ts'
import type { Sweep } from './run-sweeps.ts'
import { heldUntil, storedUntil } from './stored-until.ts'
import { type Part, sweepApplications, sweepDrafts } from './sweeps-store.ts'

const DAY_MS = 86_400_000

type SweepDeps = Pick<Deps, 'db' | 'config' | 'now' | 'secrets'>

/**
 * Deletes unused accounts, each with all its data in a transaction of its own. Their applications are all
 * erased before, so no data of a recruitment is lost.
 */
async function sweepAccounts(
  { db, secrets }: Pick<SweepDeps, 'db' | 'secrets'>,
  part: Part,
): Promise<number> {
  const ids = await findDueAccounts(db, part)
  const retentionEnds = { storedUntil: storedUntil(part.periods), heldUntil }
  for (const userId of ids)
    await db.tx(async (tx) => {
      if (!(await lockDueAccount(tx, userId, part))) return
      // `state` is a hash of the applications that the account still has. An unused account has none left.
      await eraseAccount({ secrets }, tx, { userId, retentionEnds, now: part.now, state: digestOfFates([]) })
    })
  return ids.length
}

/**
 * The sweeps whose storage times are settings. `cursor` says where the search for unused accounts continues.
 */
export function retentionSweeps(
  { db, config, now, secrets }: SweepDeps,
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
    // Runs before the deletion of accounts: people who have logged in since the email keep their accounts.
    usedAccounts: (limit) => forgetUsed(db, part(limit)),
    unusedAccounts: (limit) => notifyUnused(db, part(limit), cursor),
    accounts: (limit) => sweepAccounts({ db, secrets }, part(limit)),
  }
}
