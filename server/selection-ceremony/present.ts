import type { Ceremony, StaffCeremony } from '#contract/selection-ceremony/endpoints.ts'
import { CEREMONY } from '#contract/selection-ceremony/words.ts'
import { may } from '#contract/staff/rights.ts'
import type { Tx } from '../database/connect.ts'
import { addressOfRound } from '../selection/beacon.ts'
import { writeDocument } from '../selection/seed.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { presentOfficer } from '../staff/present.ts'
import { countFailedFacts } from './pool-store.ts'
import {
  findDice,
  findDocuments,
  findObservers,
  findPublishedRuns,
  findSelection,
  type DocumentRow,
  type ObserverRow,
  type SelectionRow,
} from './store.ts'

/**
 * The time by which a checkpoint of the public log must have dice and reveals. It is some minutes before the
 * round.
 */
const latestTimeForDice = ({ round_at: roundAt }: Pick<SelectionRow, 'round_at'>): Date =>
  new Date(roundAt.getTime() - CEREMONY.diceMinutesBeforeRound * 60_000)

/** The time until which officers may type dice and reveals, so that a checkpoint has them in time. */
export const latestTimeToType = ({ round_at: roundAt }: Pick<SelectionRow, 'round_at'>): Date =>
  new Date(roundAt.getTime() - CEREMONY.typingMinutesBeforeRound * 60_000)

/** The documents that a checkpoint of the public log had in time for the seed. */
export const documentsInTime = (row: SelectionRow, documents: DocumentRow[]): DocumentRow[] =>
  documents.filter(
    ({ published_at: publishedAt }) => publishedAt !== null && publishedAt <= latestTimeForDice(row),
  )

/** The text that the observer with this position revealed in one of the documents; null without one. */
export function revealIn(documents: DocumentRow[], position: number): string | null {
  const reveal = documents.find(
    ({ kind, content }) => kind === 'selection_reveal' && content.position === position,
  )?.content.reveal
  return typeof reveal === 'string' ? reveal : null
}

/** The document about a pool that enters the public log when the pool is frozen. */
export const poolDocument = (row: SelectionRow, observers: ObserverRow[]) =>
  writeDocument({
    format: 'selection-pool/1',
    job: row.job_reference,
    rule: row.rule_digest.toString('hex'),
    pool_root: row.pool_root?.toString('hex') ?? '',
    count: row.pool_count ?? 0,
    round: row.round,
    chain: row.rule.beacon.hash,
    observers: observers.map(({ name, commitment }) => ({ name, commitment: commitment.toString('hex') })),
  })

/** The whole selection ceremony, as everyone may see it once its pool is frozen. */
export async function presentCeremony(tx: Tx, row: SelectionRow, now: Date): Promise<Ceremony> {
  const documents = await findDocuments(tx, row.id)
  // Until then, a checkpoint may still come in time for a reveal that none has yet.
  const countedDocuments = now > latestTimeForDice(row) ? documentsInTime(row, documents) : documents
  /** A text field of the first of these documents that is of this kind; null when there is none. */
  const textOf = (from: DocumentRow[], kind: string, name: string) => {
    const value = from.find((document) => document.kind === kind)?.content[name]
    return typeof value === 'string' ? value : null
  }
  return {
    job: {
      id: row.job_id,
      reference: row.job_reference,
      title: row.job_title,
      is_public: row.job_is_public,
    },
    state: row.state,
    rule: row.rule_digest.toString('hex'),
    pool:
      row.frozen_at && row.pool_root
        ? {
            root: row.pool_root.toString('hex'),
            count: row.pool_count ?? 0,
            frozen_at: row.frozen_at.toISOString(),
          }
        : null,
    round: {
      number: row.round,
      at: row.round_at.toISOString(),
      chain: row.rule.beacon.hash,
      address: addressOfRound(row.rule.beacon.hash, row.round),
    },
    counts_until: latestTimeToType(row).toISOString(),
    observers: (await findObservers(tx, row.id)).map(({ name, commitment, position }) => ({
      name,
      commitment: commitment.toString('hex'),
      reveal: revealIn(countedDocuments, position),
    })),
    dice: textOf(countedDocuments, 'selection_dice', 'dice'),
    seed: textOf(documents, 'selection_seed', 'seed'),
    // Before the selection ends, `end_reason` is only what an officer gives as reason to abandon it.
    end_reason: row.state === 'abandoned' || row.state === 'failed' ? row.end_reason : '',
    results: (await findPublishedRuns(tx, row.id)).map(({ published_at: publishedAt, ...result }) => ({
      ...result,
      published_at: publishedAt.toISOString(),
    })),
    documents: documents.map(({ kind, digest, at: madeAt, content }) => ({
      kind,
      digest: digest.toString('hex'),
      at: madeAt.toISOString(),
      content,
    })),
  }
}

/**
 * What this officer may do next in the ceremony. An officer who proposed the pool, or asked to abandon the
 * selection, is never the second officer for it.
 */
function mayDo(row: SelectionRow, staff: Staff, now: Date): StaffCeremony['may'] {
  const [proposes, approves, holds] = (
    ['decisions.propose', 'decisions.approve', 'ceremony.hold'] as const
  ).map((right) => may(staff.role, right))
  if (row.state === 'abandoned' || row.state === 'failed') return proposes ? ['propose'] : []
  const actions: StaffCeremony['may'] = []
  if (row.state === 'proposed') {
    if (proposes) actions.push('withdraw')
    if (approves && row.pool_root && row.proposed_by !== staff.id) actions.push('approve')
  } else if (row.state === 'frozen' && holds) {
    if (now <= latestTimeToType(row)) actions.push('dice', 'reveal')
    actions.push('beacon')
    if (now < row.round_at && row.end_asked_by !== staff.id) actions.push('abandon')
  }
  return actions
}

/** The selection of a job as officers see it. */
export async function presentStaffCeremony(
  tx: Tx,
  jobId: number,
  staff: Staff,
  now: Date,
): Promise<StaffCeremony> {
  const row = await findSelection(tx, jobId)
  if (!row)
    return {
      ceremony: null,
      proposed_by: null,
      approved_by: null,
      pool_digest: null,
      pool_count: null,
      unsorted: 0,
      dice_typed: false,
      has_asked_to_abandon: false,
      later_round: null,
      may: may(staff.role, 'decisions.propose') ? ['propose'] : [],
    }
  const observers = await findObservers(tx, row.id)
  return {
    ceremony: await presentCeremony(tx, row, now),
    proposed_by: presentOfficer(row.proposed_by, row.proposed_by_name),
    approved_by: presentOfficer(row.approved_by, row.approved_by_name),
    pool_digest: row.pool_root ? poolDocument(row, observers).digest.toString('hex') : null,
    pool_count: row.pool_count,
    unsorted: row.state === 'proposed' ? await countFailedFacts(tx, row) : 0,
    dice_typed: (await findDice(tx, row.id)).length > 0,
    has_asked_to_abandon: row.state === 'frozen' && now < row.round_at && row.end_asked_by === staff.id,
    later_round: row.state === 'frozen' ? row.later_round : null,
    may: mayDo(row, staff, now),
  }
}
