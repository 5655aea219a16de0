import type { Page } from '@playwright/test'
import { member } from '../support/accounts.ts'
import { openJob } from '../support/applying.ts'
import { applicationOf } from '../support/applications.ts'
import { enter, errorsOf, expect, test } from '../support/browser.ts'
import { type ApplicantsIds, applicantsPages, PROFILE } from '../support/applicants-pages.ts'
import { decisionStaff, good } from '../support/decisions.ts'
import { addressesWithout, knownPages } from '../support/pages-of-routes.ts'
import { giveRule } from '../support/points-rule.ts'
import { A_TUESDAY, type Portal } from '../support/portal.ts'
import { sendApplication } from '../support/sent.ts'
import { expectNoWaterfalls, type Watched, watchCalls } from '../support/waterfalls.ts'

// An applicant's page starts all its API calls at once: no call waits for another's answer, except those
// listed here with a reason. `expectNoWaterfalls` holds all answers, and lets them come call after call.

/** A person submits an application through the API, and opens its correction. */
async function correctedApplication(portal: Portal, email: string, jobId: number) {
  const { id, visitor } = await sendApplication(portal, email, jobId)
  good(await visitor.post(`/api/job-applications/${id}/reopen/`, {}))
  return id
}

/**
 * Logs in a new person with a submitted application, a draft, an open correction, and a chosen job without
 * an application. The person has no security question, so that the dashboard links to the page for it.
 */
async function newPerson(page: Page, portal: Portal) {
  const { id, email } = await member(portal)
  await enter(page, email)
  const [first, second, third] = [await openJob(portal), await openJob(portal), await openJob(portal)]
  const chosen = await openJob(portal)
  const sent = await applicationOf(portal, id, first.id, { status: 'Pending' })
  await applicationOf(portal, id, second.id)
  const corrected = await correctedApplication(portal, email, third.id)
  // Two officers have approved the job's rule. With it, the application links to its place in the selection.
  await decisionStaff(portal)
  await giveRule(portal, first.id)
  return { chosen, ids: { sent, job: second.id, corrected, correctedJob: third.id } }
}

/** For the names of the tests, which are known before the data. */
const NO_IDS: ApplicantsIds = { sent: 0, job: 0, corrected: 0, correctedJob: 1 }

test.describe('pages of applicants ask for all they need at once', () => {
  // The person and the browser are made once for all these tests, because they only read pages.
  let person: Awaited<ReturnType<typeof newPerson>>
  let watched: Watched
  let errors: string[]
  test.beforeAll(async ({ browser, portal }) => {
    portal.clock.set(A_TUESDAY)
    const viewport = { width: 1280, height: 900 }
    const page = await (await browser.newContext({ baseURL: portal.url, viewport })).newPage()
    errors = errorsOf(page)
    person = await newPerson(page, portal)
    watched = await watchCalls(page)
  })

  for (const [index, { path }] of applicantsPages(NO_IDS).entries()) {
    const isOfCorrection = path.endsWith(`=${NO_IDS.correctedJob}`)
    test(path.replace(/\d+/, '…') + (isOfCorrection ? ', a correction' : ''), async () => {
      await watched.page.evaluate(({ id, title }) => {
        localStorage.setItem('selectedJobId', String(id))
        localStorage.setItem('selectedJobTitle', title)
      }, person.chosen)
      const opened = applicantsPages(person.ids)[index]
      // The first page in a browser also asks the server who is logged in.
      if (opened) await expectNoWaterfalls(watched, opened, [PROFILE])
      expect(errors, 'errors in the console').toEqual([])
    })
  }

  test('every page of applicants is tested', () => {
    const own = knownPages.filter(({ address }) => /^\/(?:dashboard|apply|security-setup)\b/.test(address))
    expect(own.length).toBeGreaterThan(8)
    const tested = applicantsPages(NO_IDS).map(({ path }) => path)
    expect(addressesWithout(tested, own)).toEqual([])
  })
})
