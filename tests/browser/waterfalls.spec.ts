import type { Page } from '@playwright/test'
import { member } from '../support/accounts.ts'
import { openJob } from '../support/applying.ts'
import { applicationOf } from '../support/applications.ts'
import { enter, expect, test } from '../support/browser.ts'
import { applicantsPages, PROFILE } from '../support/applicants-pages.ts'
import { decisionStaff } from '../support/decisions.ts'
import { addressesWithout, knownPages } from '../support/pages-of-routes.ts'
import { giveRule } from '../support/points-rule.ts'
import type { Portal } from '../support/portal.ts'
import { expectNoWaterfalls } from '../support/waterfalls.ts'

// An applicant's page starts all its API calls at once: no call waits for another's answer, except those
// listed here with a reason. `expectNoWaterfalls` delays all answers and checks that all calls start.

/**
 * Logs in a new person with a submitted application, a draft, and a chosen job without an application. The
 * person has no security question, so that the dashboard links to the page for it.
 */
async function newPerson(page: Page, portal: Portal) {
  const { id, email } = await member(portal)
  await enter(page, email)
  const [first, second, chosen] = [await openJob(portal), await openJob(portal), await openJob(portal)]
  const sent = await applicationOf(portal, id, first.id, { status: 'Pending' })
  await applicationOf(portal, id, second.id)
  // Two officers have approved the job's rule. With it, the application links to its place in the selection.
  await decisionStaff(portal)
  await giveRule(portal, first.id)
  return { email, sent, job: second.id, chosen }
}

// The person is made once for all tests of this file, because these only read pages.
let known: Awaited<ReturnType<typeof newPerson>> | undefined

/** Logs in the person of all tests. */
async function person(page: Page, portal: Portal) {
  await page.setViewportSize({ width: 1280, height: 900 })
  if (known) await enter(page, known.email)
  else known = await newPerson(page, portal)
  await page.evaluate(({ id, title }) => {
    localStorage.setItem('selectedJobId', String(id))
    localStorage.setItem('selectedJobTitle', title)
  }, known.chosen)
  return known
}

test.describe('pages of applicants ask for all they need at once', () => {
  for (const [index, { path }] of applicantsPages({ sent: 0, job: 0 }).entries()) {
    test(path.replace(/\d+/, '…'), async ({ page, portal }) => {
      const opened = applicantsPages(await person(page, portal))[index]
      // The first page in a browser also asks the server who is logged in.
      if (opened) await expectNoWaterfalls(page, opened, [PROFILE])
    })
  }

  test('every page of applicants is tested', () => {
    const own = knownPages.filter(({ address }) => /^\/(?:dashboard|apply|security-setup)\b/.test(address))
    expect(own.length).toBeGreaterThan(8)
    const tested = applicantsPages({ sent: 0, job: 0 }).map(({ path }) => path)
    expect(addressesWithout(tested, own)).toEqual([])
  })
})
