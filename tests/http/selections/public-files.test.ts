import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { applyDueLists } from '../../../server/decisions/apply-lists.ts'
import { advanceSelections } from '../../../server/selection-ceremony/work.ts'
import { publishResults } from '../../../server/selections/publish.ts'
import { appendCheckpoint } from '../../../server/transparency/append-checkpoint.ts'
import { jobForSelection, roundOf } from '../../support/ceremony.ts'
import { good } from '../../support/decisions.ts'
import { openPortal, type Portal } from '../../support/portal.ts'
import { type Officer, officer } from '../../support/staff.ts'
import { jobDesk } from '../../support/staff-jobs.ts'

const DICE = '31415926535897932384'
const CLOSED = new Date('2026-12-04T09:00:00Z')
const FILES = ['rule.json', 'selection.json', 'unit-1.jsonl']

let portal: Portal
let job: number
before(async () => {
  portal = await openPortal()
  job = await jobForSelection(portal, await jobDesk(portal))
  portal.clock.set(CLOSED)
})
after(() => portal.close())

const officers = async () => [await officer(portal, 'recruiter'), await officer(portal, 'approver')] as const
const act = async (by: Officer, name: string, body: object) =>
  good(await by.visitor.post(`/api/staff/jobs/${job}/selection/${name}`, body))
const read = (name: string, run = 1) => portal.visitor().get(`/log/selections/${job}/${run}/${name}`)

async function draw() {
  const [first, second] = await officers()
  await act(first, '', { at: '2026-12-05T15:00:00Z', observers: [] })
  await advanceSelections(portal.deps)
  const { pool_digest: digest } = good(await second.visitor.get(`/api/staff/jobs/${job}/selection/`))
  const { ceremony } = await act(second, 'approve/', { digest })
  for (const by of [first, second]) await act(by, 'dice/', { dice: DICE })
  await appendCheckpoint(portal.deps)
  await advanceSelections(portal.deps)
  portal.clock.set(new Date(Date.parse(ceremony.round.at) + 5_000))
  const [later] = await officers()
  await act(later, 'beacon/', { beacon: JSON.stringify(roundOf(ceremony.round.number)) })
  await advanceSelections(portal.deps)
}
async function publish() {
  const [first, second] = await officers()
  const { lists } = await act(first, 'lists/', {})
  for (const { id } of lists) {
    const { digest } = good(await second.visitor.get(`/api/staff/decisions/${id}/`))
    good(await second.visitor.post(`/api/staff/decisions/${id}/decide/`, { approve: true, digest }))
  }
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await publishResults(portal.deps)
}

test('selection: the files of a published result are there for everyone, and the checker finds them correct', async () => {
  await draw()
  for (const name of FILES) assert.equal((await read(name)).status, 404, 'before it took effect')
  await publish()
  const folder = mkdtempSync(join(tmpdir(), 'portal-selection-'))
  try {
    const { units } = good(await read('selection.json'))
    const names = ['rule.json', 'selection.json', ...units.map(({ file }: { file: string }) => file)]
    for (const name of names) {
      const { status, text } = await read(name)
      assert.equal(status, 200, name)
      writeFileSync(join(folder, name), text)
      assert.doesNotMatch(text, /female|"male"|disability":(?:true|false)/, name)
    }
    const checker = join(import.meta.dirname, '../../../docs/check-selection.mjs')
    const check = () => spawnSync(process.execPath, [checker, folder], { encoding: 'utf8' }).stdout
    assert.equal(
      check(),
      'correct: 5 people in 47 units, 2 taken; all 5 lots follow from the seed, and the seed from its parts\n',
    )
    const { file } = units.find(({ unit }: { unit: string }) => unit === 'county:7')
    const { text } = await read(file)
    assert.match(text, /"taken"/)
    writeFileSync(join(folder, file), text.replace('"taken"', '"reserve"'))
    assert.match(check(), /^WRONG: /)
  } finally {
    rmSync(folder, { recursive: true })
  }
  for (const name of ['unit-48.jsonl', 'unit-0.jsonl', 'pack.json', '..%2f..%2fcheckpoint'])
    assert.equal((await read(name)).status, 404, name)
  assert.equal((await read('selection.json', 2)).status, 404)
  const [selection] = good(await portal.visitor().get(`/api/selections/${job}/`)).selections
  assert.deepEqual(
    selection.results.map(({ run, units }: { run: number; units: number }) => [run, units]),
    [[1, 47]],
  )
})

test('selection: a published result has its sums by unit, its bars, and the digests of its files', async () => {
  const visitor = portal.visitor()
  const path = `/api/selections/${job}/results/1/`
  const { result } = good(await visitor.get(path))
  const { number, ...unit } = result.units.find(({ unit }: { unit: string }) => unit === 'county:7')
  assert.deepEqual(unit, {
    unit: 'county:7',
    name: 'Garissa',
    county: { code: 7, name: 'Garissa' },
    seats: 2,
    filled: 2,
    people: 5,
    lowest: 10,
    shortfalls: [],
  })
  for (const { name, bytes, digest } of result.files) {
    const { text } = await read(name)
    assert.equal(Buffer.byteLength(text), bytes, name)
    assert.equal(createHash('sha256').update(text).digest('hex'), digest, name)
  }
  assert.equal(result.files.length, result.units.length + 2)
  const { result: one } = good(await visitor.get(`${path}units/${number}/`))
  assert.deepEqual(one.bars, [{ points: 10, taken: 2, reserve: 1, not_taken: 2 }])
  assert.equal(one.file.name, `unit-${number}.jsonl`)
  for (const missing of [`${path}units/99/`, path.replace('/1/', '/2/'), '/api/selections/999999/results/1/'])
    assert.equal(good(await visitor.get(missing)).result, null, missing)
  const { selections } = good(await visitor.get('/api/selections/'))
  assert.deepEqual(
    selections.map((entry: { job: { id: number }; state: string }) => [entry.job.id, entry.state]),
    [[job, 'published']],
  )
})
