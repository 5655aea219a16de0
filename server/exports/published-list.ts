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

// A published list shows which applicants of a job have a status, such as Shortlisted. Officers print it.

const STATEMENT_TIMEOUT_SECONDS = 10

/** Groups rows by county. Rows of the same county follow each other. */
const groupByCounty = (rows: PublishedPlaceRow[]): PublishedList['places'] => {
  const counties: PublishedList['places'] = []
  for (const { county, county_name, constituency, constituency_name, count } of rows) {
    let currentCounty = counties.at(-1)
    if (currentCounty?.code !== county) {
      currentCounty = { code: county, name: county_name, count: 0, constituencies: [] }
      counties.push(currentCounty)
    }
    currentCounty.count += count
    currentCounty.constituencies.push({ code: constituency, name: constituency_name, count })
  }
  return counties
}

type ListRequest = {
  jobId: number
  status: PublishedStatus
  county?: number | undefined
  constituency?: number | undefined
}

/** How many applicants are in the requested county and constituency, or in all if the request names none. */
const countInRequestedPlace = (counties: PublishedList['places'], { county, constituency }: ListRequest) =>
  counties
    .filter(({ code }) => !county || code === county)
    .flatMap(({ constituencies }) => constituencies)
    .filter(({ code }) => !constituency || code === constituency)
    .reduce((sum, { count }) => sum + count, 0)

/** Why names may be shown: the law that allows it, and the officer's own reason. */
type NamesBasis = { basis: string; reason: string }

/**
 * Makes a published list, and records in the audit log what it shows. With `namesBasis` the list shows names,
 * and the log also has the legal basis and the reason. Without it, the list shows references only.
 */
function makePublishedList(
  deps: Deps,
  staff: Staff,
  request: ListRequest,
  namesBasis?: NamesBasis,
): Promise<PublishedList> {
  const now = deps.now()
  const { jobId, status, county, constituency } = request
  const stages = STAGES.filter((stage) => STATUS_OF[stage] === status).map(stageNumber)
  const filter = { stages, county: county ?? null, constituency: constituency ?? null }
  return deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const job = await findJob(tx, jobId)
    // The job, and which of its applications this officer may know.
    const scope = await scopeOf(tx, staff, jobId, now)
    if (!job || !scope) throw refuse('not_found')
    // Plan the query for this list: a cached plan must fit all lists, so it would read the whole job.
    await planForValues(tx)
    const places = groupByCounty(await findPublishedPlaces(tx, scope, filter))
    const count = countInRequestedPlace(places, request)
    // A list with more applicants than this is not shown, so none of its lines are read.
    const tooMany = count > EXPORTS.publishedListLines
    const withNames = namesBasis !== undefined
    const lines = tooMany ? [] : await findPublishedRows(tx, scope, filter, withNames)
    const detail = {
      status,
      ...(county ? { county } : {}),
      ...(constituency ? { constituency } : {}),
      count: lines.length,
      ...(namesBasis ? { basis: namesBasis.basis } : {}),
    }
    // The audit log calls a published list a notice. Applicants can see when their names were shown. A list
    // without lines shows no names.
    const action = namesBasis && lines.length > 0 ? 'notice.names_printed' : 'notice.printed'
    await recordAudit(tx, staff, { act: action, jobId, reason: namesBasis?.reason, detail }, now)
    return { job, status, at: now.toISOString(), count, places, lines, too_many: tooMany }
  })
}

/** Makes a published list with references only. Who does not know a reference cannot tell whose it is. */
export const printPublishedList: Handler<'GET /api/staff/jobs/{id}/published-list/'> = (
  deps,
  { params, query, staff },
) => makePublishedList(deps, staff, { jobId: params.id, ...query })

/** Makes a published list with names. The officer gives the law that allows it, and a reason. */
export const printPublishedListWithNames: Handler<'POST /api/staff/jobs/{id}/published-list/names/'> = (
  deps,
  { params, body, staff },
) => {
  // The contract refuses a call without a legal basis. The '' is only for the type.
  const { basis = '', reason, ...request } = body
  return makePublishedList(deps, staff, { jobId: params.id, ...request }, { basis, reason: reason.trim() })
}
