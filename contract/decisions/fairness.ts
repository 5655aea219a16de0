import { REPORTS } from '../reports/limits.ts'
import { isAboveTwoThirds, isAtLeastFivePercent } from './constitution.ts'

/**
 * A number of people that reveals no one. `count` is null when the number is hidden. It is hidden because it
 * is under five (`fewer` is true), or because it would reveal another small number.
 */
export type Cell = { count: number | null; fewer: boolean }

const { smallestShownCount } = REPORTS
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/**
 * Hides counts that could identify people, when their total is known: every count under five, and every count
 * that would reveal one of these. `isZeroPublic` says which counts may be shown when they are zero.
 */
export function suppressSmallCounts(
  counts: readonly number[],
  isZeroPublic: readonly boolean[] = [],
): Cell[] {
  const isPublicZero = (position: number) => counts[position] === 0 && isZeroPublic[position] === true
  const isSmall = counts.map((count, index) => count < smallestShownCount && !isPublicZero(index))
  const hiddenPositions = new Set([...counts.keys()].filter((position) => isSmall[position]))
  const numberOfSmall = isSmall.filter(Boolean).length
  // From the total, a reader can compute the sum of the hidden counts. If only small counts were hidden, that
  // sum could reveal them. So larger counts, of five or more, are hidden too. That is enough when every small
  // count could still be four: the sum must be large enough for five in each larger count and four in each
  // small count.
  const isSafe = () => {
    const numberOfLarger = hiddenPositions.size - numberOfSmall
    const hiddenSum = sum(counts.filter((_, index) => hiddenPositions.has(index)))
    const neededSum = smallestShownCount * numberOfLarger + (smallestShownCount - 1) * numberOfSmall
    return numberOfLarger > 0 && hiddenSum >= neededSum
  }
  // Counts are hidden from the end, whatever their size: a choice by size would reveal which count is
  // smaller.
  const hideable = [...counts.keys()].filter(
    (position) => !hiddenPositions.has(position) && !isPublicZero(position),
  )
  while (numberOfSmall > 0 && !isSafe()) {
    const lastHideable = hideable.pop()
    if (lastHideable === undefined) return counts.map(() => ({ count: null, fewer: false }))
    hiddenPositions.add(lastHideable)
  }
  return counts.map((count, index) =>
    hiddenPositions.has(index) ? { count: null, fewer: isSmall[index] === true } : { count, fewer: false },
  )
}

/**
 * Hides counts of a list on which some people have their names shown (`visible`). A reader can count these
 * people and subtract them from a sum. So only the counts of the people with hidden names (`hidden`) decide
 * what is shown.
 */
export function suppressMixedCounts(
  hidden: readonly number[],
  visible: readonly number[],
  isZeroPublic: readonly boolean[] = [],
): Cell[] {
  const isEveryoneVisible = sum(hidden) === 0
  const cells: Cell[] = isEveryoneVisible
    ? hidden.map((count) => ({ count, fewer: false }))
    : suppressSmallCounts(hidden, isZeroPublic)
  return cells.map(({ count, fewer }, index) => {
    const visibleCount = visible[index] ?? 0
    // `fewer` says that the whole count is under five. With visible people in it, that would say more about
    // the hidden ones.
    return count === null
      ? { count: null, fewer: fewer && visibleCount === 0 }
      : { count: count + visibleCount, fewer: false }
  })
}

/** The range in which each count can be, as a reader can conclude from the shown counts and the total. */
const bounds = (cells: readonly Cell[], total: number) => {
  const possible = cells.map(({ count, fewer: isSmall }) =>
    count === null ? { from: 0, to: isSmall ? smallestShownCount - 1 : total } : { from: count, to: count },
  )
  return possible.map(({ from, to }, index) => {
    const others = possible.filter((_, other) => other !== index)
    return {
      from: Math.max(from, total - sum(others.map((range) => range.to))),
      to: Math.min(to, total - sum(others.map((range) => range.from))),
    }
  })
}

/** Whether a rule of the Constitution is kept. `unknown`: the shown numbers do not say. */
export const RULE_RESULTS = ['within', 'outside', 'unknown'] as const
export type RuleResult = (typeof RULE_RESULTS)[number]

/**
 * Whether at most two thirds of the people are of one gender (Constitution, Article 27(8)). It uses only the
 * shown numbers, so that the result reveals nothing more.
 */
export function keepsTwoThirds(cells: readonly Cell[], total: number): RuleResult {
  if (total === 0) return 'unknown'
  const ranges = bounds(cells, total)
  if (ranges.some(({ from }) => isAboveTwoThirds(from, total))) return 'outside'
  return ranges.some(({ to }) => isAboveTwoThirds(to, total)) ? 'unknown' : 'within'
}

/**
 * Whether at least five percent are persons with disabilities (Constitution, Article 54(2)), who are in the
 * first cell. It uses only the shown numbers.
 */
export function keepsFivePercent(cells: readonly Cell[], total: number): RuleResult {
  const [withDisability] = bounds(cells, total)
  if (!withDisability || total === 0) return 'unknown'
  if (isAtLeastFivePercent(withDisability.from, total)) return 'within'
  return isAtLeastFivePercent(withDisability.to, total) ? 'unknown' : 'outside'
}

/**
 * A share in percent, such as `41%`. Near a legal limit, a share that is not whole has a decimal: 4.99% is
 * `5.0%`, so that only exactly 5% is `5%`. A half percent has a decimal too, because two rounded halves would
 * add up to 101.
 */
export const percent = (count: number, total: number): string => {
  const share = (100 * count) / total
  if (count > 0 && share < 0.5) return 'under 1%'
  const isNearLimit = [5, 100 / 3, 200 / 3].some((limit) => Math.abs(share - limit) < 1)
  const hasDecimal = (isNearLimit && !Number.isInteger(share)) || share % 1 === 0.5
  return `${hasDecimal ? share.toFixed(1) : Math.round(share)}%`
}

/** A share in words: `women 41%`, or `women fewer than 5`; undefined if it is hidden for another reason. */
const shareInWords = (name: string, { count, fewer: isSmall }: Cell, total: number) =>
  count !== null
    ? `${name} ${percent(count, total)}`
    : isSmall
      ? `${name} fewer than ${smallestShownCount}`
      : undefined

const TOO_FEW = 'too few to say'
const PWD_RESULT_WORDS: Record<RuleResult, string> = {
  within: 'at least 5%',
  outside: 'below 5%',
  unknown: TOO_FEW,
}

/** The known shares and the rule: `Women 41%, men 59%: within the two-thirds rule`. */
const sentence = (parts: (string | undefined)[], verdict: string) => {
  const known = parts.filter((part) => part !== undefined)
  const text = known.length > 0 ? `${known.join(', ')}: ${verdict}` : verdict
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The sentence about the genders on a list. The cells are women, men and others. */
export function genderInWords(cells: readonly Cell[], total: number): string {
  const names = ['women', 'men', 'others']
  const result = keepsTwoThirds(cells, total)
  // Undefined unless the result is `outside`, the only one whose words contain it.
  const majority = names[bounds(cells, total).findIndex(({ from }) => isAboveTwoThirds(from, total))]
  const verdicts: Record<RuleResult, string> = {
    within: 'within the two-thirds rule',
    outside: `${majority} are more than two-thirds`,
    unknown: TOO_FEW,
  }
  return sentence(
    cells.map((cell, index) =>
      names[index] === 'others' && cell.count === 0
        ? undefined
        : shareInWords(names[index] ?? '', cell, total),
    ),
    verdicts[result],
  )
}

/**
 * The sentence about disability: `Persons with disabilities 3%: below 5%`. The cells are people with and
 * without a disability.
 */
export const disabilityInWords = (cells: readonly Cell[], total: number): string =>
  sentence(
    [cells[0] && shareInWords('persons with disabilities', cells[0], total)],
    PWD_RESULT_WORDS[keepsFivePercent(cells, total)],
  )
