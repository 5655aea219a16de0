import { expect, test } from '../support/browser.ts'
import { FORM_LIMITS, timeForm } from '../support/opened-form.ts'

// The time from the tap that opens the application form until it can be used.

test('the form is ready soon after the tap on a poor phone, with at most eight requests', async ({
  browser,
  portal,
}) => {
  const { ms, requests } = await timeForm(browser, portal)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(FORM_LIMITS.requests)
  // Twice the limit is allowed, because other tests run at the same time. The limit itself, 2,000 ms, is
  // measured by `npm run bench -- bytes`, which fails above it, while nothing else runs.
  expect(ms).toBeLessThanOrEqual(2 * FORM_LIMITS.ms)
})
