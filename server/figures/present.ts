import { nairobiDate } from '#contract/dates.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { LETTER_WORDS, LETTERS_OF_A_MOMENT } from '#contract/letter-words.ts'
import { STAFF_FIGURES } from '#contract/figures-limits.ts'
import { faultPlace } from '#contract/fault-places.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../database/connect.ts'
import { findFaultsMet, type MetRow } from './faults-store.ts'
import { countLetters, countLettersOf } from './letters-store.ts'
import { countUnscanned } from './store.ts'

const placeInWords = ({ place, field }: MetRow) => faultPlace(place, field) ?? endpoints[place as EndpointKey]?.summary ?? place

/** Two calls of one page are one place. */
function byPlace(rows: MetRow[]): MetRow[] {
  const places = Map.groupBy(rows, (row) => `${placeInWords(row)} ${row.field} ${row.message}`)
  return [...places.values()]
    .flatMap(([first, ...others]) =>
      first ? [others.reduce((sum, it) => ({ ...sum, today: sum.today + it.today, week: sum.week + it.week }), { ...first, place: placeInWords(first) })] : [],
    )
    .sort((left, right) => right.week - left.week)
}

/** What people were stopped by in the last days, the most first. */
export async function faultsMet(tx: Tx, now: Date, jobId?: number) {
  const first = nairobiDate(new Date(now.getTime() - (STAFF_FIGURES.faultsShownDays - 1) * 86_400_000))
  const rows = await findFaultsMet(tx, { first, today: nairobiDate(now), ...(jobId ? { jobId } : {}) })
  return byPlace(rows)
}

/** Of a job, or of the whole portal. */
export const lettersNow = async (tx: Tx, jobId?: number) => {
  const row = jobId === undefined ? await countLetters(tx) : await countLettersOf(tx, jobId)
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest?.toISOString() ?? null, failed: row?.failed ?? 0 }
}

export const documentsNow = async ({ config }: Deps, tx: Tx) => ({
  unscanned: Math.min(await countUnscanned(tx), STAFF_FIGURES.most),
  scanner: config.clamdUrl !== undefined,
})

/** A letter's kind in words; of one that has none yet, its name. */
export const letterInWords = (topic: string) => LETTER_WORDS[topic] ?? topic.replaceAll(/[.-]/g, ' ')
export const mayRetry = (topic: string) => !LETTERS_OF_A_MOMENT.includes(topic)
