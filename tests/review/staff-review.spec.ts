import { REVIEW } from '#contract/review/limits.ts'
import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { sentOnes } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import {
  filtersOf,
  caseTitle as title,
  rowLink as link,
  rows,
  SENT,
  table,
} from '../support/officers-table.ts'

// The table in which officers review applications, by keyboard and by mouse. `table` gives the path of
// the table of a job with `SENT` applications; `filtersOf` reads the table's query from the address.

test('the table by keyboard alone: move, select, open, shortlist, reject with a reason, another stage, next unread, keys off', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  await page.goto(await table(portal))
  await expect(rows(page)).toHaveCount(REVIEW.pageSize)
  const key = (name: string) => page.keyboard.press(name)
  const reference = async (row: number) => (await link(page, row).textContent()) ?? ''

  await key('j')
  await expect(link(page, 0)).toBeFocused()
  await key('j')
  await key('ArrowDown')
  await expect(link(page, 2)).toBeFocused()
  await key('k')
  await key('ArrowUp')
  await expect(link(page, 0)).toBeFocused()
  // Tab reaches only one row of the table at a time.
  await expect(page.locator('.review-open[tabindex="0"]')).toHaveCount(1)
  await key('End')
  await expect(link(page, REVIEW.pageSize - 1)).toBeFocused()
  await key('j')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`51–100 of ${SENT}`)
  await expect(link(page, 0)).toBeFocused()
  await key('k')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`1–50 of ${SENT}`)
  await expect(link(page, REVIEW.pageSize - 1)).toBeFocused()
  await key('Home')

  // The name in an opened application has the focus. The key J opens the next application, and Escape returns
  // to the row.
  await key('Enter')
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveText(await reference(0))
  await expect(page.getByRole('heading', { name: 'Work experience' })).toBeVisible()
  await inEveryAppearance(page, 'an application is open')
  await key('j')
  await expect(title(page)).toHaveText(await reference(1))
  await expect(title(page)).toBeFocused()
  await expect.poll(() => Number(filtersOf(page).get('open'))).toBeGreaterThan(0)
  await key('Escape')
  await expect(page.locator('.review-case')).toHaveCount(0)
  await expect(link(page, 1)).toBeFocused()
  await page.goBack()
  await expect(page.locator('.review-case')).toBeVisible()
  await page.goForward()
  await expect(page.locator('.review-case')).toHaveCount(0)

  // After two applications were opened, their rows are no longer new. The number of unread ones is two lower,
  // even after a reload.
  await expect(page.locator('.review-table tr.new')).toHaveCount(REVIEW.pageSize - 2)
  const toRead = page.getByRole('link', { name: `${SENT - 2} not read by you` })
  await expect(toRead).toBeVisible()
  await page.reload()
  await expect(page.locator('.review-table tr.new')).toHaveCount(REVIEW.pageSize - 2)
  await toRead.press('Enter')
  await expect(page.getByRole('button', { name: 'Stage: not read by you', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${SENT - 2}`)

  // Applications that are on no decision list yet, so that each can be put on any list.
  await page.goto(`${new URL(page.url()).pathname}?stage=received&list=0`)
  await expect(rows(page)).toHaveCount(REVIEW.pageSize)
  await key('j')
  await key('x')
  await key('j')
  await key('x')
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('2 selected')
  await expectAccessible(page, 'two are selected')
  await key('s')
  const outcome = page.locator('.review-outcome')
  await expect(outcome).toContainText(/On your list “.+”: 2 added/)
  await expect(outcome.getByRole('link')).toHaveAttribute('href', /\/staff\/decisions\/\d+$/)
  await expect(page.getByRole('region', { name: 'Selected' })).toHaveCount(0)
  await expect(page.locator('.review-open:focus')).toHaveCount(1)
  await expect(rows(page).nth(0)).toContainText('on a list to Shortlisted')
  await outcome.getByRole('button', { name: 'Take them off again' }).press('Enter')
  await expect(outcome).toContainText('2 applications taken off')
  await expect(rows(page).nth(0)).not.toContainText('on a list')

  await link(page, 2).focus()
  await key('Enter')
  await expect(title(page)).toBeFocused()
  await key('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Put on your list' }).press('Enter')
  await expect(dialog).toContainText('Give a reason. The applicant reads it.')
  await expectAccessible(page, 'rejecting without a reason')
  // In this field, letters are text and not shortcut keys of the table.
  await page.keyboard.type('No Kenya Certificate: j k x s ?')
  await key('Control+Enter')
  await expect(outcome).toContainText('1 added')
  await expect(title(page)).toHaveText(await reference(2))
  await expect(page.locator('.review-case footer')).toContainText('On a list to Rejected')
  await key('s')
  await expect(outcome).toContainText('is already on a list to Rejected')

  await key('n')
  await expect(title(page)).toHaveText(await reference(3))
  await key('l')
  await dialog.getByRole('radio', { name: 'Long list' }).focus()
  await key('Space')
  await dialog.getByRole('button', { name: 'Put on your list' }).press('Enter')
  await expect(outcome).toContainText('1 added')
  await expect(page.locator('.review-case footer')).toContainText('On a list to Long list')

  await key('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(await reference(5))
  await key('Enter')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  // The focused button has disappeared, and the focus is on another element of the page.
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await expect(page.locator('.review-page :focus')).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${SENT}`)

  await link(page, 0).focus()
  await key('?')
  await expect(dialog.getByRole('heading', { name: 'Keys' })).toBeVisible()
  await inEveryAppearance(page, 'the keys')
  await dialog.getByRole('checkbox').press('Space')
  await key('Escape')
  await expect(link(page, 0)).toBeFocused()
  await key('j')
  await expect(link(page, 0)).toBeFocused()
  await key('ArrowDown')
  await expect(link(page, 1)).toBeFocused()
  await page.reload()
  await expect(page.getByText('Keys are off')).toBeVisible()
  quiet()
})

test('a mouse opens an application by any place of its row, and neither by its box nor by words that are marked', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  await page.goto(await table(portal))
  const reference = async (row: number) => (await link(page, row).textContent()) ?? ''
  const stage = (row: number) => rows(page).nth(row).locator('.column-stage')
  await rows(page).nth(1).getByRole('checkbox').click()
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('1 selected')
  const words = await stage(2).boundingBox()
  if (!words) throw new Error('no cell')
  const middle = words.y + words.height / 2
  await page.mouse.move(words.x + 24, middle)
  await page.mouse.down()
  await page.mouse.move(words.x + 70, middle, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(page.locator('.review-case')).toHaveCount(0)
  await stage(3).click()
  await expect(title(page)).toHaveText(await reference(3))
  await link(page, 4).click()
  await expect(title(page)).toHaveText(await reference(4))
  // The link of a row covers the whole row, but no other row and no part of an opened application.
  const covered = await page.evaluate(
    () =>
      [...document.querySelectorAll('.review-table tbody td, .review-case a, .review-case button')].filter(
        (part) => {
          const box = part.getBoundingClientRect()
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          return top !== null && !part.contains(top) && top.closest('.review-open') !== null
        },
      ).length,
  )
  expect(covered).toBe(0)
  quiet()
})

test('the address has filters, order, columns and views; all that match are moved by their number', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  const path = await table(portal)
  // The data for the page's head arrives after the rows.
  let releaseHead: () => void = () => {}
  const late = new Promise<void>((resolve) => (releaseHead = resolve))
  await page.route('**/review/', (route) => late.then(() => route.continue()))
  await page.goto(path)
  await expect(rows(page)).toHaveCount(REVIEW.pageSize)
  const chip = (name: string) => page.locator('.review-tools').getByRole('button', { name, exact: true })
  const top = async () => (await page.getByRole('table', { name: 'Applications' }).boundingBox())?.y
  const unfiltered = await top()
  releaseHead()
  await expect(page.getByText('days left')).toBeVisible()
  expect(await top(), 'when the head of the page comes after the rows').toBe(unfiltered)
  await page.getByRole('link', { name: 'Skip to the applications' }).press('Enter')
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  await chip('Qualification').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Qualification' })).toBeVisible()
  await expectAccessible(page, 'the panel of qualifications')
  await page.keyboard.press('Escape')
  await expect(chip('Qualification')).toBeFocused()
  await chip('Qualification').press('Enter')
  await page.getByLabel('Highest level at least').selectOption({ index: 3 })
  await page.getByLabel('Year of the highest level from').fill('1990')
  await page.keyboard.press('Enter')
  await expect.poll(() => filtersOf(page).get('year')).toBe('1990-')
  await chip('Stage').press('Enter')
  await page.getByRole('checkbox', { name: /^Received \d+$/ }).press('Space')
  await expect.poll(() => filtersOf(page).get('stage')).toBe('received')
  await expect(page.getByRole('status').filter({ hasText: /^Applications 1–\d+ of \d+$/ })).toBeAttached()
  await expect(page.getByRole('checkbox', { name: /^Received/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Stage: Received/ })).toBeFocused()
  await expect(page.getByRole('link', { name: /not read by you$/ })).toHaveAttribute(
    'href',
    /stage=received&unread=me/,
  )
  await inEveryAppearance(page, 'filtered')
  // The area of the filters has grown, but the table has not moved.
  expect(await top()).toBe(unfiltered)

  await page.getByRole('columnheader', { name: 'County' }).getByRole('button').press('Enter')
  await expect(page.getByRole('columnheader', { name: 'County' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.locator('.review-scroll.is-waiting')).toHaveCount(0)
  const counties = await page.locator('td.c-county').allTextContents()
  expect(counties).toEqual(counties.toSorted())
  await page.getByRole('columnheader', { name: 'Years' }).getByRole('button').press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Years' })).toHaveAttribute('aria-sort', 'ascending')
  const arrows = page.getByRole('columnheader', { name: 'Years' })
  await expect(arrows.locator('.is-up')).toHaveCSS('opacity', '1')
  await expect(arrows.locator('.is-down')).toHaveCSS('opacity', '0')
  expect((await arrows.locator('.is-up').boundingBox())?.y).toBeLessThan(
    (await arrows.locator('.is-down').boundingBox())?.y ?? 0,
  )
  await expect(page.getByRole('columnheader', { name: 'Reference' }).locator('.review-sort')).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'Years' }).getByRole('button').press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Years' })).toHaveAttribute('aria-sort', 'descending')
  // The table shows the old rows until the rows in the new order have arrived.
  await expect(page.locator('.review-scroll.is-waiting')).toHaveCount(0)
  const worked = (await page.locator('td.c-experience').allTextContents()).map(Number)
  expect(worked).toEqual(worked.toSorted((left, right) => right - left))

  await chip('Columns').press('Enter')
  await page.getByRole('checkbox', { name: 'Ward' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Ward' })).toBeVisible()
  const shared = page.url()
  await chip('Views').press('Enter')
  await page.getByLabel('Save what is shown now under a name').fill('Unread with a diploma')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Views' })).toHaveCount(0)
  // The chosen columns belong to the officer, and the filters to the saved view.
  await page.goto(path)
  await expect(page.getByRole('columnheader', { name: 'Ward' })).toBeVisible()
  await chip('Views').press('Enter')
  await expectAccessible(page, 'the saved views')
  await page.getByRole('link', { name: 'Unread with a diploma' }).press('Enter')
  await expect.poll(() => filtersOf(page).get('sort')).toBe('experience')
  await expect(rows(page).first()).toBeVisible()
  await chip('Views').press('Enter')
  await page.getByRole('button', { name: 'Delete Unread with a diploma' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Unread with a diploma' })).toHaveCount(0)

  // Another officer sees the same table at this address.
  const other = await officerPage(portal, browser, 'auditor')
  await other.page.goto(shared)
  await expect(rows(other.page).first()).toContainText((await link(page, 0).textContent()) ?? '-')
  await expect(other.page.getByRole('columnheader', { name: 'Ward' })).toBeVisible()
  other.quiet()

  await page.goto(`${path}?stage=screening,long_list`)
  const count = Number(
    /of (\d+)/.exec((await page.getByRole('navigation', { name: 'Pages' }).textContent()) ?? '')?.[1],
  )
  expect(count).toBeGreaterThan(2)
  await page.getByLabel('Select all on this page').press('Space')
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText(`${count} selected`)
  await page.goto(path)
  await page.getByLabel('Select all on this page').press('Space')
  await page.getByRole('button', { name: `Select all ${SENT} that match` }).press('Enter')
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText(`All ${SENT} that match`)
  // If one application is deselected, the others on the page stay selected.
  const lastBox = page.locator('tbody').getByRole('checkbox').last()
  await lastBox.press('Space')
  await expect(lastBox).not.toBeChecked()
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText(/^(?!All).*\d+ selected/)
  await lastBox.press('Space')
  await page.getByRole('button', { name: `Select all ${SENT} that match` }).press('Enter')
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog')).toContainText(`all ${SENT} that match`)
  await inEveryAppearance(page, 'all that match')
  // Simulate one more application that has arrived meanwhile. Nothing is moved, and the dialog says why.
  let sent: unknown
  await page.route('**/move/', async (route) => {
    sent = route.request().postDataJSON()
    await route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), expected: SENT - 1 }),
    })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Put on your list' }).click()
  await expect(page.getByRole('dialog')).toContainText(`has changed to ${SENT}`)
  expect(sent).toMatchObject({ filter: {}, expected: SENT, to_stage: 'shortlisted' })
  await page.unroute('**/move/')
  await page.getByRole('dialog').getByRole('button', { name: 'Put on your list' }).click()
  await expect(page.locator('.review-outcome')).toContainText(
    /\d+ added\. \d+ applications? (?:was|were) left out: /,
  )
  quiet()
})

test('nine presses of the mouse: from the start page, all that match two filters are rejected and proposed', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Ballot Box Painter' })
  await sentOnes(portal, job, 60)
  await sentOnes(portal, job, 3, { county: 1, constituency: 1, ward: 1 })
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  let presses = 0
  const click = async (what: Locator) => {
    presses += 1
    await what.click()
  }
  await page.goto('/staff')
  await click(page.getByRole('link', { name: 'Jobs', exact: true }))
  await page.getByLabel('Title or reference').fill('Ballot Box Painter')
  await page.keyboard.press('Enter')
  await click(page.getByRole('link', { name: '63 sent for Ballot Box Painter' }))
  const top = async () => (await page.getByRole('table', { name: 'Applications' }).boundingBox())?.y
  await click(page.getByRole('button', { name: 'Area', exact: true }))
  const before = await top()
  await click(page.getByRole('checkbox', { name: 'Nairobi City 60' }))
  await click(page.getByRole('button', { name: 'Documents', exact: true }))
  await click(page.getByRole('checkbox', { name: 'Neither of the two' }))
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–50 of 60')
  expect(await top()).toBe(before)
  await click(page.getByRole('button', { name: 'Select all 60' }))
  await click(page.getByRole('button', { name: 'Reject with reason' }))
  await page.getByLabel('Reason').fill('The notice asks for a CV')
  await click(page.getByRole('button', { name: 'Propose now' }))
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await expect(page.getByText('Waits for a second person.')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(9)

  // A decision list that lacks some of the chosen applications is not proposed at once.
  await page.goto(`/staff/jobs/${job}/applications`)
  await page.getByRole('button', { name: 'Select all 63' }).click()
  await page.keyboard.press('r')
  await page.getByLabel('Reason').fill('Too late')
  await page.getByRole('button', { name: 'Propose now' }).click()
  await expect(page.getByText('3 added. 60 applications were left out')).toContainText('Not proposed yet.')
  await expect(page.getByRole('button', { name: 'Propose to reject 3 applications' })).toBeVisible()
  quiet()
})
