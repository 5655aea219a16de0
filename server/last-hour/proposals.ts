import { deadlineInstant } from '#contract/civil-dates.ts'
import { changeReason, EXTENSION_WORDS } from '#contract/jobs/extensions.ts'
import { type DeadlineProposal, PROPOSAL_STATES } from '#contract/last-hour/endpoints.ts'
import type { Db } from '../database/connect.ts'
import { cached } from '../reports/cached.ts'
import { type MeasuredExtension, measuredExtensions } from '../status/measured.ts'
import { type ExtensionChange, findExtensionChanges } from './store.ts'

// The portal proposes to move a deadline when measurements show that it was down before the deadline. Two
// officers decide.

/**
 * How long measured downtimes are cached for all viewers. Each measurement reads two days of minutes, and all
 * jobs that close soon.
 */
const MEASURED_CACHE_MS = 30_000
/** How long the merged proposals are cached: only briefly, so officers soon see their own decisions. */
const MERGED_CACHE_MS = 2_000
const DAY_MS = 86_400_000

/** The state of a deadline change, to which two officers must agree. `agreed`: only the first has agreed. */
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
  // When the second officer decided, or else when the first one proposed the change.
  decided_at: (extensionChange.decided_at ?? extensionChange.proposed_at).toISOString(),
  note: extensionChange.note,
})

const presentMeasured = ({
  jobId,
  reference,
  title,
  rule,
  downMinutes,
  currentDeadline,
  newDeadline,
}: MeasuredExtension): DeadlineProposal => ({
  job_id: jobId,
  reference,
  title,
  state: 'proposed',
  down_minutes: downMinutes,
  from: currentDeadline.toISOString(),
  until: newDeadline.toISOString(),
  reason: EXTENSION_WORDS.reason(downMinutes, rule),
  first: null,
  second: null,
  decided_at: null,
  note: '',
})

/**
 * Joins the officers' decisions (at most one for each job) with the portal's proposals. The portal can
 * propose again after officers returned a proposal or moved the deadline before.
 */
function mergeProposals(measured: MeasuredExtension[], changes: ExtensionChange[]): DeadlineProposal[] {
  const changeByJobId = new Map(changes.map((extensionChange) => [extensionChange.job_id, extensionChange]))
  const proposals = changes.map(presentChange)
  for (const measuredExtension of measured) {
    const change = changeByJobId.get(measuredExtension.jobId)
    const state = change && stateOf(change)
    const proposal = presentMeasured(measuredExtension)
    const shownProposal = proposals.find(({ job_id }) => job_id === measuredExtension.jobId)
    // The second officer returned the proposal. Its line stays and shows the new measurement.
    if (shownProposal && state === 'returned')
      Object.assign(shownProposal, {
        down_minutes: proposal.down_minutes,
        from: proposal.from,
        until: proposal.until,
      })
    // After a move, only a measurement of the new deadline counts: a cached one may be about the old one.
    else if (
      !change ||
      (state === 'moved' && change.from?.getTime() !== measuredExtension.currentDeadline.getTime())
    )
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

/** Deadlines that the portal proposes to move, and the last day's decisions about such proposals. */
export function findProposals(db: Db, now: Date): Promise<DeadlineProposal[]> {
  const caches = cacheOfDatabase.get(db) ?? {
    measured: cached(MEASURED_CACHE_MS, { maxKeys: 1 }),
    all: cached(MERGED_CACHE_MS, { maxKeys: 1 }),
  }
  cacheOfDatabase.set(db, caches)
  return caches.all('all', async () =>
    mergeProposals(
      await caches.measured('all', () => measuredExtensions(db, now)),
      await findExtensionChanges(db, new Date(now.getTime() - DAY_MS)),
    ),
  )
}
