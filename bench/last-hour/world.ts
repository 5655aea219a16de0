import { connect, type Db } from '../../server/database/connect.ts'
import { COUNT as ACCOUNTS, fillWithAccounts, PASSWORD } from '../accounts.ts'
import { fillWithApplications } from '../applications.ts'
import { fillWithJobs } from '../jobs.ts'
import { type Portal, startPortal } from '../portal.ts'
import { settle } from '../settle.ts'
import type { World } from './calls.ts'
import { digestOfSubmit } from './digest.ts'

/**
 * `smoke` shows that a bench works, `short` is for every day, `full` is for the record: `LAST_HOUR=full npm
 * run bench -- NAME`.
 */
export type FormName = 'smoke' | 'short' | 'full'
export const formOf = <Form>(forms: Record<FormName, Form>): Form =>
  forms[(process.env.LAST_HOUR ?? 'short') as FormName] ?? forms.short

export type Opened = { portal: Portal; db: Db; world: World }

/**
 * A portal and its database on the first core, with as many people as are asked for, each with a complete
 * draft for each of two jobs, and accounts that can log in. `extra`: what its environment has on top.
 */
export async function inWorld<Result>(
  people: number,
  work: (opened: Opened) => Promise<Result>,
  extra: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const portal = await startPortal({ core: 0, extra })
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
        accounts: ACCOUNTS,
        password: PASSWORD,
        digest: await digestOfSubmit(filled),
      },
    })
  } finally {
    await db.close()
    await portal.stop()
  }
}
