import { expect, test } from '../support/browser.ts'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { ENTRY_WORDS, INCOMPLETE_WORDS } from '#contract/application-words.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { REGISTRATION } from '#contract/registration-rules.ts'
import { sql } from '../../server/database/connect.ts'
import { flushFaultsMet } from '../../server/figures/faults-met.ts'
import { officer } from '../support/staff.ts'
test('shots', async ({ browser, portal }) => {
  test.setTimeout(300_000)
  const filled = await fillForOfficers(portal.db, { people: 20_000, others: 6, each: 1 })
  portal.clock.set(new Date())
  const big = filled.big
  const at = portal.clock.now()
  await portal.db.run(sql`insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code, phone, is_pwd, email_verified_at, created_at)
 select 'zd' || n || '@example.org', '', 'W', 'K', 'ID Card', 'Z' || n, 'F', '1995-03-04', 47, 274, 1366, '+254700000000', false, ${at}, ${at} from generate_series(1, 3000) n`)
  await portal.db.run(sql`insert into job_applications (user_id, job_id, unfinished, created_at, updated_at) select id, ${big}, case when id % 7 > 0 then jsonb_build_object('step', 1 + (id * id % 5)) end, ${at}::timestamptz - (id % 170000) * interval '1 second', ${at} from users where email like 'zd%'`)
  await portal.db.run(sql`insert into outbox (topic, payload, run_at, created_at, dead_at, last_error, attempts) select 'job-applications.received', '{"applicationId":1}', ${at}, ${at}, ${at}, '550', 1 from generate_series(1, 37)`)
  await portal.db.run(sql`insert into outbox (topic, payload, run_at, created_at, dead_at, last_error, attempts) select 'accounts.reset-code', '{}', ${at}, ${at}, ${at}, '552', 1 from generate_series(1, 2)`)
  await portal.db.run(sql`insert into outbox (topic, payload, run_at, created_at, last_error, attempts) select 'newsletter.openings', '{}', ${at}, ${at}::timestamptz - interval '3 hours', '421', 2 from generate_series(1, 1290)`)
  const tell = (place: string, field: string, message: string, times: number) => portal.deps.met?.add({ day: at.toISOString().slice(0, 10), jobId: place === 'register' ? 0 : big, place, faults: Array.from({ length: times }, () => [field, message] as const) })
  tell('apply', 'company', ENTRY_WORDS.company, 412); tell('apply', 'phone', ENTRY_WORDS.phoneFormat, 377); tell('apply', 'year_of_completion', ENTRY_WORDS.yearRange(1950, 2027), 90)
  tell('PUT /api/job-applications/update/{id}/', 'non_field_errors', INCOMPLETE_WORDS.referees, 31); tell('PUT /api/job-applications/update/{id}/', '', REFUSALS.job_closed.message, 14); tell('register', 'id_number', REGISTRATION.idCard, 530); tell('apply', '', 'zzz', 3)
  await flushFaultsMet(portal.deps)
  const { visitor } = await officer(portal, 'recruiter')
  for (const [width, height] of [[1280, 900], [360, 740]] as const) {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height } })
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url })))
    const page = await context.newPage()
    for (const [name, path, wait] of [['job', `/staff/jobs/${big}/figures?county=47`, 'By county'], ['days', `/staff/jobs/${big}/figures?by=days`, 'By county'], ['portal', '/staff/figures', 'Open jobs'], ['start', '/staff', 'Now'], ['empty', '/staff/jobs/1/figures', 'By county']] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: wait })).toBeVisible()
      if (name === 'start') await expect(page.getByText('sent in the last hour')).toBeVisible()
      await page.screenshot({ path: `/tmp/fig/${name}-${width}.png`, fullPage: true })
    }
    await page.route('**/api/staff/**/figures/', (route) => route.abort())
    await page.goto(`/staff/jobs/${big}/figures`)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.screenshot({ path: `/tmp/fig/failing-${width}.png` })
    await page.unroute('**/api/staff/**/figures/')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/staff/jobs/${big}/figures`)
    await expect(page.getByRole('heading', { name: 'By county' })).toBeVisible()
    await page.screenshot({ path: `/tmp/fig/dark-${width}.png` })
  }
})
