import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { sql } from '../../../server/database/connect.ts'
import { canonical } from '#contract/canonical.ts'
import { leafDigest } from '../../../server/transparency/leaf.ts'
import { receiptVerifies } from '../../../server/transparency/sign.ts'
import { count, member, signedIn } from '../../support/accounts.ts'
import {
  answers,
  APPLICATIONS,
  asForm,
  detailPath,
  educationEntry,
  experienceEntry,
  put,
  readyToSend,
  refereeEntry,
  SUBMIT,
  updatePath,
} from '../../support/answers.ts'
import { postJobs } from '../../support/jobs.ts'
import { openPortal, type Portal } from '../../support/portal.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const SENT = 'You have already applied for this position.'
const keyed = (key: string) => ({ 'idempotency-key': key })
const draft = async (job: Record<string, unknown> = {}) => {
  const person = await signedIn(portal)
  const [jobId = 0] = await postJobs(portal, job)
  const { json } = await person.visitor.post(APPLICATIONS, { job: jobId })
  const applicationId = Number(json.id)
  const update = (body: Record<string, unknown> = {}, key = '') =>
    put(person.visitor, updatePath(applicationId), body, key ? keyed(key) : {})
  return { ...person, jobId, applicationId, update }
}
type Row = Record<string, unknown>
const submissionOf = (id: number) =>
  portal.db.row<{
    frozen: string
    digest: Buffer
    salt: Buffer
    receipt: string
    flags: string[]
    submitted_at: Date
  }>(sql`select * from submissions where application_id = ${id}`)
/** What follows from one submission: notice, letter, event. */
const followed = async (userId: number, id: number) => ({
  notices: await count(
    portal,
    sql`select from notifications where user_id = ${userId} and type = 'application_received'`,
  ),
  letters: await count(
    portal,
    sql`select from outbox where topic = 'job-applications.received' and payload = ${JSON.stringify({ applicationId: id })}::jsonb`,
  ),
  events: await count(
    portal,
    sql`select from log_events where kind = 'submission' and digest in (
      select sha256(salt || digest || convert_to(reference_number, 'UTF8') || convert_to(to_char(it.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8'))
      from submissions join job_applications it on it.id = application_id where application_id = ${id})`,
  ),
})
const ONCE = { notices: 1, letters: 1, events: 1 }

for (const way of ['submit', 'update'] as const) {
  describe(`S2 §7 W10 ${way === 'submit' ? 'POST submit' : 'PUT update'} sends an application`, () => {
    const send = (
      it: Awaited<ReturnType<typeof readyToSend>>,
      body: Row = {},
      headers: Record<string, string> = {},
    ) =>
      way === 'submit'
        ? it.visitor.post(SUBMIT, { job_id: it.jobId, ...body }, { headers })
        : put(it.visitor, updatePath(it.applicationId), { job_id: it.jobId, ...body }, headers)

    test('W9 it answers reference, message and receipt, and what follows is there once', async () => {
      const it = await readyToSend(portal)
      const { status, json } = await send(it)
      assert.equal(status, 200)
      assert.deepEqual(
        [json.id, json.application_id, json.exists, json.is_completed, json.message],
        [it.applicationId, it.applicationId, true, true, 'Application Submitted Successfully!'],
      )
      assert.equal(referenceFromText(json.reference_number), json.reference_number)
      assert.equal(json.receipt.reference_number, json.reference_number)
      assert.deepEqual(await followed(it.id, it.applicationId), ONCE)
      const [notice] = (await it.visitor.get('/api/notifications/')).json
      assert.match(notice.message, new RegExp(`${json.reference_number}\\.$`))
      assert.equal(notice.url, `/dashboard/applications/${it.applicationId}`)
    })
    test('S2 §7 multipart as the form sends it', async () => {
      const it = await readyToSend(portal)
      const form = new Response(
        asForm({ job_id: it.jobId, ...answers({ address: 'By form' }), education_completed: true }),
      )
      const raw = Buffer.from(await form.arrayBuffer()).toString('latin1')
      const path = way === 'submit' ? SUBMIT : updatePath(it.applicationId)
      const headers = { 'content-type': form.headers.get('content-type') ?? '' }
      const answer = await it.visitor.request(way === 'submit' ? 'POST' : 'PUT', path, { raw, headers })
      assert.equal(answer.status, 200, answer.text)
      assert.equal((await it.visitor.get(detailPath(it.applicationId))).json.address, 'By form')
    })
    test('W10 the same key is answered the same bytes again, by header and by field; another key, or none, is 409', async () => {
      const it = await readyToSend(portal)
      const first = await send(it, {}, keyed('once'))
      portal.clock.advance(60_000)
      for (const again of [
        await send(it, {}, keyed('once')),
        await send(it, { idempotency_key: 'once' }),
        await send(it, { version: 0 }, keyed('once')),
      ]) {
        assert.deepEqual([again.status, again.text], [first.status, first.text])
      }
      for (const other of [await send(it, {}, keyed('twice')), await send(it)]) {
        assert.deepEqual([other.status, other.json.code, other.json.message], [409, 'already_applied', SENT])
      }
      assert.deepEqual(await followed(it.id, it.applicationId), ONCE)
    })
    test('T21 fifty at once, five with each key: one application, one reference, one of everything', async () => {
      const it = await readyToSend(portal)
      const sent = await Promise.all(
        Array.from({ length: 50 }, (_, at) => send(it, {}, keyed(`key ${at % 10}`.replace(' ', '-')))),
      )
      const good = sent.filter(({ status }) => status === 200)
      assert.equal(good.length, 5, JSON.stringify(sent.map(({ status }) => status)))
      assert.equal(new Set(good.map(({ text }) => text)).size, 1)
      for (const other of sent.filter(({ status }) => status !== 200))
        assert.deepEqual([other.status, other.json.message], [409, SENT])
      assert.deepEqual(await followed(it.id, it.applicationId), ONCE)
      assert.equal(
        await count(portal, sql`select from submissions where application_id = ${it.applicationId}`),
        1,
      )
    })
    test('W24 the server clock decides at its last millisecond; a job that is no longer shown is closed as well', async () => {
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
      for (const it of [late, hidden]) {
        const refused = await send(it, {}, keyed('late'))
        assert.deepEqual(
          [refused.status, refused.json.message, refused.json.detail],
          [409, ...Array(2).fill('Applications for this job have closed.')],
        )
        assert.equal((await it.visitor.get(detailPath(it.applicationId))).json.is_completed, false)
      }
      assert.equal((await send(intime, {}, keyed('x'))).json.message, SENT)
    })
    test('T22 an old version is 409 with what stands now, and what was refused is kept', async () => {
      const it = await readyToSend(portal)
      const refused = await send(it, { version: 0, address: 'Old tab' })
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.current.version],
        [409, 'conflict', 1],
      )
      assert.equal(
        await count(
          portal,
          sql`select from draft_copies where application_id = ${it.applicationId} and content ->> 'address' = 'Old tab'`,
        ),
        1,
      )
      assert.equal((await send(it, { version: 1, address: 'New' })).status, 200)
      assert.equal((await it.visitor.get(detailPath(it.applicationId))).json.address, 'New')
    })
    test('T22 without a version, what a late body writes over is kept', async () => {
      const it = await readyToSend(portal)
      await send(it, { address: 'Another' })
      const [copy] = await portal.db.rows<{ content: Row }>(
        sql`select content from draft_copies where application_id = ${it.applicationId}`,
      )
      assert.deepEqual(copy?.content, { address: 'P.O. Box 1, Garissa' })
    })
    test('a key that is no key is 422, and nothing is sent', async () => {
      const it = await readyToSend(portal)
      for (const key of ['x'.repeat(101), 'two words'])
        assert.equal((await send(it, {}, keyed(key))).status, 422, key)
      assert.equal((await send(it, { idempotency_key: 'x'.repeat(101) })).status, 422)
      assert.equal((await it.visitor.get(detailPath(it.applicationId))).json.is_completed, false)
    })
  })
}

describe('W10 where the two differ', () => {
  test('W9 POST submit begins what is not begun and sends it', async () => {
    const { visitor, id } = await signedIn(portal)
    const [job = 0] = await postJobs(portal, {})
    const { status, json } = await visitor.post(SUBMIT, { job, ...answers() })
    assert.equal(status, 200)
    assert.deepEqual(await followed(id, json.id), ONCE)
  })
  test('T21 fifty at once of what was not begun are one application', async () => {
    const { visitor, id } = await signedIn(portal)
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
    assert.deepEqual(await followed(id, sent[0]?.json.id), ONCE)
  })
  test('POST submit without a job is 422 in the quoted words; of one that never was, 404', async () => {
    const { visitor } = await signedIn(portal)
    const refused = await visitor.post(SUBMIT, answers())
    assert.deepEqual(
      [refused.status, refused.json.message],
      [422, 'Invalid job. Please select a job again and start the application.'],
    )
    assert.equal((await visitor.post(SUBMIT, { job: 2_000_000_000, ...answers() })).status, 404)
  })
  test('W16 what was begun for one job is not sent for another', async () => {
    const [it, [other]] = [await readyToSend(portal), await postJobs(portal, {})]
    const refused = await put(it.visitor, updatePath(it.applicationId), { job_id: other })
    assert.deepEqual(
      [refused.status, refused.json.job_id],
      [422, ['Invalid job. Please select a job again and start the application.']],
    )
  })
  test('L7 T10 another person’s is 404 as one that never was, and stays as it is', async () => {
    const [mine, other] = [await readyToSend(portal), await signedIn(portal)]
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
  test('an account that nobody verified cannot sign in, and so cannot apply', async () => {
    const { email, password, id } = await member(portal)
    await portal.db.run(sql`update users set email_verified_at = null where id = ${id}`)
    assert.equal((await portal.visitor().post('/api/login/', { email, password })).status, 403)
  })
})

describe('S2 §5 final submit pre-check', () => {
  const LINES = [
    'Personal details section is incomplete',
    'Education section is incomplete',
    'Work experience section is incomplete',
    'Referees section is incomplete',
    'At least one education entry is required',
    'At least one work experience entry is required',
    'At least one referee is required',
  ]
  test('W20 every line in the order of the specification, joined by line breaks; nothing is sent', async () => {
    const it = await draft({ job_type_id: 1 })
    const refused = await it.update()
    assert.deepEqual([refused.status, refused.json.message], [422, LINES.join('\n')])
    assert.deepEqual(
      [refused.json.error, refused.json.detail, refused.json.non_field_errors],
      [LINES.join('\n'), LINES.join('\n'), [LINES.join('\n')]],
    )
    assert.deepEqual(await followed(it.id, it.applicationId), { notices: 0, letters: 0, events: 0 })
  })
  const cases: [string, Row, number[]][] = [
    ['no education', { education: [] }, [1, 4]],
    ['a faulty education entry', { education: [educationEntry({ year_of_completion: '1949' })] }, [1]],
    [
      'W22 a level that is in no list and has no name',
      { education: [educationEntry({ qualification_level: 999 })] },
      [1],
    ],
    ['no experience', { experience: [] }, [2, 5]],
    [
      'an experience that ends before it begins',
      { experience: [experienceEntry({ end_date: '2021-12-31' })] },
      [2],
    ],
    [
      'an experience that begins tomorrow',
      { experience: [experienceEntry({ start_date: '2026-11-25', currently_working: true })] },
      [2],
    ],
    ['no referee', { referees: [] }, [3, 6]],
    ['a referee with a foreign number', { referees: [refereeEntry({ phone: '+4412345678' })] }, [3]],
  ]
  for (const [what, over, lines] of cases) {
    test(`S2 §5 ${what}: ${lines.length} of the lines`, async () => {
      const it = await draft()
      const refused = await it.update(answers(over))
      assert.deepEqual(
        [refused.status, refused.json.message],
        [422, lines.map((line) => LINES[line]).join('\n')],
      )
      assert.equal((await it.update(answers())).status, 200)
    })
  }
  test('W6 as many referees as the job asks for', async () => {
    const it = await draft({ min_referees: 2 })
    assert.equal((await it.update(answers())).json.message, `${LINES[3]}\nAt least 2 referees are required`)
    assert.equal(
      (
        await it.update(
          answers({
            referees: [refereeEntry(), refereeEntry({ email: 'b@example.org', phone: '0733000111' })],
          }),
        )
      ).status,
      200,
    )
  })
  test('A18 the age on the closing date decides, and of a job without one the age today', async () => {
    const [early, late, open] = [
      await draft({ min_age: 28, expiry_date: '2027-05-05' }),
      await draft({ min_age: 28, expiry_date: '2027-05-06' }),
      await draft({ min_age: 28 }),
    ]
    for (const it of [early, open]) {
      const refused = await it.update(answers())
      assert.deepEqual(
        [refused.status, refused.json.message],
        [422, 'You must be at least 28 years old on the closing date of this job'],
      )
    }
    assert.equal((await late.update(answers())).status, 200)
  })
  test('A18 a birthday on 29 February counts on 1 March, and midnight is Nairobi’s', async () => {
    const born = async (closes: string) => {
      const it = await draft({ min_age: 23, expiry_date: closes })
      await portal.db.run(sql`update users set date_of_birth = '2004-02-29' where id = ${it.id}`)
      return (await it.update(answers())).status
    }
    assert.deepEqual(
      [await born('2027-02-28'), await born('2027-02-28T20:59:59Z'), await born('2027-02-28T21:00:00Z')],
      [422, 422, 200],
    )
  })
  test('W1 a job that requires documents says which are missing; one that asks takes an application without', async () => {
    const [required, asked] = [await draft({ documents: 'required' }), await draft({ documents: 'asked' })]
    const refused = await required.update(answers())
    assert.deepEqual([refused.status, refused.json.message], [422, 'Please add: CV, Cover letter'])
    const needed = ['You must add this document to apply for this job.']
    assert.deepEqual([refused.json.cv, refused.json.cover_letter], [needed, needed])
    assert.equal((await asked.update(answers())).status, 200)
  })
  test('J9 a foreign area is refused at its field, also where the draft took it before', async () => {
    const it = await draft({ job_type_id: 4 })
    assert.equal(
      (
        await it.visitor.post('/api/job-applications/partial-save/', {
          job_id: it.jobId,
          by_election_area: 1,
        })
      ).status,
      200,
    )
    await portal.db.run(sql`insert into job_areas (job_id, area_id) values (${it.jobId}, 2)`)
    assert.deepEqual((await it.update(answers())).json.by_election_area, [
      'This by-election area is not open for this job. Please choose another one.',
    ])
    assert.equal((await it.update(answers({ by_election_area: 2 }))).status, 200)
  })
})

describe('what the officers are shown and what stops nobody', () => {
  const flagsOf = async (job: Row, over: Row) => {
    const it = await draft(job)
    const sent = await it.update(answers(over))
    assert.equal(sent.status, 200, sent.text)
    return (await submissionOf(it.applicationId))?.flags
  }
  test('J8 an employment number that the register does not hold; case and spaces do not matter', async () => {
    await portal.db.run(sql`insert into staff_register values ('IEBC/77') on conflict do nothing`)
    assert.deepEqual(await flagsOf({ job_type_id: 1 }, { employment_number: 'nobody' }), [
      'staff_number_unknown',
    ])
    assert.deepEqual(await flagsOf({ job_type_id: 1 }, { employment_number: ' iebc/77 ' }), [])
    assert.deepEqual(await flagsOf({}, {}), [])
  })
  test('W8 a referee who is the applicant, and one who is named twice', async () => {
    assert.deepEqual(await flagsOf({}, { referees: [refereeEntry({ phone: '0712345678' })] }), [
      'referee_is_applicant',
    ])
    assert.deepEqual(await flagsOf({}, { referees: [refereeEntry(), refereeEntry({ name: 'Another' })] }), [
      'referee_twice',
    ])
  })
  test('W22 a level that the list does not hold, or not any more', async () => {
    const retired = educationEntry({
      qualification_level: 999,
      qualification_level_name: 'Higher School Certificate',
    })
    assert.deepEqual(await flagsOf({}, { education: [educationEntry(), retired] }), ['level_not_listed'])
  })
  test('J9 who lives outside the area', async () => {
    const at = async (where: ReturnType<typeof sql>) =>
      (await portal.db.row<{ id: number }>(sql`select id from by_election_areas where ${where} limit 1`))?.id
    const away = await at(sql`county_code <> 47`)
    assert.deepEqual(await flagsOf({ job_type_id: 4 }, { by_election_area: away }), ['lives_elsewhere'])
  })
})

describe('proof', () => {
  test('the receipt: digest of the frozen application, signed, and its leaf in the log', async () => {
    const it = await readyToSend(portal)
    const { json } = await it.visitor.post(SUBMIT, { job_id: it.jobId })
    const kept = await submissionOf(it.applicationId)
    const { receipt } = json
    assert.equal(
      receipt.digest,
      createHash('sha256')
        .update(kept?.frozen ?? '')
        .digest('hex'),
    )
    assert.equal(kept?.frozen, canonical(JSON.parse(kept?.frozen ?? '')), 'RFC 8785')
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
  test('W12 W14 L8 W22 what is frozen is the job, the person and the answers of that moment, each level with its name', async () => {
    const it = await readyToSend(portal, {
      over: { education: [educationEntry({ qualification_level_name: 'Emperor' })] },
    })
    await it.visitor.post(SUBMIT, { job_id: it.jobId })
    const frozen = JSON.parse((await submissionOf(it.applicationId))?.frozen ?? '')
    assert.deepEqual(
      [frozen.applicant.email, frozen.applicant.idno.length, frozen.applicant.county],
      [it.email, 8, 'Nairobi City'],
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
  test('R1 the database itself refuses to change or remove what was sent', async () => {
    const it = await readyToSend(portal)
    await it.visitor.post(SUBMIT, { job_id: it.jobId })
    for (const act of [
      sql`update submissions set frozen = '{}'`,
      sql`delete from submissions`,
      sql`truncate submissions`,
    ]) {
      await assert.rejects(portal.db.run(act), /written once/)
    }
  })
  test('a reference number that is taken is drawn again', async (t) => {
    const [one, two] = [await readyToSend(portal), await readyToSend(portal)]
    const first = await one.visitor.post(SUBMIT, { job_id: one.jobId })
    // The next draw is the number that was given out; the one after it is another.
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
    const second = await two.visitor.post(SUBMIT, { job_id: two.jobId })
    assert.equal(second.status, 200, second.text)
    assert.notEqual(second.json.reference_number, first.json.reference_number)
    assert.deepEqual(await followed(two.id, two.applicationId), ONCE)
  })
})
