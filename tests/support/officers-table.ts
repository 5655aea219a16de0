import type { Browser, Page } from '@playwright/test'
import type { StaffRole } from '#contract/staff-rights.ts'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { sql } from '../../server/database/connect.ts'
import { expect } from './browser.ts'
import type { Portal } from './portal.ts'
import { officer } from './staff.ts'

/** So many were sent for the job of `table`. */
export const SENT = 120
const seeded = new WeakMap<Portal, Promise<number>>()

/** The address of the table of a job that closes in nine days; what was sent for it is made once. */
export async function table(portal: Portal): Promise<string> {
  const filling = seeded.get(portal) ?? fillForOfficers(portal.db, { people: SENT, others: 1, each: 0 }).then(({ big }) => big)
  seeded.set(portal, filling)
  const job = await filling
  await portal.db.run(sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() + 9 * 86_400_000)} where id = ${job}`)
  return `/staff/jobs/${job}/applications`
}

/** A page of an officer of that role, signed in; `quiet` fails when it met an error. */
export async function deskOf(portal: Portal, browser: Browser, role: StaffRole, viewport = { width: 1280, height: 900 }) {
  const { visitor } = await officer(portal, role)
  const context = await browser.newContext({ baseURL: portal.url, viewport })
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url })))
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (line) => line.type() === 'error' && !/Failed to load resource/.test(line.text()) && faults.push(line.text()))
  return { page, quiet: () => expect(faults, `errors in the console of the ${role}`).toEqual([]) }
}

export const rows = (page: Page) => page.getByRole('table', { name: 'Applications' }).locator('tbody tr')
export const rowLink = (page: Page, at: number) => rows(page).nth(at).getByRole('link')
export const caseTitle = (page: Page) => page.locator('.rv-case h2')
export const asked = (page: Page) => new URL(page.url()).searchParams
