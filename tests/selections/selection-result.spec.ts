import { inEveryAppearance } from '../support/appearances.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { BALAMBALA, sendCrowd, type SentPerson, WAJIR } from '../support/sent-crowd.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// The public page of a selection's result. 5 people of Garissa Township, 1 of Balambala and 9 of Wajir
// North compete for the seats of their wards.

/** The seats of each ward: Waberi in Garissa Township, a ward of Balambala, a ward of Wajir North. */
const SEATS = [
  { place: 'ward:131', seats: 2 },
  { place: 'ward:135', seats: 3 },
  { place: 'ward:161', seats: 1 },
]
const crowd = (count: number, over: Partial<SentPerson>) => Array.from({ length: count }, () => over)

test('a result by constituency: units, counties on the map, shortfalls and files; also without script (selection#selection-unit)', async ({
  page,
  browser,
  portal,
}) => {
  const job = await jobForSelection(portal, await jobStaff(portal), { unit: 'constituency', seats: SEATS })
  await sendCrowd(portal, job, ...crowd(1, BALAMBALA), ...crowd(9, WAJIR))
  await drawSelection(portal, job)
  await publishSelection(portal, job)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.url })
  const plain = await context.newPage()
  await plain.goto(`/selections/${job}`)
  await expect(plain.getByText('4 of 6 seats filled from 15 people.')).toBeVisible()
  const rows = plain.getByRole('table', { name: 'The result of each unit' }).getByRole('row')
  await expect(rows).toHaveText([
    /^Where/,
    // The numbers after the place: 3 seats, 1 filled, 1 person, and 10 points of the last selected person.
    /^Balambala Garissa31110$/,
    /^Garissa Township Garissa22510$/,
    /^Wajir North Wajir11910$/,
  ])
  await expect(plain.getByRole('row', { name: 'Garissa 5 6 1.2' })).toBeVisible()
  await expect(plain.getByRole('row', { name: 'Wajir 1 9 9.0' })).toBeVisible()
  await expect(plain.getByRole('list', { name: 'People for each seat' })).toHaveText(/below 2.*from 5$/)
  await expect(plain.getByText('Balambala had 3 seats, but only 1 person.')).toBeVisible()
  await plain.getByRole('link', { name: 'Wajir North' }).click()
  await expect(plain.getByText('1 of 1 seats filled from 9 people')).toBeVisible()
  const file = await plain.request.get(
    (await plain.getByRole('link', { name: /jsonl$/ }).getAttribute('href')) ?? '',
  )
  expect((await file.text()).trim().split('\n')).toHaveLength(9)
  await context.close()

  await page.goto(`/selections/${job}`)
  const map = page.getByAltText('Map of the counties')
  await map.scrollIntoViewIfNeeded()
  await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await inEveryAppearance(page, 'a result by constituency')
  // The result prints on one page.
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.goto(`/sw/selections/${job}`)
  await expect(page.getByRole('list', { name: 'Watu kwa kila kiti' })).toBeVisible()
  await expectAccessible(page, 'a result in Kiswahili')
})
