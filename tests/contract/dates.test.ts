import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  clockTime,
  daysLeft,
  daysLeftWords,
  isExpired,
  longDate,
  longDeadline,
  nairobiDate,
  nairobiHour,
  nairobiMidnight,
  nairobiTime,
  pastMoment,
  shortMoment,
  stampDate,
} from '#contract/dates.ts'
import { ageOn, deadlineInstant, latestBirthDate } from '#contract/civil-dates.ts'
import { sources } from '../support/source.ts'

// Dates on pages. S1 is docs/spec/public-area.md; A18, J1 and J3 are rules of docs/spec/decisions.md.
const dateOf = (iso: string) => new Date(iso)

test('A18: the civil day turns at midnight in Nairobi, which is 21:00 in UTC', () => {
  assert.equal(nairobiDate(dateOf('2026-11-24T20:59:59.999Z')), '2026-11-24')
  assert.equal(nairobiDate(dateOf('2026-11-24T21:00:00.000Z')), '2026-11-25')
  assert.equal(nairobiDate(dateOf('2026-12-31T21:00:00Z')), '2027-01-01')
  assert.deepEqual(
    [nairobiHour(dateOf('2026-11-24T20:59:59Z')), nairobiHour(dateOf('2026-11-24T21:00:00Z'))],
    [23, 0],
  )
})

test('a past moment is written as today, yesterday or its date, by the clock in Nairobi', () => {
  const now = dateOf('2026-11-24T06:00:00Z')
  for (const [moment, words] of [
    ['2026-11-24T05:30:00Z', 'today, 8:30 a.m.'],
    ['2026-11-23T21:00:00Z', 'today, 12:00 a.m.'],
    ['2026-11-23T20:59:00Z', 'yesterday, 11:59 p.m.'],
    ['2026-11-22T21:00:00Z', 'yesterday, 12:00 a.m.'],
    ['2026-11-22T20:59:00Z', 'Sun 22 Nov, 11:59 p.m.'],
    ['2025-11-24T06:00:00Z', 'Mon 24 Nov, 9:00 a.m.'],
  ] as const) {
    assert.equal(pastMoment(moment, now), words)
  }
})

describe('A18 age', () => {
  for (const [birth, day, age] of [
    ['2008-11-24', '2026-11-23', 17],
    ['2008-11-24', '2026-11-24', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-11-24', '2026-11-24', 0],
    ['2026-11-25', '2026-11-24', -1],
    ['2026-02-29', '2026-11-24', undefined],
    ['', '2026-11-24', undefined],
    ['1999-05-06', 'today', undefined],
  ] as const) {
    test(`born ${birth || 'never'}, on ${day}: ${age}`, () => assert.equal(ageOn(birth, day), age))
  }
})

describe('S1 §2: the date picker ends 18 years ago', () => {
  for (const [day, latest] of [
    ['2026-11-24', '2008-11-24'],
    // A date that does not exist: 2010 has no 29 February.
    ['2028-02-29', '2010-02-28'],
    ['2026-02-28', '2008-02-28'],
  ] as const) {
    test(`on ${day} it is ${latest}`, () => assert.equal(latestBirthDate(day, 18), latest))
  }
  test('who is born on the last day of the picker is 18, who is born a day later is 17', () => {
    const days = fc
      .date({ min: dateOf('2020-01-01T00:00:00Z'), max: dateOf('2090-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, (day) => {
        const latest = latestBirthDate(day, 18)
        const oneDayMs = 86_400_000
        const next = new Date(Date.parse(latest) + oneDayMs).toISOString().slice(0, 10)
        assert.ok((ageOn(latest, day) ?? 0) >= 18)
        assert.equal(ageOn(next, day), 17)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('S1 §2, J3: a deadline is a long date with a 12-hour time', () => {
  for (const [value, long, short] of [
    ['2026-12-03T14:00:00Z', 'Thursday, 3 December 2026 at 5:00 p.m. EAT', 'Thu 3 Dec, 5:00 p.m.'],
    ['2026-12-02T21:00:00Z', 'Thursday, 3 December 2026 at 12:00 a.m. EAT', 'Thu 3 Dec, 12:00 a.m.'],
    ['2026-12-03T09:05:00Z', 'Thursday, 3 December 2026 at 12:05 p.m. EAT', 'Thu 3 Dec, 12:05 p.m.'],
    [null, 'No deadline set', 'No deadline set'],
    [undefined, 'No deadline set', 'No deadline set'],
    ['', 'No deadline set', 'No deadline set'],
    ['soon', 'No deadline set', 'No deadline set'],
  ] as const) {
    test(`${value === '' ? 'nothing' : value}`, () =>
      assert.deepEqual([longDeadline(value), shortMoment(value)], [long, short]))
  }
  test('days and hours are Nairobi’s', () => {
    assert.equal(longDate(dateOf('2026-11-24T21:30:00Z')), 'Wednesday 25 November 2026')
    assert.equal(clockTime(dateOf('2026-11-24T21:30:00Z')), '12:30 a.m.')
  })
})

test('J1: the stamp shows the date in Nairobi', () => {
  assert.equal(stampDate(new Date('2026-12-31T21:30:00Z')), '1 Jan 2027')
  assert.equal(stampDate(new Date('2026-11-24T14:00:00Z')), '24 Nov 2026')
})

describe('J3: what an officer writes as a deadline', () => {
  for (const [written, instant] of [
    ['2026-12-03', '2026-12-03T20:59:59.000Z'],
    ['2026-12-03T17:00', '2026-12-03T14:00:00.000Z'],
    ['2026-12-03T17:00:00', '2026-12-03T14:00:00.000Z'],
    ['2026-12-03T17:00:00Z', '2026-12-03T17:00:00.000Z'],
    ['2026-12-03T17:00:00+01:00', '2026-12-03T16:00:00.000Z'],
    ['next week', undefined],
  ] as const) {
    test(written, () => assert.equal(deadlineInstant(written)?.toISOString(), instant))
  }
})

test('the words for the days that are left', () => {
  assert.deepEqual([-2, -1, 0, 1, 2, 30].map(daysLeftWords), [
    'Closed',
    'Closed',
    'Closes today',
    '1 day left',
    '2 days left',
    '30 days left',
  ])
})

test('the civil time in Nairobi, and where its day starts', () => {
  assert.equal(nairobiTime(dateOf('2026-12-03T20:59:59.001Z')), '2026-12-03T23:59:59.001')
  assert.equal(nairobiTime(dateOf('2026-12-03T21:00:00Z')), '2026-12-04T00:00:00.000')
  assert.equal(nairobiMidnight(dateOf('2026-12-03T20:59:59Z')).toISOString(), '2026-12-02T21:00:00.000Z')
  assert.equal(nairobiMidnight(dateOf('2026-12-03T21:00:00Z')).toISOString(), '2026-12-03T21:00:00.000Z')
})

test('J1: a job is not expired at the very moment of its deadline; the days left are calendar days', () => {
  const deadline = '2026-12-03T20:59:59Z'
  assert.equal(isExpired(deadline, dateOf('2026-12-03T20:59:59Z')), false)
  assert.equal(isExpired(deadline, dateOf('2026-12-03T20:59:59.001Z')), true)
  assert.equal(isExpired(null, dateOf('2026-12-03T00:00:00Z')), false)
  assert.equal(daysLeft(deadline, dateOf('2026-12-02T21:00:00Z')), 0)
  assert.equal(daysLeft(deadline, dateOf('2026-12-02T20:59:59Z')), 1)
  assert.equal(daysLeft(deadline, dateOf('2026-12-03T21:00:00Z')), -1)
  assert.equal(daysLeft('soon', dateOf('2026-12-03T21:00:00Z')), undefined)
})

test('only contract/dates.ts has the offset of Nairobi and the words for the days left', () => {
  const others = [
    ...sources('contract/**/*.ts'),
    ...sources('server/**/*.ts'),
    ...sources('web/**/*.{ts,tsx}'),
  ]
    .filter(({ path }) => path !== 'contract/dates.ts')
    .filter(({ text }) =>
      /3 \* 3_?600_?000|10_?800_?000|\+03:00|['"`>] ?days? left|[cC]loses today['",`]/.test(text),
    )
  assert.deepEqual(
    others.map(({ path }) => path),
    [],
  )
})
