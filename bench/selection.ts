import { spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { replay } from '../server/selection/command.ts'
import { PEOPLE, PLACES, PLACES_OF_UNIT, SEATS, writeElection } from '../tests/support/selection-election.ts'
import { median } from './rounds.ts'
import { meetsGoal, type TableRow, table } from './table.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

/** How the wards are grouped into units, and the goals for time and memory. */
type Shape = { what: string; placesOfUnit: number; withinSeconds: number; withinMb: number }
const SHAPES: Shape[] = [
  { what: '290 units of 5 places', placesOfUnit: PLACES_OF_UNIT, withinSeconds: 60, withinMb: 600 },
  { what: 'one unit of 1,450 places', placesOfUnit: PLACES, withinSeconds: 300, withinMb: 600 },
]

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The fastest possible selection: one loop over the file that draws the lots, one sort, and the seats in this
 * order, without shares. It writes the result lines as the product does.
 */
async function bareLoop(file: string): Promise<string> {
  const people: { leaf: string; lot: string; unit: string; place: string; points: number }[] = []
  const key = digest('seed')
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.startsWith('{"leaf"')) continue
    const { leaf, unit, place, points } = JSON.parse(line.replace(/,$/, '')) as (typeof people)[number]
    const lot = createHmac('sha256', key).update(Buffer.from(leaf, 'hex')).digest('hex')
    people.push({ leaf, lot, unit, place, points })
  }
  people.sort(
    (left, right) =>
      (left.unit < right.unit ? -1 : Number(left.unit > right.unit)) ||
      right.points - left.points ||
      (left.lot < right.lot ? -1 : 1),
  )
  const seats = new Map<string, number>()
  const hash = createHash('sha256')
  for (const { leaf, lot, place, points } of people) {
    const left = seats.get(place) ?? Math.floor(SEATS / PLACES)
    seats.set(place, left - 1)
    hash.update(JSON.stringify({ leaf, lot, place, points, result: left > 0 ? 'taken' : 'not_taken' }))
  }
  return hash.digest('hex')
}

type Run = { seconds: number; mb: number }

/**
 * Runs the product or the fastest possible selection in its own process. Returns its time and peak memory.
 */
async function measure(which: 'product' | 'limit', file: string): Promise<Run> {
  const child = spawn(process.execPath, [import.meta.filename, which, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[output], [code]] = (await Promise.all([once(child.stdout, 'data'), once(child, 'exit')])) as [
    [Buffer],
    [number | null],
  ]
  if (code !== 0) throw new Error(`the ${which} ended with ${code}`)
  return JSON.parse(output.toString()) as Run
}

async function measureShape(folder: string, shape: Shape): Promise<TableRow[]> {
  const file = join(folder, `pack-${shape.placesOfUnit}.json`)
  writeElection(file, shape)
  const runs: { limit: Run; product: Run }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    runs.push({ limit: await measure('limit', file), product: await measure('product', file) })
    console.error(`${shape.what}: ${JSON.stringify(runs.at(-1))}`)
  }
  const ratios = runs.map(({ limit, product }) => limit.seconds / product.seconds)
  const seconds = runs.map(({ product }) => product.seconds)
  const mb = runs.map(({ product }) => product.mb)
  /**
   * A row for time or memory, of which the product should use little. So the columns have other roles here.
   * `product` is what the product is allowed to use, and `limit` is what it used. The goal is met if the
   * ratio, allowed over used, is at least 1.
   */
  const row = (what: string, against: string, allowed: number, used: number[]): TableRow => ({
    what,
    against,
    product: allowed,
    limit: median(used),
    ratio: allowed / median(used),
    lowest: allowed / Math.max(...used),
    highest: allowed / Math.min(...used),
    goal: 1,
  })
  return [
    {
      what: `People selected, ${shape.what}`,
      against: 'a bare loop: lots, sort, seats',
      product: PEOPLE / median(seconds),
      limit: PEOPLE / median(runs.map(({ limit }) => limit.seconds)),
      ratio: median(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      goal: 0.5,
    },
    row('Seconds that it may take', 'it took', shape.withinSeconds, seconds),
    row('Memory that it may use, in MB', 'its peak', shape.withinMb, mb),
  ]
}

/** Measures time and memory of a whole election's selection. Returns whether the goals are met. */
export async function selection(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-selection-'))
  try {
    const rows: TableRow[] = []
    for (const shape of SHAPES) rows.push(...(await measureShape(folder, shape)))
    console.log(`Node ${process.versions.node}, medians of ${ROUNDS} rounds.\n\n${table(rows)}`)
    return rows.every(meetsGoal)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// When `measure` runs this file, it is the process that is measured.
if (process.argv[1] === import.meta.filename) {
  const [, , which, file = ''] = process.argv
  const startedMs = performance.now()
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() })
  await (which === 'limit' ? bareLoop(file) : replay(file, discarded))
  const mb = Math.round(process.resourceUsage().maxRSS / 1_024)
  console.log(JSON.stringify({ seconds: (performance.now() - startedMs) / 1_000, mb }))
}
