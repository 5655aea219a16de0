import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { QUICKNET } from '#contract/selection-rules/quicknet.ts'
import { isGenuine } from '../../server/selection/beacon.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { nextMinute } from '../support/accounts.ts'
import { CHAIN, jobForSelection, roundOf } from '../support/ceremony.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// The seed of a selection needs one round of a public random beacon. The portal reads it from a relay on the
// web.

/** A moment after the deadline of the job. */
const CLOSED = new Date('2026-12-04T09:00:00Z')
const DICE = '31415926535897932384'

let portal: Portal
/** Plays the web server from which the portal reads the rounds of the beacon. */
let relay: Server
/** Sets what the relay answers. Below, `requestedPaths` lists the paths that the portal requested. */
let reply: () => { status: number; text: string }
const requestedPaths: string[] = []
before(async () => {
  relay = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    const { status, text } = reply()
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end(text)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  portal = await openPortal({ config: { BEACON_RELAY: `http://127.0.0.1:${port}` } })
})
after(async () => {
  relay.close()
  await portal.close()
})

test('selection: the portal reads the named round from the relay, and takes it only when its signature is right', async () => {
  const job = await jobForSelection(portal, await jobStaff(portal))
  portal.clock.set(CLOSED)
  const [first, second] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
  const path = `/api/staff/jobs/${job}/selection/`
  const perform = async (by: typeof first, name: string, body: object) =>
    good(await by.visitor.post(path + name, body))
  await perform(first, '', { at: '2026-12-05T15:00:00Z', observers: [] })
  await advanceSelections(portal.deps)
  const { pool_digest: digest } = good(await second.visitor.get(path))
  const { ceremony } = await perform(second, 'approve/', { digest })
  for (const by of [first, second]) await perform(by, 'dice/', { dice: DICE })
  await appendCheckpoint(portal.deps)
  await advanceSelections(portal.deps)
  assert.deepEqual(requestedPaths, [], 'before the round it asks for nothing')

  const { number } = ceremony.round
  const right = roundOf(number)
  portal.clock.set(new Date(Date.parse(ceremony.round.at) + 5_000))
  /** The state of the selection after the portal has run the steps that are due. */
  const state = async () => {
    await advanceSelections(portal.deps)
    nextMinute()
    return good(await portal.visitor().get(`/api/selections/${job}/`)).selections[0].state
  }
  // Wrong answers of the relay: errors, no JSON, a huge text, another round, the signature of another round.
  const refused: [status: number, text: string][] = [
    [404, ''],
    [302, ''],
    [200, 'no JSON'],
    [200, ' '.repeat(1_000_000)],
    [200, JSON.stringify(roundOf(number + 1))],
    [200, JSON.stringify({ ...right, signature: roundOf(number + 1).signature })],
  ]
  for (const [status, text] of refused) {
    reply = () => ({ status, text })
    assert.equal(await state(), 'frozen', text.slice(0, 80))
  }
  // The relay cannot choose a later round either, also when the named one is long overdue.
  portal.clock.advance(2 * 3_600_000)
  reply = () => ({ status: 200, text: JSON.stringify(roundOf(number + 1)) })
  assert.equal(await state(), 'frozen')
  reply = () => ({ status: 200, text: JSON.stringify(right) })
  assert.equal(await state(), 'computed')
  assert.equal(new Set(requestedPaths).size, 1)
  assert.match(requestedPaths[0] ?? '', new RegExp(`^/a{64}/public/${number}$`))
  const entries = await portal.db.rows({
    text: "select from audit_entries where act = 'selection.drawn' and role = 'portal' and job_id = $1",
    values: [job],
  } as never)
  assert.equal(entries.length, 1)
})

/** Numbers and signatures of three rounds that the real beacon made in 2023. */
const REAL_ROUNDS: [round: number, signature: string][] = [
  [123, 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92'],
  [1_000, 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'],
  [
    657_413,
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  ],
]
test('selection: real rounds of quicknet are verified without a network; changed ones and another chain are refused (selection#selection-chain, selection#selection-beacon-offline)', async () => {
  for (const [round, signature] of REAL_ROUNDS) {
    const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex')
    const real = { round, randomness, signature }
    assert.equal(await isGenuine(QUICKNET, real), true)
    for (const [chain, other] of [
      [QUICKNET, { ...real, round: round + 1 }],
      [QUICKNET, { ...real, randomness: 'a'.repeat(64) }],
      [CHAIN, real],
    ] as const)
      assert.equal(await isGenuine(chain, other), false)
  }
})
