import { EXPORTS } from '#contract/exports/limits.ts'
import type { PublishedStatus } from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { STAGES, STATUS_OF, stageNumber } from '#contract/review/stages.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { planForValues, scopeOf } from '../review/filter.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findPublishedRows, findPublishedPlaces, type PublishedPlaceRow } from './published-list-store.ts'
import { findJob } from './store.ts'

const byCounty = (rows: PublishedPlaceRow[]): PublishedList['places'] => {
  const places: PublishedList['places'] = []
  for (const { county, county_name, constituency, constituency_name, count } of rows) {
    let place = places.at(-1)
    if (place?.code !== county)
      places.push((place = { code: county, name: county_name, count: 0, constituencies: [] }))
    place.count += count
    place.constituencies.push({ code: constituency, name: constituency_name, count })
  }
  return places
}

type Asked = {
  jobId: number
  status: PublishedStatus
  county?: number | undefined
  constituency?: number | undefined
}
type Named = { basis: string; reason: string }

/** Makes a published list and records it: its scope, and with names the legal basis and the reason. */
function make(
  deps: Deps,
  staff: Staff,
  { jobId, status, county, constituency }: Asked,
  named?: Named,
): Promise<PublishedList> {
  const now = deps.now()
  const stages = STAGES.filter((stage) => STATUS_OF[stage] === status).map(stageNumber)
  const which = { stages, county: county ?? null, constituency: constituency ?? null }
  const counted = (places: PublishedList['places']) =>
    places
      .filter(({ code }) => !county || code === county)
      .flatMap(({ constituencies }) => constituencies)
      .reduce((sum, { code, count }) => (!constituency || code === constituency ? sum + count : sum), 0)
  return deps.db.patient(10).tx(async (tx) => {
    const job = await findJob(tx, jobId)
    const scope = await scopeOf(tx, staff, jobId, now)
    if (!job || !scope) throw refuse('not_found')
    await planForValues(tx)
    const places = byCounty(await findPublishedPlaces(tx, scope, which))
    const count = counted(places)
    const tooMany = count > EXPORTS.noticeLines
    const lines = tooMany ? [] : await findPublishedRows(tx, scope, which, named !== undefined)
    const detail = {
      status,
      ...(county ? { county } : {}),
      ...(constituency ? { constituency } : {}),
      count: lines.length,
      ...(named ? { basis: named.basis } : {}),
    }
    // Applicants are informed when names were shown. A list without lines shows none.
    const act = named && lines.length > 0 ? 'notice.names_printed' : 'notice.printed'
    await recordAudit(tx, staff, { act, jobId, reason: named?.reason, detail }, now)
    return { job, status, at: now.toISOString(), count, places, lines, too_many: tooMany }
  })
}

/** References only: without knowing a reference, no one learns who is meant. */
export const printPublishedList: Handler<'GET /api/staff/jobs/{id}/published-list/'> = (
  deps,
  { params, query, staff },
) => make(deps, staff, { jobId: params.id, ...query })

export const printPublishedListWithNames: Handler<'POST /api/staff/jobs/{id}/published-list/names/'> = (
  deps,
  { params, body, staff },
) => {
  const { basis = '', reason, ...which } = body
  return make(deps, staff, { jobId: params.id, ...which }, { basis, reason: reason.trim() })
}
