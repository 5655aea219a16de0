import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openPortal, type Portal } from '../support/portal.ts'

type County = { id: number; name: string; county_name: string }
type Constituency = { id: number; name: string; constituency_name: string; county_id: number }
type Ward = { id: number; name: string; ward_name: string; constituency_id: number }

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
const get = (path: string) => portal.visitor().get(path)
const counties = async () => (await get('/api/counties/')).json as County[]
const constituencies = async (query = '') =>
  (await get(`/api/constituencies/${query}`)).json as Constituency[]
const wards = async (query = '') => (await get(`/api/wards/${query}`)).json as Ward[]

test('47 counties, 290 constituencies, 1,450 wards, each with both names and in the order of the alphabet (A14)', async () => {
  const all = [await counties(), await constituencies(), await wards()] as const
  assert.deepEqual(
    all.map((list) => list.length),
    [47, 290, 1_450],
  )
  for (const list of all) {
    assert.equal(new Set(list.map((entry) => entry.id)).size, list.length)
    const names = list.map((entry) => entry.name)
    assert.deepEqual(names, [...names].sort())
  }
  assert.ok(all[0].every((entry) => entry.name === entry.county_name))
  assert.ok(all[1].every((entry) => entry.name === entry.constituency_name))
  assert.ok(all[2].every((entry) => entry.name === entry.ward_name))
  assert.deepEqual(
    all[0].find((entry) => entry.id === 47),
    { id: 47, name: 'Nairobi City', county_name: 'Nairobi City' },
  )
})

test('S1 §7 a filter gives exactly what lies in the place above; together they give all', async () => {
  const totals = { constituencies: 0, wards: 0 }
  for (const county of await counties()) {
    const inside = await constituencies(`?county_id=${county.id}`)
    assert.ok(inside.length > 0 && inside.every((entry) => entry.county_id === county.id), county.name)
    totals.constituencies += inside.length
  }
  for (const constituency of await constituencies()) {
    const inside = await wards(`?constituency_id=${constituency.id}`)
    assert.ok(
      inside.length > 0 && inside.every((entry) => entry.constituency_id === constituency.id),
      constituency.name,
    )
    totals.wards += inside.length
  }
  assert.deepEqual(totals, { constituencies: 290, wards: 1_450 })
  assert.deepEqual((await constituencies('?county_id=4')).map((entry) => entry.name).sort(), [
    'Bura',
    'Galole',
    'Garsen',
  ])
  assert.deepEqual(
    [
      (await wards('?constituency_id=290')).length,
      (await wards('?constituency_id=1')).map((entry) => entry.name).includes('Port Reitz'),
    ],
    [6, true],
  )
})

test('a place that does not exist has nothing in it', async () => {
  assert.deepEqual(await constituencies('?county_id=48'), [])
  assert.deepEqual(await wards('?constituency_id=2147483647'), [])
})

for (const id of ['abc', '0', '-1', '1.5', '2147483648', '99999999999', '', '%00', '1%20or%201=1', "1'"]) {
  test(`an id that is no id (${id || 'empty'}) is 422 at its field, not a list of all`, async () => {
    for (const [path, field] of [
      ['/api/constituencies/?county_id=', 'county_id'],
      ['/api/wards/?constituency_id=', 'constituency_id'],
    ]) {
      const answer = await get(`${path}${id}`)
      assert.equal(answer.status, 422)
      assert.ok(Array.isArray(answer.json[field ?? '']))
    }
  })
}
test('two ids at once are 422', async () => {
  assert.equal((await get('/api/constituencies/?county_id=1&county_id=2')).status, 422)
})

test('J10 the file that serves when the lists fail is what the database holds', async () => {
  const file = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../public/locations-v1.json'), 'utf8'),
  ) as Record<string, [number, ...unknown[]][]>
  const byId = (rows: [number, ...unknown[]][] | undefined) =>
    [...(rows ?? [])].sort(([left], [right]) => left - right)
  assert.deepEqual(Object.keys(file), ['counties', 'constituencies', 'wards'])
  assert.deepEqual(byId(file.counties), byId((await counties()).map(({ id, name }) => [id, name])))
  assert.deepEqual(
    byId(file.constituencies),
    byId((await constituencies()).map(({ id, name, county_id }) => [id, name, county_id])),
  )
  assert.deepEqual(
    byId(file.wards),
    byId((await wards()).map(({ id, name, constituency_id }) => [id, name, constituency_id])),
  )
})
