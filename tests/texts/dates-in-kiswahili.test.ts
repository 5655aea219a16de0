import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  clockTime,
  clockTimeInFull,
  daysLeftWords,
  longDate,
  longDeadline,
  nairobiDate,
  pastMoment,
  plainDate,
  shortMoment,
  stampDate,
  weekdayAndDay,
} from '#contract/dates.ts'
import { datesInKiswahili, timeInKiswahili } from '#contract/language/dates-in-kiswahili.ts'

/**
 * The time 5:00:07 p.m. in Nairobi. Kiswahili counts the hours from 6 in the morning and 6 in the evening.
 */
const MOMENT = new Date('2026-12-03T14:00:07Z')
const DAY_MS = 86_400_000

describe('dates in Kiswahili', () => {
  for (const [english, kiswahili] of [
    [clockTime(MOMENT), 'saa 11:00 jioni (17:00)'],
    [clockTimeInFull(MOMENT), 'saa 11:00:07 jioni (17:00:07)'],
    [longDate(MOMENT), 'Alhamisi 3 Desemba 2026'],
    [weekdayAndDay('2026-11-24'), 'Jumanne 24 Novemba'],
    [plainDate(MOMENT), '3 Desemba 2026'],
    [stampDate(MOMENT), '3 Des 2026'],
    [shortMoment(MOMENT), 'Alh 3 Des, saa 11:00 jioni (17:00)'],
    [longDeadline(MOMENT), 'Alhamisi, 3 Desemba 2026, saa 11:00 jioni (17:00) EAT'],
    [pastMoment(MOMENT.toISOString(), MOMENT), 'leo, saa 11:00 jioni (17:00)'],
    [pastMoment(MOMENT.toISOString(), new Date(MOMENT.getTime() + DAY_MS)), 'jana, saa 11:00 jioni (17:00)'],
    [
      pastMoment(MOMENT.toISOString(), new Date(MOMENT.getTime() + 2 * DAY_MS)),
      'Alh 3 Des, saa 11:00 jioni (17:00)',
    ],
    [daysLeftWords(1), 'Imesalia siku 1'],
    [daysLeftWords(12), 'Zimesalia siku 12'],
    ['12 minutes', 'dakika 12'],
    ['24 hours', 'saa 24'],
    ['10 p.m.', 'saa 4:00 usiku (22:00)'],
    [nairobiDate(MOMENT), '2026-12-03'],
  ] as const)
    test(english, () => assert.equal(datesInKiswahili(english), kiswahili))

  test('each month and each weekday has a name, long and short, and no two share one', () => {
    // 84 days that cover every month and every weekday.
    const days = Array.from(
      { length: 12 * 7 },
      (_, index) => new Date(Date.UTC(2026, index % 12, 1 + index, 9)),
    )
    for (const [format, weekdayCount, monthCount] of [
      [longDate, 7, 12],
      [shortMoment, 7, 12],
    ] as const) {
      const words = days.map((day) => datesInKiswahili(format(day)).split(/[ ,]+/))
      assert.equal(new Set(words.map(([weekday]) => weekday)).size, weekdayCount)
      assert.equal(new Set(words.map(([, , month]) => month)).size, monthCount)
    }
    const english =
      /\b(?:\w+day|January|February|March|May|June|July|August|October|December|Mon|Tue|Wed|Thu|Fri|Sat|Sun|May|Oct|Dec)\b/
    for (const day of days)
      for (const format of [longDate, shortMoment, longDeadline, stampDate, plainDate])
        assert.doesNotMatch(datesInKiswahili(format(day)), english)
  })

  test('a sentence keeps its other words', () => {
    assert.equal(
      datesInKiswahili('Opened Tuesday 24 November, 5:00 p.m.; closes Thu 3 Dec, 12:05 a.m.'),
      'Opened Jumanne 24 Novemba, saa 11:00 jioni (17:00); closes Alh 3 Des, saa 6:05 usiku (00:05)',
    )
  })

  for (const text of [
    'May',
    'Sunday May',
    'April Achieng',
    'May 3',
    '3 Mayflower Road',
    '5:00',
    '5:00 pm',
    'today, we close',
    '12 days left over',
    '0712 345 678',
    '',
  ])
    test(`“${text}” is no date`, () => assert.equal(datesInKiswahili(text), text))
})

describe('times in Kiswahili', () => {
  for (const [time, kiswahili] of [
    ['00:00', 'saa 6:00 usiku (00:00)'],
    ['03:59', 'saa 9:59 usiku (03:59)'],
    ['04:00', 'saa 10:00 asubuhi (04:00)'],
    ['06:59', 'saa 12:59 asubuhi (06:59)'],
    ['07:00', 'saa 1:00 asubuhi (07:00)'],
    ['11:59', 'saa 5:59 asubuhi (11:59)'],
    ['12:00', 'saa 6:00 mchana (12:00)'],
    ['15:59', 'saa 9:59 mchana (15:59)'],
    ['16:00', 'saa 10:00 jioni (16:00)'],
    ['18:59', 'saa 12:59 jioni (18:59)'],
    ['19:00', 'saa 1:00 usiku (19:00)'],
    ['23:59', 'saa 5:59 usiku (23:59)'],
  ] as const)
    test(time, () => {
      const [hour = 0, minute = 0] = time.split(':').map(Number)
      assert.equal(timeInKiswahili(hour, minute), kiswahili)
      // A page writes this time in Nairobi with the same words.
      assert.equal(datesInKiswahili(clockTime(new Date(`2026-12-03T${time}:00+03:00`))), kiswahili)
    })

  test('both times have seconds', () =>
    assert.equal(timeInKiswahili(19, 4, 5), 'saa 1:04:05 usiku (19:04:05)'))
})
