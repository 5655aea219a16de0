import { openJob } from '../support/applying.ts'
import { test } from '../support/browser.ts'
import { walkWholeJourney } from '../support/journey-cost.ts'

test('from the home page to the receipt', async ({ browser, portal }) => {
  const job = await openJob(portal)
  const stages = await walkWholeJourney(browser, portal, job)
  for (const { name, down, up, requests, keys, paths } of stages) {
    console.log(name, down, up, requests, keys)
    if (process.env.PATHS) console.log(paths.map((path) => `   ${path}`).join('\n'))
  }
  const sum = (of: 'down' | 'up' | 'requests' | 'keys') =>
    stages.reduce((total, stage) => total + stage[of], 0)
  console.log(sum('down'), sum('up'), sum('requests'), sum('keys'))
})
