import { LOGIN_LOCK, SECURITY_ANSWER } from '../../contract/accounts/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { login, member, NEW_PASSWORD, PASSWORD, loggedIn } from '../support/accounts.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'

// Support finds a person by exact details and unlocks the account. Officers also change the reference
// data: the levels, centres, areas and places from which people choose.

test('support: found by something exact, unlocked, logged out; the person reads it in the portal', async ({
  browser,
  portal,
  page: phone,
}) => {
  const { id, email, visitor } = await loggedIn(portal, { question: true })
  await portal.db.run(sql`update users set first_name = 'Jhon', last_name = 'Kamau' where id = ${id}`)
  await visitor.post('/api/job-applications/', {
    job: (await portal.visitor().get('/api/jobs/list/')).json.results[0].id,
  })
  // Wrong passwords have locked the account, and wrong answers have closed its security question.
  for (let time = 0; time < LOGIN_LOCK.failures; time++)
    await login(portal.visitor(), email, 'wrong', { ip: '41.80.1.7' })
  for (let time = 0; time < SECURITY_ANSWER.tries; time++)
    await portal
      .visitor()
      .post('/api/security/reset/', { email, answer: 'wrong', new_password: NEW_PASSWORD })
  // Two people have the same phone number.
  await member(portal, { phone: '+254733111222' })
  await member(portal, { phone: '+254733111222' })
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')

  // By keyboard alone.
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Support', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Support' })).toBeVisible()
  await inEveryAppearance(page, 'support, nobody looked for')
  await page.getByLabel('Email address').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Enter the full email address')
  await inEveryAppearance(page, 'support, refused')
  await page.getByLabel('Find by').selectOption('Name and date of birth')
  await expect(page.getByLabel('Date of birth')).toBeVisible()
  await expectAccessible(page, 'support, by name')
  await page.getByLabel('Find by').selectOption('Phone number')
  await page.getByLabel('Phone number', { exact: true }).fill('0733 111 222')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'People found' }).getByRole('row')).toHaveCount(3)
  await inEveryAppearance(page, 'support, two found')
  await page.getByLabel('Phone number', { exact: true }).fill('0799 999 999')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No one was found.')).toBeVisible()
  await page.getByLabel('Find by').selectOption('Email address')
  await page.getByLabel('Email address').fill(email.toUpperCase())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/staff/support/people/*')
  await expect(page.getByText('Yes, from 1 place')).toContainText(
    'security question closed after wrong answers',
  )
  expect(page.url()).not.toContain('@')
  await inEveryAppearance(page, 'support, a person')

  await page.getByRole('button', { name: 'Unlock the account' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock the account' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Give a reason. The log keeps it.')
  await inEveryAppearance(page, 'support, a reason is missing')
  await page.getByLabel('Why').fill('Rang from the office, knew the last application')
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock the account' }).press('Enter')
  await expect(page.getByText('The account is unlocked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock the account' })).toBeHidden()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByLabel('Why').fill('Left it open in a cyber cafe')
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByText('All sessions are ended.')).toBeVisible()
  expect((await visitor.get('/api/user/profile/')).status).toBe(401)
  await expect(page.getByRole('main'), 'A26: support corrects no name').toContainText('Two officers decide.')
  await expect(page.getByRole('button', { name: 'Correct' })).toHaveCount(0)
  await inEveryAppearance(page, 'support, nothing left to do')
  quiet()

  await phone.goto('/login')
  await phone.getByLabel('Email').first().fill(email)
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await phone.getByRole('button', { name: 'Login' }).click()
  await phone.waitForURL(/dashboard|security-setup/)
  await phone.goto('/dashboard/notifications')
  await expect(phone.getByRole('main')).toContainText('Support ended your sessions')
  await expect(phone.getByRole('main')).toContainText('and opened your security question again')
})

test('choices: a centre is added, renamed, switched off; a county is renamed and reads so on the public form', async ({
  browser,
  portal,
  page: reader,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'administrator')
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Reference data' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Qualification levels' })).toBeVisible()
  await inEveryAppearance(page, 'choices, levels')
  await page.getByRole('button', { name: 'Add a level' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Name is required')
  await inEveryAppearance(page, 'choices, a level refused')
  await page.getByLabel('Name', { exact: true }).fill('Practising certificate')
  await page.getByLabel('Short name').fill('Practising')
  await page.getByLabel('Ranks directly above').selectOption('Diploma')
  await page.getByLabel('Why').fill('The scheme of service names it')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved, and public.')).toBeVisible()
  await expect(page.getByRole('row').nth(6)).toContainText('Practising')

  await page.getByRole('link', { name: 'Huduma centres' }).click()
  await page.getByRole('button', { name: 'Add a centre' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Huduma Centre Rongo')
  await page.getByLabel('Where it is').fill('Rongo')
  await page.getByLabel('County').selectOption('Migori')
  await page.getByLabel('Why').fill('Opened in October')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Huduma Centre Rongo' })).toContainText('Migori')
  await page.getByRole('button', { name: 'Edit Huduma Centre Rongo' }).click()
  await page.getByLabel('People can choose it').uncheck()
  await page.getByLabel('Why').fill('Closed for works')
  await inEveryAppearance(page, 'choices, a centre switched off')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Huduma Centre Rongo' })).toContainText('switched off')
  await inEveryAppearance(page, 'choices, centres')

  await page.getByRole('link', { name: 'By-election areas' }).click()
  await page.getByRole('button', { name: 'Add an area' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Parklands Ward')
  await page.getByLabel('Elects').selectOption('MCA')
  await page.getByLabel('County').selectOption('Nairobi City')
  await page.getByLabel('Constituency').selectOption('Westlands')
  await page.getByLabel('Ward', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Why').fill('Vacancy declared')
  await inEveryAppearance(page, 'choices, an area')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Parklands Ward' })).toContainText(
    'Westlands, Nairobi City',
  )
  await inEveryAppearance(page, 'choices, areas')

  await page.getByRole('link', { name: 'Job types' }).click()
  await expect(page.getByRole('row')).toHaveCount(5)
  await inEveryAppearance(page, 'choices, types')
  await page.getByRole('link', { name: 'Counties and wards' }).click()
  await page.getByRole('link', { name: 'Constituencies of Nairobi City' }).click()
  await page.getByRole('link', { name: 'Wards of Westlands' }).click()
  await expect(page.getByRole('navigation', { name: 'Places' })).toContainText('Westlands')
  await inEveryAppearance(page, 'choices, wards')
  await page.getByRole('link', { name: 'Counties', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Nairobi City' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nairobi')
  await page.getByLabel('Why').fill('As gazetted')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('It is now called Nairobi.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Nairobi' })).toBeVisible()
  quiet()
  const counties = await (await reader.request.get('/api/counties/')).json()
  const [nairobi] = counties.filter(({ id }: { id: number }) => id === 47)
  expect(nairobi.name).toBe('Nairobi')
})
