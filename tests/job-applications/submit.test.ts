import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { sql } from '../../server/database/connect.ts'
import { canonical } from '#contract/canonical.ts'
import { leafDigest } from '../../server/transparency/leaf.ts'
import { receiptVerifies } from '../../server/transparency/sign.ts'
import { count, member, loggedIn } from '../support/accounts.ts'
import {
  answers,
  asForm,
  detailPath,
  educationEntry,
  put,
  readyToSend,
  SUBMIT,
  updatePath,
} from '../support/answers.ts'
import { followed, keyed, submissionOf } from '../support/empty-draft.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Two calls submit an application. Each answers with a receipt that proves the submission.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const SENT = 'You have already applied for this position.'
type Row = Record<string, unknown>
/** What `followed` must find after one submission. `keyed` makes the header with an idempotency key. */
const ONCE = { notifications: 1, emails: 1, events: 1 }

for (const way of ['submit', 'update'] as const) {
  describe(`S2 §7 W10 ${way === 'submit' ? 'POST submit' : 'PUT update'} sends an application`, () => {
    const send = (
      applicant: Awaited<ReturnType<typeof readyToSend>>,
      body: Row = {},
      headers: Record<string, string> = {},
    ) =>
      way === 'submit'
        ? applicant.visitor.post(SUBMIT, { job_id: applicant.jobId, ...body }, { headers })
        : put(
            applicant.visitor,
            updatePath(applicant.applicationId),
            { job_id: applicant.jobId, ...body },
            headers,
          )

    test('W9 the answer has reference number, message and receipt; email, notification and event are there once', async () => {
      const applicant = await readyToSend(portal)
      const { status, json } = await send(applicant)
      assert.equal(status, 200)
      assert.deepEqual(
        [json.id, json.application_id, json.exists, json.is_completed, json.message],
        [applicant.applicationId, applicant.applicationId, true, true, 'Application Submitted Successfully!'],
      )
      assert.equal(referenceFromText(json.reference_number), json.reference_number)
      assert.equal(json.receipt.reference_number, json.reference_number)
      assert.deepEqual(await followed(portal, applicant.id, applicant.applicationId), ONCE)
      const [notification] = (await applicant.visitor.get('/api/notifications/')).json
      assert.match(notification.message, new RegExp(`${json.reference_number}\\.$`))
      assert.equal(notification.url, `/dashboard/applications/${applicant.applicationId}`)
    })
    test('S2 §7 multipart as the form sends it', async () => {
      const applicant = await readyToSend(portal)
      const form = new Response(
        asForm({ job_id: applicant.jobId, ...answers({ address: 'By form' }), education_completed: true }),
      )
      const raw = Buffer.from(await form.arrayBuffer()).toString('latin1')
      const path = way === 'submit' ? SUBMIT : updatePath(applicant.applicationId)
      const headers = { 'content-type': form.headers.get('content-type') ?? '' }
      const answer = await applicant.visitor.request(way === 'submit' ? 'POST' : 'PUT', path, {
        raw,
        headers,
      })
      assert.equal(answer.status, 200, answer.text)
      assert.equal((await applicant.visitor.get(detailPath(applicant.applicationId))).json.address, 'By form')
    })
    test('W10 a repeat with the same key gets the same bytes, by header or by field; with another key, or none, 409', async () => {
      const applicant = await readyToSend(portal)
      const first = await send(applicant, {}, keyed('once'))
      portal.clock.advance(60_000)
      for (const again of [
        await send(applicant, {}, keyed('once')),
        await send(applicant, { idempotency_key: 'once' }),
        await send(applicant, { version: 0 }, keyed('once')),
      ]) {
        assert.deepEqual([again.status, again.text], [first.status, first.text])
      }
      for (const other of [await send(applicant, {}, keyed('twice')), await send(applicant)]) {
        assert.deepEqual([other.status, other.json.code, other.json.message], [409, 'already_applied', SENT])
      }
      assert.deepEqual(await followed(portal, applicant.id, applicant.applicationId), ONCE)
    })
    test('T21 fifty at once, five with each key: one application, one reference number, one email, notification and event', async () => {
      const applicant = await readyToSend(portal)
      const sent = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          send(applicant, {}, keyed(`key ${index % 10}`.replace(' ', '-'))),
        ),
      )
      const good = sent.filter(({ status }) => status === 200)
      assert.equal(good.length, 5, JSON.stringify(sent.map(({ status }) => status)))
      assert.equal(new Set(good.map(({ text }) => text)).size, 1)
      for (const other of sent.filter(({ status }) => status !== 200))
        assert.deepEqual([other.status, other.json.message], [409, SENT])
      assert.deepEqual(await followed(portal, applicant.id, applicant.applicationId), ONCE)
      assert.equal(
        await count(portal, sql`select from submissions where application_id = ${applicant.applicationId}`),
        1,
      )
    })
    test('W24 the server’s clock decides, to the last millisecond; a job that is no longer shown counts as closed', async () => {
      const expiry_date = new Date(portal.clock.now().getTime() + 5_000)
      const [late, intime, hidden] = [
        await readyToSend(portal, { job: { expiry_date: expiry_date.toISOString() } }),
        await readyToSend(portal, { job: { expiry_date: expiry_date.toISOString() } }),
        await readyToSend(portal),
      ]
      portal.clock.set(expiry_date)
      assert.equal((await send(intime)).status, 200)
      portal.clock.advance(1)
      await portal.db.run(sql`update jobs set is_active = false where id = ${hidden.jobId}`)
      for (const entry of [late, hidden]) {
        const refused = await send(entry, {}, keyed('late'))
        assert.deepEqual(
          [refused.status, refused.json.message, refused.json.detail],
          [409, ...Array(2).fill('Applications for this job have closed.')],
        )
        assert.equal((await entry.visitor.get(detailPath(entry.applicationId))).json.is_completed, false)
      }
      assert.equal((await send(intime, {}, keyed('x'))).json.message, SENT)
    })
    test('T22 a submit of an old version is 409 with the present draft, and its text is kept as a copy', async () => {
      const applicant = await readyToSend(portal)
      const refused = await send(applicant, { version: 0, address: 'Old tab' })
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.current.version],
        [409, 'conflict', 1],
      )
      assert.equal(
        await count(
          portal,
          sql`select from draft_copies where application_id = ${applicant.applicationId} and content ->> 'address' = 'Old tab'`,
        ),
        1,
      )
      assert.equal((await send(applicant, { version: 1, address: 'New' })).status, 200)
      assert.equal((await applicant.visitor.get(detailPath(applicant.applicationId))).json.address, 'New')
    })
    test('T22 without a version, a text that the submit overwrites is kept as a copy', async () => {
      const applicant = await readyToSend(portal)
      await send(applicant, { address: 'Another' })
      const [copy] = await portal.db.rows<{ content: Row }>(
        sql`select content from draft_copies where application_id = ${applicant.applicationId}`,
      )
      assert.deepEqual(copy?.content, { address: 'P.O. Box 1, Garissa' })
    })
    test('an invalid key is 422, and nothing is submitted', async () => {
      const applicant = await readyToSend(portal)
      for (const key of ['x'.repeat(101), 'two words'])
        assert.equal((await send(applicant, {}, keyed(key))).status, 422, key)
      assert.equal((await send(applicant, { idempotency_key: 'x'.repeat(101) })).status, 422)
      assert.equal(
        (await applicant.visitor.get(detailPath(applicant.applicationId))).json.is_completed,
        false,
      )
    })
  })
}

describe('W10 where the two calls differ', () => {
  test('W9 POST submit works without a draft: it starts the application and submits it', async () => {
    const { visitor, id } = await loggedIn(portal)
    const [job = 0] = await postJobs(portal, {})
    const { status, json } = await visitor.post(SUBMIT, { job, ...answers() })
    assert.equal(status, 200)
    assert.deepEqual(await followed(portal, id, json.id), ONCE)
  })
  test('T21 fifty at once without a draft make one application', async () => {
    const { visitor, id } = await loggedIn(portal)
    const [job = 0] = await postJobs(portal, {})
    const sent = await Promise.all(
      Array.from({ length: 50 }, () =>
        visitor.post(SUBMIT, { job, ...answers() }, { headers: keyed('same') }),
      ),
    )
    assert.deepEqual(
      new Set(sent.map(({ status, text }) => `${status} ${text}`)).size,
      1,
      sent.map(({ text }) => text).join('\n'),
    )
    assert.deepEqual(await followed(portal, id, sent[0]?.json.id), ONCE)
  })
  test('POST submit without a job is 422 with the given sentence; for an unknown job, 404', async () => {
    const { visitor } = await loggedIn(portal)
    const refused = await visitor.post(SUBMIT, answers())
    assert.deepEqual(
      [refused.status, refused.json.message],
      [422, 'Invalid job. Please select a job again and start the application.'],
    )
    assert.equal((await visitor.post(SUBMIT, { job: 2_000_000_000, ...answers() })).status, 404)
  })
  test('W16 a draft for one job is not submitted for another', async () => {
    const [applicant, [other]] = [await readyToSend(portal), await postJobs(portal, {})]
    const refused = await put(applicant.visitor, updatePath(applicant.applicationId), { job_id: other })
    assert.deepEqual(
      [refused.status, refused.json.job_id],
      [422, ['Invalid job. Please select a job again and start the application.']],
    )
  })
  test('L7 T10 another person’s application is 404 like an unknown one, and stays as it is', async () => {
    const [mine, other] = [await readyToSend(portal), await loggedIn(portal)]
    const [theirs, never] = [
      await put(other.visitor, updatePath(mine.applicationId), answers()),
      await put(other.visitor, updatePath(2_000_000_000), answers()),
    ]
    assert.deepEqual(
      [theirs.status, theirs.json.message, theirs.text],
      [404, 'Application not found', never.text],
    )
    assert.equal((await mine.visitor.get(detailPath(mine.applicationId))).json.is_completed, false)
  })
  test('the owner of an account that no one verified cannot log in, and so cannot apply', async () => {
    const { email, password, id } = await member(portal)
    await portal.db.run(sql`update users set email_verified_at = null where id = ${id}`)
    assert.equal((await portal.visitor().post('/api/login/', { email, password })).status, 403)
  })
})

describe('proof', () => {
  test('the receipt: digest of the frozen application, signed, and its leaf in the log', async () => {
    const applicant = await readyToSend(portal)
    const { json } = await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    const submission = await submissionOf(portal, applicant.applicationId)
    const { receipt } = json
    assert.equal(
      receipt.digest,
      createHash('sha256')
        .update(submission?.frozen ?? '')
        .digest('hex'),
    )
    assert.equal(submission?.frozen, canonical(JSON.parse(submission?.frozen ?? '')), 'RFC 8785')
    assert.equal(receiptVerifies(portal.deps.receiptKey.publicBytes, receipt), true)
    for (const field of Object.keys(receipt)) {
      assert.equal(
        receiptVerifies(portal.deps.receiptKey.publicBytes, { ...receipt, [field]: `x${receipt[field]}` }),
        false,
        field,
      )
    }
    assert.equal(receipt.name, "Wanjiku Ng'ang'a")
    const leaf = leafDigest({
      salt: Buffer.from(receipt.salt, 'hex'),
      digest: Buffer.from(receipt.digest, 'hex'),
      reference: receipt.reference_number,
      submittedAt: new Date(receipt.submitted_at),
    })
    assert.equal(await count(portal, sql`select from log_events where digest = ${leaf}`), 1)
  })
  test('W12 W14 L8 W22 the frozen application has the job, the person and the answers of that moment, each level with its name (decisions#signed-names)', async () => {
    const applicant = await readyToSend(portal, {
      over: { education: [educationEntry({ qualification_level_name: 'Emperor' })] },
    })
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    const frozen = JSON.parse((await submissionOf(portal, applicant.applicationId))?.frozen ?? '')
    assert.deepEqual(
      [frozen.applicant.email, frozen.applicant.idno.length, frozen.applicant.county],
      [applicant.email, 8, 'Nairobi City'],
    )
    assert.equal(frozen.education[0].qualification_level_name, 'Diploma')
    assert.deepEqual(Object.keys(frozen.job).sort(), [
      'expiry_date',
      'id',
      'location',
      'qualification',
      'reference',
      'title',
      'type',
      'type_code',
    ])
    assert.deepEqual([frozen.huduma_centre, frozen.documents], [null, []])
  })
  test('R1 the database itself refuses to change or delete a submission', async () => {
    const applicant = await readyToSend(portal)
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    for (const change of [
      sql`update submissions set frozen = '{}'`,
      sql`delete from submissions`,
      sql`truncate submissions`,
    ]) {
      await assert.rejects(portal.db.run(change), /written once/)
    }
  })
  test('a reference number that is taken is drawn again', async (t) => {
    const [applicant, other] = [await readyToSend(portal), await readyToSend(portal)]
    const first = await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    // The first drawn reference number is already taken by the last application. The second one is free.
    await portal.db.run(sql`
      create function same_reference() returns trigger language plpgsql as $$ begin
        if nextval('draws') = 1 then new.reference_number := (select reference_number from job_applications where reference_number is not null order by submitted_at desc, id desc limit 1); end if;
        return new; end $$`)
    await portal.db.run(sql`create sequence draws`)
    await portal.db.run(sql`grant usage on sequence draws to public`)
    await portal.db.run(
      sql`create trigger same before update of is_completed on job_applications for each row execute function same_reference()`,
    )
    t.after(() => portal.db.run(sql`drop trigger same on job_applications`))
    const second = await other.visitor.post(SUBMIT, { job_id: other.jobId })
    assert.equal(second.status, 200, second.text)
    assert.notEqual(second.json.reference_number, first.json.reference_number)
    assert.deepEqual(await followed(portal, other.id, other.applicationId), ONCE)
  })
})
