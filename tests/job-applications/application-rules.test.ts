import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Answers,
  educationErrors,
  educationYears,
  type Education,
  type Experience,
  experienceErrors,
  personalErrors,
  type Referee,
  refereeErrors,
} from '#contract/job-applications/rules.ts'

// The rules of an application. S2 is docs/spec/signed-in-area.md; W25 is a rule of docs/spec/decisions.md.
const TODAY = '2026-11-24'

describe('S2 §5 Education entry', () => {
  const right: Education = {
    institution: 'Moi University',
    qualification_level: 5,
    qualification_level_name: '',
    area_of_study: 'Law',
    year_of_completion: '2021',
  }
  test('nothing filled in: each sentence at its field', () => {
    assert.deepEqual(
      educationErrors(
        {
          ...right,
          institution: ' ',
          qualification_level: undefined,
          area_of_study: '',
          year_of_completion: '',
        },
        TODAY,
      ),
      {
        institution: 'Institution is required',
        qualification_level: 'Qualification level is required',
        area_of_study: 'Area of study is required',
        year_of_completion: 'Year of graduation/completion is required',
      },
    )
    assert.deepEqual(educationErrors(right, TODAY), {})
  })
  test('the year: from 1950 to the year after this one', () => {
    const problem = (year: string) =>
      educationErrors({ ...right, year_of_completion: year }, TODAY).year_of_completion
    for (const year of ['1950', '2026', '2027', ' 2021 ']) assert.equal(problem(year), undefined, year)
    for (const year of ['1949', '2028', '21', '2e3', '02021', '-2021'])
      assert.equal(problem(year), 'Year must be between 1950 and 2027', year)
    assert.deepEqual(educationYears('2027-01-01'), { first: 1950, last: 2028 })
  })
})

describe('S2 §5 Experience entry', () => {
  const right: Experience = {
    company: 'KNBS',
    position: 'Clerk',
    start_date: '2019-08-01',
    end_date: '2019-09-30',
    currently_working: false,
    responsibilities: 'Counted.',
    no_experience: false,
  }
  const problems = (over: Partial<Experience>) => experienceErrors({ ...right, ...over }, TODAY)
  test('nothing filled in: each sentence at its field', () => {
    assert.deepEqual(
      problems({ company: '', position: '', start_date: '', end_date: '', responsibilities: ' ' }),
      {
        company: 'Company is required',
        position: 'Position is required',
        start_date: 'Start date is required',
        end_date: 'End date is required',
        responsibilities: 'Responsibilities are required',
      },
    )
    assert.deepEqual(problems({}), {})
  })
  test('who works there still needs no end date', () =>
    assert.deepEqual(problems({ currently_working: true, end_date: '' }), {}))
  test('dates: today is allowed and tomorrow is not; the end may be the day of the start, but not before it', () => {
    assert.deepEqual(problems({ start_date: TODAY, end_date: TODAY }), {})
    assert.deepEqual(problems({ start_date: '2026-11-25', end_date: '2026-11-25' }), {
      start_date: 'Start date cannot be in the future',
      end_date: 'End date cannot be in the future',
    })
    assert.deepEqual(problems({ end_date: '2019-07-31' }), {
      end_date: 'End date cannot be before start date',
    })
    assert.deepEqual(problems({ start_date: '2019-02-30' }), { start_date: 'Start date is required' })
  })
  test('a start before 1940 is mistyped, and is not called missing (decisions#earliest-work)', () => {
    for (const start_date of ['0022-03-01', '0202-03-01', '1939-12-31'])
      assert.deepEqual(
        problems({ start_date }),
        { start_date: 'Start date cannot be before 1940' },
        start_date,
      )
    assert.deepEqual(problems({ start_date: '1940-01-01' }), {})
  })
})

describe('S2 §5 Referee form', () => {
  const right: Referee = {
    name: 'Halima Abdi',
    position: 'Head',
    organization: 'County',
    email: 'halima@example.org',
    phone: '+254722000111',
  }
  test('nothing filled in: each sentence at its field', () => {
    assert.deepEqual(refereeErrors({ name: '', position: '', organization: '', email: '', phone: '' }), {
      name: 'Name is required',
      position: 'Position is required',
      organization: 'Organization is required',
      email: 'Email is required',
      phone: 'Phone is required',
    })
    assert.deepEqual(refereeErrors(right), {})
  })
  test('the shape of an email, without spaces', () => {
    for (const email of [
      'halima',
      'halima@',
      '@example.org',
      'halima@example',
      'ha lima@example.org',
      'a@b@example.org',
    ])
      assert.deepEqual(refereeErrors({ ...right, email }), { email: 'Invalid email format' }, email)
  })
  test('W25 a phone needs +254 and exactly nine digits, after the usual spellings are brought into that form', () => {
    for (const phone of [
      '+254722000111',
      '0722000111',
      '0112000111',
      '254722000111',
      '+254 722 000 111',
      '+254202000111',
      '254202000111',
    ])
      assert.deepEqual(refereeErrors({ ...right, phone }), {}, phone)
    for (const phone of ['+25472200011', '+2547220001112', '+447220001111', '722', '0222000111'])
      assert.deepEqual(
        refereeErrors({ ...right, phone }),
        { phone: 'Phone must be in Kenyan format (+254XXXXXXXXX)' },
        phone,
      )
  })
})

describe('S2 §5 Personal details', () => {
  const none: Answers = {
    education: [],
    experience: [],
    referees: [],
    address: '',
    employment_number: '',
    huduma_centre: undefined,
    by_election_area: undefined,
  }
  const problems = (job_type_code: string, over: Partial<Answers> = {}) =>
    personalErrors({ ...none, ...over }, { job_type_code }, 'IEBC')
  test('each type of job requires a field of its own, except external jobs', () => {
    assert.deepEqual(problems('external'), {})
    assert.deepEqual(problems('internal'), {
      employment_number: 'Employment number is required for internal job applications',
    })
    assert.deepEqual(problems('internal', { employment_number: ' 7 ' }), {
      employment_number: 'Employment number must be at least 2 characters',
    })
    assert.deepEqual(problems('internal', { employment_number: '77' }), {})
    assert.deepEqual(problems('huduma'), {
      huduma_centre: 'Huduma Centre location is required for IEBC Huduma Centre Jobs',
    })
    assert.deepEqual(problems('huduma', { huduma_centre: 3 }), {})
    assert.deepEqual(problems('by_election'), {
      by_election_area: 'By-Election Area is required for By-Election Temporary Jobs',
    })
    assert.deepEqual(problems('by_election', { by_election_area: 3 }), {})
  })
})
