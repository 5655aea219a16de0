import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { canonical } from '#contract/canonical.ts'
import type { ResultFile } from '#contract/selections/result-endpoints.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { PUBLISHED_FORMAT } from '../selection/published.ts'
import { ANY_ORIGIN_HEADERS } from '../transparency/files.ts'
import { leavesOf } from '../transparency/selection-pack.ts'
import { findGoneLeaves, findHeldLeaves } from '../transparency/selection-pack-store.ts'
import { LONG_REST, restAfterParts } from '../worker.ts'
import { findLines, findPublishedRun, type PublishedRunRow } from './public-files-store.ts'

/** The rows that one statement reads: so few that requests of applicants are not slowed down. */
const PAGE = 250
/** How many files are sent at the same time: each reads the database until its download ends. */
const MOST_AT_ONCE = 4

/** The parts of the seed. The seed is the SHA-256 of their document. */
function partsOf({ dice, pool_root, randomness, reveals, round, rule }: Record<string, unknown>) {
  return { dice, pool_root, randomness, reveals, round, rule }
}

/**
 * The file `selection.json`, as docs/selection.md describes it. `held` has the people who keep their seat,
 * `gone` those who no longer take part. Its closings show no gender or disability.
 */
async function* wholeText(db: Db, run: PublishedRunRow): AsyncGenerator<string> {
  const { seats, gender, disability, reservePercent } = run.rule
  const rule = canonical({ seats, gender, disability, reservePercent })
  yield `{"format":"${PUBLISHED_FORMAT}","rule":${rule},"seed":${JSON.stringify(run.seed['seed'])},`
  yield `"parts":${canonical(partsOf(run.seed))},"held":[`
  yield* leavesOf((after) => findHeldLeaves(db, run.id, after, PAGE), PAGE)
  yield '],"gone":['
  yield* leavesOf((after) => findGoneLeaves(db, run.id, after, PAGE), PAGE)
  const units = run.units.map(({ unit, closings }, index) => ({
    unit,
    file: `unit-${index + 1}.jsonl`,
    closings: closings.map(({ place, rank }) => ({ place, rank })),
  }))
  yield `],"units":${JSON.stringify(units)}}\n`
}

/** The file of a unit: a line for each person in order of merit, without gender, disability and reason. */
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

/** The text of a public file by its name, whole or in pieces; undefined when no file has this name. */
function textOf(db: Db, run: PublishedRunRow, name: string): AsyncGenerator<string> | string | undefined {
  if (name === 'rule.json') return run.rule_text
  if (name === 'selection.json') return wholeText(db, run)
  // Any other name gives NaN, which is no unit's index.
  const number = Number(/^unit-([1-9]\d{0,3})\.jsonl$/.exec(name)?.[1])
  const unit = run.units[number - 1]?.unit
  return unit === undefined ? undefined : linesText(db, run.id, unit)
}

/**
 * The public files of a published run, as they are served, with their sizes and SHA-256. The computation
 * rests after each page, so that requests go first.
 */
export async function digestFiles(db: Db, jobId: number, number: number): Promise<ResultFile[]> {
  const run = await findPublishedRun(db, jobId, number)
  if (!run) return []
  const names = ['rule.json', 'selection.json', ...run.units.map((_, index) => `unit-${index + 1}.jsonl`)]
  const files: ResultFile[] = []
  const rest = restAfterParts(LONG_REST)
  for (const name of names) {
    const hash = createHash('sha256')
    let bytes = 0
    const text = textOf(db, run, name) ?? ''
    // The text of the rule is one piece. As a string, it would be read character by character.
    for await (const piece of typeof text === 'string' ? [text] : text) {
      hash.update(piece)
      bytes += Buffer.byteLength(piece)
      await rest()
    }
    files.push({ name, bytes, digest: hash.digest('hex') })
  }
  return files
}

/** The number in an address: `12` is 12. Other texts, such as `012` or `x`, give 0, which no row has. */
const idIn = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

/**
 * Serves the public files of a published result: `selection.json`, `rule.json` and a file for each unit. They
 * are read from the database page by page, so every machine has them, and a large file needs no more memory.
 * A published result never changes; a later run has its own files.
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
