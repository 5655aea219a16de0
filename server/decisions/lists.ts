import { DECISIONS } from '#contract/decisions/limits.ts'
import { needsSecond, sourcesOf, stageNumber } from '#contract/review/stages.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { pageOf } from '../staff/page-of.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { addContributor } from './entries-store.ts'
import { presentList, presentListDetail } from './present.ts'
import { saveReason, reasonOf } from './reasons.ts'
import { dropUnusedReasons } from './reasons-store.ts'
import {
  findContributed,
  findLists,
  insertList,
  doesJobExist,
  type ListRow,
  lockList,
  setNameAndReason,
} from './store.ts'

// Handlers with which officers list, open, create and rename decision lists.

/**
 * Reads a decision list and locks it until the transaction ends. Refuses `not_found`, or `conflict` when the
 * list is in none of the given states.
 */
export async function lockListInState(
  tx: Tx,
  staff: Staff,
  id: number,
  ...states: ListRow['state'][]
): Promise<ListRow> {
  const row = await lockList(tx, staff, id)
  if (!row) throw refuse('not_found')
  if (!states.includes(row.state)) throw refuse('conflict', { message: DECISION_WORDS.notNow })
  return row
}

/**
 * Reads and locks a draft list that officers put together. Refuses `conflict` for the list of a selection,
 * because no one may change who is on it.
 */
export async function lockEditableDraft(tx: Tx, staff: Staff, id: number): Promise<ListRow> {
  const row = await lockListInState(tx, staff, id, 'drafting')
  if (row.selection_run !== null) throw refuse('conflict', { message: DECISION_WORDS.ofSelection })
  return row
}

export const listLists: Handler<'GET /api/staff/decisions/'> = async (deps, { query, staff }) => {
  // The query of a list page. `open` is '1' or absent. `before` is the last list id of the previous page.
  const { job, state, open, before } = query
  return deps.db.tx(async (tx) => {
    const detail = {
      ...(state ? { state } : {}),
      ...(open ? { open: true } : {}),
      ...(before ? { before } : {}),
    }
    await recordAudit(tx, staff, { act: 'lists.listed', jobId: job, detail }, deps.now())
    const rows = await findLists(tx, staff, { job, state, open: open === '1', before })
    const { shown, next } = pageOf(rows, DECISIONS.pageSize)
    const contributed = await findContributed(
      tx,
      shown.map(({ id }) => id),
      staff.id,
    )
    const results = shown.map((row) => ({ ...presentList(row), contributed: contributed.has(row.id) }))
    return { results, next }
  })
}

/** The time limit for counting a list of 250,000 applications on a busy machine. */
const STATEMENT_TIMEOUT_SECONDS = 10

export const getList: Handler<'GET /api/staff/decisions/{id}/'> = (deps, { params, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const list = await presentListDetail(tx, deps, staff, params.id)
    await recordAudit(
      tx,
      staff,
      { act: 'list.looked_at', jobId: list.job.id, detail: { list: params.id } },
      deps.now(),
    )
    return list
  })

export const createList: Handler<'POST /api/staff/jobs/{id}/decisions/'> = (deps, { params, body, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    if (!(await doesJobExist(tx, params.id))) throw refuse('not_found')
    const to = body.to_stage
    if (sourcesOf(to).length === 0) throw refuseFields({ to_stage: DECISION_WORDS.noSuchStage })
    const name = body.name.trim()
    const id = await insertList(tx, {
      jobId: params.id,
      name,
      toStage: stageNumber(to),
      needsSecond: needsSecond(to),
      by: staff.id,
      now,
    })
    // The reason is stored after the list, because it contains the list's id.
    const reason = reasonOf(body)
    if (reason) await setNameAndReason(tx, id, { name, reasonId: await saveReason(tx, id, reason), now })
    await recordAudit(tx, staff, { act: 'list.made', jobId: params.id, detail: { list: id, to } }, now)
    return presentListDetail(tx, deps, staff, id)
  })

export const updateList: Handler<'PATCH /api/staff/decisions/{id}/'> = (deps, { params, body, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await lockEditableDraft(tx, staff, params.id)
    await setNameAndReason(tx, row.id, {
      name: body.name.trim(),
      reasonId: await saveReason(tx, row.id, reasonOf(body)),
      now,
    })
    // The list had another reason before, which may be about one person.
    await dropUnusedReasons(tx, row.id)
    await addContributor(tx, row.id, staff.id)
    await recordAudit(tx, staff, { act: 'list.changed', jobId: row.job_id, detail: { list: row.id } }, now)
    return presentListDetail(tx, deps, staff, row.id)
  })
