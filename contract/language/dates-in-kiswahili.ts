// This module turns the English dates of contract/dates.ts into Kiswahili where a page shows them.

const MONTHS: Record<string, string> = {
  January: 'Januari',
  February: 'Februari',
  March: 'Machi',
  April: 'Aprili',
  May: 'Mei',
  June: 'Juni',
  July: 'Julai',
  August: 'Agosti',
  September: 'Septemba',
  October: 'Oktoba',
  November: 'Novemba',
  December: 'Desemba',
}
const WEEKDAYS: Record<string, string> = {
  Monday: 'Jumatatu',
  Tuesday: 'Jumanne',
  Wednesday: 'Jumatano',
  Thursday: 'Alhamisi',
  Friday: 'Ijumaa',
  Saturday: 'Jumamosi',
  Sunday: 'Jumapili',
}
/** The short form of `Jumanne` is `Jnn`, because five of the weekdays start with `Jum`. */
const SHORT_WEEKDAYS: Record<string, string> = {
  Mon: 'Jtt',
  Tue: 'Jnn',
  Wed: 'Jtn',
  Thu: 'Alh',
  Fri: 'Iju',
  Sat: 'Jmo',
  Sun: 'Jpi',
}
/** The month in Kiswahili: `Novemba` for November, `Nov` for Nov. */
const monthInKiswahili = (month: string) =>
  MONTHS[month] ??
  Object.entries(MONTHS)
    .find(([english]) => english.startsWith(month))?.[1]
    .slice(0, 3)

/** The Kiswahili word for night, morning, midday or evening at an hour. */
const partOfDay = (hour: number) => {
  if (hour < 4 || hour >= 19) return 'usiku'
  if (hour < 12) return 'asubuhi'
  return hour < 16 ? 'mchana' : 'jioni'
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/**
 * The time in Kiswahili: `saa 11:00 jioni (17:00)` for 5:00 p.m. Its hours are counted from six in the
 * morning.
 */
export function timeInKiswahili(hour: number, minute: number, second?: number): string {
  const afterHour = `:${twoDigits(minute)}${second === undefined ? '' : `:${twoDigits(second)}`}`
  return `saa ${(hour + 6) % 12 || 12}${afterHour} ${partOfDay(hour)} (${twoDigits(hour)}${afterHour})`
}

/** Matches a date such as `Tuesday 24 November`, `Tue, 24 Nov` or `24 November`, but not `November 24`. */
const DATE =
  /\b(?:(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tue|Wed|Thu|Fri|Sat|Sun)(,?) )?(\d{1,2}) (January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g
/** Matches a time such as `5:00 p.m.` or `2:31:07 p.m.` */
const TIME = /\b(\d{1,2}):(\d\d)(?::(\d\d))? ([ap])\.m\./g

/** Replaces each date and time of a text by its form in Kiswahili. */
const translateDatesAndTimes = (text: string) =>
  text
    .replace(DATE, (_date, weekday: string | undefined, comma: string, day: string, month: string) => {
      const name = weekday ? `${WEEKDAYS[weekday] ?? SHORT_WEEKDAYS[weekday]}${comma} ` : ''
      return `${name}${day} ${monthInKiswahili(month)}`
    })
    .replace(TIME, (_time, hour: string, minute: string, second: string | undefined, half: string) =>
      timeInKiswahili(
        (Number(hour) % 12) + (half === 'p' ? 12 : 0),
        Number(minute),
        second === undefined ? undefined : Number(second),
      ),
    )

/**
 * Turns the dates and times of a text (contract/dates.ts) into Kiswahili. `Tuesday 24 November, 5:00 p.m.`
 * becomes `Jumanne 24 Novemba, saa 11:00 jioni (17:00)`. Everything else stays.
 */
export function datesInKiswahili(text: string): string {
  if (!/\d/.test(text)) return text
  // The patterns with `$` match only a whole text, such as the value `2 hours` in a sentence.
  return translateDatesAndTimes(text)
    .replace(/^today, (?=saa )/, 'leo, ')
    .replace(/^yesterday, (?=saa )/, 'jana, ')
    .replace(/(\d{4}) at (?=saa )/g, '$1, ')
    .replace(/^(\d+) days? left$/, (_text, days: string) =>
      days === '1' ? 'Imesalia siku 1' : `Zimesalia siku ${days}`,
    )
    .replace(/^(\d+) minutes?$/, 'dakika $1')
    .replace(/^(\d+) hours?$/, 'saa $1')
    .replace(/^(\d+) ([ap])\.m\.$/, (_text, hour: string, half: string) =>
      timeInKiswahili((Number(hour) % 12) + (half === 'p' ? 12 : 0), 0),
    )
}
