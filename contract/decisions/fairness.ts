import { REPORTS } from '../reports/limits.ts'
import { isAboveTwoThirds, isFivePercent } from './constitution.ts'

/**
 * A sum of people, safe to disclose. `fewer`: under five. Null without `fewer`: hidden, because it would
 * reveal a small one.
 */
export type Cell = { count: number | null; fewer: boolean }

const { least } = REPORTS
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/**
 * Disclosure control for the parts of a whole of known size: hides every count under five, and any count that
 * would reveal one. With
 * `noughtIsOpen`, a zero is shown: it reveals no one, because no one chose that answer.
 */
export function suppressSmallCounts(
  counts: readonly number[],
  isZeroPublic: readonly boolean[] = [],
): Cell[] {
  const isPublicZero = (position: number) => counts[position] === 0 && isZeroPublic[position] === true
  const isSmall = counts.map((count, index) => count < least && !isPublicZero(index))
  const hidden = new Set([...counts.keys()].filter((position) => isSmall[position]))
  const smallCount = isSmall.filter(Boolean).length
  // The sum of the hidden counts can be computed, so a count of five or more must be hidden too. With five
  // for each of those, the small counts must still be able to have any value.
  const isSafe = () =>
    hidden.size > smallCount &&
    sum(counts.filter((_, index) => hidden.has(index))) - least * (hidden.size - smallCount) >=
      (least - 1) * smallCount
  // Hide the last ones first, whatever their size: a choice by size would reveal which is smaller.
  const hideable = [...counts.keys()].filter((position) => !hidden.has(position) && !isPublicZero(position))
  while (smallCount > 0 && !isSafe()) {
    const lastHideable = hideable.pop()
    if (lastHideable === undefined) return counts.map(() => ({ count: null, fewer: false }))
    hidden.add(lastHideable)
  }
  return counts.map((count, index) =>
    hidden.has(index) ? { count: null, fewer: isSmall[index] === true } : { count, fewer: false },
  )
}

/** The lower and upper bound of each cell that the disclosed cells allow. */
const bounds = (cells: readonly Cell[], total: number) => {
  const possible = cells.map(({ count, fewer: isSmall }) =>
    count === null ? { from: 0, to: isSmall ? least - 1 : total } : { from: count, to: count },
  )
  return possible.map(({ from, to }, index) => {
    const others = possible.filter((_, other) => other !== index)
    return {
      from: Math.max(from, total - sum(others.map((range) => range.to))),
      to: Math.min(to, total - sum(others.map((range) => range.from))),
    }
  })
}

/** `unknown`: the disclosed numbers do not decide it. */
export const RULES = ['within', 'outside', 'unknown'] as const
export type RuleResult = (typeof RULES)[number]

/**
 * Article 27(8) of the Constitution: not more than two-thirds of one gender. Uses only what the cells
 * disclose.
 */
export function keepsTwoThirds(cells: readonly Cell[], total: number): RuleResult {
  if (total === 0) return 'unknown'
  const ranges = bounds(cells, total)
  if (ranges.some(({ from }) => isAboveTwoThirds(from, total))) return 'outside'
  return ranges.some(({ to }) => isAboveTwoThirds(to, total)) ? 'unknown' : 'within'
}

/**
 * Article 54(2): at least five percent persons with disabilities, the first cell. Uses only what the cells
 * disclose.
 */
export function keepsFivePercent(cells: readonly Cell[], total: number): RuleResult {
  const [withDisability] = bounds(cells, total)
  if (!withDisability || total === 0) return 'unknown'
  if (isFivePercent(withDisability.from, total)) return 'within'
  return isFivePercent(withDisability.to, total) ? 'unknown' : 'outside'
}

/**
 * A share in whole percent. Near a limit it has one decimal, so that rounding never puts it on the limit. So
 * does .5, so that two halves never add up to 101.
 */
export const percent = (count: number, total: number): string => {
  const share = (100 * count) / total
  if (count > 0 && share < 0.5) return 'under 1%'
  const isNear = [5, 100 / 3, 200 / 3].some((limit) => Math.abs(share - limit) < 1)
  return `${(isNear && !Number.isInteger(share)) || share % 1 === 0.5 ? share.toFixed(1) : Math.round(share)}%`
}

const shareInWords = (name: string, { count, fewer: isSmall }: Cell, total: number) =>
  count !== null ? `${name} ${percent(count, total)}` : isSmall ? `${name} fewer than ${least}` : undefined

const TOO_FEW = 'too few to say'
const FIVE: Record<RuleResult, string> = { within: 'at least 5%', outside: 'below 5%', unknown: TOO_FEW }

const sentence = (parts: (string | undefined)[], verdict: string) => {
  const known = parts.filter((entry) => entry !== undefined)
  const text = known.length > 0 ? `${known.join(', ')}: ${verdict}` : verdict
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `Women 41%, men 59%: within the two-thirds rule`. The cells are women, men, others. */
export function genderInWords(cells: readonly Cell[], total: number): string {
  const names = ['women', 'men', 'others']
  const result = keepsTwoThirds(cells, total)
  const majority = names[bounds(cells, total).findIndex(({ from }) => isAboveTwoThirds(from, total))]
  const verdict =
    result === 'within'
      ? 'within the two-thirds rule'
      : result === 'unknown'
        ? TOO_FEW
        : `${majority} are more than two-thirds`
  return sentence(
    cells.map((cell, index) =>
      names[index] === 'others' && cell.count === 0
        ? undefined
        : shareInWords(names[index] ?? '', cell, total),
    ),
    verdict,
  )
}

/** `Persons with disabilities 3%: below 5%`. The cells are with, without. */
export const disabilityInWords = (cells: readonly Cell[], total: number): string =>
  sentence(
    [cells[0] && shareInWords('persons with disabilities', cells[0], total)],
    FIVE[keepsFivePercent(cells, total)],
  )
