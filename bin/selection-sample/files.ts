import { canonical } from '../../contract/canonical.ts'
import { prepare } from '../../server/selection/prepare.ts'
import { publishedFiles } from '../../server/selection/published.ts'
import { readPack } from '../../server/selection/read-pack.ts'
import { resultText } from '../../server/selection/result-text.ts'
import { type Result, select } from '../../server/selection/select.ts'
import { ceremony, seed, seedParts } from './ceremony.ts'
import { people, placeNames, rule, ruleText, sha256 } from './pool.ts'

// Computes the sample selection with the portal's own engine: the files for visitors, and the data of the
// page that shows them.

const { seats, gender, disability, reservePercent } = rule
const packRule = { seats, gender, disability, reservePercent }
const packText = canonical({
  format: 'selection-pack/1',
  rule: packRule,
  seed,
  pool: people.map(({ entry }) => entry),
})
/** The pack (all data of the selection) in the form that the engine reads. */
const prepared = () => prepare((onEntry) => readPack([Buffer.from(packText)], onEntry))
const resultJson = [...resultText(select(prepared()))].join('')
const result: Result = JSON.parse(resultJson)

/** The public files of the selection, and the parts of its seed. */
const published = [...publishedFiles(prepared())].map(({ name, pieces }) => {
  const text = [...pieces()].join('')
  return name === 'selection.json'
    ? { name, text: `${JSON.stringify({ ...JSON.parse(text), parts: seedParts }, null, 1)}\n` }
    : { name, text }
})

/** The public files of the sample selection, by file name. */
export const files = [
  { name: 'rule.json', text: ruleText },
  { name: 'pack.json', text: packText },
  { name: 'result.json', text: resultJson },
  ...published,
]

type Line = Result['units'][number]['lines'][number]

/** How many people have each number of points, with the highest number first. */
function barsOf(lines: Line[]) {
  const bars = new Map<number, { points: number; taken: number; reserve: number; not_taken: number }>()
  for (const { points, result: kind } of lines) {
    const bar = bars.get(points) ?? { points, taken: 0, reserve: 0, not_taken: 0 }
    bar[kind] += 1
    bars.set(points, bar)
  }
  return [...bars.values()].sort((left, right) => right.points - left.points)
}

const countOf = <Item>(items: Item[], holds: (item: Item) => boolean) => items.filter(holds).length

const units = result.units.map(({ unit, seats: reserved, filled, shortfalls, lines }) => ({
  name: placeNames[unit],
  code: Number(unit.split(':')[1]),
  seats: reserved,
  filled,
  people: lines.length,
  lowest: Math.min(...lines.filter((line) => line.result === 'taken').map(({ points }) => points)),
  shortfalls: shortfalls.map((shortfall) =>
    shortfall.rule === 'seats' ? { ...shortfall, place: placeNames[shortfall.place] } : shortfall,
  ),
  bars: barsOf(lines),
}))

/**
 * The result as one person of the sample would read it: the first person in Uriri for whom no seat was left.
 */
function onePerson() {
  const lines = result.units
    .flatMap(({ lines: all }) => all)
    .filter(({ place }) => place === 'constituency:257')
  const taken = lines.filter((line) => line.result === 'taken')
  const own = lines.find((line) => line.result === 'not_taken' && line.reason === 'full')
  if (!own) throw new Error('The sample has no one who found every seat of Uriri filled')
  return {
    place: placeNames[own.place],
    rank: lines.indexOf(own) + 1,
    people: lines.length,
    points: own.points,
    criteria: people.find(({ entry }) => entry.leaf === own.leaf)?.byCriterion,
    taken: taken.length,
    last: taken.at(-1)?.points,
    leaf: own.leaf,
  }
}

/** The data for the page about the sample selection. */
export const page = {
  rule,
  ceremony,
  units,
  taken: countOf(
    result.units.flatMap(({ lines }) => lines),
    (line) => line.result === 'taken',
  ),
  person: onePerson(),
  files: files.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text), digest: sha256(text) })),
}
