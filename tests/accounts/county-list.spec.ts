import { sql } from '../../server/database/connect.ts'
import { alive, expect, test } from '../support/browser.ts'

// The test takes a table away, so no other file may use its portal.
test.use({ alone: 'county-list' })

test('J10, S1 §8: if the list of counties fails, the registration opens, with the counties of the file', async ({
  page,
  portal,
}) => {
  await portal.db.run(sql`alter table counties rename to counties_elsewhere`)
  const answer = await page.goto('/register?part=2')
  expect(answer?.status()).toBe(200)
  await alive(page)
  await page.getByRole('combobox', { name: 'County' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(47)
  await portal.db.run(sql`alter table counties_elsewhere rename to counties`)
})
