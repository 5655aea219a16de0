import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { canonical } from '#contract/canonical.ts'
import type { ResultFile } from '#contract/selection-checks/result-endpoints.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { PUBLISHED_FORMAT } from '../selection/published.ts'
import { ANY_ORIGIN_HEADERS } from '../transparency/files.ts'
import { leavesOf } from '../transparency/selection-pack.ts'
import { findGoneOf, findHeldOf } from '../transparency/selection-pack-store.ts'
import { findLines, findPublishedRun, type PublishedRunRow } from './public-files-store.ts'

const PAGE = 5_000
/** Files that are sent at a time: each reads the database for as long as its reader takes. */
const MOST_AT_ONCE = 4

/** The parts of the seed, of which it is the SHA-256. */
function partsOf({ dice, pool_root, randomness, reveals, round, rule }: Record<string, unknown>) {
  return { dice, pool_root, randomness, reveals, round, rule }
}

/** `selection.json`, as docs/selection.md describes it. Its closings do not tell gender or disability. */
async function* wholeText(db: Db, run: PublishedRunRow): AsyncGenerator<string> {
  const { seats, gender, disability, reservePercent } = run.rule
  const rule = canonical({ seats, gender, disability, reservePercent })
  yield `{"format":"${PUBLISHED_FORMAT}","rule":${rule},"seed":${JSON.stringify(run.seed['seed'])},`
  yield `"parts":${canonical(partsOf(run.seed))},"held":[`
  yield* leavesOf((after) => findHeldOf(db, run.id, after, PAGE), PAGE)
  yield '],"gone":['
  yield* leavesOf((after) => findGoneOf(db, run.id, after, PAGE), PAGE)
  const units = run.units.map(({ unit, closings }, index) => ({
    unit,
    file: `unit-${index + 1}.jsonl`,
    closings: closings.map(({ place, rank }) => ({ place, rank })),
  }))
  yield `],"units":${JSON.stringify(units)}}\n`
}

/** A file of a unit: a line for each person, in order, without gender, disability and reason. */
async function* linesText(db: Db, id: number, unit: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const page = await findLines(db, { id, unit, after }, PAGE)
    const lines = page.map(({ rank, points, lot, leaf, place, result }) =>
      JSON.stringify({ rank, points, lot: lot.toString('hex'), leaf: leaf.toString('hex'), place, result }),
    )
    if (lines.length > 0) yield `${lines.join('\n')}\n`
    after = page.at(-1)?.rank ?? 0
    if (page.length < PAGE) return
  }
}

/** The text of a file by its name, whole or in pieces; undefined for a name that no file has. */
function textOf(db: Db, run: PublishedRunRow, name: string): AsyncGenerator<string> | string | undefined {
  if (name === 'rule.json') return run.rule_text
  if (name === 'selection.json') return wholeText(db, run)
  // NaN for any other name: no unit has that index.
  const number = Number(/^unit-([1-9]\d{0,3})\.jsonl$/.exec(name)?.[1])
  const unit = run.units[number - 1]?.unit
  return unit === undefined ? undefined : linesText(db, run.id, unit)
}

/** The files of a published run with their sizes and SHA-256, as they are served. */
export async function digestFiles(db: Db, jobId: number, number: number): Promise<ResultFile[]> {
  const run = await findPublishedRun(db, jobId, number)
  if (!run) return []
  const names = ['rule.json', 'selection.json', ...run.units.map((_, index) => `unit-${index + 1}.jsonl`)]
  const files: ResultFile[] = []
  for (const name of names) {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of textOf(db, run, name) ?? '') {
      hash.update(piece)
      bytes += Buffer.byteLength(piece)
    }
    files.push({ name, bytes, digest: hash.digest('hex') })
  }
  return files
}

/** A number in an address; 0, which no row has, for anything else: `12` is 12, `012` and `x` are 0. */
const idIn = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

/**
 * Serves what anyone may have of a published result, beside the public log: `selection.json`, `rule.json` and
 * a file for each unit. They are read from the database page by page, so each machine has them, and a large
 * one needs no more memory. A published result never changes; a later run has files of its own.
 */
export function mountSelectionFiles({ db }: Pick<Deps, 'db'>, app: FastifyInstance) {
  let reading = 0
  app.get<{ Params: { job: string; run: string; name: string } }>(
    '/log/selections/:job/:run/:name',
    async ({ params }, reply) => {
      const run = await findPublishedRun(db, idIn(params.job), idIn(params.run))
      const text = run && textOf(db, run, params.name)
      if (text === undefined) throw refuse('not_found')
      reply
        .headers(ANY_ORIGIN_HEADERS)
        .type(params.name.endsWith('.jsonl') ? 'application/x-ndjson' : 'application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=86400, immutable')
      if (typeof text === 'string') return reply.send(text)
      if (reading >= MOST_AT_ONCE) throw refuse('busy')
      reading++
      const stream = Readable.from(text, { objectMode: false })
      stream.once('close', () => reading--)
      return reply.send(stream)
    },
  )
}
