import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import type { RuleContent } from '#contract/selection-rules/rule.ts'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import type { ForeseeTask, Foreseen } from '../selection/foresee.ts'
import { runInThread } from '../selection-thread.ts'
import { GENDERS } from '../selection/pack.ts'
import { KINDS } from '../selection/people.ts'
import type { CountedUnit } from '../selection/walk.ts'
import { readAreas, unitFinder } from './areas.ts'
import { countApplicants, findRuleJob, findRules, type CountedRow } from './store.ts'

const TIMEOUT_MS = 10_000

/** Computes a preview in a thread, so that requests do not wait. Refuses a rule that takes too long. */
async function foreseeInThread(task: ForeseeTask): Promise<Foreseen> {
  try {
    return (await runInThread('foresee.ts', task, { timeoutMs: TIMEOUT_MS })) as Foreseen
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw refuse('conflict', { message: WORDS.previewTooLarge })
    throw error
  }
}

/** A kind of people is a gender, with a disability or without. It is numbered as people.ts says. */
const kindOf = ({ gender, is_pwd: disability }: CountedRow) =>
  2 * GENDERS.indexOf(gender) + Number(disability)

/** The units of a rule, with the seats and people of their places. A place without a unit is left out. */
function countUnits(
  { seats }: RuleContent,
  rows: CountedRow[],
  unitOf: (place: string) => string | undefined,
): CountedUnit[] {
  const units = new Map<string, CountedUnit>()
  const indexes = new Map<string, { unit: CountedUnit; index: number }>()
  for (const { place, seats: count } of seats) {
    const name = unitOf(place)
    if (name === undefined) continue
    const unit = units.get(name) ?? { places: [], people: [] }
    units.set(name, unit)
    indexes.set(place, { unit, index: unit.places.length })
    unit.places.push({ name: place, seats: count })
    unit.people.push(Array.from({ length: KINDS }, () => 0))
  }
  for (const row of rows) {
    const foundPlace = indexes.get(row.place)
    const kinds = foundPlace?.unit.people[foundPlace.index]
    if (kinds) kinds[kindOf(row)] = (kinds[kindOf(row)] ?? 0) + row.count
  }
  return [...units.values()]
}

/** Which parts of the saved rule could not be kept with the present applications: counts, never a person. */
export const previewRule: Handler<'POST /api/staff/jobs/{id}/selection-rule/preview/'> = async (
  { db },
  { params },
) => {
  const job = await findRuleJob(db, params.id)
  if (!job) throw refuse('not_found')
  const newestVersion = (await findRules(db, job.id)).at(-1)
  if (!newestVersion) throw refuse('conflict', { message: WORDS.noRule })
  const { content } = newestVersion
  const rows = await countApplicants(db, job.id, content.place)
  const people = rows.reduce((sum, { count }) => sum + count, 0)
  const units = countUnits(content, rows, unitFinder(await readAreas(db, content.place), content.unit))
  const isTooFew = people < SELECTION_RULES.leastForPreview
  const { gender, disability, reservePercent } = content
  const rule = {
    // The seats are empty here, because `units` has them.
    seats: [],
    reservePercent,
    ...(gender ? { gender } : {}),
    ...(disability ? { disability } : {}),
  }
  return {
    // The count is rounded down to tens, so that no one can see the effect of a single application.
    people: isTooFew ? 0 : 10 * Math.floor(people / 10),
    units: units.length,
    short: isTooFew ? null : await foreseeInThread({ rule, units }),
  }
}
