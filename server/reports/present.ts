import { nairobiDate } from '#contract/dates.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { EMAIL_WORDS, SHORT_LIVED_EMAILS } from '#contract/outbox/email-words.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { validationPlace } from '#contract/reports/validation-places.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../database/connect.ts'
import { findValidationCounts, type ValidationRow } from './validation-store.ts'
import { countEmails, countEmailsOf } from './emails-store.ts'
import { countUnscanned } from './store.ts'

const DAY_MS = 86_400_000

const isEndpoint = (place: string): place is EndpointKey => Object.hasOwn(endpoints, place)
/** Where an error message was shown, in words. `place` is an endpoint, or the name of a part of a page. */
const placeInWords = ({ place, field }: ValidationRow) =>
  validationPlace(place, field) ?? (isEndpoint(place) ? endpoints[place].summary : place)

/** Adds up counts of errors at places with the same words: a page may call two endpoints. Largest first. */
function sumByPlace(rows: ValidationRow[]): ValidationRow[] {
  const sums = new Map<string, ValidationRow>()
  for (const row of rows) {
    const place = placeInWords(row)
    const key = `${place} ${row.field} ${row.message}`
    const sum = sums.get(key) ?? { ...row, place, today: 0, week: 0 }
    sums.set(key, { ...sum, today: sum.today + row.today, week: sum.week + row.week })
  }
  return [...sums.values()].sort((left, right) => right.week - left.week)
}

/** The validation errors that stopped people today and on the days before; the most frequent is first. */
export async function validationStatistics(tx: Tx, now: Date, jobId?: number) {
  const firstDay = nairobiDate(new Date(now.getTime() - (REPORTS.fieldErrorDaysShown - 1) * DAY_MS))
  const days = { firstDay, today: nairobiDate(now) }
  return sumByPlace(await findValidationCounts(tx, { ...days, ...(jobId ? { jobId } : {}) }))
}

/** How many emails wait and how many failed, about one job or in the whole portal. */
export const emailsNow = async (tx: Tx, jobId?: number) => {
  const row = jobId === undefined ? await countEmails(tx) : await countEmailsOf(tx, jobId)
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest?.toISOString() ?? null, failed: row?.failed ?? 0 }
}

/** How many documents wait for the virus scanner, and whether there is a scanner. */
export const documentsNow = async ({ config }: Deps, tx: Tx) => ({
  unscanned: Math.min(await countUnscanned(tx), REPORTS.countedExactlyUpTo),
  scanner: config.clamdUrl !== undefined,
})

/** The kind of an email in words. A kind without such words is named by its topic. */
export const emailInWords = (topic: string) => EMAIL_WORDS[topic] ?? topic.replaceAll(/[.-]/g, ' ')
/** Whether a failed email may be sent again: not if it holds a short-lived link or code, now useless. */
export const mayRetry = (topic: string) => !SHORT_LIVED_EMAILS.includes(topic)
