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

const placeInWords = ({ place, field }: ValidationRow) =>
  validationPlace(place, field) ?? endpoints[place as EndpointKey]?.summary ?? place

/** Two endpoints of one page count as one place. */
function byPlace(rows: ValidationRow[]): ValidationRow[] {
  const places = Map.groupBy(rows, (row) => `${placeInWords(row)} ${row.field} ${row.message}`)
  return [...places.values()]
    .flatMap(([first, ...others]) =>
      first
        ? [
            others.reduce(
              (sum, row) => ({ ...sum, today: sum.today + row.today, week: sum.week + row.week }),
              { ...first, place: placeInWords(first) },
            ),
          ]
        : [],
    )
    .sort((left, right) => right.week - left.week)
}

/** The errors that stopped people in the last days, the most frequent first. */
export async function validationStatistics(tx: Tx, now: Date, jobId?: number) {
  const first = nairobiDate(new Date(now.getTime() - (REPORTS.faultsShownDays - 1) * 86_400_000))
  const rows = await findValidationCounts(tx, { first, today: nairobiDate(now), ...(jobId ? { jobId } : {}) })
  return byPlace(rows)
}

/** Of one job, or of the whole portal. */
export const emailsNow = async (tx: Tx, jobId?: number) => {
  const row = jobId === undefined ? await countEmails(tx) : await countEmailsOf(tx, jobId)
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest?.toISOString() ?? null, failed: row?.failed ?? 0 }
}

export const documentsNow = async ({ config }: Deps, tx: Tx) => ({
  unscanned: Math.min(await countUnscanned(tx), REPORTS.most),
  scanner: config.clamdUrl !== undefined,
})

/** The kind of an email in words, or its topic when it has none yet. */
export const emailInWords = (topic: string) => EMAIL_WORDS[topic] ?? topic.replaceAll(/[.-]/g, ' ')
export const mayRetry = (topic: string) => !SHORT_LIVED_EMAILS.includes(topic)
