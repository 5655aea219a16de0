import { expect, test } from '../support/browser.ts'
import { FORM_LIMITS, timeForm } from '../support/opened-form.ts'

test('the form is ready soon after the tap on a poor phone, with at most eight requests', async ({
  browser,
  portal,
}) => {
  const { ms, requests } = await timeForm(browser, portal)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(FORM_LIMITS.requests)
  // Other tests run beside this one: `npm run bench -- bytes` holds the limit alone.
  expect(ms).toBeLessThanOrEqual(2 * FORM_LIMITS.ms)
})
