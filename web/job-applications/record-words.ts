import { plural, t } from '@lingui/core/macro'
import { type Education, type Experience, type Referee } from '#contract/job-applications/rules.ts'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { plainDate } from '#contract/dates.ts'
import { phoneWords } from '#contract/normalise.ts'
import { translate } from '../language/translate.ts'

/**
 * The words of a list entry: what, where and when. `lines` has the parts of `when`, one for each line.
 * `duties` is set only where the whole entry is shown.
 */
export type RecordWords = { what: string; where: string; when: string; lines?: string[]; duties?: string }

const MONTHS = [
  t({ message: 'Jan', context: 'short month' }),
  t({ message: 'Feb', context: 'short month' }),
  t({ message: 'Mar', context: 'short month' }),
  t({ message: 'Apr', context: 'short month' }),
  t({ message: 'May', context: 'short month' }),
  t({ message: 'Jun', context: 'short month' }),
  t({ message: 'Jul', context: 'short month' }),
  t({ message: 'Aug', context: 'short month' }),
  t({ message: 'Sep', context: 'short month' }),
  t({ message: 'Oct', context: 'short month' }),
  t({ message: 'Nov', context: 'short month' }),
  t({ message: 'Dec', context: 'short month' }),
]
/** `Aug 2019` for 2019-08-01; a text that is no date stays as it is. */
const monthOf = (date: string) =>
  /^\d{4}-\d{2}/.test(date) ? `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}` : date

/** The months from one date of the form YYYY-MM-DD to another. The days do not count. */
const monthsBetween = (start: string, end: string) =>
  (Number(end.slice(0, 4)) - Number(start.slice(0, 4))) * 12 +
  Number(end.slice(5, 7)) -
  Number(start.slice(5, 7))

/** A length of time such as `3 years 2 months`; '' if both dates are in the same month. */
export const lengthOf = (start: string, end: string): string => {
  const months = monthsBetween(start, end)
  const years = Math.floor(months / 12)
  const monthsMore = months % 12
  const parts = [
    years > 0 && plural(years, { one: '# year', other: '# years' }),
    monthsMore > 0 && plural(monthsMore, { one: '# month', other: '# months' }),
  ]
  return months > 0 ? parts.filter(Boolean).join(' ') : ''
}

export const educationWords = (education: Education): RecordWords => ({
  what: [translate(education.qualification_level_name), education.area_of_study].filter(Boolean).join(', '),
  where: education.institution,
  when: education.year_of_completion,
})

/** A date such as `1 August 2019`, as it is written in the application. */
export const dayOf = (date: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? translate(plainDate(new Date(`${date}T12:00:00Z`))) : date

const periodOf = (start: string, end: string) => t`${start} to ${end}`

/** A short line for a work entry. If the work continues, its length is counted until `today` (YYYY-MM-DD). */
export const experienceWords = (experience: Experience, today: string): RecordWords => {
  if (experience.no_experience) return { what: translate(WIZARD_WORDS.noExperience), where: '', when: '' }
  const isCurrent = worksThere(experience)
  const length = experience.start_date
    ? lengthOf(experience.start_date, isCurrent ? today : experience.end_date)
    : ''
  const period = periodOf(
    monthOf(experience.start_date),
    isCurrent ? translate(WIZARD_WORDS.present) : monthOf(experience.end_date),
  )
  return {
    what: experience.position,
    where: experience.company,
    when: `${period}${length && ` · ${length}`}`,
  }
}

/** Whether the person still works there. A stored entry says so by the end date 'Present' (W21). */
const worksThere = (experience: Experience) =>
  experience.currently_working || experience.end_date === WIZARD_WORDS.present

/** A work entry with all that is sent of it: dates to the day, and the responsibilities. */
export const experienceInFull = (experience: Experience): RecordWords => {
  if (experience.no_experience) return { what: translate(WIZARD_WORDS.noExperience), where: '', when: '' }
  const end = worksThere(experience) ? translate(WIZARD_WORDS.present) : dayOf(experience.end_date)
  return {
    what: experience.position,
    where: experience.company,
    when: periodOf(dayOf(experience.start_date), end),
    duties: experience.responsibilities,
  }
}

export const refereeWords = (referee: Referee): RecordWords => {
  const lines = [referee.email, phoneWords(referee.phone)].filter(Boolean)
  return {
    what: referee.name,
    where: [referee.position, referee.organization].filter(Boolean).join(', '),
    when: lines.join(' · '),
    lines,
  }
}
