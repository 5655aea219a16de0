import { canonical } from '#contract/canonical.ts'
import { PACK_FORMAT } from '../selection/pack.ts'
import type { Db } from '../database/connect.ts'
import { findRuleAndSeed, findGoneLeaves, findHeldLeaves, findPoolOf } from './selection-pack-store.ts'

/** The rows that one statement reads: so few that requests of applicants are not slowed down. */
const PAGE = 250

/**
 * Yields the members of a JSON array of leaves, a page at a time. `find` reads the next leaves after a given
 * one: `size` of them, or fewer on the last page.
 */
export async function* leavesOf(
  find: (after: Buffer | undefined) => Promise<{ leaf: Buffer }[]>,
  size: number,
) {
  for (let after: Buffer | undefined, isFirst = true; ; ) {
    const page = await find(after)
    const members = page.map(({ leaf }) => `"${leaf.toString('hex')}"`).join(',')
    if (page.length > 0) yield isFirst ? members : `,${members}`
    isFirst = false
    after = page.at(-1)?.leaf
    if (page.length < size) return
  }
}

/**
 * Yields the pack of a selection's run, which is its whole input, as canonical JSON in pieces. It has the
 * rule, the seed and the pool with corrected points. It also has the people who keep their seat (`held`) and
 * those who no longer take part (`gone`). It reads page by page, so a large pool needs no more memory.
 */
export async function* packOfRun(db: Db, runId: number): AsyncGenerator<string> {
  const selection = await findRuleAndSeed(db, runId)
  if (!selection) throw new RangeError(`no run ${runId}`)
  // Canonical JSON has the names of an object in alphabetical order.
  yield `{"format":${canonical(PACK_FORMAT)},"gone":[`
  yield* leavesOf((after) => findGoneLeaves(db, runId, after, PAGE), PAGE)
  yield '],"held":['
  yield* leavesOf((after) => findHeldLeaves(db, runId, after, PAGE), PAGE)
  yield '],"pool":['
  for (let after: Buffer | undefined, isFirst = true; ; ) {
    const page = await findPoolOf(db, runId, after, PAGE)
    let text = ''
    for (const { leaf, ...facts } of page) {
      text += `${isFirst ? '' : ','}${canonical({ ...facts, leaf: leaf.toString('hex') })}`
      isFirst = false
    }
    yield text
    after = page.at(-1)?.leaf
    if (page.length < PAGE) break
  }
  const { seats, gender, disability, reservePercent } = selection.rule
  const rule = canonical({ seats, gender, disability, reservePercent })
  yield `],"rule":${rule},"seed":"${selection.seed}"}`
}
