import { createHash } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import type { SelectionChange } from '#contract/selection-checks/outcome-endpoints.ts'
import { OUTCOME, OUTCOME_WORDS } from '#contract/selection-checks/outcome-words.ts'
import { may } from '#contract/staff/rights.ts'
import type { Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { pageOf } from '../staff/page-of.ts'
import { presentOfficer } from '../staff/present.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { record } from '../transparency/record.ts'
import {
  type ChangeRow,
  countChanges,
  decideChange,
  findChange,
  findChanges,
  findPoolDigest,
  findPoolPerson,
  insertChange,
  insertSelectionEvent,
  lockChange,
} from './changes-store.ts'
import { findLastRun, lockLastRun } from './outcome-store.ts'

const presentChange = (row: ChangeRow, staff: Staff): SelectionChange => ({
  id: row.id,
  application: row.application,
  reference: row.reference,
  leaf: row.leaf.toString('hex'),
  kind: row.kind,
  reason_kind: row.reason_kind,
  reason: row.reason,
  criteria: row.criteria,
  points: row.points,
  proposed_by: presentOfficer(row.proposed_by, row.proposed_by_name),
  proposed_at: row.proposed_at.toISOString(),
  decided_by: presentOfficer(row.decided_by, row.decided_by_name),
  decided_at: row.decided_at?.toISOString() ?? null,
  approved: row.approved,
  note: row.note,
  digest: row.digest?.toString('hex') ?? null,
  may:
    row.approved === null && row.proposed_by !== staff.id && may(staff.role, 'decisions.approve')
      ? ['decide']
      : [],
})

async function presentOne(tx: Tx, staff: Staff, selectionId: number, id: number) {
  const row = await findChange(tx, staff, selectionId, id)
  if (!row) throw refuse('not_found')
  return presentChange(row, staff)
}

export const listChanges: Handler<'GET /api/staff/jobs/{id}/selection/changes/'> = async (
  deps,
  { params, query, staff },
) => {
  const rows = await deps.db.tx(async (tx) => {
    const run = await findLastRun(tx, params.id)
    return run ? findChanges(tx, staff, run.selection_id, query) : []
  })
  const { shown, next } = pageOf(rows, OUTCOME.pageSize)
  return { results: shown.map((row) => presentChange(row, staff)), next }
}

/** The sum of a person's points after a correction. `criteria` replaces the present points (`current`). */
function correctedPoints(criteria: number[], current: number[]): number {
  if (criteria.length !== current.length)
    throw refuseFields({ criteria: OUTCOME_WORDS.criteria(current.length) })
  if (criteria.every((points, index) => points === current[index]))
    throw refuseFields({ criteria: OUTCOME_WORDS.samePoints })
  return criteria.reduce((sum, points) => sum + points, 0)
}

/** An officer proposes to correct a person's points, or to remove the person from the pool. */
export const proposeChange: Handler<'POST /api/staff/jobs/{id}/selection/changes/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const run = await lockLastRun(tx, params.id)
    if (!run) throw refuse('conflict', { message: OUTCOME_WORDS.noResult })
    if (run.state === 'running') throw refuse('conflict', { message: OUTCOME_WORDS.runs })
    const { selection_id: selectionId } = run
    // No application has the id 0, so a missing id finds nothing.
    const applicationId = body.application ?? 0
    const person = await findPoolPerson(tx, staff, selectionId, applicationId)
    if (!person) throw refuseFields({ application: OUTCOME_WORDS.notInPool })
    if (person.is_gone) throw refuseFields({ application: OUTCOME_WORDS.gone })
    if (person.is_waiting) throw refuseFields({ application: OUTCOME_WORDS.changeWaits })
    if (person.is_hired) throw refuseFields({ application: OUTCOME_WORDS.hired })
    if ((await countChanges(tx, selectionId)) >= OUTCOME.maxChanges)
      throw refuse('conflict', { message: OUTCOME_WORDS.tooManyChanges })
    const points = body.kind === 'points' ? correctedPoints(body.criteria, person.criteria) : null
    const reason = body.reason.trim()
    const id = await insertChange(tx, {
      selectionId,
      applicationId,
      leaf: person.leaf,
      kind: body.kind,
      reasonKind: body.reason_kind,
      reason,
      criteria: points === null ? null : body.criteria,
      points,
      by: staff.id,
      now,
    })
    const detail = { selection: selectionId, change: id, kind: body.kind, why: body.reason_kind, points }
    await recordAudit(
      tx,
      staff,
      { act: 'selection.change_proposed', jobId: params.id, applicationId, reason, detail },
      now,
    )
    return presentOne(tx, staff, selectionId, id)
  })

/** The public document of a change. It has the person's leaf, but no name and no text of officers. */
function documentOf({ kind, leaf, reason_kind, criteria, points }: ChangeRow, pool: Buffer | undefined) {
  const person = { leaf: leaf.toString('hex'), pool: pool?.toString('hex') ?? null, why: reason_kind }
  return kind === 'gone'
    ? { format: 'selection-gone/1', ...person }
    : { format: 'selection-correction/1', ...person, criteria, points }
}

const EVENTS = { gone: 'selection_gone', points: 'selection_correction' } as const

/** A second officer decides on a change. Only an approved change enters the next run and the public log. */
export const decideOnChange: Handler<'POST /api/staff/jobs/{id}/selection/changes/{change}/decide/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const run = await lockLastRun(tx, params.id)
    const row = run && (await lockChange(tx, staff, run.selection_id, params.change))
    if (!run || !row) throw refuse('not_found')
    if (row.approved !== null) throw refuse('conflict', { message: OUTCOME_WORDS.decided })
    if (row.proposed_by === staff.id) throw refuse('second_person')
    if (run.state === 'running') throw refuse('conflict', { message: OUTCOME_WORDS.runs })
    const note = body.note.trim()
    const { selection_id: selectionId } = run
    let digest: Buffer | null = null
    // The engine refuses a pack in which a person keeps a seat and is gone.
    if (body.approve && row.kind === 'gone' && row.is_hired)
      throw refuse('conflict', { message: OUTCOME_WORDS.hired })
    if (body.approve) {
      const pool = await findPoolDigest(tx, selectionId)
      const content = canonical({ ...documentOf(row, pool), number: row.id })
      digest = createHash('sha256').update(content).digest()
      const kind = EVENTS[row.kind]
      await insertSelectionEvent(tx, { selectionId, kind, content, digest, now })
      await record(tx, { kind, digest, now })
    }
    await decideChange(tx, row.id, { by: staff.id, approved: body.approve, note, digest, now })
    const action = body.approve ? 'selection.change_approved' : 'selection.change_returned'
    const detail = { selection: selectionId, change: row.id, digest: digest?.toString('hex') ?? null }
    await recordAudit(
      tx,
      staff,
      { act: action, jobId: params.id, applicationId: row.application, reason: note, detail },
      now,
    )
    return presentOne(tx, staff, selectionId, row.id)
  })
