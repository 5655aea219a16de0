import { STAGES, stageOf } from '#contract/review/stages.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { planForValues, scopeOf } from './filter.ts'
import {
  type ConstituencyRow,
  countByStageAndConstituency,
  findConstituencies,
  findHeadJob,
  findLevels,
  findOfferedAreas,
} from './head-store.ts'
import { countOwnReads } from './reads-store.ts'
import { findOwnLiftRequest } from './lifts-store.ts'
import { findViews } from './views-store.ts'
import { recordOf } from '../record-of.ts'

/** Constituencies by county, with the number of applications from each. `counts` is by constituency code. */
const groupByCounty = (rows: ConstituencyRow[], counts: ReadonlyMap<number, number>) =>
  [...Map.groupBy(rows, (row) => row.county)].map(([code, rowsOfCounty]) => {
    const constituencies = rowsOfCounty.map((row) => ({
      code: row.constituency,
      name: row.constituency_name,
      count: counts.get(row.constituency) ?? 0,
    }))
    const count = constituencies.reduce((sum, constituency) => sum + constituency.count, 0)
    return { code, name: rowsOfCounty[0]?.county_name ?? '', count, constituencies }
  })

/**
 * The values above the table of applications: the choices for its filter, and how many applications are read.
 * An officer limited to areas sees only those areas.
 */
export const openReview: Handler<'GET /api/staff/jobs/{id}/review/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const job = await findHeadJob(tx, params.id)
    const scope = await scopeOf(tx, staff, params.id, now)
    if (!job || !scope) throw refuse('not_found')
    await planForValues(tx)
    const rows = await countByStageAndConstituency(tx, scope)
    const stages = recordOf(STAGES, () => 0)
    const countByConstituency = new Map<number, number>()
    for (const { stage, constituency, count } of rows) {
      stages[stageOf(stage)] += count
      countByConstituency.set(constituency, (countByConstituency.get(constituency) ?? 0) + count)
    }
    const total = rows.reduce((sum, { count }) => sum + count, 0)
    const totalUnread = rows.reduce((sum, { unread }) => sum + unread, 0)
    // `me`: this officer has not opened the application; `anyone`: no officer has opened it.
    const unread = { me: total - (await countOwnReads(tx, scope)), anyone: totalUnread }
    const liftRequest = await findOwnLiftRequest(tx, staff.id, job.id, now)
    await recordAudit(tx, staff, { act: 'review.opened', jobId: job.id }, now)
    return {
      job: { ...job, expiry_date: job.expiry_date?.toISOString() ?? null },
      stages,
      unread,
      places: groupByCounty(
        await findConstituencies(tx, [...countByConstituency.keys()]),
        countByConstituency,
      ),
      levels: await findLevels(tx),
      areas: await findOfferedAreas(tx, job),
      views: await findViews(tx, staff.id, job.id),
      blind: scope.blind,
      lifted_until: scope.liftedUntil?.toISOString() ?? null,
      lift_waits: liftRequest ? { id: liftRequest.id, ends_at: liftRequest.ends_at.toISOString() } : null,
    }
  })
