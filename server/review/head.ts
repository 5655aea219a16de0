import { STAGES, stageOf, type Stage } from '#contract/review/stages.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { planForValues, scopeOf } from './filter.ts'
import { countHead, findAreas, findHeadJob, findLevels, findPlaces, type PlaceRow } from './head-store.ts'
import { countOwnReads } from './reads-store.ts'
import { findOwnLift } from './lifts-store.ts'
import { findViews } from './views-store.ts'
import { recordOf } from '../record-of.ts'

/** `counts` is by constituency. The query that counts stages returns these too. */
const byCounty = (rows: PlaceRow[], counts: ReadonlyMap<number, number>) =>
  [...Map.groupBy(rows, (row) => row.county).values()].flatMap((constituencies) => {
    const [first] = constituencies
    const inside = constituencies.map(({ constituency: code, constituency_name: name }) => ({
      code,
      name,
      count: counts.get(code) ?? 0,
    }))
    const count = inside.reduce((sum, row) => sum + row.count, 0)
    return first ? [{ code: first.county, name: first.county_name, count, constituencies: inside }] : []
  })

/** The filter choices and the progress of the work. An officer limited to areas sees only those areas. */
export const openReview: Handler<'GET /api/staff/jobs/{id}/review/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const [job, scope] = [await findHeadJob(tx, params.id), await scopeOf(tx, staff, params.id, now)]
    if (!job || !scope) throw refuse('not_found')
    await planForValues(tx)
    const counted = await countHead(tx, scope)
    const stages = recordOf(STAGES, () => 0)
    const counts = new Map<number, number>()
    for (const { stage, constituency, count } of counted) {
      stages[stageOf(stage)] += count
      counts.set(constituency, (counts.get(constituency) ?? 0) + count)
    }
    const sum = (of: 'count' | 'unread') => counted.reduce((before, headCount) => before + headCount[of], 0)
    const unread = { me: sum('count') - (await countOwnReads(tx, scope)), anyone: sum('unread') }
    const lift = await findOwnLift(tx, staff.id, job.id, now)
    await recordAudit(tx, staff, { act: 'review.opened', jobId: job.id }, now)
    return {
      job: { ...job, expiry_date: job.expiry_date?.toISOString() ?? null },
      stages,
      unread,
      places: byCounty(await findPlaces(tx, [...counts.keys()]), counts),
      levels: await findLevels(tx),
      areas: await findAreas(tx, job),
      views: await findViews(tx, staff.id, job.id),
      blind: scope.blind,
      lifted_until: scope.liftedUntil?.toISOString() ?? null,
      lift_waits: lift ? { id: lift.id, ends_at: lift.ends_at.toISOString() } : null,
    }
  })
