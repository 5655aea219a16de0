import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { RefusedPack } from '../selection/pack.ts'
import { type Prepared, prepare } from '../selection/prepare.ts'
import { readPack } from '../selection/read-pack.ts'
import { resultText } from '../selection/result-text.ts'
import { type Line, select } from '../selection/select.ts'
import type { Report } from './audit-files.ts'
import {
  type AuditedRun,
  countLines,
  findLines,
  findWrongSum,
  hasErasedPeople,
  type StoredLine,
} from './audit-selections-store.ts'
import { packOfRun } from './selection-pack.ts'

const PAGE = 5_000

/** Builds the pack of a run, its whole input, again from frozen data. Returns it with its digest. */
async function rebuildPack({ db }: Pick<Deps, 'db'>, runId: number) {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  for await (const piece of packOfRun(db, runId)) {
    const chunk = Buffer.from(piece)
    hash.update(chunk)
    chunks.push(chunk)
  }
  return { digest: hash.digest(), prepared: prepare((onEntry) => readPack(chunks, onEntry)) }
}

/** How a stored line differs from the computed one, as the end of a sentence. Undefined if they are equal. */
function findDifference(stored: StoredLine | undefined, line: Line, placeRank: number): string | undefined {
  if (!stored || stored.rank !== line.rank) return 'missing'
  if (stored.leaf.toString('hex') !== line.leaf || !stored.frozen_leaf?.equals(stored.leaf))
    return 'of another person'
  if (stored.place !== line.place || stored.place_rank !== placeRank) return 'at another place'
  if (stored.points !== line.points) return 'with other points'
  if (stored.lot.toString('hex') !== line.lot) return 'with another lot'
  return stored.result === line.result && stored.reason === line.reason ? undefined : 'with another result'
}

/** Compares every stored line with the computed one, and reports the first difference of each unit. */
async function compareLines({ db }: Pick<Deps, 'db'>, run: AuditedRun, prepared: Prepared, report: Report) {
  let count = 0
  for (const { unit, lines } of select(prepared)) {
    const placeRanks = new Map<string, number>()
    let page: StoredLine[] = []
    let isUnitRight = true
    for (const line of lines()) {
      count++
      const placeRank = (placeRanks.get(line.place) ?? 0) + 1
      placeRanks.set(line.place, placeRank)
      const indexInPage = (line.rank - 1) % PAGE
      if (indexInPage === 0) page = await findLines(db, run.id, unit, line.rank - 1, PAGE)
      const difference = findDifference(page[indexInPage], line, placeRank)
      if (difference && isUnitRight) {
        report(`In run ${run.number}, rank ${line.rank} of ${unit} is ${difference}.`)
        isUnitRight = false
      }
    }
  }
  const storedCount = await countLines(db, run.id)
  if (storedCount !== count)
    report(`Run ${run.number} has ${storedCount} lines, but its pack gives ${count}.`)
}

/** Reports the first unit whose stored sums differ from the sums of its stored lines. */
async function checkSums({ db }: Pick<Deps, 'db'>, { id, number }: AuditedRun, report: Report) {
  const sum = await findWrongSum(db, id)
  if (sum) report(`In run ${number}, the sums of ${sum.unit} are not those of its lines.`)
}

/** Computes a run again from frozen data, and compares the digests and lines with the stored ones. */
export async function auditRun(
  deps: Pick<Deps, 'db'>,
  run: AuditedRun,
  reportProblem: Report,
  remark: Report,
): Promise<void> {
  if (!run.is_logged) reportProblem(`The result of run ${run.number} is not in the log.`)
  if (await hasErasedPeople(deps.db, run.id)) {
    remark(`Run ${run.number} cannot be computed again, because applications of its pool were erased.`)
    return checkSums(deps, run, reportProblem)
  }
  try {
    const { digest, prepared } = await rebuildPack(deps, run.id)
    if (!run.pack_digest?.equals(digest))
      reportProblem(`The pack of run ${run.number} is not the one that was computed.`)
    const hash = createHash('sha256')
    for (const piece of resultText(select(prepared))) hash.update(piece)
    if (!run.result_digest?.equals(hash.digest()))
      reportProblem(`The result of run ${run.number} does not follow from its pack.`)
    await compareLines(deps, run, prepared, reportProblem)
    await checkSums(deps, run, reportProblem)
  } catch (error) {
    if (!(error instanceof RefusedPack)) throw error
    reportProblem(`The pack of run ${run.number} cannot be read: ${error.message}`)
  }
}
