import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_EXPERIENCE } from '../../contract/job-applications/rules.ts'
import { BLANK_FORMS, type Draft } from '../../web/job-applications/draft.ts'
import {
  withEntryBack,
  withNoExperienceRow,
  withFormAdded,
  checkForm,
  withFormOpened,
  withoutEntry,
  withoutForm,
} from '../../web/job-applications/lists.ts'

// A step of the application form has a list of entries, and one form that adds an entry or changes one.
const TODAY = '2026-11-24'
const SCHOOL = {
  institution: 'Agoro Sare',
  qualification_level: 2,
  qualification_level_name: 'KCSE',
  area_of_study: 'B-',
  year_of_completion: '2016',
}
const WALTER = {
  name: 'Walter',
  position: 'Principal',
  organization: 'Kosele',
  email: 'W@Example.com ',
  phone: '0722018344',
}

const draft = (over: Partial<Draft> = {}): Draft => ({
  step: 2,
  reviewed: false,
  answers: {
    education: [],
    experience: [],
    referees: [],
    address: '',
    employment_number: '',
    huduma_centre: undefined,
    by_election_area: undefined,
  },
  forms: BLANK_FORMS,
  editing: {},
  typed: { first_name: '', last_name: '', phone: '', idno: '' },
  ...over,
})
const withForm = (form: Partial<Draft['forms']>) => draft({ forms: { ...BLANK_FORMS, ...form } })
const job = { min_referees: 1 }

describe('W7 what Next finds in the form of a step', () => {
  test('empty list and empty form: the quoted sentence', () => {
    assert.deepEqual(checkForm('education', draft(), job, TODAY), {
      is: 'empty',
      sentence: 'At least one education entry is required',
    })
    assert.deepEqual(checkForm('experience', draft(), job, TODAY), {
      is: 'empty',
      sentence: 'At least one work experience entry is required',
    })
    assert.deepEqual(checkForm('referee', draft(), job, TODAY), {
      is: 'empty',
      sentence: 'At least one referee is required',
    })
  })
  test('a complete form is an entry', () => {
    assert.equal(checkForm('education', withForm({ education: SCHOOL }), job, TODAY).is, 'complete')
    assert.equal(checkForm('referee', withForm({ referee: WALTER }), job, TODAY).is, 'complete')
  })
  test('a partial form gives its errors, whether or not the list has entries', () => {
    const partial = { ...BLANK_FORMS.education, institution: 'A' }
    const found = checkForm('education', withForm({ education: partial }), job, TODAY)
    assert.ok(found.is === 'partial')
    assert.deepEqual(Object.keys(found.errors), [
      'qualification_level',
      'area_of_study',
      'year_of_completion',
    ])
    const full = { ...withForm({ education: partial }), answers: { ...draft().answers, education: [SCHOOL] } }
    assert.equal(checkForm('education', full, job, TODAY).is, 'partial')
  })
  test('W6 the sentence counts the referees that the job asks for', () => {
    assert.deepEqual(checkForm('referee', draft(), { min_referees: 2 }, TODAY), {
      is: 'empty',
      sentence: 'At least 2 referees are required',
    })
  })
  test('an entry that was opened and not changed does not stop Next', () => {
    const before = { ...draft(), answers: { ...draft().answers, education: [SCHOOL] } }
    assert.equal(checkForm('education', withFormOpened(before, 'education', 0), job, TODAY).is, 'ready')
  })
})

describe('lists', () => {
  test('W25 an added referee has the phone with +254 and the email without spaces and capitals', () => {
    const { answers, forms } = withFormAdded(withForm({ referee: WALTER }), 'referee')
    assert.deepEqual(answers.referees, [{ ...WALTER, email: 'w@example.com', phone: '+254722018344' }])
    assert.equal(forms.referee, BLANK_FORMS.referee)
  })
  test('a changed entry keeps its place', () => {
    const two = {
      ...draft(),
      answers: { ...draft().answers, education: [SCHOOL, { ...SCHOOL, institution: 'B' }] },
    }
    const changing = withFormOpened(two, 'education', 0)
    const done = withFormAdded(
      { ...changing, forms: { ...changing.forms, education: { ...SCHOOL, institution: 'A2' } } },
      'education',
    )
    assert.deepEqual(
      done.answers.education.map(({ institution }) => institution),
      ['A2', 'B'],
    )
    assert.equal(done.editing.education, undefined)
  })
  test('the form stays with its entry when an earlier one is removed; if its own is removed, the form is empty', () => {
    const two = {
      ...draft(),
      answers: { ...draft().answers, education: [SCHOOL, { ...SCHOOL, institution: 'B' }] },
    }
    const changing = withFormOpened(two, 'education', 1)
    assert.equal(withoutEntry(changing, 'education', 0).editing.education, 0)
    const without = withoutEntry(changing, 'education', 1)
    assert.equal(without.editing.education, undefined)
    assert.equal(without.forms.education, BLANK_FORMS.education)
    assert.equal(checkForm('education', without, job, TODAY).is, 'ready')
    assert.equal(withoutForm(changing, 'education').forms.education, BLANK_FORMS.education)
    assert.deepEqual(withEntryBack(without, 'education', 1, changing), changing)
  })
  test('W7 text typed after a removal stays in the form when the removal is taken back', () => {
    const before = { ...draft(), answers: { ...draft().answers, education: [SCHOOL] } }
    const changing = withFormOpened(before, 'education', 0)
    const other = { ...BLANK_FORMS.education, institution: 'Another' }
    const typed = { ...withoutEntry(changing, 'education', 0), forms: { ...BLANK_FORMS, education: other } }
    const { answers, forms, editing } = withEntryBack(typed, 'education', 0, changing)
    assert.deepEqual([answers.education, forms.education, editing.education], [[SCHOOL], other, undefined])
  })
  test('W5 a real entry takes the place of the declaration', () => {
    const work = {
      ...NO_EXPERIENCE,
      no_experience: false,
      company: 'C',
      position: 'P',
      start_date: '2020-01-01',
      currently_working: true,
      responsibilities: 'R',
    }
    const none = withNoExperienceRow(withForm({ experience: work }), NO_EXPERIENCE)
    assert.deepEqual(withFormAdded(none, 'experience').answers.experience, [{ ...work, end_date: 'Present' }])
  })
  test('W21 an entry of a present job opens with an empty end date, without the word Present', () => {
    const work = { ...NO_EXPERIENCE, no_experience: false, end_date: 'Present', currently_working: true }
    assert.equal(
      withFormOpened({ ...draft(), answers: { ...draft().answers, experience: [work] } }, 'experience', 0)
        .forms.experience.end_date,
      '',
    )
  })
})
