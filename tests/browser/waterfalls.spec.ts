import type { Page } from '@playwright/test'
import { applicant, openJob } from '../support/applying.ts'
import { applicationOf } from '../support/applications.ts'
import { enter, test } from '../support/browser.ts'
import type { Portal } from '../support/portal.ts'
import { expectNoWaterfalls, type OpenedPage } from '../support/waterfalls.ts'

// An applicant's page starts all its API calls at once: no call waits for another's answer, except those
// listed here with a reason. `expectNoWaterfalls` delays all answers and checks that all calls start.

const PROFILE = 'GET /api/user/profile/'
const STATS = 'GET /api/dashboard/stats/'
const LIST = 'GET /api/job-applications/'
const APPLICATION = 'GET /api/job-applications/{id}/'
const JOB = 'GET /api/jobs/{id}/'
const CHECK = 'GET /api/job-applications/check/{id}/'

const inMenu = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })
const onPage = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name }).filter({ visible: true }).first()

/** All pages of an applicant with one submitted application, `sent`, and one draft, for `job`. */
const pagesOf = ({ sent, job }: { sent: number; job: number }): OpenedPage[] => [
  {
    path: '/dashboard',
    from: '/dashboard/settings',
    link: inMenu('Dashboard'),
    heading: /^Habari, /,
    calls: [STATS, PROFILE, LIST, 'GET /api/notifications/'],
    later: [
      [APPLICATION, LIST, 'only the list tells which draft comes first'],
      [JOB, LIST, 'the chosen job is loaded only if the list has no application for it'],
    ],
  },
  {
    path: '/dashboard/jobs',
    from: '/dashboard/settings',
    link: inMenu('Available Jobs'),
    heading: 'Available Job Openings',
    calls: [STATS, 'GET /api/jobs/list/'],
  },
  {
    path: '/dashboard/applications',
    from: '/dashboard/settings',
    link: inMenu('My Applications'),
    heading: 'My Applications',
    calls: [STATS, LIST],
  },
  {
    path: `/dashboard/applications/${sent}`,
    from: '/dashboard/applications?status=pending',
    link: (page) => page.locator('.apps').getByRole('link').first(),
    heading: /./,
    calls: [
      STATS,
      APPLICATION,
      'GET /api/job-applications/{id}/access-records/',
      'GET /api/job-applications/{id}/points/',
    ],
  },
  {
    path: '/dashboard/profile',
    from: '/dashboard/settings',
    link: inMenu('My Profile'),
    heading: /./,
    calls: [STATS, PROFILE],
  },
  {
    path: '/dashboard/notifications',
    from: '/dashboard/settings',
    link: inMenu('Notifications'),
    heading: 'Notifications',
    calls: [STATS, 'GET /api/notifications/'],
  },
  {
    path: '/dashboard/settings',
    from: '/dashboard/profile',
    link: onPage('Change Password'),
    heading: 'Change Password',
    calls: [
      STATS,
      'GET /api/sessions/',
      'GET /api/email-change/',
      'GET /api/failed-logins/',
      'GET /api/passkeys/',
    ],
  },
  {
    path: `/apply?job=${job}`,
    from: '/dashboard/applications',
    link: onPage(/^Continue Application/),
    heading: /./,
    calls: [JOB, CHECK, PROFILE, 'GET /api/qualification-levels/'],
    later: [[APPLICATION, CHECK, 'only the check tells the number of the application']],
  },
]

/** Logs in a new person with a submitted application, a draft, and a chosen job without an application. */
async function newPerson(page: Page, portal: Portal) {
  const { id, email } = await applicant(page, portal)
  const [first, second, chosen] = [await openJob(portal), await openJob(portal), await openJob(portal)]
  const sent = await applicationOf(portal, id, first.id, { status: 'Pending' })
  await applicationOf(portal, id, second.id)
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
  for (const [index, { path }] of pagesOf({ sent: 0, job: 0 }).entries()) {
    test(path.replace(/\d+/, '…'), async ({ page, portal }) => {
      const opened = pagesOf(await person(page, portal))[index]
      // The first page in a browser also asks the server who is logged in.
      if (opened) await expectNoWaterfalls(page, opened, [PROFILE])
    })
  }
})
