import { expect, expectAccessible, login, newEmail, newIdNumber, PASSWORD, test } from '../support/browser.ts'
import { linkTo } from '../support/emails.ts'
import { answerTo } from '../support/plain-registration.ts'

// Registration by a plain form, for browsers without JavaScript. A question in words (“What is seven plus
// four?”) takes the place of the captcha.

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the login page says in one sentence, before a password is typed, that applying needs it', async ({
    page,
  }) => {
    await page.goto('/login')
    const sentence = page.locator('main noscript p').first()
    await expect(sentence).toHaveText(
      'Logging in and applying for a job need JavaScript, so please switch it on first.',
    )
    const [above, below] = [
      await sentence.boundingBox(),
      await page.getByLabel('Password', { exact: true }).boundingBox(),
    ]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  })

  test('a person registers, reads the email and verifies (S1 §4)', async ({ page, portal, browser }) => {
    const email = newEmail()
    await page.goto('/login')
    await page.getByRole('main').getByRole('link', { name: 'Create a free account' }).click()
    await expect(page.getByLabel('First name')).toBeHidden()
    await page.getByRole('link', { name: 'create your account without it' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Your Account')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('alert')).toContainText('Please select a county')
    await page.getByLabel('County').selectOption('Kilifi')
    await page.getByRole('button', { name: 'Next' }).click()
    // Wait before sending the form, because the portal takes a form that returns at once for one from a
    // program.
    portal.clock.advance(60_000)

    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByRole('alert')).toContainText('Please select a ward')
    await expect(page.getByRole('alert')).toBeFocused()
    await page.getByRole('link', { name: 'Please select a gender' }).click()

    await page.getByLabel('First name').fill('achieng')
    await page.getByLabel('Last name').fill("ng'ang'a")
    await page.getByLabel('ID Card', { exact: true }).check()
    await page.getByLabel('Number of the document').fill(newIdNumber())
    await page.getByLabel('Female').check()
    await page.getByLabel('Day', { exact: true }).fill('6')
    await page.getByLabel('Month', { exact: true }).fill('5')
    await page.getByLabel('Year', { exact: true }).fill('1999')
    await page.getByLabel('Yes').check()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Phone').fill('0712345678')
    await page.getByLabel('Ward').selectOption({ index: 3 })
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(PASSWORD)
    await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
    const question = page.getByLabel(/^What is /)
    const words = (await page.locator('label[for="answer"]').textContent()) ?? ''
    await question.fill(String(answerTo(words)))
    await page.getByRole('button', { name: 'Create Account' }).click()

    // One answer of the form is missing. The page keeps the other answers, but not the password.
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
      'Please specify the type of disability',
    ])
    await expect(page.getByLabel('Last name')).toHaveValue("ng'ang'a")
    await expect(page.getByLabel('Female')).toBeChecked()
    await expect(question).toHaveValue(String(answerTo(words)))
    await expect(password).toHaveValue('')
    await page.getByLabel('Type of disability').selectOption('Visual')
    await password.fill(PASSWORD)
    await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expect(page.getByRole('status')).toContainText(`We have emailed a link to ${email}.`)

    await page.getByRole('button', { name: 'Send the email again' }).click()
    await expect(page.getByRole('status')).toContainText('a new email is on its way')

    // The page for an invalid link also offers a new email.
    await page.goto('/verify-email/x.y')
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await expect(page.getByRole('alert')).toContainText('The link may be expired or invalid')
    await page.getByLabel('Email').fill('achieng')
    await page.getByRole('button', { name: 'Send a new email' }).click()
    await page.getByRole('link', { name: 'Please enter a valid email address' }).click()
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send a new email' }).click()
    await expect(page.getByRole('status')).toContainText('a new email is on its way')

    await page.goto(await linkTo(portal, email, 'verify-email'))
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await expect(page.getByText('Your email is verified. You can now log in.')).toBeVisible()

    // The account works like any other: its owner can log in, with JavaScript.
    const scripted = await browser.newContext({ javaScriptEnabled: true, baseURL: portal.url })
    const other = await scripted.newPage()
    await login(other, email)
    await other.waitForURL('**/security-setup')
    await scripted.close()
  })
})

// axe itself is a script, so it runs in a browser with scripts. These pages have none, so they are the same
// there.
test('each state of the form is accessible', async ({ page, portal }) => {
  await page.goto('/register/plain')
  await expectAccessible(page, 'plain registration, county')
  await page.getByRole('button', { name: 'Next' }).click()
  await expectAccessible(page, 'plain registration, no county')
  await page.getByLabel('County').selectOption('Nairobi City')
  await page.getByRole('button', { name: 'Next' }).click()
  await expectAccessible(page, 'plain registration')
  portal.clock.advance(60_000)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectAccessible(page, 'plain registration, field errors')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page, 'plain registration, field errors, 1280 px')
  await page.goto('/verify-email/again')
  await expectAccessible(page, 'new verification email')
  await page.getByRole('button', { name: 'Send a new email' }).click()
  await expectAccessible(page, 'new verification email, no address')
})
