import type { Page } from '@playwright/test'
import { REDIRECT_MS } from '../../contract/accounts/limits.ts'
import { member } from '../support/accounts.ts'
import { alive, expect, expectAccessible, login, newEmail, register, test } from '../support/browser.ts'
import { emailsTo, linkTo } from '../support/emails.ts'

// An account in a browser, from registration to the security question. `alive` waits until a page's program
// runs. S1 is docs/spec/public-area.md.

/** Runs in the page: records the first value of a field, when the field is added to the page. */
const valueAtFirst = (id: string) =>
  new Promise<string>((resolve) => {
    const observer = new MutationObserver(() => {
      const field = document.getElementById(id)
      if (!(field instanceof HTMLInputElement)) return
      observer.disconnect()
      resolve(field.value)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })

test('a person registers, reads the email, verifies the address, logs in and sets the question (S1 §4)', async ({
  page,
  portal,
}) => {
  const email = newEmail()
  await register(page, email, (part) => expectAccessible(page, `register, ${part}`))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Registration successful! Please check your email to verify your account.',
  )
  await expect(dialog).toContainText(`We have emailed a link to ${email}.`)
  await expectAccessible(page, 'registered')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeInViewport()
  const firstValue = page.evaluate(valueAtFirst, 'email')
  await page.getByRole('link', { name: 'Go to Login' }).click()

  // The login page reads the email from this tab's memory, not from its URL or the browser's storage.
  expect(await firstValue, 'who types at once would add to it').toBe(email)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  expect(page.url()).toBe(`${portal.url}/login`)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(email)
  await login(page, email)
  await expect(page.getByRole('alert')).toContainText('Please verify your email first.')
  // A person who presses twice sends one call, so only one email comes.
  const resends: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/resend-verification/')) resends.push(request.method())
  })
  await page.getByRole('button', { name: 'Send the verification email again' }).dblclick()
  await expect(page.getByText('a new email is on its way')).toBeVisible()
  expect(resends).toEqual(['POST'])
  expect(await emailsTo(portal, email)).toHaveLength(2)

  await page.clock.install()
  await page.goto(await linkTo(portal, email, 'verify-email'))
  await expect(page.getByText('Your email is verified. You can now log in.')).toBeVisible()
  await expectAccessible(page, 'verified')
  await page.clock.runFor(REDIRECT_MS.afterVerification)
  await page.waitForURL('**/login')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await login(page, email)
  await page.waitForURL('**/security-setup')
  expect(
    await page.evaluate(() => JSON.stringify([history.state, sessionStorage])),
    'nothing is left for the next person',
  ).not.toContain(email)
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Both question and answer are required')
  await expectAccessible(page, 'security question, faults')
  await page.getByLabel('My own question').check()
  await page.getByLabel('Your question').fill('In which village did your best childhood friend live?')
  await page.getByLabel('Answer', { exact: true }).fill('Ol Kalou')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Habari, Achieng' })).toBeVisible()
  await expectAccessible(page, 'dashboard')

  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: "Achieng Ng'ang'a" })).toBeVisible()
  await expect(page.getByText('+254 712 345 678')).toBeVisible()
  await expectAccessible(page, 'profile')
})

test('registration keeps what was typed through a reload, and never the password (S1 §3)', async ({
  page,
}) => {
  await page.goto('/register')
  await alive(page)
  await page.getByLabel('First name').fill('Wanjiru')
  await page.getByLabel('Day', { exact: true }).fill('27')
  await page.getByLabel('Month', { exact: true }).fill('3')
  await expect(page.getByText(/^Kept in this tab \d/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Wanjiru')
  await expect(page.getByLabel('Month', { exact: true })).toHaveValue('3')
  const calendar = page.getByLabel('Or choose it from a calendar')
  await expect(calendar).toHaveValue('')
  await page.getByLabel('Year', { exact: true }).fill('1999')
  await expect(calendar).toHaveValue('1999-03-27')
  await calendar.fill('2001-12-05')
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('05')
  await expect(page.getByLabel('Year', { exact: true })).toHaveValue('2001')
  await page.goto('/register?part=3')
  await alive(page)
  await page.getByLabel('Password', { exact: true }).fill('Violet7inkpot')
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])),
  ).not.toContain('Violet7inkpot')
})

test('a wrong answer clears no password, and its error leads back to the part of the form that has its field', async ({
  page,
}) => {
  await page.goto('/register?part=3')
  await alive(page)
  await page.getByLabel('Password', { exact: true }).fill('Violet7inkpot')
  await page.getByLabel('Confirm password', { exact: true }).fill('Violet7inkpo')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('alert')).toContainText('One answer needs you')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('link', { name: 'Passwords do not match' }).click()
  await expect(page.getByLabel('Confirm password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Violet7inkpot')
  await page.getByLabel('Confirm password', { exact: true }).fill('Violet7inkpot')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL('**/register?part=4')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/register')
  await expect(
    page.getByRole('link', { name: 'First name: Name must be at least 2 characters long' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Last name: Name must be at least 2 characters long' }).click()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await page.getByRole('link', { name: 'Please select a date of birth', exact: true }).click()
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
  await expectAccessible(page, 'register, faults')
})

test('S1 §4: a known email opens the dialog Account Already Exists, and the account’s owner gets an email', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  const listsAfterCheck: string[] = []
  await register(page, email, async (part) => {
    if (part !== 'Check and create') return
    page.on('request', (request) => {
      if (/constituencies|wards/.test(request.url())) listsAfterCheck.push(request.url())
    })
  })
  const dialog = page.getByRole('dialog', { name: 'Account Already Exists' })
  await expect(dialog).toContainText('already exists')
  await expect(dialog.getByRole('link', { name: 'Go to Login' })).toBeVisible()
  await expectAccessible(page, 'account exists')
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect(
    page.getByText('Checked: you are not a robot'),
    'the captcha starts anew after each attempt',
  ).toBeVisible()
  expect(listsAfterCheck, 'the lists of places do not').toEqual([])
  expect((await emailsTo(portal, email)).at(-1)?.subject).toContain('already have')
})

test('S1 §5: each error appears at its field while a person types, and disappears when the answer is right', async ({
  page,
}) => {
  await page.goto('/register')
  await alive(page)
  await page.getByLabel('ID Card number').fill('123')
  await expect(page.getByText('Please select document type first')).toBeVisible()
  await page.getByLabel('ID Card', { exact: true }).check()
  await expect(page.getByText('ID Card number must be 8 or 9 digits')).toBeVisible()
  await page.getByLabel('Passport', { exact: true }).check()
  await page.getByLabel('Passport number').fill('a12')
  await expect(
    page.getByText('Passport number must contain only uppercase letters and numbers'),
  ).toBeVisible()
  await page.getByLabel('Passport number').fill('A12')
  await expect(page.getByText('Passport number must contain only uppercase letters and numbers')).toBeHidden()
  await expect(page.getByLabel('Or choose it from a calendar')).toHaveAttribute('max', '2008-11-24')
  await page.getByLabel('Day', { exact: true }).fill('25')
  await page.getByLabel('Month', { exact: true }).fill('11')
  await page.getByLabel('Year', { exact: true }).fill('2008')
  await expect(page.getByText('You must be at least 18 years old to register')).toBeVisible()
  await page.goto('/register?part=2')
  await alive(page)
  await expect(page.getByLabel('Phone')).toHaveValue('+254')
  await page.getByLabel('Email', { exact: true }).fill('nonsense')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Phone').fill('0712 345 678')
  await page.getByLabel('Phone').blur()
  await expect(page.getByLabel('Phone'), 'W25').toHaveValue('+254712345678')
})

test('A9: a link that is foreign, cut or missing says so and offers a new email', async ({ page }) => {
  await page.goto('/verify-email/garbage')
  await expect(page.getByText('Failed to verify email. The link may be expired or invalid.')).toBeVisible()
  await expectAccessible(page, 'verification failed')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send a new email' }).click()
  await expect(page.getByText('a new email is on its way')).toBeVisible()
  await page.goto('/verify-email')
  await expect(page.getByText('Verification token is missing.')).toBeVisible()
})

test('A9: a link that could not be checked, without an answer or for a busy portal, is tried again by a button', async ({
  page,
}) => {
  const answers = [
    undefined,
    { status: 503, json: {} },
    { status: 429, json: { message: 'Please wait a moment.' } },
    { status: 200, json: { message: 'Your email is verified. You can now log in.' } },
  ]
  await page.route('**/api/verify-email/*/', (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.abort()
  })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await page.goto('/verify-email/good')
  const main = page.getByRole('main')
  for (const sentence of [
    'Email verification failed',
    'Email verification failed',
    'Please wait a moment.',
  ]) {
    await expect(main.getByText(sentence, { exact: true })).toBeVisible()
    await expectAccessible(page, 'verification to try again')
    await tryAgain.click()
  }
  await expect(main.getByText('Your email is verified. You can now log in.')).toBeVisible()
  await expect(tryAgain).toHaveCount(0)
})

/** Chooses a place of each level in the second part of the registration. */
async function choosePlaces(page: Page, ...names: string[]) {
  for (const [index, name] of names.entries()) {
    const field = page.getByRole('combobox', { name: ['County', 'Constituency', 'Ward'][index] ?? '' })
    await field.fill('')
    await page.getByRole('option', { name, exact: true }).click()
    await expect(field).toHaveValue(name)
  }
}

test('S1 §5: an answer that another answer empties shows no error by itself, but keeps one that was shown', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/register')
  await alive(page)
  await page.getByLabel('Yes', { exact: true }).check()
  await page.getByLabel('No', { exact: true }).check()
  await page.clock.runFor(2_000)
  await page.getByLabel('Yes', { exact: true }).check()
  await expect(page.getByLabel('Type of disability')).toBeVisible()
  await expect(page.locator('#disabilityType-error')).toBeHidden()

  await page.goto('/register?part=2')
  await alive(page)
  const constituencyError = page.locator('#constituency-error')
  const wardError = page.locator('#ward-error')
  const expectNoErrors = async () => {
    await page.clock.runFor(2_000)
    await expect(constituencyError).toBeHidden()
    await expect(wardError).toBeHidden()
  }
  await choosePlaces(page, 'Kwale')
  await expectNoErrors()
  await choosePlaces(page, 'Mombasa', 'Nyali', 'Kadzandani')
  await expectNoErrors()
  await choosePlaces(page, 'Kwale')
  await expectNoErrors()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(wardError).toContainText('Please select a ward')
  await choosePlaces(page, 'Mombasa', 'Nyali')
  await expect(constituencyError).toBeHidden()
  await expect(wardError).toContainText('Please select a ward')
})

test('S1 §3: the last part calls a chosen place missing neither while its name loads nor when it cannot be loaded', async ({
  page,
}) => {
  await page.goto('/register?part=2')
  await alive(page)
  await choosePlaces(page, 'Mombasa', 'Nyali', 'Kadzandani')
  const ward = page.locator('dt:text-is("Ward") + dd')
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  await page.route(/\/api\/wards\/|locations-v1/, async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/register?part=4')
  await expect(page.locator('dt:text-is("Constituency") + dd')).toHaveText('Nyali')
  await expect(ward).toHaveText('Loading...')
  release()
  await expect(ward).toHaveText('Your choice is kept. We could not load its name.')
})

test('a chosen job is named on /login, and the form does not move for it', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('selectedJobId', '1')
    localStorage.setItem(
      'selectedJobTitle',
      'Constituency Information Communication Technology Clerk (By-Elections)',
    )
    // Records how far the page's layout has moved in total since the page loaded.
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          shift: Reflect.get(window, 'shift') + (entry as unknown as { value: number }).value,
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/login')
    await alive(page)
    await expect(page.getByText('You were about to apply for')).toBeVisible()
    const shift = await page.evaluate(
      // Read the sum after the next frame, so that it includes a late move.
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => setTimeout(() => done(Reflect.get(window, 'shift')))),
        ),
    )
    expect(shift, `${width} px`).toBeLessThan(0.02)
  }
})
