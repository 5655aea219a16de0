import { longDate } from '#contract/dates.ts'
import { type ReasonKind, sayReason } from '#contract/decisions/reasons.ts'
import type { ApplicationFilter } from '#contract/review/filter.ts'
import {
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
import { addEntries, type EntryCounts, removeEntries, updateNeedsSecond } from './entries-store.ts'
import { lockEditableDraft } from './lists.ts'
import { presentList } from './present.ts'
import { saveReason, reasonOf } from './reasons.ts'
import { dropUnusedReasons } from './reasons-store.ts'
import { findList, insertList, doesJobExist, lockOwnDraft } from './store.ts'

// Officers add applications to a decision list, or remove them from it.

/** The time limit for a statement, because one may add 250,000 applications to a list. */
const STATEMENT_TIMEOUT_SECONDS = 60

/** What an officer chose for a list: applications one by one, or all that match a filter. */
type ChosenApplications = {
  /** The applications that were chosen one by one. Not used with a filter. */
  applications: number[]
  filter?: ApplicationFilter | undefined
  /** How many matches of the filter the officer saw. The contract requires this number with a filter. */
  expected?: number | undefined
  reason: string
  reason_kind: ReasonKind
  reason_value: string
}

/** SQL condition on `application_facts facts` for the chosen applications, as far as this officer may see. */
async function conditionOf(
  tx: Tx,
  staff: Staff,
  jobId: number,
  { applications, filter }: ChosenApplications,
  now: Date,
): Promise<Sql> {
  if (!filter) return sql`facts.application_id = any(${applications}::bigint[]) and ${inAreas(staff.areas)}`
  const scope = await scopeOf(tx, staff, jobId, now)
  if (!scope) throw refuse('not_found')
  return matching(filter, scope)
}

/** How many matches are expected. Null allows any number: the officer chose the applications one by one. */
const expectedOf = ({ filter, expected }: ChosenApplications) => (filter ? (expected ?? null) : null)

/** How the audit log identifies the chosen applications: by their ids, or by the filter that found them. */
const chosenForLog = ({ applications, filter }: ChosenApplications) =>
  filter ? { filter: filterForLog(filter) } : { applications }

/**
 * What the browser shows about the chosen applications. `changed`: how many were added or removed. `left`:
 * how many were not. `here`: how many were already on this list.
 */
type ChangeCounts = { changed: number; left: number; here: number }

/** The counts for the browser. Refuses `conflict` if the officer saw another number of matches. */
function requireExpectedCounts(counts: EntryCounts | undefined, chosen: ChosenApplications): ChangeCounts {
  const { matched, changed, here } = counts ?? { matched: 0, changed: 0, here: 0 }
  const expected = expectedOf(chosen)
  if (expected !== null && matched !== expected)
    throw refuse('conflict', { message: DECISION_WORDS.counted(matched), also: { count: matched } })
  const chosenCount = chosen.filter ? matched : new Set(chosen.applications).size
  return { changed, left: chosenCount - changed, here }
}

const countsForLog = ({ changed, left }: ChangeCounts) => ({ changed, left })

const presentChange = async (tx: Tx, staff: Staff, listId: number, counts: ChangeCounts) => {
  const row = await findList(tx, staff, listId)
  if (!row) throw refuse('not_found')
  return { list: presentList(row), ...counts }
}

async function addChosen(
  tx: Tx,
  staff: Staff,
  list: { id: number; jobId: number; to: Stage },
  body: ChosenApplications,
  now: Date,
) {
  const sources = sourcesOf(list.to)
  const condition = await conditionOf(tx, staff, list.jobId, body, now)
  // Plan the query for this filter. A cached plan must fit all filters, so it would read the whole job.
  await planForValues(tx)
  const added = await addEntries(tx, {
    listId: list.id,
    jobId: list.jobId,
    condition,
    sources: sources.map(stageNumber),
    sourcesForTwo: sources.filter((from) => needsSecond(list.to, from)).map(stageNumber),
    expected: expectedOf(body),
    reason: await saveReason(tx, list.id, reasonOf(body)),
    by: staff.id,
    now,
  })
  await planAsUsual(tx)
  const counts = requireExpectedCounts(added, body)
  // No entry uses the reason that was just saved. Otherwise it would be deleted only together with an entry.
  if (counts.changed === 0) await dropUnusedReasons(tx, list.id)
  return counts
}

/**
 * The id of the application, if exactly one was chosen and it changed. Otherwise undefined: an audit entry
 * about an application says that something happened to it.
 */
const onlyApplication = ({ applications, filter }: ChosenApplications, { changed }: { changed: number }) =>
  !filter && applications.length === 1 && changed === 1 ? applications[0] : undefined

export const addToList: Handler<'POST /api/staff/decisions/{id}/entries/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await lockEditableDraft(tx, staff, params.id)
    const to = stageOf(row.to_stage)
    const counts = await addChosen(tx, staff, { id: row.id, jobId: row.job_id, to }, body, now)
    const detail = { list: row.id, to, ...countsForLog(counts), ...chosenForLog(body) }
    await recordAudit(
      tx,
      staff,
      {
        act: 'list.added_to',
        jobId: row.job_id,
        applicationId: onlyApplication(body, counts),
        reason: sayReason(reasonOf(body)),
        detail,
      },
      deps.now(),
    )
    return presentChange(tx, staff, row.id, counts)
  })

export const takeFromList: Handler<'POST /api/staff/decisions/{id}/entries/remove/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await lockEditableDraft(tx, staff, params.id)
    const removal = {
      listId: row.id,
      jobId: row.job_id,
      condition: await conditionOf(tx, staff, row.job_id, body, now),
      expected: expectedOf(body),
      by: staff.id,
      now,
    }
    // As in `addChosen`, the query needs a plan for this filter.
    await planForValues(tx)
    const removed = await removeEntries(tx, removal)
    const counts = requireExpectedCounts(removed, body)
    await planAsUsual(tx)
    await updateNeedsSecond(tx, row.id, stageOf(row.to_stage))
    const detail = { list: row.id, ...countsForLog(counts), ...chosenForLog(body) }
    await recordAudit(
      tx,
      staff,
      {
        act: 'list.taken_from',
        jobId: row.job_id,
        applicationId: onlyApplication(body, counts),
        reason: body.reason.trim(),
        detail,
      },
      deps.now(),
    )
    return presentChange(tx, staff, row.id, counts)
  })

/** This officer's own draft list for a stage. Starts one when there is none. */
async function findOrStartDraft(tx: Tx, deps: Deps, staff: Staff, jobId: number, to: Stage) {
  const target = { jobId, toStage: stageNumber(to), by: staff.id }
  const draft = await lockOwnDraft(tx, target)
  if (draft) return { id: draft.id, isNew: false }
  const now = deps.now()
  const name = `${STAGE_WORDS[to]}, ${longDate(now)}`
  const id = await insertList(tx, { ...target, name, needsSecond: needsSecond(to), now })
  return { id, isNew: true }
}

/** Adds applications to the officer's own draft list for a stage. So the officer need not choose a list. */
export const moveApplications: Handler<'POST /api/staff/jobs/{id}/move/'> = (deps, { params, body, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const to = body.to_stage
    if (!(await doesJobExist(tx, params.id))) throw refuse('not_found')
    if (sourcesOf(to).length === 0) throw refuseFields({ to_stage: DECISION_WORDS.noSuchStage })
    const { id, isNew } = await findOrStartDraft(tx, deps, staff, params.id, to)
    const counts = await addChosen(tx, staff, { id, jobId: params.id, to }, body, now)
    // The refusal rolls the transaction back, so no empty list is created.
    if (counts.changed === 0) throw refuse('conflict', { message: DECISION_WORDS.none })
    const detail = { list: id, to, begun: isNew, ...countsForLog(counts), ...chosenForLog(body) }
    await recordAudit(
      tx,
      staff,
      {
        act: 'list.added_to',
        jobId: params.id,
        applicationId: onlyApplication(body, counts),
        reason: sayReason(reasonOf(body)),
        detail,
      },
      deps.now(),
    )
    return presentChange(tx, staff, id, counts)
  })
