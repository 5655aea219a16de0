import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  extendedDeadline,
  extensionErrors,
  type ExtensionRule,
  extensionRuleWords,
  ruleOf,
} from '#contract/jobs/extensions.ts'
import { rateMinute, type MinuteCounts } from '#contract/status/health-minutes.ts'
import { minutesOf } from '../../server/status/health.ts'
import { healthMeter } from '../../server/status/meter.ts'

// In each minute the portal is up, degraded or down, by its own probes and by people's submits. The minutes
// that were down determine whether a job's deadline moves.

/**
 * The counts of a minute in which all six probes succeeded and no one submitted. `accounts`: how many people
 * tried to submit. `succeeded`: how many of them got a final answer.
 */
const counts = (over: Partial<MinuteCounts> = {}): MinuteCounts => ({
  probing: true,
  probes: 6,
  failed: 0,
  accounts: 0,
  succeeded: 0,
  ...over,
})

describe('the state of a minute (last-hour#minute-states)', () => {
  const rows: [name: string, over: Partial<MinuteCounts> | undefined, state: string][] = [
    ['all probes served, no one else came', {}, 'up'],
    ['one of six probes failed', { failed: 1 }, 'degraded'],
    [
      'two of six probes failed and few accounts came: the probe decides',
      { failed: 2, accounts: 19, succeeded: 19 },
      'down',
    ],
    ['probes that were never sent count as failed', { probes: 4 }, 'down'],
    ['one probe was late into the next minute', { probes: 5 }, 'degraded'],
    ['two processes probe: four of twelve', { probes: 12, failed: 4 }, 'down'],
    ['two processes probe: three of twelve', { probes: 12, failed: 3 }, 'degraded'],
    [
      'all probes failed, but half of twenty accounts succeeded',
      { failed: 6, accounts: 20, succeeded: 10 },
      'degraded',
    ],
    [
      'all probes failed and less than half of twenty accounts succeeded',
      { failed: 6, accounts: 20, succeeded: 9 },
      'down',
    ],
    ['the probe failed, but 95% of the accounts succeeded', { failed: 6, accounts: 20, succeeded: 19 }, 'up'],
    ['no account succeeded, but the probe did', { accounts: 500 }, 'degraded'],
    ['94% of the accounts succeeded', { accounts: 100, succeeded: 94 }, 'degraded'],
    ['95% of the accounts succeeded', { accounts: 100, succeeded: 95 }, 'up'],
    ['the probe is turned off and no one came', { probing: false, probes: 0 }, 'up'],
    ['the probe is turned off and no one succeeded', { probing: false, probes: 0, accounts: 30 }, 'degraded'],
    ['nothing is on record', undefined, 'down'],
  ]
  for (const [name, over, state] of rows)
    test(`${name}: ${state}`, () => assert.equal(rateMinute(over && counts(over)), state))
})

/** The time that is this many seconds after 11:00. */
const moment = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 11, 0) + seconds * 1_000)
/** Takes the finished counts from a meter. Each minute is given as minutes after 11:00. */
const takeComplete = (meter: ReturnType<typeof healthMeter>, now: Date) => {
  const { counts: taken, unsettled } = meter.take(now)
  return {
    taken: taken.map(({ at: minute, ...ofMinute }) => ({
      minute: (minute.getTime() - moment(0).getTime()) / 60_000,
      ...ofMinute,
    })),
    unsettled,
  }
}

describe('what is counted of a minute', () => {
  test('an account counts once, in the minute of its first try, and succeeds with a final answer within five minutes of it (last-hour#probe-success)', () => {
    const meter = healthMeter()
    for (const key of ['quick', 'patient', 'late', 'incomplete', 'never']) meter.recordTry(key, moment(10))
    meter.recordVerdict('quick', 'decided', moment(11))
    meter.recordSubmission(moment(11))
    meter.recordVerdict('incomplete', 'undecided', moment(12))
    for (let seconds = 20; seconds <= 300; seconds += 10)
      for (const key of ['patient', 'late', 'never']) meter.recordTry(key, moment(seconds))
    meter.recordVerdict('patient', 'decided', moment(310))
    meter.recordVerdict('late', 'decided', moment(311))
    meter.recordSubmission(moment(311))
    const { taken, unsettled } = takeComplete(meter, moment(500))
    const first = taken.filter(({ minute, accounts }) => minute === 0 && accounts > 0)
    assert.deepEqual(
      first.map(({ accounts, succeeded }) => [accounts, succeeded]),
      [[3, 2]],
    )
    assert.deepEqual(unsettled, [{ key: 'never', at: moment(10) }])
    assert.deepEqual(
      taken.filter(({ submitted }) => submitted > 0).map(({ minute, submitted }) => [minute, submitted]),
      [
        [0, 1],
        [5, 1],
      ],
    )
  })

  test('an account that retries for half an hour counts once, and is looked up once', () => {
    const meter = healthMeter()
    let count = 0
    for (let seconds = 0; seconds < 1_800; seconds += 5) {
      meter.recordTry('patient', moment(seconds))
      count += meter.take(moment(seconds)).unsettled.length
    }
    assert.equal(count, 1)
  })

  test('a probe that is shed counts as failed', () => {
    const meter = healthMeter()
    // Four probes succeed, and the portal sheds (refuses) the last two.
    for (let n = 0; n < 6; n++) meter.recordProbe(moment(n * 10), n < 4)
    const [minute] = meter.take(moment(120)).counts
    assert.deepEqual([minute?.probes, minute?.failed, minute && rateMinute(minute)], [6, 2, 'down'])
  })

  test('a million invented accounts take limited memory, and do not push out an account that came before them', () => {
    // The meter follows at most 1000 accounts: here `early`, and 999 invented ones.
    const meter = healthMeter({ tries: 1_000 })
    meter.recordTry('early', moment(0))
    for (let n = 0; n < 1_000_000; n++) meter.recordTry(`invented ${n}`, moment(1))
    meter.recordVerdict('early', 'decided', moment(2))
    assert.equal(meter.take(moment(600)).unsettled.length, 999)
  })

  test('counts that could not be written are given back and kept for a day; the oldest minutes go first', () => {
    // The meter stores a day of minutes. In this test, a day has three.
    const meter = healthMeter({ minutes: 3 })
    for (let minute = 0; minute < 5; minute++) meter.recordAlive(moment(minute * 60), true)
    const { counts: taken } = meter.take(moment(600))
    assert.deepEqual(
      taken.map(({ at: time }) => (time.getTime() - moment(0).getTime()) / 60_000),
      [2, 3, 4],
    )
    meter.giveBack(taken)
    assert.deepEqual(meter.take(moment(600)).counts, taken)
  })

  test('counts that are given back beside a minute that still runs do not push out newer minutes', () => {
    const meter = healthMeter({ minutes: 3 })
    for (let minute = 0; minute < 3; minute++) meter.recordAlive(moment(minute * 60), true)
    // The last of these minutes is not over yet, so it stays in the meter.
    meter.giveBack(meter.take(moment(150)).counts)
    meter.recordAlive(moment(180), true)
    const { counts: taken } = meter.take(moment(600))
    assert.deepEqual(
      taken
        .map(({ at: time }) => (time.getTime() - moment(0).getTime()) / 60_000)
        .sort((left, right) => left - right),
      [1, 2, 3],
    )
  })

  test('a minute without a record is down; after a stop by the operator, it is shown as stopped (last-hour#minute-states)', () => {
    const row = (minute: number, stopped = false) => ({
      at: moment(minute * 60),
      ...counts(),
      submitted: 3,
      shed: 0,
      stopped,
      state: null,
    })
    const shown = minutesOf([row(0), row(1, true), row(4), row(6)], moment(0), moment(7 * 60))
    assert.deepEqual(
      shown.map(({ state, stopped }) => (stopped ? 'stopped' : state)),
      ['up', 'up', 'stopped', 'stopped', 'up', 'down', 'up'],
    )
    assert.deepEqual(shown[2], {
      at: moment(120).toISOString(),
      state: 'down',
      submitted: 0,
      shed: 0,
      stopped: true,
    })
  })
})

/**
 * The deadline moves if the portal is down for more than 15 minutes of the last 24 hours. It moves by twice
 * that time, and by at least 2 hours. The new deadline is never at night, from 22 to 6.
 */
const RULE: ExtensionRule = { minutes: 15, hours: 24, times: 2, leastHours: 2, nightFrom: 22, nightUntil: 6 }
const nairobi = (time: string) => new Date(`2026-12-${time}+03:00`)

type Case = [name: string, from: string, downMinutes: number, over: Partial<ExtensionRule>, to: string]

describe('the deadline as the rule moves it, in the time of Nairobi (last-hour#extension-rule)', () => {
  const rows: Case[] = [
    ['by twice the time that was down', '01T14:00', 90, {}, '01T17:00'],
    ['by two hours at least', '01T14:00', 16, {}, '01T16:00'],
    ['to 10 p.m. sharp: that is not night yet', '01T20:00', 16, {}, '01T22:00'],
    ['a second into the night: to 6 a.m.', '01T20:00:01', 16, {}, '02T06:00'],
    ['over midnight', '01T23:59:59', 16, {}, '02T06:00'],
    ['a second before 6 a.m.', '02T03:59:59', 16, {}, '02T06:00'],
    ['to 6 a.m. sharp: that is day', '02T04:00', 16, {}, '02T06:00'],
    ['by a whole day: a night in between does not matter', '01T14:00', 720, {}, '02T14:00'],
    ['over the end of the month', '31T21:00', 16, {}, '32T06:00'],
    ['where the rule knows no night', '01T23:00', 16, { nightFrom: 0, nightUntil: 0 }, '02T01:00'],
    ['where the night is within one day', '01T00:30', 16, { nightFrom: 1, nightUntil: 5 }, '01T05:00'],
    [
      'where the night is within one day, after it',
      '01T03:00',
      16,
      { nightFrom: 1, nightUntil: 5 },
      '01T05:00',
    ],
  ]
  for (const [name, from, down, over, to] of rows) {
    // The day after 31 December is 1 January.
    const wanted = to.startsWith('32') ? new Date('2027-01-01T06:00+03:00') : nairobi(to)
    test(`${name}: ${from}, ${down} minutes down`, () =>
      assert.equal(
        extendedDeadline(nairobi(from), down, { ...RULE, ...over }).toISOString(),
        wanted.toISOString(),
      ))
  }
  test('the rule is written in sentences that say its numbers', () => {
    assert.deepEqual(extensionRuleWords(RULE), [
      'If the portal is down for more than 15 minutes of the last 24 hours before the deadline, the deadline moves.',
      'The deadline moves by twice that time, and by at least 2 hours.',
      'A moved deadline is never between 10 p.m. and 6 a.m.',
    ])
    assert.deepEqual(
      extensionRuleWords({ minutes: 1, hours: 1, times: 1, leastHours: 1, nightFrom: 0, nightUntil: 0 }),
      [
        'If the portal is down for more than 1 minute of the last hour before the deadline, the deadline moves.',
        'The deadline moves by that time, and by at least 1 hour.',
      ],
    )
  })
  test('a rule needs all of its fields, each within its bounds', () => {
    const whole = {
      extension_minutes: 15,
      extension_hours: 24,
      extension_times: 2,
      extension_least_hours: 2,
      extension_night_from: 22,
      extension_night_until: 6,
    }
    assert.deepEqual([extensionErrors({}), extensionErrors(whole)], [{}, {}])
    assert.deepEqual(Object.keys(extensionErrors({ extension_minutes: 15 })).length, 5)
    assert.deepEqual(
      Object.keys(
        extensionErrors({ ...whole, extension_minutes: 0, extension_times: 11, extension_night_from: 24 }),
      ),
      ['extension_minutes', 'extension_times', 'extension_night_from'],
    )
    assert.deepEqual(Object.keys(extensionErrors({ ...whole, extension_minutes: 60, extension_hours: 1 })), [
      'extension_minutes',
    ])
    assert.equal(ruleOf({ ...whole, extension_times: null }), undefined)
    assert.deepEqual(ruleOf(whole), RULE)
  })
})
