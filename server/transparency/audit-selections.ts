import { createHash } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import type { BeaconChain } from '#contract/selection-rules/rule.ts'
import type { Deps } from '../deps.ts'
import { beaconShape, isGenuine } from '../selection/beacon.ts'
import type { Report } from './audit-files.ts'
import { auditPool } from './audit-selection-pool.ts'
import { auditRun } from './audit-selection-runs.ts'
import {
  type AuditedEvent,
  type AuditedSelection,
  findRuns,
  findSelectionEvents,
  findSelections,
  findWrongChanges,
  findWrongLists,
} from './audit-selections-store.ts'

const SELECTIONS_PAGE = 20
/** The limit is more than the events that one selection can have: every change of a pool is an event. */
const MAX_EVENTS = 20_000
const STATEMENT_TIMEOUT_SECONDS = 60
/** How long before the beacon's round the log must have the pool, the dice and the reveals. */
const [POOL_BEFORE_MS, DICE_BEFORE_MS] = [24 * 3_600_000, 600_000]

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const digestOf = (value: unknown) => sha256(canonical(value))

/** The parts of a selection's seed. The seed is the digest of their canonical JSON. */
const partsOf = ({ dice, pool_root, randomness, reveals, round, rule }: Record<string, unknown>) => ({
  dice,
  pool_root,
  randomness,
  reveals,
  round,
  rule,
})

/**
 * The time of a round of the randomness beacon that the rule names; undefined without a beacon. Round 1 is at
 * `genesis`, and both values of the beacon are in seconds.
 */
function roundTimeMs({ rule }: AuditedSelection, round: unknown): number | undefined {
  const { beacon } = JSON.parse(rule) as { beacon?: Record<string, unknown> }
  const { genesis_time: genesis, period } = beacon ?? {}
  return typeof genesis === 'number' && typeof period === 'number' && typeof round === 'number'
    ? (genesis + (round - 1) * period) * 1_000
    : undefined
}

// Each fault below is the end of a sentence about the selection.

function* ruleProblems(selection: AuditedSelection): Generator<string> {
  const { rule, rule_digest: digest, rule_logged_at: loggedAt, job_deadline: deadline } = selection
  if (!sha256(rule).equals(digest)) yield 'has another rule than the one with its digest'
  if (!loggedAt) yield 'has a rule that is not in the log'
  else if (deadline && loggedAt > deadline) yield 'has a rule that came into the log after the deadline'
}

function* eventProblems(events: AuditedEvent[]): Generator<string> {
  for (const { kind, content, digest, logged_at: loggedAt } of events) {
    if (!digestOf(content).equals(digest)) yield `has a document of the kind ${kind} that was changed`
    else if (!loggedAt) yield `has a document of the kind ${kind} that is not in the log`
  }
  for (const kind of ['selection_pool', 'selection_seed'])
    if (events.filter((event) => event.kind === kind).length > 1)
      yield `has more than one document of the kind ${kind}`
}

const seedOfEvents = (events: AuditedEvent[]) => events.find(({ kind }) => kind === 'selection_seed')

function* seedProblems(
  selection: AuditedSelection,
  pool: AuditedEvent,
  events: AuditedEvent[],
): Generator<string> {
  const seed = seedOfEvents(events)
  if (!seed) return
  const { content } = seed
  if (digestOf(partsOf(content)).toString('hex') !== content.seed) yield 'has a seed that is not of its parts'
  if (content.pool_root !== pool.content.pool_root) yield 'has a seed of another pool'
  if (content.rule !== selection.rule_digest.toString('hex')) yield 'has a seed of another rule'
  const roundMs = roundTimeMs(selection, pool.content.round)
  // The beacon's round may be later than the named one, which the beacon may never have made.
  if (roundMs === undefined || Number(content.round) < Number(pool.content.round)) {
    yield 'has a seed of another round than was named'
    return
  }
  if (pool.logged_at && pool.logged_at.getTime() > roundMs - POOL_BEFORE_MS)
    yield 'has a pool that came into the log less than 24 hours before its round'
  for (const { kind, logged_at: loggedAt } of events)
    if (/^selection_(?:dice|reveal)$/.test(kind) && loggedAt && loggedAt.getTime() > roundMs - DICE_BEFORE_MS)
      yield `has a document of the kind ${kind} less than 10 minutes before its round`
}

/** Whether the beacon of the rule signed the round from which the seed comes. True without a seed. */
async function isRoundGenuine({ rule }: AuditedSelection, events: AuditedEvent[]): Promise<boolean> {
  const content = seedOfEvents(events)?.content
  if (!content) return true
  const parsedRound = beaconShape.safeParse(content)
  const { beacon: chain } = JSON.parse(rule) as { beacon?: BeaconChain }
  return parsedRound.success && chain !== undefined && (await isGenuine(chain, parsedRound.data))
}

async function auditSelection(
  { db, mostPeople }: { db: Deps['db']; mostPeople: number },
  selection: AuditedSelection,
  report: Report,
  remark: Report,
) {
  const deps = { db }
  const name = `The selection ${selection.id}`
  const events = await findSelectionEvents(db, selection.id, MAX_EVENTS)
  const pool = events.find(({ kind }) => kind === 'selection_pool')
  for (const problem of ruleProblems(selection)) report(`${name} ${problem}.`)
  for (const problem of eventProblems(events)) report(`${name} ${problem}.`)
  // Earlier versions of the portal took a first rule after the opening, so an old log may have one.
  if (selection.is_rule_late) remark(`${name} has a rule that came into the log after the job had opened.`)
  if (!pool?.logged_at) {
    report(`${name} has no pool in the log.`)
    return
  }
  for (const problem of seedProblems(selection, pool, events)) report(`${name} ${problem}.`)
  const [named, used] = [Number(pool.content.round), Number(seedOfEvents(events)?.content.round)]
  // Only the beacon knows whether it never made a round, so a person asks it. `used` is NaN without a seed.
  if (used > named)
    remark(
      `${name} has a seed of round ${used}. Round ${named} was named: if the beacon has it, or one before ${used}, the seed is wrong.`,
    )
  if (!(await isRoundGenuine(selection, events)))
    report(`${name} has a seed with a round that its beacon did not sign.`)
  const frozen = { root: pool.content.pool_root, count: pool.content.count, at: pool.logged_at }
  await auditPool(deps, selection, frozen, report)
  const isSmall = Number(pool.content.count) <= mostPeople
  for (const run of isSmall ? await findRuns(db, selection.id) : [])
    await auditRun(
      deps,
      run,
      (problem) => report(`${name}: ${problem}`),
      (sentence) => remark(`${name}: ${sentence}`),
    )
  for (const { id } of await findWrongLists(db, selection.id))
    report(`The decision list ${id} is not the result of the selection ${selection.id}.`)
  for (const { id } of await findWrongChanges(db, selection.id))
    report(`${name} has a change ${id} that the log does not show, or not of two people.`)
}

/**
 * Recomputes every selection from what the log has: the rule, the pool, the seed and each result. Returns how
 * many there are. Results from a pool of more than `mostPeople` are left out: computing one keeps a thread
 * busy.
 */
export async function auditSelections(
  deps: Pick<Deps, 'db'>,
  report: Report,
  remark: Report = () => {},
  mostPeople = Infinity,
): Promise<number> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  let count = 0
  let lastId = 0
  while (true) {
    const page = await findSelections(db, lastId, SELECTIONS_PAGE)
    for (const selection of page) await auditSelection({ db, mostPeople }, selection, report, remark)
    count += page.length
    lastId = page.at(-1)?.id ?? lastId
    if (page.length < SELECTIONS_PAGE) return count
  }
}
