import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { conditionsOf } from './filter-words.ts'
import { presentRequest, readerOf } from './present.ts'
import { findRequests } from './requests-store.ts'
import { countMatching, findJob } from './store.ts'

/**
 * How many applications match, and the job's requests for files. The audit log records the number, because it
 * can reveal something: an officer may search for one person, and see the number 1.
 */
export const viewExports: Handler<'GET /api/staff/jobs/{id}/exports/'> = (deps, { params, query, staff }) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const job = await findJob(tx, params.id)
    // The job, and which of its applications this officer may know.
    const scope = await scopeOf(tx, staff, params.id, now)
    if (!job || !scope) throw refuse('not_found')
    // Plan the query for this filter: a cached plan must fit all filters, so it would read the whole job.
    await planForValues(tx)
    const count = await countMatching(tx, matching(query, scope))
    const requests = []
    for (const row of await findRequests(tx, job.id, readerOf(staff)))
      requests.push(await presentRequest(tx, row, staff, now))
    await recordAudit(
      tx,
      staff,
      { act: 'export.looked_at', jobId: job.id, detail: { filter: filterForLog(query), count } },
      now,
    )
    // `blind` means that this officer does not see the applicants' names.
    return { job, count, conditions: await conditionsOf(tx, job.id, query), blind: scope.blind, requests }
  })
}
