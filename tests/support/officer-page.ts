import type { Browser } from '@playwright/test'
import type { StaffRole } from '#contract/staff/rights.ts'
import { errorsOf, expect } from './browser.ts'
import type { Portal } from './portal.ts'
import { officer } from './staff.ts'

type Asked = { viewport?: { width: number; height: number }; atItsHour?: boolean }

/**
 * A page of a logged-in officer with this role. `atItsHour`: the browser's clock has the portal's time.
 * `quiet` fails if the page had errors, except those that match `expected`.
 */
export async function officerPage(
  portal: Portal,
  browser: Browser,
  role: StaffRole,
  { viewport = { width: 1280, height: 900 }, atItsHour }: Asked = {},
) {
  const staffMember = await officer(portal, role)
  const context = await browser.newContext({ baseURL: portal.url, viewport })
  if (atItsHour) await context.clock.install({ time: portal.clock.now() })
  await context.addCookies(
    [...staffMember.visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url })),
  )
  const page = await context.newPage()
  const errors = errorsOf(page)
  return {
    ...staffMember,
    page,
    quiet: (expected = /^$/) =>
      expect(
        errors.filter((entry) => !expected.test(entry)),
        `errors in the console of the ${role}`,
      ).toEqual([]),
  }
}
