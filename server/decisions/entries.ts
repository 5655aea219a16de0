import { longDate } from '#contract/dates.ts'
import { type ReasonKind, sayReason } from '#contract/decisions/reasons.ts'
import type { ApplicationFilter } from '#contract/review/filter.ts'
import {
  isVerdict,
  needsSecond,
  sourcesOf,
  type Stage,
  STAGE_WORDS,
  stageNumber,
  stageOf,
} from '#contract/review/stages.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { filterForLog, matching, planAsUsual, planForValues, scopeOf } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { addEntries, type Counted, removeEntries } from './entries-store.ts'
import { holdList } from './lists.ts'
import { presentLine } from './present.ts'
import { saveReason, reasonSent } from './reasons.ts'
import { findList, insertList, isJob, lockOwnOpen } from './store.ts'

/** One statement may add 250,000 applications. */
const PATIENT_SECONDS = 60

type Which = {
  applications: number[]
  filter?: ApplicationFilter | undefined
  expected?: number | undefined
  reason: string
  reason_kind: ReasonKind
  reason_value: string
}

/**
 * SQL condition on `application_facts it` for the chosen applications, limited to what this officer may know.
 */
async function whichOf(
  tx: Tx,
  staff: Staff,
  jobId: number,
  { applications, filter }: Which,
  now: Date,
): Promise<Sql> {
  if (!filter) return sql`it.application_id = any(${applications}::bigint[]) and ${inAreas(staff.areas)}`
  const scope = await scopeOf(tx, staff, jobId, now)
  if (!scope) throw refuse('not_found')
  return matching(filter, scope)
}
const expectedOf = ({ filter, expected }: Which) => (filter ? (expected ?? null) : null)

/** How the audit log names the applications: by their ids, or by the filter that found them. */
const whom = ({ applications, filter }: Which) =>
  filter ? { filter: filterForLog(filter) } : { applications }

type Counts = { changed: number; left: number; here: number }
function asExpected(counted: Counted | undefined, which: Which): Counts {
  const { matched, changed, here } = counted ?? { matched: 0, changed: 0, here: 0 }
  const expected = expectedOf(which)
  if (expected !== null && matched !== expected)
    throw refuse('conflict', { message: DECISION_WORDS.counted(matched), also: { count: matched } })
  return { changed, left: (which.filter ? matched : new Set(which.applications).size) - changed, here }
}

const changed = ({ changed, left }: Counts) => ({ changed, left })

const moved = async (tx: Tx, staff: Staff, id: number, counts: Counts) => {
  const row = await findList(tx, staff, id)
  if (!row) throw refuse('not_found')
  return { list: presentLine(row), ...counts }
}

async function putOn(
  tx: Tx,
  staff: Staff,
  list: { id: number; jobId: number; to: Stage },
  body: Which,
  now: Date,
) {
  const sources = sourcesOf(list.to)
  const which = await whichOf(tx, staff, list.jobId, body, now)
  await planForValues(tx)
  const counted = await addEntries(tx, {
    listId: list.id,
    jobId: list.jobId,
    which,
    sources: sources.map(stageNumber),
    verdicts: sources.filter(isVerdict).map(stageNumber),
    expected: expectedOf(body),
    reason: await saveReason(tx, list.id, reasonSent(body)),
    by: staff.id,
    now,
  })
  await planAsUsual(tx)
  return asExpected(counted, body)
}

// The one application that changed. If it was chosen but left where it is, nothing happened to it.
const only = ({ applications, filter }: Which, { changed }: { changed: number }) =>
  !filter && applications.length === 1 && changed === 1 ? applications[0] : undefined

export const addToList: Handler<'POST /api/staff/decisions/{id}/entries/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await holdList(tx, staff, params.id, 'drafting')
    const to = stageOf(row.to_stage)
    const counts = await putOn(tx, staff, { id: row.id, jobId: row.job_id, to }, body, now)
    const detail = { list: row.id, to, ...changed(counts), ...whom(body) }
    await recordAudit(
      tx,
      staff,
      {
        act: 'list.added_to',
        jobId: row.job_id,
        applicationId: only(body, counts),
        reason: sayReason(reasonSent(body)),
        detail,
      },
      now,
    )
    return moved(tx, staff, row.id, counts)
  })

export const takeFromList: Handler<'POST /api/staff/decisions/{id}/entries/remove/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await holdList(tx, staff, params.id, 'drafting')
    const taken = {
      listId: row.id,
      jobId: row.job_id,
      which: await whichOf(tx, staff, row.job_id, body, now),
      expected: expectedOf(body),
      by: staff.id,
      now,
    }
    await planForValues(tx)
    const counts = asExpected(await removeEntries(tx, taken), body)
    await planAsUsual(tx)
    const detail = { list: row.id, ...changed(counts), ...whom(body) }
    await recordAudit(
      tx,
      staff,
      {
        act: 'list.taken_from',
        jobId: row.job_id,
        applicationId: only(body, counts),
        reason: body.reason.trim(),
        detail,
      },
      now,
    )
    return moved(tx, staff, row.id, counts)
  })

async function ownOpenList(tx: Tx, deps: Deps, staff: Staff, jobId: number, to: Stage) {
  const target = { jobId, toStage: stageNumber(to), by: staff.id }
  const open = await lockOwnOpen(tx, target)
  if (open) return { id: open.id, isNew: false }
  const now = deps.now()
  const name = `${STAGE_WORDS[to]}, ${longDate(now)}`
  return { id: await insertList(tx, { ...target, name, needsSecond: needsSecond(to), now }), isNew: true }
}

export const moveApplications: Handler<'POST /api/staff/jobs/{id}/move/'> = (deps, { params, body, staff }) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const to = body.to_stage
    if (!(await isJob(tx, params.id))) throw refuse('not_found')
    if (sourcesOf(to).length === 0) throw refuseFields({ to_stage: DECISION_WORDS.noSuchStage })
    const { id, isNew } = await ownOpenList(tx, deps, staff, params.id, to)
    const counts = await putOn(tx, staff, { id, jobId: params.id, to }, body, now)
    // Do not start a list for nothing.
    if (counts.changed === 0) throw refuse('conflict', { message: DECISION_WORDS.none })
    const detail = { list: id, to, begun: isNew, ...changed(counts), ...whom(body) }
    await recordAudit(
      tx,
      staff,
      {
        act: 'list.added_to',
        jobId: params.id,
        applicationId: only(body, counts),
        reason: sayReason(reasonSent(body)),
        detail,
      },
      now,
    )
    return moved(tx, staff, id, counts)
  })
