import { REVIEW } from '#contract/review/limits.ts'
import type { Sort } from '#contract/review/filter.ts'
import { isIdentifying } from '#contract/review/identifying.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import {
  filterForLog,
  isEverything,
  matching,
  planAsUsual,
  planForValues,
  scopeOf,
  type Scope,
} from './filter.ts'
import { presentRow } from './present-row.ts'
import { reasonsOfApplications } from './reasons-store.ts'
import { countAll, findPosition, findRows, pageOfMatching } from './table-store.ts'

/**
 * The application after or before which a page of the table starts. An invalid cursor gives the first page.
 */
const readCursor = async (tx: Tx, scope: Scope, sort: Sort, cursor: string) =>
  /^\d{1,15}$/.test(cursor) ? findPosition(tx, scope, sort, Number(cursor)) : undefined

/**
 * The order of the table, and the position where its page starts. Both come from the URL. `down` is `1` for a
 * descending order; `after` and `before` are ids of applications.
 */
async function readOrder(
  tx: Tx,
  scope: Scope,
  sort: Sort,
  { down, after, before }: { down: string | undefined; after: string; before: string },
) {
  const afterPosition = await readCursor(tx, scope, sort, after)
  const beforePosition = await readCursor(tx, scope, sort, before)
  // To get the page before a position, the rows are read in the opposite direction and then reversed.
  const isBackwards = beforePosition !== undefined && afterPosition === undefined
  // The youngest applicants have the latest birth dates, so an order by age is reversed.
  const isDescending = sort === 'age' ? down !== '1' : down === '1'
  const from = isBackwards ? beforePosition : afterPosition
  const descending = isBackwards ? !isDescending : isDescending
  return { order: { sort, descending, from }, isBackwards }
}

/** A page of the table of a job's applications. Each view writes one audit entry, whatever it shows. */
export const listApplications: Handler<'GET /api/staff/jobs/{id}/applications/'> = (
  deps,
  { params, query, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const { sort = 'sent', down, after, before, ...filter } = query
    const scope = await scopeOf(tx, staff, params.id, now)
    if (!scope) throw refuse('not_found')
    await planForValues(tx)
    // An order by age, gender or disability reveals these values. So it includes only applications whose
    // identity this officer may see.
    const where = matching(filter, scope, { isOrderIdentifying: isIdentifying(sort) })
    const matchesAll = isEverything(filter, scope) && !(scope.blind && isIdentifying(sort))
    // The number of all applications is stored, so it need not be counted.
    const knownCount = matchesAll ? await countAll(tx, params.id) : undefined
    const { order, isBackwards } = await readOrder(tx, scope, sort, { down, after, before })
    const { count, ids } = await pageOfMatching(tx, where, order, {
      kind: filter.search.trim() ? 'searched' : 'filtered',
      knownCount,
    })
    const hasMore = ids.length > REVIEW.pageSize
    const shownIds = ids.slice(0, REVIEW.pageSize)
    if (isBackwards) shownIds.reverse()
    await planAsUsual(tx)
    const rows = await findRows(tx, shownIds, scope)
    const reasons = filter.list.length > 0 ? await reasonsOfApplications(tx, filter.list, shownIds) : []
    const [firstId, lastId] = [shownIds[0], shownIds.at(-1)]
    // A page that was read backwards from a position is followed by at least the row at that position.
    const hasNext = hasMore || isBackwards
    const hasPrevious = isBackwards ? hasMore : order.from !== undefined
    await recordAudit(
      tx,
      staff,
      {
        act: 'applications.listed',
        jobId: params.id,
        detail: { filter: filterForLog(filter), sort, blind: scope.blind, count, shown: rows.length },
      },
      now,
    )
    return {
      count,
      rows: rows.map((row) =>
        presentRow(
          row,
          scope,
          reasons.find((entry) => entry.application_id === row.id),
        ),
      ),
      next: lastId !== undefined && hasNext ? String(lastId) : null,
      previous: firstId !== undefined && hasPrevious ? String(firstId) : null,
      blind: scope.blind,
      lifted_until: scope.liftedUntil?.toISOString() ?? null,
    }
  })
