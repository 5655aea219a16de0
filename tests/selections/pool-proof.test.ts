import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { OwnPlace } from '#contract/selections/own-place-endpoints.ts'
import { sql } from '../../server/database/connect.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { good, ownerOf } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// Each person in the pool of a selection gets a proof. It shows that their entry belongs to the published
// root of the pool's Merkle tree.

/** The tree of the pool is stored in tiles of 256 entries: here two whole tiles and a part of a third. */
const PEOPLE = 600
/** The program with which a person checks their own proof. */
const PROGRAM = join(import.meta.dirname, '../../docs/check-place.mjs')

let portal: Portal
let folder: string
let root: string
/** The applications in the order of their entries in the tree. */
let people: { application_id: number }[]
before(async () => {
  portal = await openPortal()
  folder = mkdtempSync(join(tmpdir(), 'portal-proof-'))
  const job = await jobForSelection(portal, await jobStaff(portal))
  // The job already has five applications, so only the rest is added.
  await sendCrowd(portal, job, ...Array.from({ length: PEOPLE - 5 }, () => ({})))
  await drawSelection(portal, job)
  await publishSelection(portal, job)
  root = good(await portal.visitor().get(`/api/selections/${job}/`)).selections[0].pool.root
  people = await portal.db.rows(sql`select application_id from selection_people order by leaf`)
})
after(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

type Proof = NonNullable<OwnPlace['pool']>
async function readProof(index: number): Promise<Proof> {
  const id = people[index]?.application_id ?? 0
  const { visitor } = await ownerOf(portal, id)
  return good(await visitor.get(`/api/job-applications/${id}/selection/`)).pool
}
/** What the checking program prints about a proof. */
function check(proof: unknown, poolRoot = root) {
  const file = join(folder, 'proof.json')
  writeFileSync(file, JSON.stringify(proof))
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, file, poolRoot], { encoding: 'utf8' })
  return { words: stdout.trim(), status }
}

describe('selection: everyone in the pool has the proof of it (selection#selection-pool-root)', () => {
  for (const index of [0, 1, 255, 256, 511, 512, 598, 599])
    test(`entry ${index} of ${PEOPLE}: its proof leads to the root that was published before the draw`, async () => {
      const proof = await readProof(index)
      assert.deepEqual([proof.index, proof.size, proof.root], [index, PEOPLE, root])
      assert.deepEqual(check(proof), {
        words: `correct: in the pool of ${PEOPLE} people, with ${proof.entry.points} points; the leaf is ${proof.entry.leaf}`,
        status: 0,
      })
    })
  test('other points, another gender, another entry, a lost hash and another pool are found', async () => {
    const proof = await readProof(300)
    const WRONG = 'WRONG: The proof leads to another root: this entry is not in that pool'
    const changed = (over: Partial<Proof['entry']>) => ({ ...proof, entry: { ...proof.entry, ...over } })
    for (const other of [changed({ points: 11 }), changed({ gender: 'male' }), { ...proof, index: 301 }])
      assert.deepEqual(check(other), { words: WRONG, status: 1 })
    assert.deepEqual(check(proof, 'a'.repeat(64)), { words: WRONG, status: 1 })
    assert.equal(check({ ...proof, hashes: proof.hashes.slice(1) }).status, 1)
    assert.equal(
      check({ ...proof, hashes: [...proof.hashes, root] }).words,
      'WRONG: The proof has too many hashes',
    )
    assert.equal(check('{').words, 'WRONG: The file is not of the format selection-proof/1')
  })
  test('the blind of an entry follows from the salt of the person’s receipt (selection#selection-blind)', async () => {
    const { entry } = await readProof(40)
    const row = await portal.db.row<{ salt: Buffer }>(
      sql`select salt from submissions where application_id = ${people[40]?.application_id}`,
    )
    assert.equal(row?.salt.length, 32)
    assert.equal(
      entry.blind,
      createHmac('sha256', row?.salt ?? '')
        .update('pool')
        .digest('hex'),
    )
  })
  test('after a correction, the proof has the points of the frozen pool', async () => {
    const id = people[20]?.application_id ?? 0
    // The points of the last result are corrected ones. The frozen pool never changes.
    await portal.db.run(sql`update selection_results set points = points + 1 where application_id = ${id}`)
    const { visitor } = await ownerOf(portal, id)
    const { points, pool } = good(await visitor.get(`/api/job-applications/${id}/selection/`))
    assert.equal(pool.entry.points, points - 1)
    assert.equal(check(pool).status, 0)
  })
  test('a stored tree that does not lead to the root gives no proof', async () => {
    await portal.db.run(sql`update selection_pool_nodes set hash = sha256('') where level = 0 and index = 1`)
    const id = people[0]?.application_id ?? 0
    const { visitor } = await ownerOf(portal, id)
    assert.equal((await visitor.get(`/api/job-applications/${id}/selection/`)).status, 500)
  })
})
