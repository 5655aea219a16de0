import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CEREMONY_WORDS as WORDS } from '#contract/selection-ceremony/words.ts'
import { commitmentOf } from '../../server/selection/seed.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { ceremonyStaff } from '../support/ceremony-staff.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// What no one may do in a ceremony after its time, and what everyone reads then.

const MINUTE_MS = 60_000
const OBSERVERS = [
  { name: 'Law Society', commitment: commitmentOf('haki') },
  { name: 'Elections Observation Group', commitment: commitmentOf('mvua') },
]

let portal: Portal
let staff: Awaited<ReturnType<typeof ceremonyStaff>>
before(async () => {
  portal = await openPortal()
  staff = await ceremonyStaff(portal, 5)
})
after(() => portal.close())

/** A job with a frozen pool, and the time of its round. */
async function frozenJob() {
  const id = await staff.job()
  good(await staff.freeze(id, staff.inHours(25), OBSERVERS))
  const { round, counts_until: until } = (await staff.read(id)).ceremony
  return { id, roundMs: Date.parse(round.at), untilMs: Date.parse(until) }
}

test('selection: once the round is public, no one abandons the ceremony, because everyone can compute its result (selection#selection-round)', async () => {
  const { id, roundMs } = await frozenJob()
  await staff.throwDice(id)
  await appendCheckpoint(portal.deps)
  // One officer asks in time, the other agrees too late.
  const [early] = await staff.officersAt(roundMs - 1)
  const requested = good(await staff.perform(id, 'abandon/', { reason: 'The hall had no light' }, early))
  assert.deepEqual([requested.may, requested.has_asked_to_abandon], [['beacon'], true])
  const [, late] = await staff.officersAt(roundMs)
  const refused = await staff.perform(id, 'abandon/', { reason: 'I agree' }, late)
  assert.deepEqual([refused.status, refused.json.message], [409, WORDS.isPublic])
  assert.deepEqual(good(await late.visitor.get(`/api/staff/jobs/${id}/selection/`)).may, ['beacon'])
  await staff.afterRound(id)
  assert.equal(good(await staff.giveBeacon(id)).ceremony.state, 'drawn')
})

test('selection: a ceremony without throws ends by itself after its round, so it is never stuck', async () => {
  const { id, roundMs } = await frozenJob()
  const [first, second] = await staff.officersAt(roundMs + MINUTE_MS)
  for (const by of [first, second])
    assert.equal((await staff.perform(id, 'abandon/', { reason: 'No one came' }, by)).status, 409)
  await advanceSelections(portal.deps)
  assert.deepEqual(
    (await staff.publicOnes(id)).map(({ state }: { state: string }) => state),
    ['failed'],
  )
})

test('selection: throws and sentences are taken until the time that the pages say, and no longer (selection#selection-dice)', async () => {
  const { id, untilMs } = await frozenJob()
  const [first] = await staff.officersAt(untilMs)
  good(await staff.perform(id, 'reveals/', { position: 1, reveal: 'haki' }, first))
  const [late] = await staff.officersAt(untilMs + 1)
  const refused = await staff.perform(id, 'reveals/', { position: 2, reveal: 'mvua' }, late)
  assert.deepEqual([refused.status, refused.json.message], [409, WORDS.tooLate])
  assert.deepEqual((await staff.read(id)).may, ['beacon', 'abandon'])
})

test('selection: a sentence that no checkpoint had in time is not shown as said (selection#selection-dice)', async () => {
  const { id, roundMs, untilMs } = await frozenJob()
  const revealed = async () =>
    (await staff.publicOnes(id))[0].observers.map(({ reveal }: { reveal: string | null }) => reveal)
  await staff.throwDice(id)
  good(await staff.perform(id, 'reveals/', { position: 1, reveal: 'haki' }))
  await appendCheckpoint(portal.deps)
  const [first] = await staff.officersAt(untilMs)
  good(await staff.perform(id, 'reveals/', { position: 2, reveal: 'mvua' }, first))
  assert.deepEqual(await revealed(), ['haki', 'mvua'], 'its checkpoint can still come in time')
  portal.clock.set(new Date(roundMs - 9 * MINUTE_MS))
  assert.deepEqual(await revealed(), ['haki', null])
  await appendCheckpoint(portal.deps)
  await staff.afterRound(id)
  good(await staff.giveBeacon(id))
  assert.deepEqual(await revealed(), ['haki', null])
})

test('selection: throws that no checkpoint had in time are not shown as fixed (selection#selection-dice)', async () => {
  const { id, roundMs, untilMs } = await frozenJob()
  const thrown = async () => (await staff.publicOnes(id))[0].dice
  await staff.officersAt(untilMs)
  await staff.throwDice(id)
  assert.notEqual(await thrown(), null, 'their checkpoint can still come in time')
  portal.clock.set(new Date(roundMs - 9 * MINUTE_MS))
  assert.equal(await thrown(), null)
})
