import { livesIn } from '#contract/job-applications/rules.ts'
import { nearWords } from '#contract/jobs/wider-words.ts'
import type { Tx } from '../database/connect.ts'
import { type Places, placesOf } from './places.ts'
import { findHome, findJobPlaces, type Home, type JobPlacesRow } from './wider-store.ts'

/** The areas or centres whose ids a job names. A job that names none takes all of them (J9). */
export const takenPlaces = <Row extends { id: number }>(places: { row: Row }[], ids: number[]) =>
  places.map(({ row }) => row).filter(({ id }) => ids.length === 0 || ids.includes(id))

/** A sentence about posts of the job where the person lives. Undefined when it has none there. */
const sentenceOf = ({ code, county, areas, centres }: JobPlacesRow, places: Places, home: Home) => {
  if (code === 'by_election') {
    const taken = takenPlaces(places.areas, areas)
    return nearWords.areas(
      taken.filter((area) => livesIn(area, home)).map(({ name }) => name),
      taken.length,
    )
  }
  if (code === 'huduma') {
    const taken = takenPlaces(places.centres, centres)
    return nearWords.centres(
      taken.filter((centre) => centre.county === home.county).map(({ name }) => name),
      taken.length,
    )
  }
  return county === home.county ? nearWords.county : undefined
}

/**
 * For each of these jobs with posts where the person lives, a sentence about them, by job id. Also gives the
 * name of the person's county.
 */
export async function findNearby(
  tx: Tx,
  userId: number,
  ids: number[],
): Promise<{ county: string | undefined; sentences: Map<number, string> }> {
  const [home, places, jobs] = await Promise.all([findHome(tx, userId), placesOf(tx), findJobPlaces(tx, ids)])
  const sentences = new Map<number, string>()
  if (!home) return { county: undefined, sentences }
  for (const row of jobs) {
    const sentence = sentenceOf(row, places, home)
    if (sentence) sentences.set(row.id, sentence)
  }
  return { county: home.county_name, sentences }
}
