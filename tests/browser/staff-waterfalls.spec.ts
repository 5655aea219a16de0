import type { Page } from '@playwright/test'
import type { StaffRole } from '#contract/staff/rights.ts'
import { member } from '../support/accounts.ts'
import { expect, test } from '../support/browser.ts'
import { decisionDesk, good, sentOnes } from '../support/decisions.ts'
import { messageDesk } from '../support/messages.ts'
import { deskOf } from '../support/officer-page.ts'
import type { Portal } from '../support/portal.ts'

// A page asks for everything it shows at once. A call that begins only after another was answered costs a
// person far away one more journey to the server and back, so the table below names each with its reason.

const ME = 'GET /api/staff/me/'
const FETCHED_BY_PART = 'one part of the page fetches it, and again by itself; not every role sees the part'

type PageCalls = {
  path: string
  role?: StaffRole
  /** The page whose link leads here. */
  from: string
  /** What makes the link appear there. */
  showLink?: (page: Page) => Promise<void>
  /** The link is on the same page, with another query: who is logged in is known already. */
  isSamePage?: boolean
  /** The page's calls; all begin before any is answered. */
  together: string[]
  /** Calls that begin only after another was answered, each with the reason. */
  later?: Record<string, string>
}

/** The portal as these pages show it: a job with applications, a decision list, a message, a request. */
async function world(portal: Portal) {
  const desk = await decisionDesk(portal)
  const messages = await messageDesk(portal)
  const job = await desk.job({ title: 'Voter Educator', expiry_date: '2026-12-03' })
  const applications = await sentOnes(portal, job, 3)
  const list = await desk.drafted(job, 'long_list', applications.slice(0, 2))
  const message = good(await messages.send(job, { applications: applications.slice(0, 1) })) as { id: number }
  const lift = { reason: 'A complaint names somebody' }
  good(await desk.author.visitor.post(`/api/staff/jobs/${job}/lift-blind/`, lift))
  const phone = '+254733111222'
  await member(portal, { phone })
  await member(portal, { phone })
  return { job, list, message: message.id }
}

/** Finds the two people with one phone number. */
const findPeople = async (page: Page) => {
  await page.getByLabel('Find by').selectOption('Phone number')
  await page.getByLabel('Phone number', { exact: true }).fill('0733 111 222')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}

const pagesOf = ({ job, list, message }: Awaited<ReturnType<typeof world>>): PageCalls[] => {
  const ofJob = `/staff/jobs/${job}`
  return [
    {
      path: '/staff',
      from: '/staff/jobs',
      together: ['GET /api/staff/start/'],
      later: { 'GET /api/staff/now/': FETCHED_BY_PART },
    },
    { path: '/staff/jobs', from: '/staff', together: ['GET /api/staff/jobs/'] },
    {
      path: '/staff/jobs?state=published',
      from: '/staff/jobs',
      isSamePage: true,
      together: ['GET /api/staff/jobs/'],
    },
    {
      path: ofJob,
      from: '/staff/jobs',
      together: ['GET /api/staff/jobs/{id}/', 'GET /api/staff/reference-data/'],
    },
    {
      path: `${ofJob}/applications`,
      from: ofJob,
      together: ['GET /api/staff/jobs/{id}/review/', 'GET /api/staff/jobs/{id}/applications/'],
    },
    { path: `${ofJob}/shares`, from: ofJob, together: ['GET /api/staff/jobs/{id}/shares/'] },
    {
      path: `${ofJob}/messages`,
      from: ofJob,
      together: [
        'GET /api/staff/jobs/{id}/review/',
        'GET /api/staff/jobs/{id}/messages/',
        'GET /api/staff/templates/',
      ],
    },
    {
      path: `/staff/messages/${message}`,
      from: `${ofJob}/messages`,
      together: ['GET /api/staff/messages/{id}/'],
      later: { 'GET /api/staff/jobs/{id}/review/': 'the message says of which job it is' },
    },
    { path: `${ofJob}/exports`, from: ofJob, together: ['GET /api/staff/jobs/{id}/exports/'] },
    {
      path: `${ofJob}/published-list`,
      from: ofJob,
      together: ['GET /api/staff/jobs/{id}/published-list/'],
    },
    { path: `${ofJob}/reports`, from: ofJob, together: ['GET /api/staff/jobs/{id}/reports/'] },
    { path: '/staff/reports', from: '/staff', together: ['GET /api/staff/reports/'] },
    {
      path: '/staff/last-hour',
      from: '/staff',
      together: ['GET /api/staff/last-hour/', 'GET /api/status/'],
    },
    { path: '/staff/decisions', from: '/staff', together: ['GET /api/staff/decisions/'] },
    {
      path: `/staff/decisions?job=${job}`,
      from: ofJob,
      together: ['GET /api/staff/decisions/', 'GET /api/staff/jobs/{id}/'],
    },
    {
      path: `/staff/decisions/${list}`,
      from: `/staff/decisions?job=${job}`,
      together: ['GET /api/staff/decisions/{id}/'],
      later: { 'GET /api/staff/jobs/{id}/applications/': 'the list says of which job it is' },
    },
    { path: '/staff/reference-data', from: '/staff', together: ['GET /api/staff/reference-data/'] },
    {
      path: '/staff/reference-data?list=places&county=47',
      from: '/staff/reference-data?list=places',
      isSamePage: true,
      together: ['GET /api/staff/reference-data/', 'GET /api/staff/reference-data/places/'],
    },
    { path: '/staff/support', from: '/staff', together: [] },
    { path: '/staff/names', role: 'approver', from: '/staff', together: ['GET /api/staff/lifts/'] },
    {
      path: '/staff/account',
      from: '/staff',
      together: [],
      later: {
        'GET /api/staff/sessions/': 'one part of the page fetches it, as in the applicants’ settings',
      },
    },
    {
      path: '/staff/people',
      role: 'administrator',
      from: '/staff',
      together: ['GET /api/staff/people/', 'GET /api/staff/appointments/'],
      later: {
        'GET /api/counties/': 'a field of the form fetches its choices; not every role sees the form',
      },
    },
    {
      path: '/staff/audit-log',
      role: 'auditor',
      from: '/staff',
      together: ['GET /api/staff/audit-log/', 'GET /api/staff/alarms/', 'GET /api/staff/log/check/'],
    },
  ]
}

const keyOf = (method: string, address: string) =>
  `${method} ${new URL(address).pathname.replace(/\/\d+\//g, '/{id}/').replace(/people\/[^/]+\//, 'people/{handle}/')}`

/** Holds every answer back until all calls that belong together began; the calls are listed in order. */
async function hold(page: Page, together: string[]) {
  const calls: string[] = []
  let release = () => {}
  const complete = new Promise<void>((resolve) => (release = resolve))
  const isComplete = () => together.every((call) => calls.includes(call))
  await page.route('**/api/**', async (route) => {
    calls.push(keyOf(route.request().method(), route.request().url()))
    if (isComplete()) release()
    await complete
    await route.continue()
  })
  return { calls, isComplete, release }
}

/** Opens a page in `open`, and expects its calls to be those of the table. */
async function expectCalls(page: Page, together: string[], later: string[], open: () => Promise<unknown>) {
  const held = await hold(page, together)
  const opened = open()
  await expect
    .poll(() => together.filter((call) => !held.calls.includes(call)), {
      message: 'calls that wait for the answer of another one',
      timeout: 10_000,
    })
    .toEqual([])
    .finally(held.release)
  await opened
  await expect.poll(() => later.filter((call) => !held.calls.includes(call))).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What a page fetches after it is drawn has begun two idle moments later.
  for (let moment = 0; moment < 2; moment++)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(0))))
  expect(held.calls.toSorted(), 'the calls of the page').toEqual([...together, ...later].sort())
  await page.unrouteAll({ behavior: 'wait' })
}

async function expectNoWaterfall(page: Page, row: PageCalls) {
  const later = Object.keys(row.later ?? {})
  await test.step(`${row.path}, opened directly`, () =>
    expectCalls(page, [ME, ...row.together], later, () => page.goto(row.path)))
  await test.step(`${row.path}, by a link`, async () => {
    await page.goto(row.from)
    await row.showLink?.(page)
    const link = page.locator(`a[href="${row.path}"]`).first()
    await expect(link).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectCalls(page, [...(row.isSamePage ? [] : [ME]), ...row.together], later, async () => {
      await link.press('Enter')
      await page.waitForURL((url) => url.pathname + url.search === row.path)
    })
  })
}

test('staff: every page begins all its calls at once, however it is opened', async ({ browser, portal }) => {
  test.slow()
  const shown = await world(portal)
  const roles = ['recruiter', 'approver', 'administrator', 'auditor'] as const
  for (const role of roles) {
    const { page, visitor, quiet } = await deskOf(portal, browser, role)
    for (const row of pagesOf(shown).filter(({ role: whose = 'recruiter' }) => whose === role))
      await expectNoWaterfall(page, row)
    if (role === 'recruiter') {
      const search = { by: 'phone', text: '0733 111 222', born: '' }
      const { found } = good(await visitor.post('/api/staff/support/search/', search))
      await expectNoWaterfall(page, {
        path: `/staff/support/people/${found[0].handle}`,
        from: '/staff/support',
        showLink: findPeople,
        together: ['GET /api/staff/support/people/{handle}/'],
      })
    }
    quiet()
    await page.context().close()
  }
})
