import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as base } from '@playwright/test'
import { builtPages } from '../../server/app.ts'
import { alive, newEmail, register } from '../support/browser.ts'
import { openPortal, type Portal } from '../support/portal.ts'

/**
 * A portal whose captcha is Turnstile instead of its own. The test replaces both parts of Turnstile: the
 * script in the page, and the service that checks a solution. `checks`: the requests that the service
 * received.
 */
const test = base.extend<object, { portal: Portal; checks: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
  checks: [({}, use) => use([]), { scope: 'worker' }],
  portal: [
    async ({ checks }, use) => {
      const provider = http.createServer((request, response) => {
        let body = ''
        request.on('data', (chunk) => (body += chunk))
        request.on('end', () => {
          checks.push(body)
          response.setHeader('content-type', 'application/json')
          response.end(
            JSON.stringify({ success: new URLSearchParams(body).get('response') === 'solved by a person' }),
          )
        })
      })
      await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
      const portal = await openPortal({
        app: { pages: builtPages },
        config: {
          CAPTCHA_PROVIDER: 'turnstile',
          CAPTCHA_SITE_KEY: 'site',
          CAPTCHA_SECRET: 'secret',
          CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
        },
      })
      await use(portal)
      await portal.close()
      provider.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
})

/**
 * The script of Turnstile in the page: pressing its button solves the captcha. Like the real one, it refuses
 * `ready` if its script was loaded asynchronously.
 */
const WIDGET = `const isAsync = document.currentScript.async; window.turnstile = { ready(callback) { if (isAsync) throw new Error('Remove async'); callback() }, render(place, options) { const box = document.createElement('button'); box.type = 'button'; box.textContent = 'I am human'
  box.onclick = () => options.callback('solved by a person'); place.append(box) } }`

test('A19: the operator may choose another captcha, which is let in on /register alone', async ({
  page,
  checks,
}) => {
  checks.length = 0
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: WIDGET }),
  )
  await page.goto('/login')
  await alive(page)
  await page.getByRole('link', { name: 'Create a free account' }).click()
  // The browser loads /register itself, as only that page's content policy allows the other captcha.
  await page.waitForFunction(
    () => new URL(performance.getEntriesByType('navigation')[0]?.name ?? '').pathname === '/register',
  )
  await register(
    page,
    newEmail(),
    async (part) => {
      if (part === 'Check and create') expect(checks).toEqual([])
    },
    () => page.getByRole('button', { name: 'I am human' }).click(),
  )
  await expect(page.getByRole('dialog')).toContainText('Registration successful!')
  expect(checks[0]).toContain('secret=secret')
})

test('with another captcha, /register/ with a last slash is loaded only once', async ({ page }) => {
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: WIDGET }),
  )
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  await page.goto('/register/')
  await alive(page)
  await page.getByLabel('First name').fill('achieng')
  await expect(page.getByText(/^Kept in this tab [^a]/)).toBeVisible()
  expect(loads).toBe(1)
})

test('C10: when the provider is away our own proof of work takes its place; where no worker starts, the page does it and stays responsive', async ({
  page,
  portal,
}) => {
  await page.route('https://challenges.cloudflare.com/**', (route) => route.abort())
  let refused = 0
  await page.route('**/assets/worker-*.js', (route) => {
    refused++
    return route.abort()
  })
  const { captcha } = portal.deps.config
  const verifyUrl = captcha.verifyUrl
  captcha.verifyUrl = 'http://127.0.0.1:9/'
  let turns = 0
  await page.exposeFunction('turn', () => void turns++)
  await register(page, newEmail(), async (part) => {
    // The page counts a turn every 20 ms. It could not if a computation blocked it.
    if (part === 'Your password')
      await page.evaluate(
        () => void setInterval(() => (window as unknown as { turn: () => void }).turn(), 20),
      )
    // The server may reach the provider although this browser does not. Then it refuses our proof of work.
    if (part === 'Check and create')
      await expect(page.getByText('switch off blockers of scripts for this page')).toBeVisible()
  })
  expect(refused).toBeGreaterThan(0)
  expect(turns).toBeGreaterThan(5)
  await expect(page.getByRole('dialog')).toContainText('Registration successful!')
  captcha.verifyUrl = verifyUrl
})
