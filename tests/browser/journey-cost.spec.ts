import { openJob } from '../support/applying.ts'
import { expect, test } from '../support/browser.ts'
import { costOf, JOURNEY_LIMITS, walkWholeJourney } from '../support/journey-cost.ts'

// The cost of a whole application for a person: received bytes, requests and typed keys, summed over its
// stages.

test('from the home page to the receipt: at most 290 KB, 75 requests and 300 keys, 265 with a password manager', async ({
  browser,
  portal,
}) => {
  const stages = await walkWholeJourney(browser, portal, await openJob(portal))
  const cost = costOf(stages)
  const table = stages
    .map(({ name, down, requests, keys }) => `${name}: ${down} B, ${requests} requests, ${keys} keys`)
    .join('\n')
  expect(cost.bytes, 'something was counted').toBeGreaterThan(100_000)
  for (const [name, limit] of Object.entries(JOURNEY_LIMITS) as [keyof typeof cost, number][])
    expect(cost[name], `${name}\n${table}`).toBeLessThanOrEqual(limit)
})
