import { CEREMONY, CEREMONY_WORDS as WORDS } from '#contract/selection-ceremony/words.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { roundFrom, timeOfRound } from '../selection/beacon.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { record } from '../transparency/record.ts'
import { poolDocument, presentStaffCeremony } from './present.ts'
import { isPoolCurrent } from './pool-store.ts'
import {
  deleteProposal,
  findObservers,
  freezeSelection,
  insertDocument,
  insertSelection,
  lockJobWithRule,
  lockSelection,
  type SelectionRow,
} from './store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The time limit is long, because one statement may count or delete all people of a pool. */
const STATEMENT_TIMEOUT_SECONDS = 120

const isTooFar = (roundAt: Date, now: Date) => roundAt.getTime() - now.getTime() > CEREMONY.mostDays * DAY_MS
const isTooSoon = (roundAt: Date, now: Date) =>
  roundAt.getTime() - now.getTime() < CEREMONY.leastHours * HOUR_MS

/** Locks and returns the selection. Refuses `not_found`, or `conflict` when it is in another state. */
export async function lockInState(
  tx: Tx,
  jobId: number,
  state: SelectionRow['state'],
): Promise<SelectionRow> {
  const row = await lockSelection(tx, jobId)
  if (!row) throw refuse('not_found')
  if (row.state !== state) throw refuse('conflict', { message: WORDS.notNow })
  return row
}

/**
 * An officer proposes to freeze the pool and to use the beacon's round of a given time. A worker then builds
 * the pool, so that the second officer sees the root of its hash tree.
 */
export const proposeFreeze: Handler<'POST /api/staff/jobs/{id}/selection/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db
    .tx(async (tx) => {
      const now = deps.now()
      const job = await lockJobWithRule(tx, params.id)
      if (!job) throw refuse('not_found')
      if (!job.rule || job.rule_id === null) throw refuse('conflict', { message: WORDS.noRule })
      // Applicants who have a ticket may still submit for a grace time after the deadline.
      if (!job.deadline || now.getTime() < job.deadline.getTime() + deps.config.ticketGraceMs)
        throw refuse('conflict', { message: WORDS.stillOpen })
      // This is checked before the round is computed: a `Date` cannot have the time of a round after the year
      // 275760.
      if (isTooFar(new Date(body.at), now)) throw refuseFields({ at: WORDS.timeFar })
      // The beacon's first round at or after the typed time, and when the beacon makes it.
      const round = roundFrom(job.rule.beacon, new Date(body.at))
      const roundAt = timeOfRound(job.rule.beacon, round)
      if (isTooSoon(roundAt, now)) throw refuseFields({ at: WORDS.time })
      const observers = body.observers.map(({ name, commitment }) => ({
        name: name.trim(),
        commitment: Buffer.from(commitment, 'hex'),
      }))
      await insertSelection(tx, {
        jobId: job.id,
        ruleId: job.rule_id,
        round,
        roundAt,
        by: staff.id,
        now,
        observers,
      })
      await recordAudit(tx, staff, { act: 'selection.pool_proposed', jobId: job.id, detail: { round } }, now)
      return presentStaffCeremony(tx, job.id, staff, now)
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, 'selections_alive')) throw refuse('conflict', { message: WORDS.already })
      throw error
    })

/** A second officer freezes the pool. `body.digest` proves that this officer saw the present pool. */
export const approveFreeze: Handler<'POST /api/staff/jobs/{id}/selection/approve/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db
    .patient(STATEMENT_TIMEOUT_SECONDS)
    .tx(async (tx) => {
      const row = await lockInState(tx, params.id, 'proposed')
      if (row.proposed_by === staff.id) throw refuse('second_person', { message: STAFF_WORDS.secondPerson })
      if (!row.pool_root) throw refuse('conflict', { message: WORDS.poolNotReady })
      if (row.pool_count === 0) throw refuse('conflict', { message: WORDS.poolEmpty })
      if (!(await isPoolCurrent(tx, row))) throw refuse('conflict', { message: WORDS.poolChanged })
      // Counting a large pool takes long, and the log must have the time when the pool was frozen.
      const now = deps.now()
      if (isTooSoon(row.round_at, now)) throw refuse('conflict', { message: WORDS.timeLate })
      const { text, digest } = poolDocument(row, await findObservers(tx, row.id))
      if (digest.toString('hex') !== body.digest) throw refuse('conflict', { message: WORDS.digest })
      await freezeSelection(tx, row.id, { by: staff.id, now })
      await insertDocument(tx, row.id, { kind: 'selection_pool', text, digest, now })
      await record(tx, { kind: 'selection_pool', digest, now })
      const detail = { selection: row.id, digest: body.digest, count: row.pool_count }
      await recordAudit(tx, staff, { act: 'selection.pool_frozen', jobId: row.job_id, detail }, now)
      return presentStaffCeremony(tx, row.job_id, staff, now)
    })
    .catch((error: unknown) => {
      // An earlier selection, abandoned or failed, had the same pool, round and observers: the same document.
      if (isDuplicate(error, 'selection_events_digest_key'))
        throw refuse('conflict', { message: WORDS.poolAgain })
      throw error
    })

export const withdrawFreeze: Handler<'POST /api/staff/jobs/{id}/selection/withdraw/'> = (
  deps,
  { params, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const row = await lockInState(tx, params.id, 'proposed')
    await deleteProposal(tx, row.id)
    const now = deps.now()
    await recordAudit(tx, staff, { act: 'selection.pool_withdrawn', jobId: row.job_id }, now)
    return presentStaffCeremony(tx, row.job_id, staff, now)
  })
