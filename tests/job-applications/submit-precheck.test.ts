import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'

import { answers, educationEntry, experienceEntry, refereeEntry } from '../support/answers.ts'
import { emptyDraft, followed, submissionOf } from '../support/empty-draft.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Some answers make the portal refuse to submit an application; others it only flags for officers. The
// portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

type Row = Record<string, unknown>

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
  test('W20 every sentence, in the order of the specification, joined by line breaks; nothing is submitted', async () => {
    const applicant = await emptyDraft(portal, { job_type_id: 1 })
    const refused = await applicant.update()
    assert.deepEqual([refused.status, refused.json.message], [422, LINES.join('\n')])
    assert.deepEqual(
      [refused.json.error, refused.json.detail, refused.json.non_field_errors],
      [LINES.join('\n'), LINES.join('\n'), [LINES.join('\n')]],
    )
    // A submission would have caused these notifications, emails and events.
    assert.deepEqual(await followed(portal, applicant.id, applicant.applicationId), {
      notifications: 0,
      emails: 0,
      events: 0,
    })
  })
  // Answers with one fault each, and the indexes in LINES of the sentences that the portal shows for it.
  const cases: [what: string, over: Row, lines: number[]][] = [
    ['no education', { education: [] }, [1, 4]],
    ['a faulty education entry', { education: [educationEntry({ year_of_completion: '1949' })] }, [1]],
    [
      'W22 a level that is in no list and has no name',
      { education: [educationEntry({ qualification_level: 999 })] },
      [1],
    ],
    ['no experience', { experience: [] }, [2, 5]],
    [
      'an experience that ends before it starts',
      { experience: [experienceEntry({ end_date: '2021-12-31' })] },
      [2],
    ],
    [
      'an experience that starts tomorrow',
      { experience: [experienceEntry({ start_date: '2026-11-25', currently_working: true })] },
      [2],
    ],
    ['no referee', { referees: [] }, [3, 6]],
    ['a referee with a foreign number', { referees: [refereeEntry({ phone: '+4412345678' })] }, [3]],
  ]
  for (const [what, over, lines] of cases) {
    test(`S2 §5 ${what}: ${lines.length} of the lines`, async () => {
      const applicant = await emptyDraft(portal)
      const refused = await applicant.update(answers(over))
      assert.deepEqual(
        [refused.status, refused.json.message],
        [422, lines.map((line) => LINES[line]).join('\n')],
      )
      assert.equal((await applicant.update(answers())).status, 200)
    })
  }
  test('W6 as many referees as the job asks for', async () => {
    const applicant = await emptyDraft(portal, { min_referees: 2 })
    assert.equal(
      (await applicant.update(answers())).json.message,
      `${LINES[3]}\nAt least 2 referees are required`,
    )
    assert.equal(
      (
        await applicant.update(
          answers({
            referees: [refereeEntry(), refereeEntry({ email: 'b@example.org', phone: '0733000111' })],
          }),
        )
      ).status,
      200,
    )
  })
  test('A18 the age on the closing date counts, or today’s age if the job has no closing date', async () => {
    // The applicant becomes 28 on 6 May 2027.
    const [early, late, open] = [
      await emptyDraft(portal, { min_age: 28, expiry_date: '2027-05-05' }),
      await emptyDraft(portal, { min_age: 28, expiry_date: '2027-05-06' }),
      await emptyDraft(portal, { min_age: 28 }),
    ]
    for (const entry of [early, open]) {
      const refused = await entry.update(answers())
      assert.deepEqual(
        [refused.status, refused.json.message],
        [422, 'You must be at least 28 years old on the closing date of this job'],
      )
    }
    assert.equal((await late.update(answers())).status, 200)
  })
  test('A18 a birthday on 29 February counts on 1 March, and the day starts at midnight in Nairobi', async () => {
    const born = async (closes: string) => {
      const applicant = await emptyDraft(portal, { min_age: 23, expiry_date: closes })
      await portal.db.run(sql`update users set date_of_birth = '2004-02-29' where id = ${applicant.id}`)
      return (await applicant.update(answers())).status
    }
    assert.deepEqual(
      [await born('2027-02-28'), await born('2027-02-28T20:59:59Z'), await born('2027-02-28T21:00:00Z')],
      [422, 422, 200],
    )
  })
  test('W1 a job that requires documents names the missing ones; a job that only asks for them accepts an application without', async () => {
    const [required, optional] = [
      await emptyDraft(portal, { documents: 'required' }),
      await emptyDraft(portal, { documents: 'asked' }),
    ]
    const refused = await required.update(answers())
    assert.deepEqual([refused.status, refused.json.message], [422, 'Please add: CV, Cover letter'])
    const needed = ['You must add this document to apply for this job.']
    assert.deepEqual([refused.json.cv, refused.json.cover_letter], [needed, needed])
    assert.equal((await optional.update(answers())).status, 200)
  })
  test('J9 an area that the job does not name is refused at its field, even if the draft accepted it before', async () => {
    const applicant = await emptyDraft(portal, { job_type_id: 4 })
    assert.equal(
      (
        await applicant.visitor.post('/api/job-applications/partial-save/', {
          job_id: applicant.jobId,
          by_election_area: 1,
        })
      ).status,
      200,
    )
    await portal.db.run(sql`insert into job_areas (job_id, area_id) values (${applicant.jobId}, 2)`)
    assert.deepEqual((await applicant.update(answers())).json.by_election_area, [
      'This by-election area is not open for this job. Please choose another one.',
    ])
    assert.equal((await applicant.update(answers({ by_election_area: 2 }))).status, 200)
  })
})

describe('flags that officers see, and that refuse no one', () => {
  /** Submits these answers. Returns the flags that officers see with the application. */
  const flagsOf = async (job: Row, over: Row) => {
    const applicant = await emptyDraft(portal, job)
    const sent = await applicant.update(answers(over))
    assert.equal(sent.status, 200, sent.text)
    return (await submissionOf(portal, applicant.applicationId))?.flags
  }
  test('J8 an employment number that is not in the register, whatever its case and spaces', async () => {
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
  test('W22 an education level that is not, or no longer, in the list', async () => {
    const retired = educationEntry({
      qualification_level: 999,
      qualification_level_name: 'Higher School Certificate',
    })
    assert.deepEqual(await flagsOf({}, { education: [educationEntry(), retired] }), ['level_not_listed'])
  })
  test('J9 an applicant who lives outside the area', async () => {
    const areaWhere = async (where: ReturnType<typeof sql>) =>
      (await portal.db.row<{ id: number }>(sql`select id from by_election_areas where ${where} limit 1`))?.id
    const away = await areaWhere(sql`county_code <> 47`)
    assert.deepEqual(await flagsOf({ job_type_id: 4 }, { by_election_area: away }), ['lives_elsewhere'])
  })
})
