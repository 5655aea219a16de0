import type { Page } from '@playwright/test'
import type { StaffRole } from '#contract/staff/rights.ts'
import { sql } from '../../server/database/connect.ts'
import { member } from '../support/accounts.ts'
import { expect, test } from '../support/browser.ts'
import { decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { messageStaff } from '../support/messages.ts'
import { officerPage } from '../support/officer-page.ts'
import { addressesWithout, knownPages } from '../support/pages-of-routes.ts'
import { A_TUESDAY, type Portal } from '../support/portal.ts'
import { selected } from '../support/selected.ts'
import { SHOWN } from '../support/held-calls.ts'
import {
  expectNoneByAddress,
  expectNoWaterfall,
  expectNoWaterfalls,
  goWithin,
  type OpenedPage,
  type Watched,
  watchCalls,
} from '../support/waterfalls.ts'

// An officers' page starts all its API calls at once: no call waits for another's answer, except those listed
// here with a reason. `expectNoWaterfalls` holds all answers, and lets them come call after call.

const ME = 'GET /api/staff/me/'
const START = 'GET /api/staff/start/'
const JOB = 'GET /api/staff/jobs/{id}/'
const ROWS = 'GET /api/staff/jobs/{id}/applications/'
const HEAD = 'GET /api/staff/jobs/{id}/review/'
const RULE = 'GET /api/staff/jobs/{id}/selection-rule/'
const LIST = 'GET /api/staff/decisions/{id}/'
const MESSAGE = 'GET /api/staff/messages/{id}/'

const linkTo = (path: string) => (page: Page) => page.locator(`a[href="${path}"]`).first()

type StaffPage = OpenedPage & { atStart?: string[] }

/** A page with these calls and the one for the logged-in officer. `from`: the page that links to it. */
const opened = (
  path: string,
  from: string,
  calls: string[],
  later: NonNullable<OpenedPage['later']> = [],
): OpenedPage => ({ path, from, link: linkTo(path), heading: /./, calls: [ME, ...calls], later })

/** A page that links to itself with another query. `atStart`: the calls of its first opening only. */
const sameOpened = (path: string, from: string, calls: string[], atStart = [ME]): StaffPage => ({
  ...opened(path, from, []),
  calls,
  atStart,
})

/** The ids that the tests use: of a job, of a closed job with a selection, a decision list and a message. */
type World = { job: number; drawn: number; list: number; message: number }

/** The pages that a recruiter opens, with the calls that each needs. */
const recruiterPages = ({ job, drawn, list, message }: World): StaffPage[] => {
  const ofJob = `/staff/jobs/${job}`
  const ofDrawn = `/staff/jobs/${drawn}`
  const decisions = `/staff/decisions?job=${job}`
  return [
    opened(
      '/staff',
      '/staff/jobs',
      [START],
      [['GET /api/staff/now/', SHOWN, 'the part that loads it again and again is drawn for some roles only']],
    ),
    opened('/staff/jobs', '/staff', ['GET /api/staff/jobs/']),
    sameOpened('/staff/jobs?state=published', '/staff/jobs', ['GET /api/staff/jobs/']),
    opened(ofJob, '/staff/jobs', [JOB, 'GET /api/staff/reference-data/']),
    opened(`${ofJob}/applications`, ofJob, [HEAD, ROWS]),
    opened(`${ofJob}/shares`, ofJob, ['GET /api/staff/jobs/{id}/shares/']),
    opened(`${ofJob}/selection-rule`, ofJob, [
      RULE,
      'GET /api/counties/',
      'GET /api/constituencies/',
      'GET /api/wards/',
    ]),
    opened(`${ofDrawn}/selection`, ofDrawn, [
      RULE,
      'GET /api/staff/jobs/{id}/selection/',
      'GET /api/staff/jobs/{id}/selection/outcome/',
    ]),
    opened(`${ofDrawn}/selection/documents?show=open`, `${ofDrawn}/selection`, [
      'GET /api/staff/jobs/{id}/selection/checks/',
      'GET /api/staff/jobs/{id}/selection/changes/',
    ]),
    opened(`${ofJob}/messages`, ofJob, [
      HEAD,
      'GET /api/staff/jobs/{id}/messages/',
      'GET /api/staff/templates/',
    ]),
    opened(`/staff/messages/${message}`, `${ofJob}/messages`, [MESSAGE]),
    opened(`${ofJob}/exports`, ofJob, ['GET /api/staff/jobs/{id}/exports/']),
    opened(`${ofJob}/published-list`, ofJob, ['GET /api/staff/jobs/{id}/published-list/']),
    opened(`${ofJob}/reports`, ofJob, ['GET /api/staff/jobs/{id}/reports/']),
    opened('/staff/reports', '/staff', ['GET /api/staff/reports/']),
    opened('/staff/last-hour', '/staff', ['GET /api/staff/last-hour/', 'GET /api/status/']),
    opened('/staff/decisions', '/staff', ['GET /api/staff/decisions/']),
    opened(decisions, ofJob, ['GET /api/staff/decisions/', JOB]),
    opened(
      `/staff/decisions/${list}`,
      decisions,
      [LIST],
      [[ROWS, LIST, 'only the list tells of which job it is']],
    ),
    opened('/staff/reference-data', '/staff', ['GET /api/staff/reference-data/']),
    sameOpened(
      '/staff/reference-data?list=places&county=47',
      '/staff/reference-data?list=places',
      ['GET /api/staff/reference-data/places/'],
      [ME, 'GET /api/staff/reference-data/'],
    ),
    opened('/staff/support', '/staff', []),
    opened('/staff/account', '/staff', ['GET /api/staff/sessions/']),
  ]
}

const OTHER_PAGES: [StaffRole, OpenedPage][] = [
  ['recruiter', opened('/staff/corrections', '/staff', ['GET /api/staff/corrections/'])],
  ['recruiter', opened('/staff/retention', '/staff', ['GET /api/staff/retention/'])],
  ['approver', opened('/staff/names', '/staff', ['GET /api/staff/lifts/'])],
  [
    'administrator',
    opened(
      '/staff/people',
      '/staff',
      ['GET /api/staff/people/', 'GET /api/staff/appointments/'],
      [['GET /api/counties/', SHOWN, 'the choices of a form that only administrators have']],
    ),
  ],
  [
    'auditor',
    opened('/staff/audit-log', '/staff', [
      'GET /api/staff/audit-log/',
      'GET /api/staff/alarms/',
      'GET /api/staff/log/check/',
    ]),
  ],
]

/** For the names of the tests, which are known before the data. */
const NO_WORLD: World = { job: 0, drawn: 0, list: 0, message: 0 }

/** A job with applications, a list and a message, and a closed job. A request to see names waits. */
async function createWorld(portal: Portal): Promise<World> {
  const [staff, messages] = [await decisionStaff(portal), await messageStaff(portal)]
  const job = await staff.job({ title: 'Voter Educator', expiry_date: '2026-12-03' })
  const applications = await sentOnes(portal, job, 3)
  const list = await staff.drafted(job, 'long_list', applications.slice(0, 2))
  const { id: message } = good(
    await messages.send(job, { applications: applications.slice(0, 1), expected: 1 }),
  )
  const reason = 'A complaint names somebody'
  good(await staff.author.visitor.post(`/api/staff/jobs/${job}/lift-blind/`, { reason }))
  const drawn = await staff.job()
  await selected(portal, drawn, [90, 80])
  await portal.db.run(sql`update jobs set expiry_date = '2026-01-01' where id = ${drawn}`)
  return { job, drawn, list, message }
}

test.describe('pages of officers ask for all they need at once', () => {
  // The data and the recruiter's browser are made once for all these tests, because they only read pages.
  let world: World
  let recruiter: Awaited<ReturnType<typeof officerPage>>
  let watched: Watched
  test.beforeAll(async ({ browser, portal }) => {
    portal.clock.set(A_TUESDAY)
    world = await createWorld(portal)
    recruiter = await officerPage(portal, browser, 'recruiter')
    watched = await watchCalls(recruiter.page)
  })

  for (const [index, { path }] of recruiterPages(NO_WORLD).entries()) {
    test(path.replace(/\b0\b/, '…'), async () => {
      const page = recruiterPages(world)[index]
      if (page) await expectNoWaterfalls(watched, page, page.atStart ?? [])
      recruiter.quiet()
    })
  }

  for (const [role, page] of OTHER_PAGES) {
    test(page.path, async ({ browser, portal }) => {
      const staff = role === 'recruiter' ? recruiter : await officerPage(portal, browser, role)
      await expectNoWaterfalls(role === 'recruiter' ? watched : await watchCalls(staff.page), page, [])
      staff.quiet()
    })
  }

  test('/staff/support/people/…', async ({ portal }) => {
    const phone = '+254733111222'
    const people = [await member(portal, { phone }), await member(portal, { phone })]
    const { page, visitor, quiet } = recruiter
    const search = { by: 'phone', text: phone, born: '' }
    const { found } = good(await visitor.post('/api/staff/support/search/', search))
    const handle = String(found[people.length - 1].handle)
    const person = opened(`/staff/support/people/${handle}`, '/staff/support', [
      `GET /api/staff/support/people/${handle}/`,
    ])
    await expectNoneByAddress(watched, person)
    await goWithin(watched, person.from)
    await page.getByLabel('Find by').selectOption('Phone number')
    await page.getByLabel('Phone number', { exact: true }).fill(phone)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await person.link(page).waitFor()
    await expectNoWaterfall(watched, person, () => person.link(page).click())
    quiet()
  })

  test('every page of officers is tested', () => {
    // These two are for a person who is not logged in, and visitors' tests have them.
    const outside = ['/staff/login', '/staff/join/:token']
    const own = knownPages.filter(({ address }) => /^\/staff\b/.test(address) && !outside.includes(address))
    expect(own.length).toBeGreaterThan(20)
    const tested = [...recruiterPages(NO_WORLD), ...OTHER_PAGES.map(([, page]) => page)]
    const paths = [...tested.map(({ path }) => path), '/staff/support/people/0']
    expect(addressesWithout(paths, own)).toEqual([])
  })
})
