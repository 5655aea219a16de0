import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { jobForSelection } from '../support/ceremony.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { jobStaff } from '../support/staff-jobs.ts'

const FILES = ['rule.json', 'selection.json', 'unit-1.jsonl']

let portal: Portal
let job: number
before(async () => {
  portal = await openPortal()
  job = await jobForSelection(portal, await jobStaff(portal))
})
after(() => portal.close())

const read = (name: string, run = 1) => portal.visitor().get(`/log/selections/${job}/${run}/${name}`)

test('selection: the files of a published result are there for everyone, and the checker finds them correct (selection#selection-public-files, selection#selection-check)', async () => {
  await drawSelection(portal, job)
  for (const name of FILES) assert.equal((await read(name)).status, 404, 'before it took effect')
  await publishSelection(portal, job)
  const folder = mkdtempSync(join(tmpdir(), 'portal-selection-'))
  try {
    const { units } = good(await read('selection.json'))
    const names = ['rule.json', 'selection.json', ...units.map(({ file }: { file: string }) => file)]
    for (const name of names) {
      const { status, text } = await read(name)
      assert.equal(status, 200, name)
      writeFileSync(join(folder, name), text)
      // The public files must not tell a person's gender or disability.
      assert.doesNotMatch(text, /female|"male"|disability":(?:true|false)/, name)
    }
    const checker = join(import.meta.dirname, '../../docs/check-selection.mjs')
    const check = () => spawnSync(process.execPath, [checker, folder], { encoding: 'utf8' }).stdout
    assert.equal(
      check(),
      'correct: 5 people in 47 units, 2 taken; all 5 lots follow from the seed, and the seed from its parts\n',
    )
    // After one result is changed, the checker must report it.
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
