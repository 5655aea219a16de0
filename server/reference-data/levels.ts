import { REFERENCE_DATA_WORDS } from '#contract/reference-data/words.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { presentReferenceData, recordAdded, recordChange } from './change.ts'
import {
  insertLevel,
  isRankInRule,
  type LevelRow,
  lockLevels,
  wasLevelSubmitted,
  writeLevel,
} from './levels-store.ts'
import { rankAbove } from './rank.ts'

// The time limit is long because `wasLevelSubmitted` reads all submitted applications; this is rarely needed.
const STATEMENT_TIMEOUT_SECONDS = 30

/**
 * A free rank above the level with the id `aboveId`, or below all levels for 0. Refuses, with an error at the
 * field `above`, when the level does not exist or no rank is free.
 */
function freeRank(levels: LevelRow[], aboveId: number): number {
  if (aboveId !== 0 && !levels.some(({ id }) => id === aboveId))
    throw refuseFields({ above: REFERENCE_DATA_WORDS.noSuchLevel })
  const rank = rankAbove(levels, aboveId)
  if (rank === undefined) throw refuseFields({ above: REFERENCE_DATA_WORDS.noRoom })
  return rank
}

export const addLevel: Handler<'POST /api/staff/reference-data/levels/'> = (deps, { body, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = {
      name: body.name.trim(),
      short_name: body.short_name.trim(),
      rank: freeRank(await lockLevels(tx), body.above ?? 0),
    }
    const inserted = await insertLevel(tx, row, now)
    if (!inserted) throw refuse('failed')
    await recordAdded(tx, staff, { list: 'levels', id: inserted.id, reason: body.reason }, row, now)
    return presentReferenceData(tx)
  })

/**
 * Changes a qualification level. A level in a submitted application keeps its rank, because officers'
 * filters, and decisions based on them, must not change. A level in a selection rule keeps it too, because
 * two officers agreed to its points.
 */
export const changeLevel: Handler<'PATCH /api/staff/reference-data/levels/{id}/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const levels = await lockLevels(tx)
    const before = levels.find(({ id }) => id === params.id)
    if (!before) throw refuse('not_found')
    const others = levels.filter(({ id }) => id !== params.id)
    const levelBelowId = levels[levels.indexOf(before) - 1]?.id ?? 0
    // `body.above` is the level that will be directly below this level. If undefined, the level is not moved.
    const isMoved = body.above !== undefined && body.above !== levelBelowId
    const rank = isMoved ? freeRank(others, body.above ?? 0) : before.rank
    if (isMoved && (await isRankInRule(tx, before.rank)))
      throw refuseFields({ above: REFERENCE_DATA_WORDS.levelInRule })
    if (isMoved && (await wasLevelSubmitted(tx, params.id)))
      throw refuseFields({ above: REFERENCE_DATA_WORDS.levelSent })
    const after = {
      ...before,
      name: body.name.trim(),
      short_name: body.short_name.trim(),
      is_active: body.is_active,
      rank,
    }
    await recordChange(
      tx,
      staff,
      { list: 'levels', id: params.id, reason: body.reason },
      before,
      after,
      deps.now(),
    )
    await writeLevel(tx, after, now)
    return presentReferenceData(tx)
  })
