import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { STATUSES } from '#contract/application-words.ts'
import { sql } from '../../../server/database/connect.ts'
import { Refusal } from '../../../server/http/refuse.ts'
import { changeStatus } from '../../../server/job-applications/change-status.ts'
import { APPLICATIONS, detailPath, readyToSend, SUBMIT } from '../../support/answers.ts'
import { openPortal, type Portal } from '../../support/portal.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const sent = async (title: string) => {
  const it = await readyToSend(portal, { job: { title } })
  const { reference_number: reference } = (await it.visitor.post(SUBMIT, { job_id: it.jobId })).json
  return { ...it, reference: String(reference) }
}
type Sent = Awaited<ReturnType<typeof sent>>
const notices = async ({ visitor }: Pick<Sent, 'visitor'>) =>
  (await visitor.get('/api/notifications/')).json.filter(({ type }: { type: string }) => type === 'status_changed')
const refusal = (kind: string) => (error: unknown) => error instanceof Refusal && error.kind === kind

describe('S2 §4 a status is set by the server, and the applicant is told', () => {
  test('list, detail, tile and notice say it; the job is called as it was then (L8)', async () => {
    const it = await sent('Warehouse Assistant')
    await portal.db.run(sql`update jobs set title = 'Other' where id = ${it.jobId}`)
    portal.clock.advance(60_000)
    assert.equal(await changeStatus(portal.deps, { applicationId: it.applicationId, status: 'Under Review' }), true)
    const whole = (await it.visitor.get(detailPath(it.applicationId))).json
    assert.deepEqual([whole.status, whole.updated_at], ['Under Review', portal.clock.now().toISOString()])
    assert.equal((await it.visitor.get(APPLICATIONS)).json[0].status, 'Under Review')
    const stats = (await it.visitor.get('/api/dashboard/stats/')).json
    assert.deepEqual([stats.totalApplications, stats.pendingApplications], [1, 0])
    const [notice, ...more] = await notices(it)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [notice.message, notice.url, notice.is_read],
      [`Your application ${it.reference} for Warehouse Assistant is now Under Review.`, `/dashboard/applications/${it.applicationId}`, false],
    )
  })
  test('L1 each of the five, however it is written; Accepted is Hired', async () => {
    const it = await sent('Clerk')
    for (const status of [...STATUSES.slice(1), 'pending']) await changeStatus(portal.deps, { applicationId: it.applicationId, status })
    await changeStatus(portal.deps, { applicationId: it.applicationId, status: 'accepted' })
    assert.equal((await it.visitor.get(detailPath(it.applicationId))).json.status, 'Hired')
    assert.equal((await notices(it)).length, STATUSES.length + 1)
  })
  test('said twice, or twenty times at once, it is one change and one notice', async () => {
    const it = await sent('Driver')
    const change = () => changeStatus(portal.deps, { applicationId: it.applicationId, status: 'Shortlisted' })
    const all = await Promise.all(Array.from({ length: 20 }, change))
    assert.equal(all.filter(Boolean).length, 1)
    assert.equal(await change(), false)
    assert.equal((await notices(it)).length, 1)
  })
  test('a draft has no status, and what never was has none; a word that is none is refused', async () => {
    const draft = await readyToSend(portal)
    for (const applicationId of [draft.applicationId, 2_000_000_000])
      await assert.rejects(changeStatus(portal.deps, { applicationId, status: 'Hired' }), refusal('not_found'))
    const it = await sent('Guard')
    for (const status of ['Draft', '', 'Withdrawn'])
      await assert.rejects(changeStatus(portal.deps, { applicationId: it.applicationId, status }), refusal('invalid'))
    assert.deepEqual([await notices(it), await notices(draft)], [[], []])
  })
})
