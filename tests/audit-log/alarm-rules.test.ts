import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALARMS } from '#contract/audit-log/limits.ts'
import { type Approval, type HourCount, findUnusual } from '../../server/audit-log/alarm-rules.ts'

/** A time of day on 24 November in Nairobi. */
const timeOfDay = (time: string) => new Date(`2026-11-24T${time}+03:00`)
/** How many actions of a kind one officer did in one hour. */
const count = (group: HourCount['group'], hour: string, number: number, staff = 7): HourCount => ({
  staff,
  group,
  hour: timeOfDay(hour),
  count: number,
})
const alarmsOf = (...counts: HourCount[]) =>
  findUnusual(counts, []).map(({ rule, staff, day, count: number }) => [rule, staff, day, number])
/** An approval an hour after the proposal, half an hour after its page was opened: nothing unusual. */
const approval = (over: Partial<Approval>): Approval => ({
  staff: 7,
  proposer: 3,
  approved_at: timeOfDay('10:00:00'),
  proposed_at: timeOfDay('09:00:00'),
  has_page: true,
  opened_at: timeOfDay('09:30:00'),
  ...over,
})

test('an alarm comes after many actions of a kind in a day of Nairobi, or many views in an hour; one less raises none', () => {
  const { looks: accessLimits, lifts, exports, support } = ALARMS
  assert.deepEqual(
    alarmsOf(
      count('looks', '10:00', accessLimits.hour - 1),
      count('looks', '11:00', 1),
      count('lifts', '10:00', lifts.day - 1),
    ),
    [],
  )
  assert.deepEqual(alarmsOf(count('looks', '10:00', accessLimits.hour), count('looks', '11:00', 5)), [
    ['looks', 7, '2026-11-24', accessLimits.hour + 5],
  ])
  const hours = Array.from({ length: 10 }, (_, index) =>
    count('looks', `${10 + index}:00`, accessLimits.day / 10),
  )
  assert.deepEqual(alarmsOf(...hours), [['looks', 7, '2026-11-24', accessLimits.day]])
  assert.deepEqual(
    alarmsOf(
      count('exports', '10:00', exports.day),
      count('exports', '10:00', exports.day - 1, 8),
      count('support', '12:00', support.day, 8),
    ),
    [
      ['exports', 7, '2026-11-24', exports.day],
      ['support', 8, '2026-11-24', support.day],
    ],
  )
})

test('what is opened, saved or approved at night belongs to the day on which the night started', () => {
  const half = ALARMS.night.entries / 2
  const night = [
    count('looks', '23:00', half),
    { ...count('approvals', '00:00', half), hour: new Date('2026-11-25T04:00:00+03:00') },
  ]
  assert.deepEqual(alarmsOf(...night), [['night', 7, '2026-11-24', ALARMS.night.entries]])
  assert.deepEqual(alarmsOf(count('looks', '21:00', half), count('looks', '05:00', half)), [])
})

test('an alarm comes after approvals seconds after opening the page or without opening it, and for a pair that often approves within seconds', () => {
  const rules = (...all: Approval[]) =>
    findUnusual([], all).map(({ rule, staff, other, count: number }) => [rule, staff, other, number])
  assert.deepEqual(
    rules(
      approval({}),
      approval({ has_page: false, opened_at: null }),
      approval({ opened_at: timeOfDay('09:59:50') }),
    ),
    [],
  )
  assert.deepEqual(rules(approval({ opened_at: timeOfDay('09:59:51') }), approval({ opened_at: null })), [
    ['hasty', 7, null, 2],
  ])
  const quick = approval({ proposed_at: timeOfDay('09:59:30'), has_page: false })
  assert.deepEqual(
    rules(
      quick,
      quick,
      { ...quick, proposer: 4 },
      { ...quick, proposed_at: null },
      { ...quick, proposer: null },
    ),
    [],
  )
  assert.deepEqual(rules(quick, quick, quick), [['pairs', 7, 3, ALARMS.pairs.day]])
})
