import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { APPLICATION } from '../../contract/job-applications/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { count, loggedIn } from '../support/accounts.ts'
import {
  answers,
  APPLICATIONS,
  asForm,
  detailPath,
  educationEntry,
  experienceEntry,
  PARTIAL,
  readyToSend,
  refereeEntry,
  SUBMIT,
} from '../support/answers.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

let portal: Portal
before(async () => {
  // The limit of calls per account is raised, so that no test reaches it.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' } })
})
after(() => portal.close())

/** Creates a person with an empty draft. `save` saves a part of the draft, `whole` reads all of it. */
const withDraft = async (job: Record<string, unknown> = {}) => {
  const person = await loggedIn(portal)
  const [jobId = 0] = await postJobs(portal, job)
  const { json } = await person.visitor.post(APPLICATIONS, { job: jobId })
  const save = (body: Record<string, unknown>) => person.visitor.post(PARTIAL, { job_id: jobId, ...body })
  const whole = async () => (await person.visitor.get(detailPath(json.id))).json
  return { ...person, jobId, id: Number(json.id), save, whole }
}
const multipart = async (visitor: Visitor, body: Record<string, unknown>) => {
  const form = new Response(asForm(body))
  const raw = Buffer.from(await form.arrayBuffer()).toString('latin1')
  return visitor.request('POST', PARTIAL, {
    raw,
    headers: { 'content-type': form.headers.get('content-type') ?? '' },
  })
}
const copiesOf = (id: number) =>
  portal.db.rows<{ version: number; content: Record<string, unknown> }>(
    sql`select version, content from draft_copies where application_id = ${id} order by id`,
  )

describe('S2 §7 POST /api/job-applications/partial-save/', () => {
  test('S2 §7 a multipart form, with lists as JSON text and flags as text, is saved like the same values in JSON', async () => {
    const lists = {
      education: [educationEntry()],
      experience: [experienceEntry()],
      referees: [refereeEntry()],
      address: 'Garissa',
    }
    const flags = {
      personal_details_completed: 'true',
      education_completed: 'true',
      experience_completed: 'false',
      referees_completed: 'true',
    }
    const [first, second] = [await withDraft(), await withDraft()]
    const byForm = await multipart(first.visitor, { job_id: first.jobId, ...flags, ...lists })
    const byJson = await second.save({ ...flags, ...lists })
    assert.deepEqual([byForm.status, byJson.status], [200, 200], byForm.text)
    const without = ({ id: _, application_id: __, ...rest }: Record<string, unknown>) => rest
    assert.deepEqual(without(byForm.json), without(byJson.json))
    const [left, right] = [await first.whole(), await second.whole()]
    for (const list of ['education', 'experience', 'referees', 'address'])
      assert.deepEqual(left[list], right[list], list)
    assert.equal(left.education[0].institution, 'Moi University')
  })
  test('W9 the answer has the same shape as of every write: flags, documents and the next version (T22)', async () => {
    const applicant = await withDraft()
    const { json } = await applicant.save(answers())
    assert.deepEqual(json, {
      id: applicant.id,
      application_id: applicant.id,
      exists: true,
      is_completed: false,
      reference_number: null,
      message: 'Progress saved successfully!',
      version: 1,
      personal_details_completed: true,
      education_completed: true,
      experience_completed: true,
      referees_completed: true,
      documents: [],
      updated_at: portal.clock.now().toISOString(),
    })
  })
  test('W9 the first save starts the application, with a notification that is already read; the field may also be called `job`', async () => {
    const { visitor, id } = await loggedIn(portal)
    const [job = 0] = await postJobs(portal, {})
    const saved = await visitor.post(PARTIAL, { job, address: 'Wajir' })
    assert.deepEqual([saved.status, saved.json.version], [200, 1])
    assert.equal((await visitor.get(detailPath(saved.json.id))).json.address, 'Wajir')
    assert.equal(
      await count(
        portal,
        sql`select from notifications where user_id = ${id} and type = 'draft_started' and is_read`,
      ),
      1,
    )
  })
  test('W4 nothing must be complete: a half-filled entry is stored as it is, and so is one that is not yet in a list', async () => {
    const applicant = await withDraft()
    const unfinished = { step: 3, experience: { position: 'Clerk', end_date: '' }, referee: { phone: '07' } }
    const { status, json } = await applicant.save({
      education: [{ institution: 'Moi' }],
      referees: [{ name: 'A', phone: '0712 34' }],
      unfinished,
    })
    assert.deepEqual([status, json.education_completed, json.referees_completed], [200, false, false])
    const whole = await applicant.whole()
    assert.deepEqual(whole.education, [
      { institution: 'Moi', qualification_level_name: '', area_of_study: '', year_of_completion: '' },
    ])
    assert.equal(whole.referees[0].phone, '0712 34')
    assert.deepEqual(
      [whole.unfinished.step, whole.unfinished.experience.position, whole.unfinished.referee.phone],
      [3, 'Clerk', '07'],
    )
  })
  test('W23 a list that is not sent stays; an empty list deletes its entries', async () => {
    const applicant = await withDraft()
    await applicant.save({ ...answers(), unfinished: { step: 4 } })
    for (const nothing of [{}, { education: '', address: undefined }, { education: null }])
      await applicant.save(nothing)
    const stored = await applicant.whole()
    assert.deepEqual(
      [
        stored.education.length,
        stored.experience.length,
        stored.referees.length,
        stored.address,
        stored.unfinished.step,
      ],
      [1, 1, 1, 'P.O. Box 1, Garissa', 4],
    )
    await applicant.save({ referees: [], address: '' })
    const emptied = await applicant.whole()
    assert.deepEqual([emptied.referees, emptied.address, emptied.education.length], [[], '', 1])
  })
  test('W2 the flags follow from the stored lists, whatever the client claims', async () => {
    const applicant = await withDraft({ min_referees: 2 })
    const lies = {
      personal_details_completed: 'false',
      education_completed: 'true',
      experience_completed: true,
      referees_completed: 'true',
    }
    const { json } = await applicant.save({ ...lies, referees: [refereeEntry()] })
    assert.deepEqual(
      [
        json.personal_details_completed,
        json.education_completed,
        json.experience_completed,
        json.referees_completed,
      ],
      [true, false, false, false],
    )
    const whole = await applicant.whole()
    assert.deepEqual([whole.education_completed, whole.referees_completed], [false, false])
  })
  test('W2, W22 an education level that never existed completes no step; a removed level still has its name, and completes the step', async () => {
    const applicant = await withDraft()
    const { status, json } = await applicant.save({
      education: [educationEntry({ qualification_level: 99_999, qualification_level_name: '' })],
    })
    assert.deepEqual(
      [status, json.education_completed, (await applicant.whole()).education_completed],
      [200, false, false],
    )
    const retired = educationEntry({
      qualification_level: 999,
      qualification_level_name: 'Higher School Certificate',
    })
    assert.equal((await applicant.save({ education: [retired] })).json.education_completed, true)
    assert.deepEqual(
      (await applicant.whole()).education[0].qualification_level_name,
      'Higher School Certificate',
    )
  })
  test('W21 ‘Present’ is accepted as an end date, and the ticked box clears the end date; W25 phones are stored in one format', async () => {
    const applicant = await withDraft()
    await applicant.save({
      experience: [
        experienceEntry({ end_date: 'Present', currently_working: 'true' }),
        experienceEntry({ end_date: '2023-01-01', currently_working: true }),
        // An end date of `Present` alone also says that the person works there now.
        { ...experienceEntry({ end_date: 'Present' }), currently_working: undefined },
      ],
      referees: [refereeEntry({ phone: '0712 345 678' }), refereeEntry({ phone: '254 112-345-678' })],
    })
    const whole = await applicant.whole()
    assert.deepEqual(
      whole.experience.map((entry: { end_date: string; currently_working: boolean }) => [
        entry.end_date,
        entry.currently_working,
      ]),
      Array.from({ length: 3 }, () => ['Present', true]),
    )
    assert.equal(whole.experience_completed, true)
    assert.deepEqual(
      whole.referees.map((entry: { phone: string }) => entry.phone),
      ['+254712345678', '+254112345678'],
    )
  })
  test('W5 an entry that declares no experience completes the step, unless the job requires experience', async () => {
    for (const required of [false, true]) {
      const applicant = await withDraft({ experience_required: required })
      const { json } = await applicant.save({ experience: [{ no_experience: true }] })
      assert.equal(json.experience_completed, !required)
    }
  })
  test('W11 after the application was submitted: 409 with the given sentence, and nothing changes', async () => {
    const applicant = await readyToSend(portal)
    assert.equal((await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })).status, 200)
    const before = (await applicant.visitor.get(detailPath(applicant.applicationId))).text
    const refused = await applicant.visitor.post(PARTIAL, { job_id: applicant.jobId, address: 'Elsewhere' })
    assert.deepEqual(
      [refused.status, refused.json.message],
      [409, 'You have already applied for this position.'],
    )
    assert.equal((await applicant.visitor.get(detailPath(applicant.applicationId))).text, before)
  })
  test('W24 after the deadline no draft is saved or started; once the deadline was moved, saving works again', async () => {
    const applicant = await withDraft({
      expiry_date: new Date(portal.clock.now().getTime() + 1_000).toISOString(),
    })
    portal.clock.advance(1_001)
    assert.deepEqual(
      [(await applicant.save({ address: 'Late' })).status, (await applicant.whole()).address],
      [409, ''],
    )
    const { visitor } = await loggedIn(portal)
    const refused = await visitor.post(PARTIAL, { job_id: applicant.jobId, address: 'Late' })
    assert.deepEqual([refused.status, refused.json.message], [409, 'Applications for this job have closed.'])
    await portal.db.run(
      sql`update jobs set expiry_date = expiry_date + interval '1 day' where id = ${applicant.jobId}`,
    )
    assert.equal((await applicant.save({ address: 'Late' })).status, 200)
  })
})

describe('T22 two tabs', () => {
  test('T22 a save of an old version is 409 with the present draft; the refused text is kept as a copy', async () => {
    const applicant = await withDraft()
    assert.equal(
      (await applicant.save({ version: 0, education: [educationEntry({ institution: 'Tab A' })] })).json
        .version,
      1,
    )
    const refused = await applicant.save({
      version: 0,
      education: [educationEntry({ institution: 'Tab B' })],
      address: 'B',
    })
    assert.deepEqual([refused.status, refused.json.code], [409, 'conflict'])
    assert.deepEqual(refused.json.current, await applicant.whole())
    assert.deepEqual(
      [refused.json.current.version, refused.json.current.education[0].institution],
      [1, 'Tab A'],
    )
    const [copy] = await copiesOf(applicant.id)
    assert.deepEqual(
      [
        copy?.content['address'],
        JSON.stringify(copy?.content['education']).includes('Tab B'),
        copy?.content['refused'],
      ],
      ['B', true, true],
    )
    assert.equal((await applicant.save({ version: '1', address: 'B' })).json.version, 2)
  })
  test('T22 without a version each section is overwritten by itself, and overwritten text is kept as a copy', async () => {
    const applicant = await withDraft()
    await applicant.save({ education: [educationEntry({ institution: 'A' })] })
    await applicant.save({ experience: [experienceEntry({ company: 'B' })] })
    const whole = await applicant.whole()
    assert.deepEqual([whole.education[0].institution, whole.experience[0].company], ['A', 'B'])
    assert.deepEqual(await copiesOf(applicant.id), [], 'nothing was written over')
    await applicant.save({ education: [educationEntry({ institution: 'A' })] })
    assert.deepEqual(await copiesOf(applicant.id), [], 'the same again is no loss')
    await applicant.save({ education: [] })
    const [copy] = await copiesOf(applicant.id)
    assert.deepEqual(Object.keys(copy?.content ?? {}), ['education'])
  })
  test('T22 in whatever order two tabs save, every refused text can be recovered', async () => {
    const applicant = await withDraft()
    const typed: string[] = []
    const saves = Array.from({ length: 24 }, (_, index) => {
      const text = `typed ${index}`
      typed.push(text)
      const section =
        index % 2
          ? { education: [educationEntry({ institution: text })] }
          : { experience: [experienceEntry({ company: text })] }
      // Every third save names no version, so it is not refused. The others name `index >> 1`. They are
      // refused unless that is the present version of the draft.
      return applicant.save({ ...section, ...(index % 3 ? { version: index >> 1 } : {}) })
    })
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    assert.deepEqual(
      [...new Set(statuses)].sort((left, right) => left - right),
      [200, 409],
    )
    const everything = JSON.stringify([await applicant.whole(), await copiesOf(applicant.id)])
    // A refused save stays in a copy. A tab may replace a text that it has seen; its version number says what
    // it has seen.
    const refused = typed.filter((_, index) => statuses[index] === 409)
    assert.deepEqual(
      refused.filter((text) => !everything.includes(text)),
      [],
    )
    const saved = typed.filter((_, index) => statuses[index] === 200)
    assert.ok(saved.some((text) => everything.includes(text)))
  })
  test('T22 the newest copies are kept, up to 512 KB together', async () => {
    const applicant = await withDraft()
    await applicant.save({ address: 'now', version: 0 })
    const large = 'x'.repeat(100_000)
    for (let index = 0; index < 9; index++) {
      await portal.db.run(
        sql`insert into draft_copies (application_id, version, content, copied_at) values (${applicant.id}, ${index}, ${JSON.stringify({ large, at: index })}::jsonb, ${portal.clock.now()})`,
      )
    }
    assert.equal((await applicant.save({ address: 'refused', version: 0 })).status, 409)
    const copies = await copiesOf(applicant.id)
    assert.deepEqual(
      copies.map(({ content }) => content['at'] ?? content['address']),
      [4, 5, 6, 7, 8, 'refused'],
    )
    assert.ok(JSON.stringify(copies).length < APPLICATION.storedCopiesBytes + 10_000)
  })
  test(`T22 the newest ${APPLICATION.maxStoredCopies} copies are kept`, async () => {
    const applicant = await withDraft()
    for (let index = 0; index < APPLICATION.maxStoredCopies + 5; index++)
      await applicant.save({ address: `address ${index}` })
    const copies = await copiesOf(applicant.id)
    assert.equal(copies.length, APPLICATION.maxStoredCopies)
    assert.equal(copies.at(-1)?.content['address'], `address ${APPLICATION.maxStoredCopies + 3}`)
  })
  test('T21 fifty saves at once make fifty versions and one row, with the whole text of one of them', async () => {
    const applicant = await withDraft()
    const saves = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        applicant.save({
          address: `tab ${index}`,
          education: [educationEntry({ institution: `tab ${index}` })],
        }),
      ),
    )
    assert.deepEqual(
      saves.map(({ json }) => json.version).sort((left, right) => left - right),
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
    const whole = await applicant.whole()
    assert.equal(whole.address, whole.education[0].institution)
  })
})

describe('J9 places', () => {
  const AREAS = { job_type_id: 4, by_election_areas: [2, 3] }
  test('J9 an area that is not open for the job is refused at its field, and so is an unknown area', async () => {
    const applicant = await withDraft(AREAS)
    for (const by_election_area of [1, 2_000_000_000]) {
      const refused = await applicant.save({ by_election_area })
      assert.deepEqual(
        [refused.status, refused.json.by_election_area],
        [422, ['This by-election area is not open for this job. Please choose another one.']],
      )
    }
    assert.deepEqual(
      [(await applicant.save({ by_election_area: '2' })).status, (await applicant.whole()).by_election_area],
      [200, 2],
    )
  })
  test('J9 a job that names no areas accepts every area that exists; a centre is treated alike', async () => {
    const area = await withDraft({ job_type_id: 4 })
    assert.equal((await area.save({ by_election_area: 1 })).json.personal_details_completed, true)
    assert.equal((await area.save({ by_election_area: 999_999 })).status, 422)
    const centre = await withDraft({ job_type_id: 3, huduma_centres: [5] })
    assert.deepEqual((await centre.save({ huduma_centre: 4 })).json.huduma_centre, [
      'This Huduma centre is not open for this job. Please choose another one.',
    ])
    assert.equal((await centre.save({ huduma_centre: 5 })).json.personal_details_completed, true)
    assert.notEqual((await centre.whole()).huduma_centre_name, '')
    // A person can take back a choice by sending it empty. Fields that are not sent keep their value.
    assert.equal((await centre.save({ address: 'Box 1' })).json.personal_details_completed, true)
    assert.equal((await centre.save({ huduma_centre: '' })).json.personal_details_completed, false)
    assert.equal((await centre.whole()).huduma_centre, null)
  })
  test('S2 §5 a value that jobs of this type do not ask for is not stored', async () => {
    const applicant = await withDraft()
    assert.equal(
      (await applicant.save({ employment_number: 'E7', huduma_centre: 1, by_election_area: 1 })).status,
      200,
    )
    const whole = await applicant.whole()
    assert.deepEqual([whole.employment_number, whole.huduma_centre, whole.by_election_area], ['', null, null])
    const internal = await withDraft({ job_type_id: 1 })
    assert.equal((await internal.save({ employment_number: 'E' })).json.personal_details_completed, false)
    assert.equal((await internal.save({ employment_number: 'E7' })).json.personal_details_completed, true)
  })
})
