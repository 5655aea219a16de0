import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CEREMONY_WORDS as WORDS } from '#contract/selection-ceremony/words.ts'
import { STAFF_JOB_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { commitmentOf } from '../../server/selection/seed.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { auditSelections } from '../../server/transparency/audit-selections.ts'
import { ceremonyStaff } from '../support/ceremony-staff.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// A ceremony that was abandoned or failed is followed by another one of the same job. What everyone may read
// of a ceremony, and what a frozen pool forbids.

let portal: Portal
let staff: Awaited<ReturnType<typeof ceremonyStaff>>
before(async () => {
  portal = await openPortal()
  staff = await ceremonyStaff(portal, 7)
})
after(() => portal.close())

const advance = () => advanceSelections(portal.deps)

test('throws count by the time of the checkpoint that has them, even if the portal looks only after the round (selection#selection-dice)', async () => {
  const id = await staff.job()
  good(await staff.freeze(id, staff.inHours(25)))
  await staff.throwDice(id)
  // A large pool keeps the worker of selections busy from here until after the round.
  await appendCheckpoint(portal.deps)
  await staff.afterRound(id)
  await advance()
  assert.equal((await staff.read(id)).ceremony.state, 'frozen')
  good(await staff.giveBeacon(id))
  await advance()
  assert.equal((await staff.read(id)).ceremony.state, 'computed')
})

describe('a second ceremony of a job may repeat what the first one had', () => {
  test('it fails like the first one when no one throws the dice', async () => {
    const id = await staff.job()
    for (let ceremonies = 1; ceremonies <= 2; ceremonies++) {
      good(await staff.freeze(id, staff.inHours(25)))
      await staff.afterRound(id)
      await advance()
      const states = (await staff.publicOnes(id)).map(({ state }: { state: string }) => state)
      assert.deepEqual(states, Array(ceremonies).fill('failed'))
    }
  })
  test('it has the same throws and sentences, and is abandoned with the same reason', async () => {
    const id = await staff.job()
    const observers = [{ name: 'Law Society', commitment: commitmentOf('haki') }]
    for (const hours of [25, 26]) {
      good(await staff.freeze(id, staff.inHours(hours), observers))
      await staff.throwDice(id)
      good(await staff.perform(id, 'reveals/', { position: 1, reveal: 'haki' }))
      await staff.abandon(id, 'The hall had no light')
    }
    const states = (await staff.publicOnes(id)).map(({ state }: { state: string }) => state)
    assert.deepEqual(states, ['abandoned', 'abandoned'])
    await appendCheckpoint(portal.deps)
    await auditSelections(portal.deps, assert.fail)
  })
  test('it cannot have the same pool, round and observers; a later round is fine', async () => {
    const id = await staff.job()
    const scheduled = staff.inHours(25)
    good(await staff.freeze(id, scheduled))
    await staff.abandon(id, 'The hall had no light')
    const refused = await staff.freeze(id, scheduled)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.poolAgain])
    good(await staff.perform(id, 'withdraw/', {}))
    good(await staff.freeze(id, staff.inHours(26)))
  })
})

describe('the deadline of a job stays while it has a selection', () => {
  const REOPEN = { kind: 'reopen', expiry_date: '2026-12-20' }
  test('no one can propose to open the job again', async () => {
    const id = await staff.job()
    good(await staff.freeze(id, staff.inHours(25)))
    const refused = await staff.jobs.propose(id, REOPEN, staff.officers()[0])
    assert.deepEqual([refused.status, refused.json.message], [409, STAFF_JOB_WORDS.ofSelection])
    await staff.abandon(id, 'The hall had no light')
    good(await staff.jobs.propose(id, REOPEN, staff.officers()[0]))
  })
  test('a proposal from before is not approved, only returned', async () => {
    const id = await staff.job()
    const { changes } = good(await staff.jobs.propose(id, REOPEN, staff.officers()[0]))
    good(await staff.freeze(id, staff.inHours(25)))
    const decide = (body: Record<string, unknown>) =>
      staff.jobs.decide(id, changes[0].id, body, staff.officers()[1])
    const refused = await decide({ approve: true })
    assert.deepEqual([refused.status, refused.json.message], [409, STAFF_JOB_WORDS.ofSelection])
    good(await decide({ approve: false, note: 'The selection has begun' }))
  })
})

test('every step of a ceremony is public, whatever the number of changes; of these, the newest are', async () => {
  const id = await staff.job()
  good(await staff.freeze(id, staff.inHours(25)))
  await staff.throwDice(id)
  await appendCheckpoint(portal.deps)
  await advance()
  await staff.afterRound(id)
  good(await staff.giveBeacon(id))
  await advance()
  // Many corrections, and the document of a later run.
  const now = portal.clock.now()
  await portal.db.tx(async (tx) => {
    const added = sql`
      select case when n = 300 then 'selection_result' else 'selection_correction' end as kind, jsonb_build_object('n', n) as content,
        sha256(('change ' || n)::bytea) as digest, ${now}::timestamptz + n * interval '1 second' as at
      from generate_series(1, 300) n`
    await tx.run(sql`
      insert into selection_events (selection_id, kind, content, digest, at)
      select (select max(id) from selections where job_id = ${id}), added.* from (${added}) added`)
    await tx.run(sql`insert into log_events (kind, digest, at) select kind, digest, at from (${added}) added`)
  })
  const [{ documents, dice }] = await staff.publicOnes(id)
  assert.ok(dice)
  const isChange = ({ kind }: { kind: string }) => kind === 'selection_correction'
  assert.deepEqual(
    documents
      .filter((document: { kind: string }) => !isChange(document))
      .map(({ kind }: { kind: string }) => kind),
    ['selection_pool', 'selection_dice', 'selection_seed', 'selection_result', 'selection_result'],
  )
  const changes = documents.filter(isChange)
  assert.equal(changes.length, 200)
  assert.deepEqual([changes[0].content, changes.at(-1).content], [{ n: 100 }, { n: 299 }])
})
