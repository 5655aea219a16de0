import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortal, type Portal } from '../support/portal.ts'
import { builtPages } from '../../server/app.ts'
import { officer } from '../support/staff.ts'

let portal: Portal
before(async () => {
  portal = await openPortal({ app: { pages: builtPages } })
})
after(() => portal.close())

test('a renamed page of officers redirects from its earlier address, with its query', async () => {
  for (const [earlier, now] of [
    ['/staff/lists', '/staff/decisions'],
    ['/staff/lists/7?page=2', '/staff/decisions/7?page=2'],
    ['/staff/lookups/', '/staff/reference-data/'],
    ['/staff/figures', '/staff/reports'],
    ['/staff/log?actor=3', '/staff/audit-log?actor=3'],
    ['/staff/jobs/1/notice', '/staff/jobs/1/published-list'],
    ['/staff/jobs/1/figures', '/staff/jobs/1/reports'],
  ] as const) {
    const { status, headers } = await portal.visitor().get(earlier)
    assert.deepEqual([status, headers.get('location')], [308, now], earlier)
  }
  for (const other of ['/staff/login', '/staff/listsx']) {
    const { headers } = await portal.visitor().get(other)
    assert.equal(headers.get('location'), null, other)
  }
})

test('a page that is no page of the program leads from its address with a last slash to the one without', async () => {
  for (const [path, now] of [
    ['/line/', '/line'],
    ['/line/?ticket=x', '/line?ticket=x'],
    ['/sw/line/', '/sw/line'],
    ['/register/plain/', '/register/plain'],
    ['/sw/register/plain/?county=1', '/sw/register/plain?county=1'],
  ] as const) {
    const { status, headers } = await portal.visitor().get(path)
    assert.deepEqual([status, headers.get('location')], [308, now], path)
  }
})

test('a renamed call answers at its earlier path as at its present one', async () => {
  const { visitor } = await officer(portal, 'administrator')
  for (const [earlier, now] of [
    ['/api/staff/lists/', '/api/staff/decisions/'],
    ['/api/staff/lists', '/api/staff/decisions'],
    ['/api/staff/lookups/', '/api/staff/reference-data/'],
    ['/api/staff/figures/', '/api/staff/reports/'],
    ['/api/staff/acts/?page=2', '/api/staff/audit-log/?page=2'],
    ['/api/staff/jobs/999999/lists/', '/api/staff/jobs/999999/decisions/'],
    ['/api/staff/jobs/999999/notice/', '/api/staff/jobs/999999/published-list/'],
    ['/api/staff/jobs/999999/figures/', '/api/staff/jobs/999999/reports/'],
    ['/api/job-applications/999999/looks/', '/api/job-applications/999999/access-records/'],
    ['/api/faults-met/', '/api/validation-statistics/'],
    ['/api/jobs/board/', '/api/jobs/counts/'],
    ['/api/jobs/board', '/api/jobs/counts'],
    ['/api/staff/support/people/none/sign-out/', '/api/staff/support/people/none/log-out/'],
  ] as const) {
    const [before, present] = [await visitor.get(earlier), await visitor.get(now)]
    assert.equal(before.status, present.status, earlier)
    assert.equal(before.headers.get('allow'), present.headers.get('allow'), earlier)
    assert.deepEqual(Object.keys(before.json ?? {}), Object.keys(present.json ?? {}), earlier)
  }
})
