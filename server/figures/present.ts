import { nairobiDate } from '#contract/dates.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { LETTER_WORDS, LETTERS_OF_A_MOMENT } from '#contract/letter-words.ts'
import { STAFF_FIGURES } from '#contract/figures-limits.ts'
import type { FaultPlace } from '#contract/staff-figures.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../database/connect.ts'
import { findFaultsMet, type MetRow } from './faults-store.ts'
import { countLetters, countLettersOf } from './letters-store.ts'
import { countUnscanned } from './store.ts'

const PAGES: Record<FaultPlace, string> = { apply: 'On the form of an application', register: 'On the form of registration', profile: 'On the profile' }
const placeInWords = (place: string) => PAGES[place as FaultPlace] ?? endpoints[place as EndpointKey]?.summary ?? place

/** What people were stopped by in the last days, the most first. */
export async function faultsMet(tx: Tx, now: Date, jobId?: number) {
  const first = nairobiDate(new Date(now.getTime() - (STAFF_FIGURES.faultsShownDays - 1) * 86_400_000))
  const rows = await findFaultsMet(tx, { first, today: nairobiDate(now), ...(jobId ? { jobId } : {}) })
  return rows.map((row: MetRow) => ({ ...row, place: placeInWords(row.place) }))
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
