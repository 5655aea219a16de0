import { commitmentOf } from '../../server/selection/seed.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { nextMinute } from '../support/accounts.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { jobForSelection, roundOf } from '../support/ceremony.ts'
import { good } from '../support/decisions.ts'
import { officerPage } from '../support/officer-page.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// The ceremony of a selection. Officers freeze the pool of people. They type dice throws, observers'
// sentences and the value of a public randomness beacon, which together determine the draw. `everyone` is a
// browser of the public.

/** Twenty throws of a ten-sided die, as typed. */
const DICE = '31415 92653 58979 32384'
/** A time just after the job has closed. */
const CLOSED = new Date('2026-12-04T09:00:00Z')
const PHONE = { viewport: { width: 360, height: 740 } }

test('a selection from the pool to the lists, by two officers; everyone follows it on its page', async ({
  browser,
  page: everyone,
  portal,
}) => {
  const job = await jobForSelection(portal, await jobStaff(portal))
  portal.clock.set(CLOSED)
  // Officers log in again, because the clock has moved so far that sessions end.
  const officerPages = async () =>
    [
      await officerPage(portal, browser, 'recruiter'),
      await officerPage(portal, browser, 'approver', PHONE),
    ] as const
  let [first, second] = await officerPages()
  const address = `/staff/jobs/${job}/selection`

  await first.page.goto(`/staff/jobs/${job}`)
  await first.page.getByRole('link', { name: 'Selection', exact: true }).click()
  await expect(first.page.getByRole('heading', { name: 'Freeze the pool' })).toBeVisible()
  await first.page.getByRole('button', { name: 'Propose to freeze the pool' }).click()
  await expect(first.page.getByRole('alert')).toContainText('at least 24 hours after')
  await first.page.getByLabel('Day', { exact: true }).fill('2026-12-05')
  await first.page.getByLabel('Hour in Nairobi').fill('18:00')
  await first.page.getByRole('button', { name: 'Add an observer' }).click()
  await first.page.getByLabel('Name').fill('Law Society')
  await first.page.getByLabel('Commitment').fill('abc')
  await first.page.getByRole('button', { name: 'Propose to freeze the pool' }).click()
  await expect(first.page.getByRole('alert')).toContainText('A commitment has 64 digits')
  await inEveryAppearance(first.page, 'a pool to freeze')
  // An observer commits to a secret sentence by its hash, and reveals the sentence later.
  await first.page.getByLabel('Commitment').fill(commitmentOf('haki').toString())
  await first.page.getByRole('button', { name: 'Propose to freeze the pool' }).click()
  await expect(first.page.getByText('The portal is putting the pool together')).toBeVisible()
  expect((await everyone.goto(`/selections/${job}`))?.status()).toBe(404)

  await advanceSelections(portal.deps)
  await second.page.goto(address)
  await expect(second.page.getByText('People in the pool')).toBeVisible()
  await inEveryAppearance(second.page, 'a pool that waits for a second person')
  await second.page.getByRole('button', { name: 'Freeze the pool' }).click()
  await expect(second.page.getByRole('status')).toContainText('The pool is frozen')

  await everyone.goto(`/selections/${job}`)
  await expect(everyone.getByText('The pool is fixed.')).toBeVisible()
  await expect(everyone.getByText(/Next in 1 day \d+ hours?\./)).toBeVisible()
  await expect(everyone.getByText('Has not said it yet.')).toBeVisible()
  await inEveryAppearance(everyone, 'a selection before its round')

  // Two officers type the dice throws. The first time, their throws differ.
  await first.page.reload()
  const type = async ({ page }: typeof first, dice: string) => {
    await page.getByLabel('20 throws').fill(dice)
    await page.getByRole('button', { name: 'Type the throws' }).click()
  }
  await type(first, '123')
  await expect(first.page.getByRole('alert')).toContainText('as 20 digits')
  await type(first, DICE)
  await expect(first.page.getByRole('status')).toContainText('A second officer types the same throws.')
  await type(second, DICE.replace('3', '4'))
  await expect(second.page.getByRole('alert')).toContainText('typed different throws')
  await expectAccessible(second.page, 'throws that differ')
  await type(first, DICE)
  await expect(first.page.getByLabel('20 throws')).toHaveValue('')
  await type(second, DICE)
  await expect(second.page.getByRole('status')).toContainText('Both officers typed the same.')
  await second.page.getByLabel('Sentence of Law Society').fill('mvua')
  await second.page.getByRole('button', { name: 'Type the sentence' }).click()
  await second.page.getByRole('link', { name: 'does not match the commitment' }).press('Enter')
  await expect(second.page.getByLabel('Sentence of Law Society')).toBeFocused()
  await second.page.getByLabel('Sentence of Law Society').fill('haki')
  await second.page.getByRole('button', { name: 'Type the sentence' }).click()
  await expect(second.page.getByRole('status')).toContainText('The sentence of Law Society matches.')
  await inEveryAppearance(second.page, 'the ceremony before its round')
  await appendCheckpoint(portal.deps)
  await advanceSelections(portal.deps)

  const { ceremony } = good(await first.visitor.get(`/api/staff/jobs/${job}/selection/`))
  portal.clock.set(new Date(Date.parse(ceremony.round.at) + 5_000))
  // Open the page again, because the portal caches it for some seconds.
  nextMinute()
  await everyone.goto(`/selections/${job}`)
  await expect(everyone.getByText('The portal waits for its number')).toBeVisible()
  await expectAccessible(everyone, 'a selection whose round was made')
  ;[first, second] = await officerPages()
  await first.page.goto(address)
  await first.page.getByLabel('The whole answer').fill('{"round": 1}')
  await first.page.getByRole('button', { name: 'Check the round' }).click()
  await expect(first.page.getByRole('alert')).toContainText('not the whole answer of the beacon')
  await first.page.getByLabel('The whole answer').fill(JSON.stringify(roundOf(ceremony.round.number)))
  await first.page.getByRole('button', { name: 'Check the round' }).click()
  await expect(first.page.getByRole('status')).toContainText('The signature is right.')
  await advanceSelections(portal.deps)

  await first.page.reload()
  await expect(first.page.getByRole('heading', { name: 'The result, run 1' })).toBeVisible()
  await inEveryAppearance(first.page, 'the result of a selection')
  await first.page.getByRole('button', { name: 'Propose the lists' }).click()
  await expect(first.page.getByRole('status')).toContainText('A second person approves each list.')
  const { lists } = good(await first.visitor.get(`/api/staff/jobs/${job}/selection/outcome/`))
  for (const { id } of lists) {
    const { digest } = good(await second.visitor.get(`/api/staff/decisions/${id}/`))
    good(await second.visitor.post(`/api/staff/decisions/${id}/decide/`, { approve: true, digest }))
  }
  // A decision list takes effect ten minutes after its approval.
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await publishResults(portal.deps)

  nextMinute()
  await everyone.goto(`/selections/${job}`)
  await expect(everyone.getByText('The result has taken effect.')).toBeVisible()
  await expect(everyone.getByText('Said: “haki”')).toBeVisible()
  await expect(everyone.getByText('31415 92653 58979 32384')).toBeVisible()
  await inEveryAppearance(everyone, 'a selection with its seed')
  const row = everyone.getByRole('row', { name: /^Garissa 2 2 5/ })
  await expect(row.first()).toBeVisible()
  await expect(everyone.getByAltText('Map of the counties: how many people for each seat')).toBeVisible()
  await expect(everyone.getByText('rule.json', { exact: true })).toBeVisible()
  await everyone.getByRole('link', { name: 'Garissa' }).click()
  await expect(everyone.getByRole('heading', { level: 1 })).toHaveText('Garissa')
  await expect(everyone.getByText('2 of 2 seats filled from 5 people')).toBeVisible()
  await expect(everyone.getByRole('row', { name: '10 5 2' })).toBeVisible()
  await inEveryAppearance(everyone, 'a unit of a result')
  await everyone.goto('/selections')
  await expect(everyone.getByText('The result has taken effect').first()).toBeVisible()
  await everyone.goto(`/sw/selections/${job}/results/1/1`)
  await expectAccessible(everyone, 'a unit of a result in Kiswahili')
  await everyone.goto(`/sw/selections/${job}`)
  await expect(everyone.getByText('Matokeo yameanza kutumika.')).toBeVisible()
  await expectAccessible(everyone, 'a selection in Kiswahili')
  first.quiet()
  second.quiet()
})

test('two officers abandon a selection, and everyone reads why', async ({
  browser,
  page: everyone,
  portal,
}) => {
  const job = await jobForSelection(portal, await jobStaff(portal))
  portal.clock.set(CLOSED)
  const [first, second] = [
    await officerPage(portal, browser, 'recruiter'),
    await officerPage(portal, browser, 'approver', PHONE),
  ]
  const perform = (by: typeof first, name: string, body: object) =>
    by.visitor.post(`/api/staff/jobs/${job}/selection/${name}`, body)
  good(await perform(first, '', { at: '2026-12-05T15:00:00Z', observers: [] }))
  await advanceSelections(portal.deps)
  const { pool_digest: digest } = good(await second.visitor.get(`/api/staff/jobs/${job}/selection/`))
  good(await perform(second, 'approve/', { digest }))

  await first.page.goto(`/staff/jobs/${job}/selection`)
  await first.page.getByRole('button', { name: 'Abandon' }).click()
  await expect(first.page.getByRole('alert')).toContainText('reason')
  await first.page.getByLabel('Reason').fill('The hall had no light')
  await first.page.getByRole('button', { name: 'Abandon' }).click()
  await expect(first.page.getByText('A second officer must agree.').first()).toBeVisible()
  await expectAccessible(first.page, 'abandoning a selection')
  await second.page.goto(`/staff/jobs/${job}/selection`)
  await second.page.getByLabel('Reason').fill('I agree')
  await second.page.getByRole('button', { name: 'Abandon' }).click()
  await expect(second.page.getByRole('status')).toContainText('The selection is abandoned.')
  await everyone.goto(`/selections/${job}`)
  await expect(everyone.getByText(/gave this selection up .* “The hall had no light”/)).toBeVisible()
  await expectAccessible(everyone, 'an abandoned selection')
})
