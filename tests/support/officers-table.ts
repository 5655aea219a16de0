import type { Page } from '@playwright/test'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { sql } from '../../server/database/connect.ts'
import type { Portal } from './portal.ts'

/** Applications submitted for the job that `table` returns. */
export const SENT = 120
const seeded = new WeakMap<Portal, Promise<number>>()

/**
 * The path of the officers' table of a job that closes in nine days. The first call inserts its applications.
 */
export async function table(portal: Portal): Promise<string> {
  const filling =
    seeded.get(portal) ??
    fillForOfficers(portal.db, { people: SENT, others: 1, each: 0 }).then(({ big }) => big)
  seeded.set(portal, filling)
  const job = await filling
  await portal.db.run(
    sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() + 9 * 86_400_000)} where id = ${job}`,
  )
  return `/staff/jobs/${job}/applications`
}

export const rows = (page: Page) => page.getByRole('table', { name: 'Applications' }).locator('tbody tr')
export const rowLink = (page: Page, index: number) => rows(page).nth(index).getByRole('link')
export const caseTitle = (page: Page) => page.locator('.review-case h2')
export const filtersOf = (page: Page) => new URL(page.url()).searchParams
