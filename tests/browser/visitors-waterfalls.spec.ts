import { openJob } from '../support/applying.ts'
import { expect, test } from '../support/browser.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { addressesWithout, knownPages } from '../support/pages-of-routes.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { jobStaff } from '../support/staff-jobs.ts'
import { expectNoneByAddress, type OpenedPage, watchCalls } from '../support/waterfalls.ts'

// The server draws visitors' pages with all they show. So in the browser they make no API call, except those
// listed here. `tests/pages/loader-calls.test.ts` has the calls that the server makes for them.

const CSRF = 'GET /api/csrf/'

/** The ids of an open job and of one with a published selection. */
type Jobs = { job: number; drawn: number }
type VisitorsPage = [path: string, calls?: string[], later?: OpenedPage['later']]

/** The later calls of a page that sends this call, which changes something, as soon as it is open. */
const afterToken = (call: string): OpenedPage['later'] => [
  [call, CSRF, 'a call that changes something needs the token'],
]

/** The pages of people who are not logged in, with the API calls that each makes at once. */
const pagesOf = ({ job, drawn }: Jobs): VisitorsPage[] => [
  ['/'],
  ['/jobs'],
  [`/jobs/${job}`],
  ['/login'],
  ['/register'],
  ['/forgot-password'],
  ['/verify-email'],
  ['/verify-email/x', [CSRF], afterToken('POST /api/verify-email/x/')],
  ['/not-me/x'],
  ['/confirm-email/x'],
  ['/undo-email/x'],
  ['/newsletter/confirm/x'],
  ['/newsletter/stop/x'],
  ['/api-docs'],
  ['/transparency'],
  ['/verify'],
  ['/status'],
  ['/selections'],
  ['/selections/sample'],
  [`/selections/${drawn}`],
  [`/selections/${drawn}/results/1/1`],
  ['/about'],
  ['/services'],
  ['/resources'],
  ['/resources/data'],
  ['/contact'],
  ['/complaints'],
  ['/privacy'],
  ['/terms'],
  ['/staff/login'],
  ['/staff/join/x', [CSRF], afterToken('POST /api/staff/invitation/')],
]

test('pages of visitors wait for no call', async ({ page, portal }) => {
  const drawn = await jobForSelection(portal, await jobStaff(portal))
  await drawSelection(portal, drawn)
  await publishSelection(portal, drawn)
  const { id: job } = await openJob(portal)
  const watched = await watchCalls(page)
  for (const [path, own = [], later = []] of pagesOf({ job, drawn })) {
    const opened = { path, from: '/', link: () => page.locator('a'), heading: /./, calls: own, later }
    await test.step(path, () => expectNoneByAddress(watched, opened))
  }
})

test('every page of visitors is tested', () => {
  const isForMembers = /^\/(?:staff(?!\/login|\/join)|dashboard|apply|security-setup)\b/
  const own = knownPages.filter(({ address }) => !isForMembers.test(address))
  expect(own.length).toBeGreaterThan(25)
  expect(
    addressesWithout(
      pagesOf({ job: 0, drawn: 0 }).map(([path]) => path),
      own,
    ),
  ).toEqual([])
})
