import { REVIEW } from '#contract/staff/limits.ts'
import type { Sort } from '#contract/review/filter.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import {
  filterForLog,
  isEverything,
  isIdentifying,
  matching,
  planAsUsual,
  planForValues,
  scopeOf,
  type Scope,
} from './filter.ts'
import { presentRow } from './present-row.ts'
import { reasonsOfApplications } from './reasons-store.ts'
import { countAll, findPlace, findRows, pageOfMatching } from './table-store.ts'

/** The application after or before which a page starts. An invalid cursor gives the first page. */
const placeOf = async (tx: Tx, scope: Scope, sort: Sort, cursor: string) =>
  /^\d{1,15}$/.test(cursor) ? findPlace(tx, scope, sort, Number(cursor)) : undefined

/** Each view of the table writes one audit entry, whatever it shows. */
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
    // An order by age, gender or disability reveals these, so it includes only applications whose identity
    // may be known.
    const where = matching(filter, scope, { orderTellsWho: isIdentifying(sort) })
    const known =
      isEverything(filter, scope) && !(scope.blind && isIdentifying(sort))
        ? await countAll(tx, params.id)
        : undefined
    const [from, to] = [await placeOf(tx, scope, sort, after), await placeOf(tx, scope, sort, before)]
    const backwards = to !== undefined && from === undefined
    // The youngest have the latest birth dates, so the direction is reversed.
    const descending = (down === '1') !== (sort === 'age')
    const order = { sort, descending: descending !== backwards, from: backwards ? to : from }
    const { count, ids } = await pageOfMatching(tx, where, order, {
      kind: filter.search.trim() ? 'searched' : 'filtered',
      known,
    })
    const more = ids.length > REVIEW.pageSize
    const shown = ids.slice(0, REVIEW.pageSize)
    if (backwards) shown.reverse()
    await planAsUsual(tx)
    const rows = await findRows(tx, shown, scope)
    const reasons = filter.list.length > 0 ? await reasonsOfApplications(tx, filter.list, shown) : []
    const [first, last] = [shown[0], shown.at(-1)]
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
      next: last !== undefined && (more || backwards) ? String(last) : null,
      previous: first !== undefined && (backwards ? more : from !== undefined) ? String(first) : null,
      blind: scope.blind,
      lifted_until: scope.liftedUntil?.toISOString() ?? null,
    }
  })
