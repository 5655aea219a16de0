import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { canonical } from '#contract/canonical.ts'
import { CEREMONY_WORDS as WORDS } from '#contract/selection-ceremony/words.ts'
import { sql } from '../../server/database/connect.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { commitmentOf, seedOf } from '../../server/selection/seed.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import {
  markWithdrawn,
  removeFromLists,
  restoreWithdrawn,
} from '../../server/job-applications/withdrawals-store.ts'
import { auditSelections } from '../../server/transparency/audit-selections.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { nextMinute } from '../support/accounts.ts'
import { jobForSelection, roundOf } from '../support/ceremony.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { deriveFacts } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// A selection draws people from a pool. The ceremony makes its seed from dice, the secret words of observers,
// and a public random beacon.

/** Twenty throws of dice, as the officers type them. */
const DICE = '31415926535897932384'
const HOUR_MS = 3_600_000
/** A moment after the deadline of the jobs, when their selections may start. */
const CLOSED = new Date('2026-12-04T09:00:00Z')

let portal: Portal
/** Jobs with five applications each. A test takes one, or uses the first without changing it. */
let jobs: number[]
let first: Officer
let second: Officer
before(async () => {
  portal = await openPortal()
  const staff = await jobStaff(portal)
  jobs = []
  for (let count = 0; count < 12; count++) {
    nextMinute()
    jobs.push(await jobForSelection(portal, staff))
  }
  portal.clock.set(CLOSED)
  ;[first, second] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
})
beforeEach(() => {
  nextMinute()
  portal.clock.set(CLOSED)
})
after(() => portal.close())

const path = (id: number, action = '') => `/api/staff/jobs/${id}/selection/${action}`
/** An officer takes a step of the ceremony. The empty name proposes a pool, and `approve/` freezes it. */
const perform = (id: number, name: string, body: object, by: Officer = first) =>
  by.visitor.post(path(id, name), body)
const read = async (id: number, by: Officer = first) => (await by.visitor.get(path(id))).json
const in25Hours = () => new Date(portal.clock.now().getTime() + 25 * HOUR_MS).toISOString()
/** The observers. Each commits to a secret word before the draw, and may reveal the word later. */
const OBSERVERS = [
  { name: 'Elections Observation Group', commitment: commitmentOf('mvua ya masika') },
  { name: 'Law Society', commitment: commitmentOf('haki') },
]
/** Runs the steps of all selections that are due, as the portal's worker does. */
const advance = () => advanceSelections(portal.deps)
/** Writes a checkpoint of the public log with all events so far. Then the selections continue from it. */
const reachCheckpoint = async () => {
  await appendCheckpoint(portal.deps)
  await advance()
}
/** A job whose pool is frozen: no one can join or leave it any more. */
async function frozenPool(): Promise<number> {
  const id = jobs.pop() ?? 0
  const proposed = await perform(id, '', { at: in25Hours(), observers: OBSERVERS })
  assert.equal(proposed.status, 200, proposed.text)
  await advance()
  const { pool_digest: digest } = await read(id, second)
  const approved = await perform(id, 'approve/', { digest }, second)
  assert.equal(approved.status, 200, approved.text)
  return id
}
const throwDice = async (id: number) => {
  assert.equal((await perform(id, 'dice/', { dice: DICE })).status, 200)
  assert.equal((await perform(id, 'dice/', { dice: DICE }, second)).status, 200)
}
const roundNumber = async (id: number): Promise<number> => (await read(id)).ceremony.round.number
/** Sets the clock to a moment after the beacon's round, and logs in new officers. */
const afterRound = async (id: number, laterMs = 5_000) => {
  const { round } = (await read(id)).ceremony
  portal.clock.set(new Date(Date.parse(round.at) + laterMs))
  ;[first, second] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
}
const giveBeacon = (id: number, beacon: unknown) => perform(id, 'beacon/', { beacon: JSON.stringify(beacon) })

test('from the frozen pool to the result: each step is a document of the public log (selection#selection-seed, selection#selection-dice)', async () => {
  const id = await frozenPool()
  await throwDice(id)
  assert.equal((await perform(id, 'reveals/', { position: 1, reveal: 'mvua ya masika' })).status, 200)
  await reachCheckpoint()
  await afterRound(id)
  const beacon = roundOf(await roundNumber(id))
  const drawn = await giveBeacon(id, beacon)
  assert.equal(drawn.status, 200, drawn.text)
  await advance()
  const { status, json } = await portal.visitor().get(`/api/selections/${id}/`)
  assert.equal(status, 200)
  const [selection] = json.selections
  assert.equal(selection.state, 'computed')
  const parts = {
    dice: DICE,
    pool_root: selection.pool.root,
    randomness: beacon.randomness,
    reveals: ['mvua ya masika', null],
    round: beacon.round,
    rule: selection.rule,
  }
  assert.equal(selection.seed, seedOf(parts))
  const kinds = selection.documents.map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(kinds, [
    'selection_pool',
    'selection_dice',
    'selection_reveal',
    'selection_seed',
    'selection_result',
  ])
  for (const { kind, digest, content } of selection.documents) {
    assert.equal(createHash('sha256').update(canonical(content)).digest('hex'), digest)
    const rows = await portal.db.rows(
      sql`select from log_events where kind = ${kind} and digest = ${Buffer.from(digest, 'hex')}`,
    )
    assert.equal(rows.length, 1, kind)
  }
  const problems: string[] = []
  await auditSelections(portal.deps, (problem) => problems.push(problem))
  assert.deepEqual(problems, [])
  // Five people competed for two seats. As the reserve is half of the seats, one person is in reserve.
  const results = await portal.db.rows<{ result: string; count: number }>(sql`
    select result, count(*)::int as count from selection_results result join selection_runs run on run.id = run_id
    join selections on selections.id = selection_id where job_id = ${id} group by result order by result`)
  assert.deepEqual(
    results.map(({ result, count }) => [result, count]),
    [
      ['not_taken', 2],
      ['reserve', 1],
      ['taken', 2],
    ],
  )
})

describe('the pool is frozen once, by two people', () => {
  test('the officer who proposed it cannot freeze it, and no officer can freeze another pool than the one they saw (selection#selection-pool-root)', async () => {
    const id = jobs.pop() ?? 0
    assert.equal((await perform(id, '', { at: in25Hours() })).status, 200)
    const early = await perform(id, 'approve/', { digest: 'a'.repeat(64) }, second)
    assert.deepEqual([early.status, early.json.message], [409, WORDS.poolNotReady])
    await advance()
    const other = await perform(id, 'approve/', { digest: 'a'.repeat(64) }, second)
    assert.deepEqual([other.status, other.json.message], [409, WORDS.digest])
    const again = await perform(id, '', { at: in25Hours() })
    assert.deepEqual([again.status, again.json.message], [409, WORDS.already])
    const { pool_digest: digest } = await read(id, second)
    assert.equal((await perform(id, 'approve/', { digest }, second)).status, 200)
    const twice = await perform(id, 'approve/', { digest }, second)
    assert.deepEqual([twice.status, twice.json.message], [409, WORDS.notNow])
  })
  test('while submits with a ticket are still accepted after the deadline, no pool is proposed (selection#selection-leaf)', async () => {
    const id = jobs[0] ?? 0
    const row = await portal.db.row<{ expiry_date: Date }>(sql`select expiry_date from jobs where id = ${id}`)
    const graceEnds = (row?.expiry_date.getTime() ?? 0) + portal.deps.config.ticketGraceMs
    const scheduled = new Date(graceEnds + 30 * HOUR_MS).toISOString()
    portal.clock.set(new Date(graceEnds - 1))
    const officerThen = await officer(portal, 'recruiter')
    const early = await perform(id, '', { at: scheduled }, officerThen)
    assert.deepEqual([early.status, early.json.message], [409, WORDS.stillOpen])
    portal.clock.set(new Date(graceEnds))
    assert.equal((await perform(id, '', { at: scheduled }, officerThen)).status, 200)
    assert.equal((await perform(id, 'withdraw/', {}, officerThen)).status, 200)
  })
  test('a pool is not frozen if one of its people was rejected since (selection#selection-disqualified)', async () => {
    const id = jobs[0] ?? 0
    await perform(id, '', { at: in25Hours() })
    await advance()
    const { pool_digest: digest } = await read(id, second)
    const rejected = stageNumber('rejected')
    await portal.db.run(sql`
      update application_facts set stage = ${rejected} where application_id = (select min(application_id) from application_facts where job_id = ${id})`)
    const refused = await perform(id, 'approve/', { digest }, second)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.poolChanged])
    await perform(id, 'withdraw/', {})
    await perform(id, '', { at: in25Hours() })
    await advance()
    assert.equal((await read(id, second)).pool_count, 4)
    await perform(id, 'withdraw/', {})
  })
  test('a pool is not frozen if its people changed, even if their number is the same', async () => {
    const id = jobs[0] ?? 0
    const [person, other] = await portal.db.rows<{ id: number }>(
      sql`select application_id as id from application_facts where job_id = ${id} and stage = 0 order by application_id`,
    )
    const move = (application: number | undefined, stage: number) =>
      portal.db.run(sql`update application_facts set stage = ${stage} where application_id = ${application}`)
    const rejected = stageNumber('rejected')
    await move(person?.id, rejected)
    await perform(id, '', { at: in25Hours() })
    await advance()
    const { pool_digest: digest } = await read(id, second)
    await move(person?.id, 0)
    await move(other?.id, rejected)
    const refused = await perform(id, 'approve/', { digest }, second)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.poolChanged])
    await perform(id, 'withdraw/', {})
  })
  test('a pool is not frozen while an application that support restored since waits for its facts (selection#selection-leaf)', async () => {
    const id = jobs.pop() ?? 0
    const person = await portal.db.row<{ id: number; user_id: number }>(
      sql`select id, user_id from job_applications where job_id = ${id} order by id limit 1`,
    )
    assert.ok(person)
    await removeFromLists(portal.db, person.user_id, person.id)
    await markWithdrawn(portal.db, person.user_id, person.id, portal.clock.now())
    await perform(id, '', { at: in25Hours() })
    await advance()
    const { pool_digest: digest, pool_count: before } = await read(id, second)
    await restoreWithdrawn(portal.db, person.id, first.id, portal.clock.now())
    const refused = await perform(id, 'approve/', { digest }, second)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.poolChanged])
    await perform(id, 'withdraw/', {})
    await deriveFacts(portal)
    await perform(id, '', { at: in25Hours() })
    await advance()
    const { pool_digest: present, pool_count: after } = await read(id, second)
    assert.deepEqual([before, after], [4, 5])
    assert.equal((await perform(id, 'approve/', { digest: present }, second)).status, 200)
  })
  test('an application whose facts could not be derived holds the pool up, and officers see how many', async () => {
    const id = jobs[0] ?? 0
    await portal.db.run(sql`
      insert into facts_waiting (application_id, failures) select min(id), 5 from job_applications where job_id = ${id}`)
    await perform(id, '', { at: in25Hours() })
    await advance()
    const { pool_digest, unsorted } = await read(id, second)
    assert.deepEqual([pool_digest, unsorted], [null, 1])
    await portal.db.run(sql`delete from facts_waiting`)
    await advance()
    assert.notEqual((await read(id, second)).pool_digest, null)
    await perform(id, 'withdraw/', {})
  })
  test('an application that could not be sorted holds up only the pool of its own job', async () => {
    const [held = 0, other = 0] = jobs
    await portal.db.run(sql`
      insert into facts_waiting (application_id, failures) select min(id), 5 from job_applications where job_id = ${held}`)
    for (const id of [held, other]) assert.equal((await perform(id, '', { at: in25Hours() })).status, 200)
    await advance()
    assert.equal((await read(held, second)).pool_digest, null)
    assert.notEqual((await read(other, second)).pool_digest, null)
    await portal.db.run(sql`delete from facts_waiting`)
    await advance()
    assert.notEqual((await read(held, second)).pool_digest, null)
    for (const id of [held, other]) assert.equal((await perform(id, 'withdraw/', {})).status, 200)
  })
  test('a pool whose round is less than 24 hours away by now is not frozen', async () => {
    const id = jobs[0] ?? 0
    await perform(id, '', { at: in25Hours() })
    await advance()
    const { pool_digest: digest } = await read(id, second)
    portal.clock.advance(2 * HOUR_MS)
    const later = await officer(portal, 'approver')
    const refused = await perform(id, 'approve/', { digest }, later)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.timeLate])
    await perform(id, 'withdraw/', {}, await officer(portal, 'recruiter'))
  })
  test('a round less than 24 hours away is refused (selection#selection-round)', async () => {
    const id = jobs[0] ?? 0
    const soon = new Date(portal.clock.now().getTime() + 23 * HOUR_MS).toISOString()
    const refused = await perform(id, '', { at: soon })
    assert.deepEqual([refused.status, refused.json.at], [422, [WORDS.time]])
  })
  test('a round more than 90 days away is refused, also one that no calendar has', async () => {
    const id = jobs[0] ?? 0
    const far = new Date(portal.clock.now().getTime() + 91 * 24 * HOUR_MS).toISOString()
    for (const scheduled of [far, '+275760-09-13T00:00:00Z']) {
      const refused = await perform(id, '', { at: scheduled })
      assert.deepEqual([refused.status, refused.json.at], [422, [WORDS.timeFar]])
    }
  })
  test('no one outside sees a pool that is only proposed; withdrawn, it leaves nothing', async () => {
    const id = jobs.pop() ?? 0
    await perform(id, '', { at: in25Hours() })
    await advance()
    assert.deepEqual((await portal.visitor().get(`/api/selections/${id}/`)).json, { selections: [] })
    assert.equal((await perform(id, 'withdraw/', {})).status, 200)
    assert.equal((await read(id)).ceremony, null)
  })
})

describe('dice, reveals and beacon', () => {
  test('if two officers typed different throws, neither counts, and both type again (selection#selection-dice, selection#selection-beacon-offline)', async () => {
    const id = await frozenPool()
    await perform(id, 'dice/', { dice: DICE })
    const same = await perform(id, 'dice/', { dice: DICE })
    assert.deepEqual([same.status, same.json.message], [409, WORDS.diceSame])
    const differ = await perform(id, 'dice/', { dice: DICE.replace('3', '4') }, second)
    assert.deepEqual([differ.status, differ.json.dice], [422, [WORDS.diceDiffer]])
    await throwDice(id)
    const late = await perform(id, 'dice/', { dice: DICE }, second)
    assert.deepEqual([late.status, late.json.message], [409, WORDS.diceDone])
    const short = await perform(id, 'dice/', { dice: '123' })
    assert.deepEqual([short.status, short.json.dice], [422, [WORDS.dice]])

    const wrong = await perform(id, 'reveals/', { position: 1, reveal: 'haki' })
    assert.deepEqual([wrong.status, wrong.json.reveal], [422, [WORDS.revealWrong]])
    const unknown = await perform(id, 'reveals/', { position: 3, reveal: 'haki' })
    assert.deepEqual([unknown.status, unknown.json.position], [422, [WORDS.revealUnknown]])

    const round = await roundNumber(id)
    const early = await giveBeacon(id, roundOf(round))
    assert.deepEqual([early.status, early.json.beacon], [422, [WORDS.beaconEarly]])
    await reachCheckpoint()
    // Nine minutes before the beacon's round, observers can no longer reveal their words.
    await afterRound(id, -9 * 60_000)
    const tooLate = await perform(id, 'reveals/', { position: 2, reveal: 'haki' })
    assert.deepEqual([tooLate.status, tooLate.json.message], [409, WORDS.tooLate])
    await afterRound(id)
    const other = await giveBeacon(id, roundOf(round + 1))
    assert.deepEqual([other.status, other.json.beacon], [422, [WORDS.beaconRound(round)]])
    // A forged round of the beacon: it has this round's number, but the signature of the next round.
    const forged = { ...roundOf(round + 1), round }
    const refused = await giveBeacon(id, forged)
    assert.deepEqual([refused.status, refused.json.beacon], [422, [WORDS.beaconWrong]])
    const cut = await perform(id, 'beacon/', { beacon: JSON.stringify(roundOf(round)).slice(0, 90) })
    assert.deepEqual([cut.status, cut.json.beacon], [422, [WORDS.beaconShape]])
    assert.equal((await giveBeacon(id, roundOf(round))).status, 200)
    const repeated = await giveBeacon(id, roundOf(round))
    assert.deepEqual([repeated.status, repeated.json.message], [409, WORDS.notNow])
  })
  test('if the named round of the beacon never came, a later round counts after an hour, once two officers typed the same (selection#selection-round)', async () => {
    const id = await frozenPool()
    await throwDice(id)
    await reachCheckpoint()
    const round = await roundNumber(id)
    await afterRound(id, HOUR_MS + 9_000)
    const state = async (round: number, by: Officer) => {
      const { json } = await perform(id, 'beacon/', { beacon: JSON.stringify(roundOf(round)) }, by)
      return [json.ceremony.state, json.later_round]
    }
    assert.deepEqual(await state(round + 5, first), ['frozen', round + 5])
    assert.deepEqual(await state(round + 5, first), ['frozen', round + 5], 'the same officer again')
    // An officer who knows an earlier round types that one. The first officer must agree to it.
    assert.deepEqual(await state(round + 2, second), ['frozen', round + 2])
    assert.deepEqual(await state(round + 2, first), ['drawn', null])
    // An officer could choose among later rounds, so the audit reports that a later round was used.
    const notes: string[] = []
    await auditSelections(portal.deps, assert.fail, (note) => notes.push(note))
    assert.match(
      notes.join('\n'),
      new RegExp(`seed of round ${round + 2}\\. Round ${round} was named: if the beacon has it`),
    )
  })
  test('if no checkpoint had the throws in time, the ceremony fails, and a new one may follow (selection#selection-dice)', async () => {
    const id = await frozenPool()
    await throwDice(id)
    const round = await roundNumber(id)
    await afterRound(id)
    await appendCheckpoint(portal.deps)
    const refused = await giveBeacon(id, roundOf(round))
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.noDice])
    await advance()
    const { ceremony } = await read(id)
    assert.deepEqual([ceremony.state, ceremony.end_reason], ['failed', WORDS.noDice])
    assert.equal((await perform(id, '', { at: in25Hours() })).status, 200)
  })
  test('two people abandon a ceremony, with a reason that everyone reads', async () => {
    const id = await frozenPool()
    assert.equal((await perform(id, 'abandon/', { reason: '' })).status, 422)
    assert.equal((await perform(id, 'abandon/', { reason: 'The hall had no light' })).status, 200)
    assert.equal((await read(id)).ceremony.state, 'frozen')
    assert.equal((await perform(id, 'abandon/', { reason: 'I agree' }, second)).status, 200)
    const { json } = await portal.visitor().get(`/api/selections/${id}/`)
    const [selection] = json.selections
    assert.deepEqual([selection.state, selection.end_reason], ['abandoned', 'The hall had no light'])
  })
})

test('two machines that compute at once store each result once, and never under another selection', async () => {
  const ids = [await frozenPool(), await frozenPool()]
  for (const id of ids) await throwDice(id)
  await reachCheckpoint()
  for (const id of ids) {
    await afterRound(id)
    assert.equal((await giveBeacon(id, roundOf(await roundNumber(id)))).status, 200)
  }
  const { config } = portal.deps
  // A second machine uses the same database, but has a data folder of its own.
  const dataDir = join(config.dataDir, 'other')
  mkdirSync(dataDir)
  const other = { ...portal.deps, config: { ...config, dataDir } }
  await Promise.all([advance(), advanceSelections(other)])
  const rows = await portal.db.rows<{ count: number; whole: boolean }>(sql`
    select count(*)::int as count, run.result_digest is not null as whole from selections
    join selection_runs run on run.selection_id = selections.id left join selection_results on run_id = run.id
    where job_id = any(${ids}) group by run.id`)
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    ids.map(() => ({ count: 5, whole: true })),
  )
  const problems: string[] = []
  const notes: string[] = []
  await auditSelections(
    portal.deps,
    (problem) => problems.push(problem),
    (note) => notes.push(note),
  )
  assert.deepEqual(problems, [])
  // Only the selection above that used a later round.
  assert.equal(notes.filter((note) => note.includes('was named')).length, 1)
})
