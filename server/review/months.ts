import type { Experience } from '#contract/job-applications/rules.ts'

const DAY_MS = 86_400_000
const MOST = 32_767

type Period = { from: number; until: number }

/**
 * The period as instants of civil days; `until` is the day after the last. Undefined when it is unreadable,
 * or ends before it starts.
 */
const periodOf = (experience: Experience, sent: string): Period | undefined => {
  const end = experience.currently_working || experience.end_date > sent ? sent : experience.end_date
  const [from, last] = [Date.parse(experience.start_date), Date.parse(end)]
  return experience.no_experience || !(from <= last) ? undefined : { from, until: last + DAY_MS }
}

/** Whole months between two civil days, and the remaining days. */
function span({ from, until }: Period): { months: number; days: number } {
  const [begins, ends] = [new Date(from), new Date(until)]
  const months =
    (ends.getUTCFullYear() - begins.getUTCFullYear()) * 12 +
    ends.getUTCMonth() -
    begins.getUTCMonth() -
    (ends.getUTCDate() < begins.getUTCDate() ? 1 : 0)
  const last = Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + months, begins.getUTCDate())
  return { months, days: Math.max(0, Math.round((until - last) / DAY_MS)) }
}

/**
 * Whole months of work up to the civil day `sent`. Overlapping periods count once, and 30 of the remaining
 * days count as a month.
 */
export function monthsOfWork(experience: readonly Experience[], sent: string): number {
  const joined: Period[] = []
  for (const period of experience
    .flatMap((experience) => periodOf(experience, sent) ?? [])
    .sort((left, right) => left.from - right.from)) {
    const last = joined.at(-1)
    if (last && period.from <= last.until) last.until = Math.max(last.until, period.until)
    else joined.push({ ...period })
  }
  const spans = joined.map(span)
  const months =
    spans.reduce((sum, span) => sum + span.months, 0) +
    Math.floor(spans.reduce((sum, span) => sum + span.days, 0) / 30)
  return Math.min(months, MOST)
}
