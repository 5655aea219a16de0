import { publicShortfall } from '#contract/selections/result-endpoints.ts'
import type { Handler } from '../endpoints/serve.ts'
import {
  findBars,
  findCounties,
  findPublicRun,
  findUnits,
  type PublicRunRow,
  type UnitRow,
} from './results-store.ts'

const presentJob = ({ job_id: id, reference, title }: PublicRunRow) => ({ id, reference, title })

const presentUnit = ({ places, shortfalls, ...unit }: UnitRow) => ({
  ...unit,
  // A share of gender or disability that was not kept has no place: it gets the empty text.
  shortfalls: shortfalls.map(({ place = '', ...shortfall }) =>
    publicShortfall({ ...shortfall, place: places?.[place] ?? place }, unit.filled),
  ),
})

/**
 * Returns a published result, unit by unit, with sums only. The public files that it names have a line for
 * each person.
 */
export const getResult: Handler<'GET /api/selections/{id}/results/{run}/'> = async ({ db }, { params }) => {
  const run = await findPublicRun(db, params.id, params.run)
  if (!run) return { result: null }
  const [units, counties] = await Promise.all([findUnits(db, run.id, null), findCounties(db, run.id)])
  return {
    result: {
      job: presentJob(run),
      published_at: run.published_at.toISOString(),
      newest: run.newest,
      units: units.map(presentUnit),
      counties,
      files: run.files ?? [],
    },
  }
}

/** One unit of a published result, with its chart and its public file. */
export const getResultUnit: Handler<'GET /api/selections/{id}/results/{run}/units/{unit}/'> = async (
  { db },
  { params },
) => {
  const run = await findPublicRun(db, params.id, params.run)
  const [unit] = run ? await findUnits(db, run.id, params.unit) : []
  if (!run || !unit) return { result: null }
  return {
    result: {
      job: presentJob(run),
      newest: run.newest,
      unit: presentUnit(unit),
      bars: await findBars(db, run.id, unit.unit),
      file: run.files?.find(({ name }) => name === `unit-${unit.number}.jsonl`) ?? null,
    },
  }
}
