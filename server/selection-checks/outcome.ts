import type { SelectionOutcome } from '#contract/selection-checks/outcome-endpoints.ts'
import { OUTCOME_WORDS } from '#contract/selection-checks/outcome-words.ts'
import { stageNumber, stageOf } from '#contract/review/stages.ts'
import { may } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import { haveHiresChanged } from '../decisions/hired-store.ts'
import { proposeSet, type ProposedSet } from '../decisions/propose-set.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { publishRun } from '../selections/publish.ts'
import { isAnyPublished } from '../selections/publish-store.ts'
import {
  areListsOpen,
  countChecks,
  findLastRun,
  findListsOfRun,
  findMoved,
  findRunBefore,
  hasResult,
  insertRun,
  isNotChosen,
  isSomethingNew,
  lockLastRun,
  reserveNumbers,
  type RunRow,
} from './outcome-store.ts'

/** The time limit is long, because one statement may read 1,250,000 results. */
const STATEMENT_TIMEOUT_SECONDS = 120

const NOBODY = { count: 0, people: [] }
const NO_RUN: SelectionOutcome = {
  run: null,
  lists: [],
  comes_in: NOBODY,
  goes_out: NOBODY,
  checks: { passed: 0, failed: 0, open: 0 },
  may: [],
}

/** The people who are taken in the one run and not in the other. `count` counts all, `people` names some. */
async function movedBetween(tx: Tx, inId: number, notInId: number) {
  const rows = await findMoved(tx, inId, notInId)
  // Each row has the same `total`. Without a row, no one moved.
  return { count: rows[0]?.total ?? 0, people: rows.map(({ total: _, ...person }) => person) }
}

async function permittedActions(tx: Tx, run: RunRow, staff: Staff): Promise<SelectionOutcome['may']> {
  if (!may(staff.role, 'decisions.propose') || (await areListsOpen(tx, run.selection_id))) return []
  const actions: SelectionOutcome['may'] = []
  if (run.state === 'computed') actions.push('propose')
  if (run.state !== 'running' && (run.state === 'failed' || (await isSomethingNew(tx, run))))
    actions.push('compute')
  return actions
}

async function presentOutcome(tx: Tx, staff: Staff, jobId: number): Promise<SelectionOutcome> {
  const run = await findLastRun(tx, jobId)
  if (!run) return NO_RUN
  const lists = await findListsOfRun(tx, run.id)
  const earlierId = await findRunBefore(tx, run)
  const isComputed = run.state === 'computed' || run.state === 'published'
  const isRerun = isComputed && earlierId !== undefined
  return {
    run: {
      number: run.number,
      state: run.state,
      published_at: run.published_at?.toISOString() ?? null,
    },
    lists: lists.map(({ to_stage, ...list }) => ({ ...list, to_stage: stageOf(to_stage) })),
    comes_in: isRerun ? await movedBetween(tx, run.id, earlierId) : NOBODY,
    goes_out: isRerun ? await movedBetween(tx, earlierId, run.id) : NOBODY,
    checks: await countChecks(tx, staff, run),
    may: await permittedActions(tx, run, staff),
  }
}

export const getOutcome: Handler<'GET /api/staff/jobs/{id}/selection/outcome/'> = (deps, { params, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx((tx) => presentOutcome(tx, staff, params.id))

/**
 * The decision lists of a result. People stay at the stage to which an earlier run moved them. So a later run
 * moves only people whose result has changed. Hired people keep their seats, so no list has them.
 */
function setsOf(
  { id, job_id: jobId, selection_id: selectionId, number }: RunRow,
  isFirstResult: boolean,
): ProposedSet[] {
  // The reason that applicants read when a result after the first published one moves them.
  const reasonOfRerun = { kind: 'selection_again', values: {}, words: '' } as const
  const common = { jobId, selectionRun: id, ...(isFirstResult ? {} : { reason: reasonOfRerun }) }
  const [longList, shortlisted, interview, reserve, offer, hired] = (
    ['long_list', 'shortlisted', 'interview', 'reserve', 'offer', 'hired'] as const
  ).map(stageNumber)
  // The application is already at the stage of the list, or at a later one.
  const isAhead = sql`facts.stage = any(${[shortlisted, interview, offer, hired]}::int[])`
  return [
    {
      ...common,
      name: `Taken by the selection, run ${number}`,
      to: 'shortlisted',
      condition: sql`${hasResult(id, 'taken')} and not ${isAhead}`,
    },
    {
      ...common,
      name: `Reserve of the selection, run ${number}`,
      to: 'reserve',
      condition: sql`${hasResult(id, 'reserve')} and facts.stage <> ${reserve} and facts.stage <> ${hired}`,
      reserveNumbers: reserveNumbers(id),
    },
    {
      ...common,
      name: `Out of the selection, run ${number}`,
      to: 'long_list',
      // This list takes away the status Shortlisted, so it needs a reason also in the first run.
      reason: reasonOfRerun,
      // No application at one of these two stages is on the long list: the last condition is only for safety.
      condition: sql`${isNotChosen(id, selectionId)} and facts.stage = any(${[shortlisted, reserve]}::int[]) and facts.stage <> ${longList}`,
    },
  ]
}

/**
 * Proposes the result of the last run as ordinary decision lists. So a second officer approves them, they can
 * be undone, and the audit log has them.
 */
export const proposeLists: Handler<'POST /api/staff/jobs/{id}/selection/lists/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const run = await lockLastRun(tx, params.id)
    if (run?.state !== 'computed') throw refuse('conflict', { message: OUTCOME_WORDS.noResult })
    if (await areListsOpen(tx, run.selection_id))
      throw refuse('conflict', { message: OUTCOME_WORDS.listsWait })
    // A seat of a person who was hired after the run was asked for may be given to someone else in it.
    if (await haveHiresChanged(tx, run.id)) throw refuse('conflict', { message: OUTCOME_WORDS.othersHired })
    const lists: number[] = []
    const isFirstResult = !(await isAnyPublished(tx, run.selection_id))
    for (const set of setsOf(run, isFirstResult)) {
      const list = await proposeSet(tx, staff, set, { earlyReason: body.early_reason, clock: deps.now })
      if (list !== undefined) lists.push(list)
    }
    // A result that moves no application needs no list, so it is published at once.
    if (lists.length === 0) await publishRun(tx, run, deps.now())
    const detail = { selection: run.selection_id, run: run.number, lists }
    // Proposing may take minutes. The log refuses an entry that is dated too early.
    await recordAudit(tx, staff, { act: 'selection.lists_proposed', jobId: run.job_id, detail }, deps.now())
    return presentOutcome(tx, staff, params.id)
  })

/**
 * Requests the next run. It uses the same seed, the corrected points and the present hired people. It leaves
 * out people who are gone.
 */
export const computeAgain: Handler<'POST /api/staff/jobs/{id}/selection/runs/'> = (deps, { params, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const run = await lockLastRun(tx, params.id)
    if (!run) throw refuse('conflict', { message: OUTCOME_WORDS.noResult })
    if (run.state === 'running') throw refuse('conflict', { message: OUTCOME_WORDS.runs })
    if (await areListsOpen(tx, run.selection_id))
      throw refuse('conflict', { message: OUTCOME_WORDS.listsWait })
    if (run.state !== 'failed' && !(await isSomethingNew(tx, run)))
      throw refuse('conflict', { message: OUTCOME_WORDS.nothingNew })
    await insertRun(tx, run, deps.now())
    const detail = { selection: run.selection_id, run: run.number + 1 }
    await recordAudit(tx, staff, { act: 'selection.run_asked', jobId: run.job_id, detail }, deps.now())
    return presentOutcome(tx, staff, params.id)
  })
