import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_EXPERIENCE } from '#contract/job-applications/rules.ts'
import { type Application, type Draft, draftFrom, draftBody } from '../../web/job-applications/draft.ts'
import { lengthOf } from '../../web/job-applications/record-words.ts'
import { timeLeft } from '../../web/job-applications/time-left.ts'
import { savedLine } from '../../web/job-applications/save-line.ts'
import {
  canCombine,
  differingSections,
  likelyChoice,
  mergeDrafts,
} from '../../web/job-applications/sections.ts'
import { asTyped, yearTyped } from '../../web/job-applications/typed-text.ts'

const school = (institution: string) => ({
  institution,
  qualification_level: 2,
  qualification_level_name: 'KCSE',
  area_of_study: 'B-',
  year_of_completion: '2016',
})
const work = (over: object) => ({
  position: 'Teacher',
  company: 'Kosele',
  start_date: '2024-01-12',
  end_date: '',
  currently_working: true,
  responsibilities: 'Teaches',
  no_experience: false,
  ...over,
})
const draft = (answers: Partial<Draft['answers']> = {}): Draft => {
  const blank = draftFrom({
    education: [],
    experience: [],
    referees: [],
    address: '',
    employment_number: '',
    unfinished: null,
  } as unknown as Application)
  return { ...blank, answers: { ...blank.answers, ...answers } }
}

// A person may edit an application on two devices. `mine` is this device's version, `theirs` the server's,
// and `base` the last one that both had.
describe('T22 two versions, section by section', () => {
  const base = draft({ education: [school('A')] })
  const mine = draft({ education: [school('A'), school('mine')], address: 'Box 1' })
  const theirs = draft({
    education: [school('A'), school('theirs')],
    referees: [{ name: 'W', position: 'P', organization: 'O', email: 'w@x.ke', phone: '+254722018344' }],
  })

  test('the sections that differ, and no others', () => {
    assert.deepEqual(differingSections(mine, theirs), ['personal', 'education', 'referees'])
    assert.deepEqual(differingSections(mine, mine), [])
  })
  test('W21, W25: two spellings of the same entry are no difference', () => {
    assert.deepEqual(
      differingSections(
        draft({ experience: [work({})] }),
        draft({ experience: [work({ end_date: 'Present' })] }),
      ),
      [],
    )
    const referee = { name: 'W', position: 'P', organization: 'O', email: 'w@x.ke' }
    assert.deepEqual(
      differingSections(
        draft({ referees: [{ ...referee, phone: '0722018344' }] }),
        draft({ referees: [{ ...referee, phone: '+254722018344' }] }),
      ),
      [],
    )
  })
  test('the first choice is "theirs" for a section that only the other device changed, otherwise "mine"', () => {
    assert.equal(likelyChoice('referees', base, mine), 'theirs')
    assert.equal(likelyChoice('personal', base, mine), 'mine')
    assert.equal(likelyChoice('referees', undefined, mine), 'mine')
  })
  test('each section follows its choice, and "both" joins two lists', () => {
    const settled = mergeDrafts(mine, theirs, { education: 'both', referees: 'theirs', personal: 'mine' })
    assert.deepEqual(
      settled.answers.education.map(({ institution }) => institution),
      ['A', 'theirs', 'mine'],
    )
    assert.equal(settled.answers.referees.length, 1)
    assert.equal(settled.answers.address, 'Box 1')
    assert.equal(mergeDrafts(mine, theirs, { personal: 'theirs' }).answers.address, '')
    assert.equal(canCombine('referees', mine, theirs), false)
  })
  test('W5: "both" joins no "no work experience yet" with real work', () => {
    const none = draft({ experience: [NO_EXPERIENCE] })
    const some = draft({ experience: [work({})] })
    for (const [left, right] of [
      [none, some],
      [some, none],
    ] as const)
      assert.deepEqual(mergeDrafts(left, right, { experience: 'both' }).answers.experience, [work({})])
    assert.deepEqual(mergeDrafts(none, none, { experience: 'both' }).answers.experience, [NO_EXPERIENCE])
  })
  test('the form that was open goes with its list', () => {
    const typing = { ...mine, forms: { ...mine.forms, education: school('half') } }
    assert.equal(mergeDrafts(typing, theirs, { education: 'theirs' }).forms.education.institution, '')
    assert.equal(mergeDrafts(typing, theirs, { education: 'mine' }).forms.education.institution, 'half')
  })
})

describe('S2 §7 what a partial save sends', () => {
  test('W21 a present job ends with the word Present, and an unfinished form is sent as it was typed', () => {
    const typing = { ...draft({ experience: [work({})] }), step: 3 as const, editing: { experience: 0 } }
    const sent = draftBody({ ...typing, forms: { ...typing.forms, experience: work({ position: 'Head' }) } })
    assert.equal(sent.experience[0]?.end_date, 'Present')
    assert.equal(sent.unfinished.step, 3)
    assert.deepEqual(Object.keys(sent.unfinished), ['step', 'experience', 'editing', 'typed'])
  })
})

describe('W4 the save line is true', () => {
  const now = Date.parse('2026-11-24T11:02:00Z')
  const line = (over: Partial<Parameters<typeof savedLine>[0]>) =>
    savedLine({ is: 'unsaved', edition: 1, savedEdition: 0, ...over }).words
  test('each state in its words', () => {
    assert.equal(
      line({ deviceAt: now, serverAt: now, savedEdition: 1 }),
      'Saved on this device 14:02 / on the server 14:02',
    )
    assert.equal(
      line({ deviceAt: now, serverAt: now - 60_000 }),
      'Saved on this device 14:02 / sending to the server',
    )
    assert.equal(
      line({ deviceAt: now, serverAt: now, is: 'unreachable' }),
      'Saved on this device 14:02. You seem to be offline; we will try again.',
    )
    assert.equal(line({ serverAt: now, savedEdition: 1 }), 'Saved on the server 14:02')
    assert.equal(line({ is: 'unreachable' }), 'Not saved yet: you seem to be offline.')
    assert.equal(line({}), 'Not saved yet')
  })
})

test('the last step shows the time left in days, in hours below two days, and in minutes at the end', () => {
  const left = (deadline: string) => timeLeft(deadline, Date.parse('2026-11-24T11:02:11Z'))
  assert.equal(left('2026-12-03T11:02:00Z'), '9 days left')
  assert.equal(left('2026-11-26T11:02:11Z'), '2 days left')
  assert.equal(left('2026-11-26T11:02:00Z'), '47 hours left')
  assert.equal(left('2026-11-24T11:03:11Z'), '1 minute left')
})

test('S2 §2 how long someone worked', () => {
  assert.equal(lengthOf('2019-08-01', '2019-09-30'), '1 month')
  assert.equal(lengthOf('2019-08-01', '2022-10-01'), '3 years 2 months')
  assert.equal(lengthOf('2019-08-01', '2020-08-01'), '1 year')
  assert.equal(lengthOf('2019-08-01', '2019-08-31'), '')
})

test('T15 what cannot be stored never enters a field', () => {
  assert.equal(asTyped('Walter\u202e Ouma\u0000'), 'Walter Ouma')
  assert.equal(asTyped('Ng’ang’a 😀\n'), 'Ng’ang’a 😀\n')
  assert.equal(asTyped('half \ud83d'), 'half \ufffd')
  assert.equal(yearTyped('20l16x9'), '2016')
})
