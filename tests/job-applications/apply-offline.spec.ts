import { alive, expect, expectAccessible, test } from '../support/browser.ts'
import {
  applicant,
  apply,
  expectStep,
  draftOf,
  fillAll,
  fillEducation,
  next,
  openJob,
  saved,
} from '../support/applying.ts'

// Pages without a network. The service worker (sw.js) stores visited pages, but never API answers.
// `drafted` opens the form at a step, with all steps before it complete. `expectStep` waits for the heading
// of a step, `saved` until the server has what was typed.

/** Waits until the service worker has stored this page. */
const untilStored = async (page: import('@playwright/test').Page, path: string) => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(() => page.evaluate(async (stored) => Boolean(await caches.match(stored)), path))
    .toBe(true)
}

test('offline: the wizard opens once visited, is filled in whole, and sends when the network is back', async ({
  page,
  context,
  portal,
}) => {
  const job = await openJob(portal)
  const { id } = await applicant(page, portal)
  await apply(page, job)
  await saved(page)
  await untilStored(page, '/apply')
  await context.setOffline(true)
  await page.goto(`/apply?job=${job.id}`)
  await expectStep(page, 'Personal Details')
  await expect(page.getByText('You are offline. Keep writing')).toBeVisible()
  await next(page)
  await fillEducation(page)
  await page.reload()
  await expectStep(page, 'Education')
  await expect(page.getByLabel('Institution')).toHaveValue('Agoro Sare High School')
  await page.getByRole('button', { name: 'Previous' }).click()
  await fillAll(page)
  await expectAccessible(page, 'review, offline')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await page.getByRole('button', { name: 'Send it when the network is back' }).click()
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  // The phone's battery dies. The phone starts again where it has a network.
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto(`/apply?job=${job.id}`)
  const done = later.getByRole('dialog', { name: 'Application Submitted Successfully!' })
  await expect(done).toContainText((await draftOf(portal, id, job.id))?.reference_number ?? '')
  expect((await draftOf(portal, id, job.id))?.is_completed).toBe(true)
})

test('offline: public pages are shown as last visited, other pages say “You are offline”; T8 no API answer is stored', async ({
  page,
  context,
  portal,
}) => {
  const job = await openJob(portal)
  await page.goto('/jobs')
  await alive(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto(`/jobs/${job.id}`)
  await untilStored(page, `/jobs/${job.id}`)
  await page.goto('/jobs')
  await untilStored(page, '/jobs')
  await context.setOffline(true)
  await page.goto(`/jobs/${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(job.title)
  await expect(
    page.getByText('You are offline. You see this page as it was when you last opened it.'),
  ).toBeVisible()
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'jobs, offline')
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectAccessible(page, 'nothing here, offline')
  await context.setOffline(false)
  await page.goto('/jobs')
  const storedPaths = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    )
    return keys.flat()
  })
  expect(storedPaths.length).toBeGreaterThan(3)
  expect(storedPaths.filter((path) => path.startsWith('/api/') || path.startsWith('/dashboard'))).toEqual([])
})

test('“You are offline” goes away as soon as the server answers with the data of a page', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await alive(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto('/about')
  await untilStored(page, '/about')
  // The server fails once. The service worker's own requests pass through the routes of the context.
  await context.route('**/about', (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto('/about')
  await alive(page)
  const offlineNote = page.getByText('You are offline.')
  await expect(offlineNote).toBeVisible()
  await page.getByRole('link', { name: 'Services' }).first().click()
  await page.waitForURL('**/services')
  await expect(offlineNote).toBeHidden()
})

test('“You are offline” goes away as soon as the server answers a call', async ({
  page,
  context,
  portal,
}) => {
  const job = await openJob(portal)
  await applicant(page, portal)
  await apply(page, job)
  await saved(page)
  await untilStored(page, '/apply')
  await context.route(/\/apply\?/, (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto(`/apply?job=${job.id}`)
  await expectStep(page, 'Personal Details')
  await page.getByLabel('Address').fill('Kisumu')
  await saved(page)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('T8: the service worker is one file with a content policy of its own', async ({ portal }) => {
  const answer = await fetch(`${portal.url}/sw.js`)
  expect(answer.headers.get('content-type')).toContain('text/javascript')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  const text = await answer.text()
  expect(text).not.toContain('%BUILD%')
  expect(text).toContain('/assets/')
})

test('W4: text that is typed while a slow disk still stores earlier text is there after a reload', async ({
  page,
  context,
  portal,
}) => {
  const job = await openJob(portal)
  await applicant(page, portal)
  // The page learns half a second late that the device stored the typed text, as on a cheap phone with a busy
  // disk.
  await page.addInitScript(() => {
    const late = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete')
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      set(this: IDBTransaction, listener: () => void) {
        late?.set?.call(this, () => setTimeout(listener, 500))
      },
    })
  })
  await apply(page, job)
  await saved(page)
  await untilStored(page, '/apply')
  await context.setOffline(true)
  await page.getByLabel('Address').fill('Kisumu')
  await page.getByLabel('Address').fill('Kisumu, Milimani Road 7')
  await page.reload()
  await expectStep(page, 'Personal Details')
  await expect(page.getByLabel('Address')).toHaveValue('Kisumu, Milimani Road 7')
})
