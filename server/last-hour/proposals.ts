import { deadlineInstant } from '#contract/civil-dates.ts'
import { changeReason, EXTENSION_WORDS } from '#contract/jobs/extensions.ts'
import { type DeadlineProposal, PROPOSAL_STATES } from '#contract/last-hour/endpoints.ts'
import type { Db } from '../database/connect.ts'
import { cached } from '../reports/cached.ts'
import { type MeasuredExtension, measuredExtensions } from '../status/measured.ts'
import { type ExtensionChange, findExtensionChanges } from './store.ts'

// A deadline should be moved when measurements show that the portal was down before it. The portal only
// proposes this. Two officers decide.

/**
 * Measuring reads two days of minutes for each job that closes soon, so its result is cached this long for
 * all viewers.
 */
const MEASURED_CACHE_MS = 30_000
/** Short, because an officer who has just decided checks that the decision is shown. */
const DECISIONS_CACHE_MS = 2_000
const DAY_MS = 86_400_000

/**
 * Two officers must agree to move a deadline. `agreed`: the first has, and the second has not decided yet.
 */
const stateOf = ({ decided_at: decided, approved }: ExtensionChange) => {
  if (decided === null) return 'agreed'
  return approved ? 'moved' : 'returned'
}

const presentChange = (extensionChange: ExtensionChange): DeadlineProposal => ({
  job_id: extensionChange.job_id,
  reference: extensionChange.reference,
  title: extensionChange.title,
  state: stateOf(extensionChange),
  down_minutes: extensionChange.down_minutes,
  from: extensionChange.from?.toISOString() ?? null,
  until: deadlineInstant(extensionChange.until.trim())?.toISOString() ?? extensionChange.until,
  reason: changeReason(extensionChange),
  first: extensionChange.first,
  second: extensionChange.second,
  // While the second officer has not decided: when the first one did.
  decided_at: (extensionChange.decided_at ?? extensionChange.proposed_at).toISOString(),
  note: extensionChange.note,
})

const presentMeasured = ({
  jobId,
  reference,
  title,
  rule,
  down,
  from,
  deadline,
}: MeasuredExtension): DeadlineProposal => ({
  job_id: jobId,
  reference,
  title,
  state: 'proposed',
  down_minutes: down,
  from: from.toISOString(),
  until: deadline.toISOString(),
  reason: EXTENSION_WORDS.reason(down, rule),
  first: null,
  second: null,
  decided_at: null,
  note: '',
})

/**
 * Merges the officers' decisions with what the portal proposes. A returned proposal can be proposed again,
 * and so can a deadline that was moved before. There is at most one decision for each job.
 */
function mergeProposals(measured: MeasuredExtension[], changes: ExtensionChange[]): DeadlineProposal[] {
  const changeOf = new Map(changes.map((extensionChange) => [extensionChange.job_id, extensionChange]))
  const proposals = changes.map(presentChange)
  for (const measuredExtension of measured) {
    const change = changeOf.get(measuredExtension.jobId)
    const state = change && stateOf(change)
    const proposal = presentMeasured(measuredExtension)
    const shownProposal = proposals.find(({ job_id }) => job_id === measuredExtension.jobId)
    // A returned proposal is proposed again, with the new measurement.
    if (shownProposal && state === 'returned')
      Object.assign(shownProposal, {
        down_minutes: proposal.down_minutes,
        from: proposal.from,
        until: proposal.until,
      })
    // After a deadline was moved, the cached measurement is still about the old deadline for a while.
    else if (!change || (state === 'moved' && change.from?.getTime() !== measuredExtension.from.getTime()))
      proposals.push(proposal)
  }
  const rank = ({ state }: DeadlineProposal) => PROPOSAL_STATES.indexOf(state)
  return proposals.sort((left, right) => rank(left) - rank(right))
}

type ProposalCache = {
  measured: ReturnType<typeof cached<MeasuredExtension[]>>
  all: ReturnType<typeof cached<DeadlineProposal[]>>
}
const cacheOfDatabase = new WeakMap<Db, ProposalCache>()

/** The deadlines that should be moved, and the decisions of the last day about such proposals. */
export function findProposals(db: Db, now: Date): Promise<DeadlineProposal[]> {
  const caches = cacheOfDatabase.get(db) ?? {
    measured: cached(MEASURED_CACHE_MS, { maxKeys: 1 }),
    all: cached(DECISIONS_CACHE_MS, { maxKeys: 1 }),
  }
  cacheOfDatabase.set(db, caches)
  return caches.all('all', async () =>
    mergeProposals(
      await caches.measured('all', () => measuredExtensions(db, now)),
      await findExtensionChanges(db, new Date(now.getTime() - DAY_MS)),
    ),
  )
}
