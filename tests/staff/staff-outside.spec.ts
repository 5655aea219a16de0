import type { Page } from '@playwright/test'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { may } from '#contract/staff/rights.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { arrive, GARISSA, NAIROBI } from '../support/arriving.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { addressOf, bodyOf, freshNetwork } from '../support/calls.ts'
import { decisionStaff, good } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { rows } from '../support/officers-table.ts'
import type { Portal } from '../support/portal.ts'
import { sentBy, deriveFacts, tablePath } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'

// AREAS: an officer may be limited to some counties. To them, applications from elsewhere do not exist,
// by any call and on any page.

// API calls about applications, decision lists, exports or a job, such as `/api/staff/jobs/{id}/review/`.
const ABOUT = /^\/api\/staff\/(?:applications|decisions|exports|jobs\/\{id\}\/(?!changes))/

/**
 * Three applications from Nairobi, which are on a decision list and in a requested export, and one from
 * Garissa. `outsider`: a reviewer for Garissa only. `insider`: a reviewer for Nairobi only.
 */
async function twoCounties(portal: Portal) {
  const [job = 0] = await postJobs(portal, { title: 'Presiding Officer', expiry_date: '2026-12-03' })
  const first = await sentBy(portal, job, { person: NAIROBI, files: { cv: pdf() } })
  const away = [first, ...(await arrive(portal, job, NAIROBI, 2))]
  const [own = { id: 0, reference: '' }] = await arrive(portal, job, GARISSA, 1)
  await deriveFacts(portal)
  const staff = await decisionStaff(portal)
  const list = (
    await staff.proposed(
      job,
      'shortlisted',
      away.map(({ id }) => id),
      { early_reason: 'The panel meets before the deadline' },
    )
  ).id as number
  const fileRequest = {
    columns: ['reference', 'name'],
    format: 'csv',
    reason: 'Interviews are called by phone',
    filter: {},
    expected: 4,
  }
  const file = await staff.author.visitor.post(`/api/staff/jobs/${job}/exports/`, fileRequest)
  const areas = (county: number) => ({ counties: [county], constituencies: [] })
  const outsider = await officer(portal, 'reviewer', { areas: areas(GARISSA.county) })
  const insider = await officer(portal, 'reviewer', { areas: areas(NAIROBI.county) })
  return { job, away, own, list, file: Number(good(file).id), staff, outsider, insider }
}
type Counties = Awaited<ReturnType<typeof twoCounties>>

/**
 * The state of the applications from Nairobi, with the number of audit entries of each and of the outsider's.
 * It must be the same before and after the outsider's calls.
 */
const stateOf = ({ db }: Portal, { job, own, outsider }: Counties) =>
  db.rows(sql`
    select facts.application_id, stage, facts.list_id, sent.status, (select count(*) from audit_entries acts where acts.application_id = facts.application_id) as acts
    from application_facts facts join job_applications sent on sent.id = facts.application_id where facts.job_id = ${job} and facts.application_id <> ${own.id}
    union all select null, null, null, null, count(*) from audit_entries where staff_id = ${outsider.id} and application_id is not null and application_id <> ${own.id}
    order by 1`)

const ask = ({ visitor }: Officer, endpoint: Endpoint, path: string, body?: unknown) =>
  visitor.request(endpoint.method, path, {
    ip: freshNetwork(),
    ...(endpoint.method === 'GET' ? {} : { body: body ?? bodyOf(endpoint) }),
  })

test('AREAS by every call: to a reviewer of another county, an application and the decisions about it do not exist', async ({
  portal,
}) => {
  const all = await twoCounties(portal)
  const { job, away, own, list, file, outsider, insider } = all
  const before = await stateOf(portal, all)
  const about = (Object.values(endpoints) as Endpoint[]).filter(
    ({ allowedFor, path }) => allowedFor === 'staff' && ABOUT.test(path),
  )
  expect(about.length).toBeGreaterThan(25)
  const ids = away.map(({ id }) => id)
  const secrets = away.flatMap(({ reference, email }) => [reference, email])
  const idFor = (path: string) => {
    if (path.includes('/applications/{id}')) return ids[0]
    if (path.includes('/decisions/{id}')) return list
    return path.includes('/exports/{id}') ? file : job
  }
  for (const endpoint of about) {
    const id = idFor(endpoint.path)
    const body = { ...bodyOf(endpoint), applications: ids }
    const address = addressOf(endpoint, { id: id ?? 0, kind: 'cv' })
    const { status, json, text } = await ask(outsider, endpoint, address, body)
    const where = `${endpoint.method} ${endpoint.path}: ${status} ${text.slice(0, 200)}`
    if (!may('reviewer', endpoint.right ?? 'self'))
      expect([status, json?.code], where).toEqual([403, 'forbidden'])
    else if (id !== job) expect(status, where).toBe(404)
    else expect(status, where).not.toBe(403)
    for (const word of secrets) expect(text, where).not.toContain(word)
  }
  expect(await stateOf(portal, all)).toEqual(before)

  // The table of the whole job shows the outsider only applications of their own county, with any filter.
  const readTable = async (query: Record<string, string>) =>
    (await outsider.visitor.get(tablePath(job, query))).json
  expect(await readTable({})).toMatchObject({ count: 1, rows: [{ id: own.id }] })
  for (const [name, value] of [
    ['county', '47'],
    ['constituency', '274'],
    ['search', away[0]?.reference ?? ''],
    ['list', String(list)],
    ['documents', 'cv'],
  ] as const)
    expect(await readTable({ [name]: value }), name).toMatchObject({ count: 0, rows: [], next: null })
  const head = (await outsider.visitor.get(`/api/staff/jobs/${job}/review/`)).json
  expect(head.places.map(({ code }: { code: number }) => code)).toEqual([GARISSA.county])
  expect(Object.values(head.stages as Record<string, number>).reduce((sum, count) => sum + count)).toBe(1)
  expect((await outsider.visitor.get('/api/staff/decisions/')).json.results).toEqual([])

  // On the outsider's own list, applications of other counties are left out, whether chosen by id or by a
  // filter.
  const made = good(
    await outsider.visitor.post(`/api/staff/jobs/${job}/decisions/`, {
      name: 'Mine',
      reason: '',
      to_stage: 'long_list',
    }),
  )
  const add = (body: unknown) => outsider.visitor.post(`/api/staff/decisions/${made.id}/entries/`, body)
  expect(good(await add({ applications: ids }))).toMatchObject({ changed: 0, left: ids.length })
  expect(good(await add({ applications: [...ids, own.id] }))).toMatchObject({ changed: 1, left: ids.length })
  const counted = await outsider.visitor.post(`/api/staff/jobs/${job}/move/`, {
    filter: {},
    expected: 4,
    to_stage: 'screening',
  })
  expect([counted.status, counted.json.count, counted.json.message]).toEqual([
    409,
    1,
    DECISION_WORDS.counted(1),
  ])
  expect(good(await outsider.visitor.get(`/api/staff/decisions/${made.id}/`)).size).toBe(1)
  expect(await stateOf(portal, all)).toEqual(before)

  // The county is the only reason for the refusals: a reviewer for Nairobi can read everything.
  expect((await insider.visitor.get(`/api/staff/applications/${ids[0]}/`)).status).toBe(200)
  expect((await insider.visitor.get(tablePath(job))).json.count).toBe(3)
  expect((await insider.visitor.get(`/api/staff/applications/${ids[0]}/documents/cv/`)).status).not.toBe(404)
})

test('AREAS on every page: nothing of another county is shown, and a missing application is reported as such', async ({
  portal,
  browser,
}) => {
  const { job, away, own, list, outsider } = await twoCounties(portal)
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1280, height: 900 } })
  await context.addCookies(
    [...outsider.visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url })),
  )
  const page: Page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const first = away[0] ?? { id: 0, reference: '' }

  await page.goto('/staff')
  await expect(page.getByText('Your one area')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Staff' }).getByRole('link')).toHaveText([
    'Start',
    'Jobs',
    'Decisions',
  ])
  await page.goto(`/staff/jobs/${job}/applications`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(own.reference)
  await expect(page.getByRole('navigation', { name: 'This job' }).getByRole('link')).toHaveText([
    'Job',
    'Applications',
    'Sharing',
    'Decisions',
  ])
  await inEveryAppearance(page, 'applications of one county')
  for (const query of ['county=47', `search=${first.reference}`, `list=${list}`]) {
    await page.goto(`/staff/jobs/${job}/applications?${query}`)
    await expect(page.getByText('None of the applications match.')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
  }
  await expectAccessible(page, 'none of another county')
  await page.goto(`/staff/jobs/${job}/applications?open=${first.id}`)
  await expect(page.locator('.review-case')).toContainText('There is no such application')
  await expect(page.locator('.review-case')).not.toContainText(first.reference)
  await inEveryAppearance(page, 'an application of another county')

  await page.goto(`/staff/decisions?job=${job}`)
  await expect(page.getByText('No list yet.')).toBeVisible()
  await page.goto(`/staff/decisions/${list}`)
  await expect(page.getByRole('alert')).toContainText('There is no such list')
  await inEveryAppearance(page, 'a list of another county')
  // Pages that are closed to a reviewer's role say so when their address is typed.
  for (const subpage of ['messages', 'exports', 'published-list', 'reports']) {
    await page.goto(`/staff/jobs/${job}/${subpage}`)
    await expect(page.getByRole('main')).toContainText(/role/)
    await expect(page.getByRole('main')).not.toContainText(first.reference)
    await expectAccessible(page, `${subpage}, not for a reviewer`)
  }
  expect(problems).toEqual([])
  await context.close()
})
