import { connect, type Db } from '../../server/database/connect.ts'
import { ACCOUNT_COUNT, fillWithAccounts, PASSWORD } from '../accounts.ts'
import { fillWithApplications } from '../applications.ts'
import { fillWithJobs } from '../jobs.ts'
import { type Portal, startPortal } from '../portal.ts'
import { settle } from '../settle.ts'
import type { World } from './calls.ts'
import { digestOfSubmit } from './digest.ts'

/**
 * The size of a run: `smoke` shows that a bench works, `short` is for every day, `full` is for the record.
 * `LAST_HOUR=full npm run bench -- NAME` chooses it.
 */
type RunSize = 'smoke' | 'short' | 'full'
/** The settings of the chosen size of run. For an unknown size, those of `short`. */
export const settingsOfRun = <Settings>(settings: Record<RunSize, Settings>): Settings =>
  settings[(process.env.LAST_HOUR ?? 'short') as RunSize] ?? settings.short

export type Opened = { portal: Portal; db: Db; world: World }

/**
 * Runs `work` with a portal and its database on the first core. Each of `people` accounts has a complete
 * draft for each of two jobs. Further accounts can log in. `extraEnv`: more environment variables of the
 * portal.
 */
export async function inWorld<Result>(
  people: number,
  work: (opened: Opened) => Promise<Result>,
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const portal = await startPortal({ core: 0, extraEnv })
  const db = connect(portal.databaseUrl)
  try {
    await fillWithJobs(portal)
    await fillWithAccounts(portal)
    const filled = await fillWithApplications(db.patient(120), { people, each: 2 })
    await settle(portal)
    return await work({
      portal,
      db,
      world: {
        url: portal.url,
        filled,
        accounts: ACCOUNT_COUNT,
        password: PASSWORD,
        digest: await digestOfSubmit(filled),
      },
    })
  } finally {
    await db.close()
    await portal.stop()
  }
}
