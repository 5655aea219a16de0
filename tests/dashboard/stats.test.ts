import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { statusFrom, STATUSES } from '#contract/job-applications/words.ts'
import { login, loggedIn } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
let jobs: number[]
before(async () => {
  portal = await openPortal()
  // Six of the eight jobs are open: one is switched off, and one has closed.
  const past = new Date(A_TUESDAY.getTime() - 1).toISOString()
  jobs = await postJobs(portal, {}, {}, {}, {}, {}, {}, { is_active: false }, { expiry_date: past })
})
after(() => portal.close())

test('L3, L5: submitted applications are counted, drafts apart, unread notifications, open jobs; only the person’s own', async () => {
  const [me, other] = [await loggedIn(portal), await loggedIn(portal)]
  const [first = 0, second = 0, third = 0] = jobs
  await applicationOf(portal, me.id, first)
  await applicationOf(portal, me.id, second, { status: 'Pending' })
  await applicationOf(portal, me.id, third, { status: 'Hired' })
  await applicationOf(portal, other.id, first, { status: 'Pending' })
  const { status, json, headers } = await me.visitor.get('/api/dashboard/stats/')
  assert.equal(status, 200)
  assert.deepEqual(json, {
    totalApplications: 2,
    pendingApplications: 1,
    activeJobs: 6,
    notifications: 0,
    drafts: 1,
    lastLogin: null,
  })
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('S2 §7: a person without anything has four zeros, and the number of open jobs', async () => {
  const { visitor } = await loggedIn(portal)
  assert.deepEqual((await visitor.get('/api/dashboard/stats/')).json, {
    totalApplications: 0,
    pendingApplications: 0,
    activeJobs: 6,
    notifications: 0,
    drafts: 0,
    lastLogin: null,
  })
})

test('a login returns the time of the one before it, and the first returns none', async () => {
  const { visitor, email } = await loggedIn(portal)
  const first = portal.clock.now().toISOString()
  const lastLogin = async () => (await visitor.get('/api/dashboard/stats/')).json.lastLogin
  assert.equal(await lastLogin(), null)
  portal.clock.advance(3_600_000)
  visitor.token = (await login(visitor, email)).json.token
  assert.equal(await lastLogin(), first)
})

test('L3 invariant: each tile is the length of the list it leads to, whatever a person has', async () => {
  const anyStatuses = fc.array(fc.constantFrom(...STATUSES, 'draft' as const), { maxLength: jobs.length })
  await fc.assert(
    fc.asyncProperty(anyStatuses, async (statuses) => {
      const { id, visitor } = await loggedIn(portal)
      for (const [index, status] of statuses.entries())
        await applicationOf(portal, id, jobs[index] ?? 0, status === 'draft' ? {} : { status })
      const [stats, list] = await Promise.all([
        visitor.get('/api/dashboard/stats/'),
        visitor.get('/api/job-applications/'),
      ])
      const rows = list.json as { status: string; is_completed: boolean }[]
      assert.equal(stats.json.totalApplications, rows.filter((row) => row.is_completed).length)
      assert.equal(
        stats.json.pendingApplications,
        rows.filter((row) => statusFrom(row.status) === statusFrom('pending')).length,
      )
      assert.equal(stats.json.drafts, rows.filter((row) => !row.is_completed).length)
    }),
    { numRuns: 15 },
  )
})
