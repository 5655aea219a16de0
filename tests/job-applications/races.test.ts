import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import {
  answers,
  asForm,
  detailPath,
  educationEntry,
  experienceEntry,
  PARTIAL,
  put,
  readyToSend,
  refereeEntry,
  SUBMIT,
  updatePath,
} from '../support/answers.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'

// A person submits an application while something else changes it or its job. The portal's clock shows
// Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
/** A database connection with an open transaction, as of an officer who changes something meanwhile. */
let officer: pg.Client
before(async () => {
  // The limit of calls per account is raised, so that no test reaches it.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' } })
  officer = new pg.Client({ connectionString: portal.databaseUrl })
  await officer.connect()
})
after(async () => {
  await officer.end()
  await portal.close()
})

const somebodyWaits = (callers = 1) =>
  until(
    `${callers} wait for a lock`,
    () =>
      portal.db.row<{ n: number }>(
        sql`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (row) => (row?.n ?? 0) >= callers,
  )

describe('W24 a deadline that is moved while an application is sent', () => {
  for (const [what, expiry, status] of [
    ['to the past: the application comes too late', '2026-11-23T00:00:00Z', 409],
    ['to another day: the application is sent', '2026-12-23T00:00:00Z', 200],
  ] as const) {
    test(`W24 ${what}`, async () => {
      const applicant = await readyToSend(portal)
      await officer.query('begin')
      await officer.query('update jobs set expiry_date = $1 where id = $2', [expiry, applicant.jobId])
      const sending = put(applicant.visitor, updatePath(applicant.applicationId), {})
      await somebodyWaits()
      await officer.query('commit')
      const answer = await sending
      assert.equal(answer.status, status, answer.text)
      if (status === 409) assert.equal(answer.json.message, 'Applications for this job have closed.')
    })
  }
})

describe('T21 submitting beside saving', () => {
  test('T21 the submission has one of the two texts, completely, and the stored application equals the frozen one', async () => {
    for (let round = 0; round < 30; round++) {
      const applicant = await readyToSend(portal)
      const save = () =>
        applicant.visitor.post(PARTIAL, {
          job_id: applicant.jobId,
          ...answers({ address: 'Saved', education: [{ institution: 'Saved' }, ...answers().education] }),
        })
      const send = () => applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
      const [first, second] = await Promise.all(round % 2 ? [save(), send()] : [send(), save()])
      const [saved, sent] = round % 2 ? [first, second] : [second, first]
      // The portal submits no draft with a faulty entry, and saves no draft that is already submitted.
      assert.deepEqual(
        [
          [200, 200],
          [200, 422],
          [409, 200],
        ].some(([left, right]) => saved?.status === left && sent?.status === right),
        true,
        `${saved?.text} ${sent?.text}`,
      )
      const whole = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
      if (sent?.status === 200)
        assert.deepEqual([whole.address, whole.education.length], ['P.O. Box 1, Garissa', 1])
      const row = await portal.db.row<{ same: boolean }>(sql`
        select (frozen::jsonb ->> 'address') = address and jsonb_array_length(frozen::jsonb -> 'education') = jsonb_array_length(education) as same
        from submissions join job_applications application on application.id = application_id where application.id = ${applicant.applicationId}`)
      assert.notEqual(row?.same, false)
    }
  })
  test('T21 two hundred saves, each during a submit: the frozen application is completely one of the two versions, and so is the stored one', async () => {
    const rounds = 200
    const { visitor } = await loggedIn(portal)
    const jobs = await postJobs(portal, ...Array.from({ length: rounds }, () => ({})))
    const version = (name: string) =>
      answers({
        address: name,
        education: [educationEntry({ institution: name }), educationEntry({ area_of_study: name })],
        experience: [experienceEntry({ company: name })],
        referees: [refereeEntry({ name, organization: name })],
      })
    // The name of the saved version. If two versions were mixed, it has both names.
    const nameOf = ({ address, education, experience, referees }: ReturnType<typeof answers>) =>
      [
        ...new Set([
          address,
          education[0]?.institution,
          education[1]?.area_of_study,
          experience[0]?.company,
          referees[0]?.name,
          referees[0]?.organization,
        ]),
      ].join()
    for (const [round, jobId] of jobs.entries()) {
      const ip = `10.21.${round}.1`
      // All rounds together make more calls than one person may make in a minute.
      if (round % 10 === 0) nextMinute()
      const before = await visitor.post(PARTIAL, { job_id: jobId, ...version('Before') }, { ip })
      const id = Number(before.json.id)
      const save = () => visitor.post(PARTIAL, { job_id: jobId, ...version('Saved') }, { ip })
      // A submit with answers submits these answers. A submit without answers submits the saved draft.
      const hasAnswers = round % 4 > 1
      const send = () =>
        visitor.request('PUT', updatePath(id), { body: hasAnswers ? version('Sent') : {}, ip })
      const [first, second] = await Promise.all(round % 2 ? [save(), send()] : [send(), save()])
      const [saved, sent] = round % 2 ? [first, second] : [second, first]
      assert.deepEqual(
        [sent?.status, [200, 409].includes(saved?.status ?? 0)],
        [200, true],
        `${saved?.text} ${sent?.text}`,
      )
      const stored = nameOf((await visitor.get(detailPath(id), { ip })).json)
      assert.ok(
        (hasAnswers ? ['Sent'] : saved?.status === 200 ? ['Saved'] : ['Before']).includes(stored),
        `round ${round}: ${stored}, saved ${saved?.status}`,
      )
      const row = await portal.db.row<{ frozen: string }>(
        sql`select frozen from submissions where application_id = ${id}`,
      )
      assert.equal(nameOf(JSON.parse(row?.frozen ?? '{}')), stored, `round ${round}`)
    }
  })
  test('T21 a change that is saved while a submit waits is part of the submission', async () => {
    const applicant = await readyToSend(portal)
    await officer.query('begin')
    await officer.query(
      "update job_applications set address = 'Between', version = version + 1 where id = $1",
      [applicant.applicationId],
    )
    const sending = put(applicant.visitor, updatePath(applicant.applicationId), {})
    await somebodyWaits()
    await officer.query('commit')
    assert.equal((await sending).status, 200)
    assert.equal((await applicant.visitor.get(detailPath(applicant.applicationId))).json.address, 'Between')
  })
  test('T21 two submits at once by one person, for two jobs, make two applications', async () => {
    const applicant = await readyToSend(portal)
    const other = await readyToSend(portal)
    const sent = await Promise.all([
      put(applicant.visitor, updatePath(applicant.applicationId), {}),
      applicant.visitor.post(SUBMIT, { job: other.jobId, ...answers() }),
    ])
    assert.deepEqual(
      sent.map(({ status }) => status),
      [200, 200],
    )
    assert.notEqual(sent[0]?.json.reference_number, sent[1]?.json.reference_number)
  })
})

/** Submits a draft with a CV and an idempotency key. `over` replaces answers. */
async function sendWithCv(
  { visitor, applicationId }: Awaited<ReturnType<typeof readyToSend>>,
  over: Record<string, unknown>,
  key = '',
) {
  const cv = new File([new Uint8Array(pdf())], 'cv.pdf')
  const form = new Response(asForm({ ...answers(), ...over, cv }))
  const answer = await fetch(portal.url + updatePath(applicationId), {
    method: 'PUT',
    body: await form.blob(),
    headers: {
      authorization: `Token ${visitor.token}`,
      'content-type': form.headers.get('content-type') ?? '',
      ...(key ? { 'idempotency-key': key } : {}),
    },
  })
  return { status: answer.status, json: (await answer.json()) as { code?: string; receipt?: unknown } }
}

describe('W10 two calls at once with one idempotency key', () => {
  for (const [what, key, status] of [
    ['the second, which carries a file, gets the receipt of the first', 'first', 200],
    ['with another key, the second is refused as already applied', 'other', 409],
  ] as const) {
    test(`W10 ${what}`, async () => {
      const applicant = await readyToSend(portal)
      await officer.query('begin')
      await officer.query('select from job_applications where id = $1 for update', [applicant.applicationId])
      const first = put(
        applicant.visitor,
        updatePath(applicant.applicationId),
        {},
        { 'idempotency-key': 'first' },
      )
      await somebodyWaits()
      const second = sendWithCv(applicant, {}, key)
      await somebodyWaits(2)
      await officer.query('commit')
      const [sent, repeated] = await Promise.all([first, second])
      assert.deepEqual([sent.status, repeated.status], [200, status], JSON.stringify(repeated.json))
      if (status === 200) assert.deepEqual(repeated.json.receipt, sent.json.receipt)
      else assert.equal(repeated.json.code, 'already_applied')
      const { documents } = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
      assert.deepEqual(documents, [])
    })
  }
})

describe('T22 files with a version that the application does not have', () => {
  for (const [what, ahead] of [
    ['an old one', -1],
    ['one that was never given', 1],
  ] as const) {
    test(`T22 ${what} is 409: nothing is attached, and the version stays for the other tabs`, async () => {
      const applicant = await readyToSend(portal)
      const answer = await sendWithCv(applicant, { version: applicant.version + ahead })
      assert.deepEqual([answer.status, answer.json.code], [409, 'conflict'])
      const { version, documents, is_completed } = (
        await applicant.visitor.get(detailPath(applicant.applicationId))
      ).json
      assert.deepEqual([version, documents, is_completed], [applicant.version, [], false])
      assert.equal(
        (await put(applicant.visitor, updatePath(applicant.applicationId), { version: applicant.version }))
          .status,
        200,
      )
    })
  }
})

test('T29 CANARY nothing of an application reaches the log, also when something fails', async () => {
  const applicant = await readyToSend(portal, { over: { address: 'CANARY-ADDRESS' } })
  await portal.db.run(
    sql`create function breaks() returns trigger language plpgsql as $$ begin raise exception 'CANARY %', new.frozen; end $$`,
  )
  await portal.db.run(
    sql`create trigger breaks before insert on submissions for each row execute function breaks()`,
  )
  const failed = await put(applicant.visitor, updatePath(applicant.applicationId), { address: 'CANARY-TWO' })
  await portal.db.run(sql`drop trigger breaks on submissions`)
  assert.equal(failed.status, 500)
  assert.doesNotMatch(failed.text, /CANARY/)
  assert.equal((await put(applicant.visitor, updatePath(applicant.applicationId), {})).status, 200)
  const log = JSON.stringify(portal.log)
  assert.match(log, /request\.failed/)
  for (const word of ['CANARY', applicant.email, 'Wanjiku', 'Halima', 'Moi University', 'Garissa', '+254'])
    assert.ok(!log.includes(word), word)
})
