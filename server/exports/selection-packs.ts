import { Readable } from 'node:stream'
import { EXPORTS } from '#contract/exports/limits.ts'
import { PACK_TYPE, type SelectionPack } from '#contract/exports/selection-packs.ts'
import { EXPORT_WORDS } from '#contract/exports/words.ts'
import { OUTCOME_WORDS } from '#contract/selection-checks/outcome-words.ts'
import { may } from '#contract/staff/rights.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { presentOfficer } from '../staff/present.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { hasErasedPeople } from '../transparency/audit-selections-store.ts'
import { packOfRun } from '../transparency/selection-pack.ts'
import { openInSlot, PAGE_SECONDS } from './download.ts'
import { stateOf } from './present.ts'
import {
  countPackDownload,
  decidePack,
  findPack,
  findPacks,
  insertPack,
  lockPack,
  type PackRow,
} from './selection-packs-store.ts'

// A pack is the file from which auditors and courts can compute the result of a selection again. An officer
// requests it, a second one approves it, and the first downloads it.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The state of a request for a pack, which cannot be withdrawn. */
const stateAt = (row: PackRow, now: Date) => stateOf({ ...row, withdrawn_at: null }, now)

function presentPack(row: PackRow, staff: Staff, now: Date): SelectionPack {
  const state = stateAt(row, now)
  const isRequester = row.requested_by === staff.id
  const actions: SelectionPack['may'] = []
  if (isRequester && state === 'approved' && may(staff.role, 'identities.export')) actions.push('download')
  if (!isRequester && state === 'waiting' && may(staff.role, 'decisions.approve')) actions.push('decide')
  return {
    id: row.id,
    run: row.run,
    people: row.people,
    pack_digest: row.pack_digest.toString('hex'),
    result_digest: row.result_digest.toString('hex'),
    reason: row.reason,
    state,
    requested_by: { id: row.requested_by, name: row.requested_by_name },
    requested_at: row.requested_at.toISOString(),
    decided_by: presentOfficer(row.decided_by, row.decided_by_name),
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    ends_at: row.ends_at.toISOString(),
    downloads: row.downloads,
    may: actions,
  }
}

const auditDetail = ({ id, run, pack_digest }: PackRow) => ({
  pack: id,
  run,
  digest: pack_digest.toString('hex'),
})

/** Erased data is gone from a pack, so its bytes are no longer those of the approved digest. */
async function refuseErased(tx: Tx, runId: number) {
  if (await hasErasedPeople(tx, runId)) throw refuse('conflict', { message: EXPORT_WORDS.erased })
}

async function presentOne(tx: Tx, jobId: number, id: number, staff: Staff, now: Date) {
  const row = await findPack(tx, jobId, id)
  if (!row) throw refuse('not_found')
  return presentPack(row, staff, now)
}

export const listPacks: Handler<'GET /api/staff/jobs/{id}/selection/packs/'> = async (
  deps,
  { params, staff },
) => ({
  results: (await findPacks(deps.db, params.id)).map((row) => presentPack(row, staff, deps.now())),
})

export const requestPack: Handler<'POST /api/staff/jobs/{id}/selection/packs/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const reason = body.reason.trim()
    const endsAt = new Date(now.getTime() + EXPORTS.waitDays * DAY_MS)
    const id = await insertPack(tx, {
      jobId: params.id,
      // Null: the last published run, or else the last.
      run: body.run ?? null,
      reason,
      by: staff.id,
      now,
      endsAt,
    })
    const row = id === undefined ? undefined : await findPack(tx, params.id, id)
    if (!row) throw refuse('conflict', { message: OUTCOME_WORDS.noResult })
    await refuseErased(tx, row.run_id)
    await recordAudit(
      tx,
      staff,
      { act: 'selection.pack_requested', jobId: params.id, reason, detail: auditDetail(row) },
      now,
    )
    return presentPack(row, staff, now)
  })

export const decideOnPack: Handler<'POST /api/staff/jobs/{id}/selection/packs/{pack}/decide/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockPack(tx, params.id, params.pack)
    if (!row) throw refuse('not_found')
    if (row.requested_by === staff.id) throw refuse('second_person', { message: EXPORT_WORDS.secondPerson })
    if (stateAt(row, now) !== 'waiting') throw refuse('conflict', { message: EXPORT_WORDS.over })
    const note = body.note.trim()
    // After approval, the time limit for the download replaces that for the decision.
    const endsAt = body.approve ? new Date(now.getTime() + EXPORTS.downloadHours * HOUR_MS) : row.ends_at
    await decidePack(tx, row.id, { by: staff.id, approved: body.approve, note, endsAt, now })
    const action = body.approve ? 'selection.pack_approved' : 'selection.pack_returned'
    await recordAudit(
      tx,
      staff,
      { act: action, jobId: params.id, reason: note, detail: auditDetail(row) },
      now,
    )
    return presentOne(tx, params.id, row.id, staff, now)
  })

/**
 * Sends the pack while it is read. Only a few downloads run at the same time; a further one is refused. A
 * frozen selection changes only by erasures: without them, its SHA-256 is the approved one.
 */
export const downloadPack: Handler<'GET /api/staff/jobs/{id}/selection/packs/{pack}/file/'> = (
  deps,
  { params, staff },
) =>
  openInSlot(async () => {
    const now = deps.now()
    const row = await deps.db.tx(async (tx) => {
      const foundPack = await lockPack(tx, params.id, params.pack)
      if (!foundPack || foundPack.requested_by !== staff.id) throw refuse('not_found')
      if (stateAt(foundPack, now) === 'over') throw refuse('conflict', { message: EXPORT_WORDS.over })
      if (stateAt(foundPack, now) !== 'approved') throw refuse('conflict')
      await refuseErased(tx, foundPack.run_id)
      await countPackDownload(tx, foundPack.id, now)
      const { job_id: jobId, reason } = foundPack
      const detail = auditDetail(foundPack)
      await recordAudit(tx, staff, { act: 'selection.pack_downloaded', jobId, reason, detail }, now)
      return foundPack
    })
    const name = `${row.job_reference.replace(/[^A-Za-z0-9.-]+/g, '-')}-selection-${row.run}.json`
    // With `patient`, each statement may take `PAGE_SECONDS` instead of the usual 2.5 seconds.
    const pieces = packOfRun(deps.db.patient(PAGE_SECONDS), row.run_id)
    return { stream: Readable.from(pieces, { objectMode: false }), name, type: PACK_TYPE }
  })
