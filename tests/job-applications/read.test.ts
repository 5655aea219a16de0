import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { APPLICATION } from '../../contract/job-applications/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { loggedIn } from '../support/accounts.ts'
import {
  answers,
  APPLICATIONS,
  detailPath,
  PARTIAL,
  put,
  readyToSend,
  refereeEntry,
  SUBMIT,
  updatePath,
} from '../support/answers.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// A person reads their applications.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

describe('GET /api/job-applications/', () => {
  test('L2 L3 drafts and submitted applications, newest first; a draft has the status Draft and no reference number', async () => {
    const { visitor } = await loggedIn(portal)
    const jobs = await postJobs(portal, { title: 'First' }, { title: 'Second' })
    for (const job of jobs) {
      portal.clock.advance(1_000)
      await visitor.post(APPLICATIONS, { job })
    }
    portal.clock.advance(1_000)
    const sent = (await visitor.post(SUBMIT, { job: jobs[0], ...answers() })).json
    const [second, first] = (await visitor.get(APPLICATIONS)).json
    assert.deepEqual(
      [second.job.title, second.status, second.is_completed, second.reference_number, second.submitted_at],
      ['Second', 'Draft', false, null, null],
    )
    assert.deepEqual(
      [first.job.title, first.status, first.is_completed, first.reference_number, first.submitted_at],
      ['First', 'Pending', true, sent.reference_number, portal.clock.now().toISOString()],
    )
    assert.deepEqual(Object.keys(first.job).sort(), [
      'expiry_date',
      'id',
      'is_expired',
      'location',
      'reference',
      'title',
      'type',
    ])
    assert.ok(first.created_at < first.updated_at)
  })
  test('T10 a person’s own applications only', async () => {
    const [mine, other] = [await readyToSend(portal), await loggedIn(portal)]
    assert.equal((await mine.visitor.get(APPLICATIONS)).json.length, 1)
    assert.deepEqual((await other.visitor.get(APPLICATIONS)).json, [])
  })
  test(`at most ${APPLICATION.maxListed}, the newest`, async () => {
    const { visitor, id } = await loggedIn(portal)
    const jobs = await postJobs(portal, ...Array.from({ length: APPLICATION.maxListed + 1 }, () => ({})))
    await portal.db.run(sql`
      insert into job_applications (user_id, job_id, created_at, updated_at)
      select ${id}, job, ${portal.clock.now()}::timestamptz + job * interval '1 second', ${portal.clock.now()} from unnest(${jobs}::bigint[]) job`)
    const list = (await visitor.get(APPLICATIONS)).json
    assert.deepEqual([list.length, list[0].job.id], [APPLICATION.maxListed, jobs.at(-1)])
  })
  test('L8 a submitted application shows the job as it was then, a draft shows it as it is now', async () => {
    const applicant = await readyToSend(portal, { job: { title: 'As It Was', location: 'Lodwar' } })
    const { visitor } = await loggedIn(portal)
    await visitor.post(APPLICATIONS, { job: applicant.jobId })
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    await portal.db.run(
      sql`update jobs set title = 'As It Is', location = 'Lamu', qualification_html = '<p>Other</p>' where id = ${applicant.jobId}`,
    )
    const [sent] = (await applicant.visitor.get(APPLICATIONS)).json
    const [drafted] = (await visitor.get(APPLICATIONS)).json
    assert.deepEqual(
      [sent.job.title, sent.job.location, drafted.job.title, drafted.job.location],
      ['As It Was', 'Lodwar', 'As It Is', 'Lamu'],
    )
    const whole = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
    assert.deepEqual(
      [whole.job.title, whole.job.location, whole.job.qualification],
      ['As It Was', 'Lodwar', '<ul><li>KCSE</li></ul>'],
    )
  })
})

describe('GET /api/job-applications/{id}/', () => {
  test('L7 another person’s application is 404 with the sentence of an unknown one, and so is an odd id', async () => {
    const [mine, other] = [await readyToSend(portal), await loggedIn(portal)]
    const [theirs, never] = [
      await other.visitor.get(detailPath(mine.applicationId)),
      await other.visitor.get(detailPath(2_000_000_000)),
    ]
    assert.deepEqual(
      [theirs.status, theirs.json.message, theirs.text],
      [404, 'Application not found', never.text],
    )
    for (const id of ['0', '-1', 'x', '1.5', '99999999999'])
      assert.equal((await other.visitor.get(`/api/job-applications/${id}/`)).status, 404, id)
  })
  test('W14 a draft has the present name of the profile; a submitted application has the name of that time', async () => {
    const applicant = await readyToSend(portal)
    const rename = (name: string) =>
      portal.db.run(sql`update users set last_name = ${name} where id = ${applicant.id}`)
    await rename('Otieno')
    assert.equal(
      (await applicant.visitor.get(detailPath(applicant.applicationId))).json.user.last_name,
      'Otieno',
    )
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    await rename('Achieng')
    assert.equal(
      (await applicant.visitor.get(detailPath(applicant.applicationId))).json.user.last_name,
      'Otieno',
    )
  })
  test('W12, W14 the address of a draft is the one that would be sent: that of the profile, else that of the draft', async () => {
    const applicant = await readyToSend(portal)
    const addressOf = async (query = '') =>
      (await applicant.visitor.get(`${detailPath(applicant.applicationId)}${query}`)).json.address
    assert.equal(await addressOf(), 'P.O. Box 1, Garissa')
    const body = { address: 'P.O. Box 9, Lamu' }
    assert.equal((await applicant.visitor.request('PATCH', '/api/user/profile/', { body })).status, 200)
    const shown = await addressOf()
    assert.equal(shown, 'P.O. Box 9, Lamu')
    // The form edits the draft's own address, and shows the profile's in its place.
    assert.equal(await addressOf('?draft=true'), 'P.O. Box 1, Garissa')
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    assert.equal(await addressOf(), shown)
  })
  test('the receipt is returned exactly as at the submission', async () => {
    const applicant = await readyToSend(portal)
    assert.equal((await applicant.visitor.get(detailPath(applicant.applicationId))).json.receipt, null)
    const sent = (await put(applicant.visitor, updatePath(applicant.applicationId), {})).json
    const whole = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
    assert.deepEqual(whole.receipt, sent.receipt)
    assert.deepEqual([whole.status, whole.version, whole.unfinished], ['Pending', sent.version, null])
  })
  test('L1 a status that officers set is shown, although the rest of the application is frozen', async () => {
    const applicant = await readyToSend(portal)
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    await portal.db.run(
      sql`update job_applications set status = 'Shortlisted' where id = ${applicant.applicationId}`,
    )
    assert.equal(
      (await applicant.visitor.get(detailPath(applicant.applicationId))).json.status,
      'Shortlisted',
    )
    assert.equal((await applicant.visitor.get(APPLICATIONS)).json[0].status, 'Shortlisted')
  })
  test('W8 a referee’s relationship and contact from an older version are shown, but not stored again', async () => {
    const applicant = await readyToSend(portal)
    const old = [{ ...refereeEntry(), relationship: 'Teacher', contact: '020 123' }]
    await portal.db.run(
      sql`update job_applications set referees = ${JSON.stringify(old)}::jsonb where id = ${applicant.applicationId}`,
    )
    assert.deepEqual((await applicant.visitor.get(detailPath(applicant.applicationId))).json.referees, old)
    await applicant.visitor.post(PARTIAL, { job_id: applicant.jobId, referees: old })
    assert.deepEqual((await applicant.visitor.get(detailPath(applicant.applicationId))).json.referees, [
      refereeEntry(),
    ])
  })
  test('T11 the qualification is sanitised once more on the way out', async () => {
    const applicant = await readyToSend(portal)
    await portal.db.run(
      sql`update jobs set qualification_html = '<p onclick="x()">A</p><script>alert(1)</script>' where id = ${applicant.jobId}`,
    )
    assert.equal(
      (await applicant.visitor.get(detailPath(applicant.applicationId))).json.job.qualification,
      '<p>A</p>',
    )
  })
})

describe('L9 GET /api/jobs/list/ with a token', () => {
  test('L9 each job says whether the person has no application, a draft or a submitted one; without a token it says nothing', async () => {
    const started = await readyToSend(portal)
    const [sentJob = 0, none = 0] = await postJobs(portal, {}, {})
    const sent = (await started.visitor.post(SUBMIT, { job: sentJob, ...answers() })).json
    const answer = await started.visitor.get('/api/jobs/list/')
    const applicationFor = (id: number) =>
      answer.json.results.find((job: { id: number }) => job.id === id)?.application
    assert.deepEqual(
      [applicationFor(started.jobId), applicationFor(sentJob), applicationFor(none)],
      [
        { exists: true, is_completed: false, application_id: started.applicationId },
        { exists: true, is_completed: true, application_id: sent.id },
        { exists: false, is_completed: false, application_id: null },
      ],
    )
    assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('etag')], ['no-store', null])
    const page = await started.visitor.get('/api/jobs/list/?page=1&page_size=2')
    assert.ok(page.json.results.every((job: { application?: unknown }) => job.application))
    assert.ok(!(await portal.visitor().get('/api/jobs/list/')).text.includes('"application"'))
  })
  test('T28 an answer for one person is never given to another', async () => {
    const [mine, other] = [await readyToSend(portal), await loggedIn(portal)]
    const before = (await portal.visitor().get('/api/jobs/list/')).text
    assert.match(
      (await mine.visitor.get('/api/jobs/list/')).text,
      new RegExp(`"application_id":${mine.applicationId}\\b`),
    )
    assert.doesNotMatch((await other.visitor.get('/api/jobs/list/')).text, /"application_id":\d/)
    assert.equal((await portal.visitor().get('/api/jobs/list/')).text, before)
  })
})
