import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { importJobs } from '../../server/jobs/import.ts'
import { login } from '../support/accounts.ts'
import { APPLICATIONS, detailPath, PARTIAL, readyToSend, SUBMIT } from '../support/answers.ts'
import { actionPath, correct, reopen, sentOnce, uploadCv } from '../support/corrections.ts'
import { good } from '../support/decisions.ts'
import { jobRow } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { jobStaff, type JobStaff } from '../support/staff-jobs.ts'
import type { Answer } from '../support/visitor.ts'

// A job is closed before its deadline: officers archive it, or an import switches it off.

const HOUR = 3_600_000

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
})
after(() => portal.close())

const archive = (jobId: number) => staff.changed(jobId, { kind: 'archive' })
const switchOff = async (jobId: number) => {
  const job = await portal.db.row<{ reference: string; expiry_date: Date }>(
    sql`select reference, expiry_date from jobs where id = ${jobId}`,
  )
  await importJobs(portal.deps, JSON.stringify([jobRow({ ...job, is_active: false })]))
}
const deadline = () => ({ expiry_date: new Date(portal.clock.now().getTime() + HOUR / 6).toISOString() })
const asClosed = ({ status, json }: Answer) => [status, json.code, json.message]
const CLOSED = [409, 'job_closed', 'Applications for this job have closed.']

describe('W24 a job that is closed before its deadline', () => {
  for (const [how, close] of Object.entries({
    'officers archived': archive,
    'a file switched off': switchOff,
  }))
    test(`that ${how}: its draft is shown as closed, and takes no saves, uploads, removals or submits`, async () => {
      const person = await readyToSend(portal, { job: deadline() })
      const { visitor, jobId, applicationId, version } = person
      good(await uploadCv(portal, person, 'cv.pdf', pdf('', 3_000)))
      const shown = async () => [
        good(await visitor.get(APPLICATIONS))[0].job.is_expired,
        good(await visitor.get(detailPath(applicationId))).job.is_expired,
      ]
      assert.deepEqual(await shown(), [false, false])
      await close(jobId)
      assert.deepEqual(await shown(), [true, true])
      const before = (await visitor.get(detailPath(applicationId))).text
      for (const refused of [
        await visitor.post(PARTIAL, { job_id: jobId, address: 'Too late' }),
        await visitor.post(PARTIAL, { job_id: jobId, address: 'Too late', version: version + 1 }),
        await uploadCv(portal, person, 'other.pdf', pdf('% other', 3_000)),
        await visitor.request('DELETE', actionPath(person, 'documents/cv')),
        await visitor.post(SUBMIT, { job_id: jobId }),
      ])
        assert.deepEqual(asClosed(refused), CLOSED)
      assert.equal((await visitor.get(detailPath(applicationId))).text, before)
    })

  test('W15 that is archived after its deadline: an unsent correction can still be given up, and what was sent counts', async () => {
    const person = await sentOnce(portal, deadline())
    good(await reopen(person))
    // A job is archived only when no ticket counts any more.
    portal.clock.advance(3 * HOUR)
    await archive(person.jobId)
    person.visitor.token = (await login(person.visitor, person.email)).json.token
    assert.deepEqual(asClosed(await correct(person, 'late')), CLOSED)
    good(await person.visitor.post(actionPath(person, 'keep-sent'), {}))
    const { correction, job, status } = good(await person.visitor.get(detailPath(person.applicationId)))
    assert.deepEqual([correction, job.is_expired, status], [undefined, true, 'Pending'])
  })
})
