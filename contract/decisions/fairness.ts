import { REPORTS } from '../reports/limits.ts'
import { isAboveTwoThirds, isFivePercent } from './constitution.ts'

/**
 * A sum of people, safe to disclose. `fewer`: under five. Null without `fewer`: hidden, because it would
 * reveal a small one.
 */
export type Cell = { count: number | null; fewer: boolean }

const { least } = REPORTS
const sum = (counts: readonly number[]) => counts.reduce((all, entry) => all + entry, 0)

/**
 * Disclosure control for the parts of a whole of known size: hides every count under five, and any count that
 * would reveal one. With
 * `noughtIsOpen`, a zero is shown: it reveals no one, because no one chose that answer.
 */
export function suppressSmallCounts(
  counts: readonly number[],
  noughtIsOpen: readonly boolean[] = [],
): Cell[] {
  const isNought = (position: number) => counts[position] === 0 && noughtIsOpen[position] === true
  const fewer = counts.map((count, index) => count < least && !isNought(index))
  const hidden = new Set([...counts.keys()].filter((position) => fewer[position]))
  const few = fewer.filter(Boolean).length
  // The sum of the hidden counts can be computed, so a count of five or more must be hidden too. With five
  // for each of those, the small counts must still be able to have any value.
  const isSafe = () =>
    hidden.size > few &&
    sum(counts.filter((_, index) => hidden.has(index))) - least * (hidden.size - few) >= (least - 1) * few
  // Hide the last ones first, whatever their size: a choice by size would reveal which is smaller.
  const rest = [...counts.keys()].filter((position) => !hidden.has(position) && !isNought(position))
  while (few > 0 && !isSafe()) {
    const next = rest.pop()
    if (next === undefined) return counts.map(() => ({ count: null, fewer: false }))
    hidden.add(next)
  }
  return counts.map((count, index) =>
    hidden.has(index) ? { count: null, fewer: fewer[index] === true } : { count, fewer: false },
  )
}

/** The lower and upper bound of each cell that the disclosed cells allow. */
const bounds = (cells: readonly Cell[], whole: number) => {
  const within = cells.map(({ count, fewer }) =>
    count === null ? { from: 0, to: fewer ? least - 1 : whole } : { from: count, to: count },
  )
  return within.map(({ from, to }, index) => {
    const others = within.filter((_, other) => other !== index)
    return {
      from: Math.max(from, whole - sum(others.map((it) => it.to))),
      to: Math.min(to, whole - sum(others.map((it) => it.from))),
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
export function keepsTwoThirds(cells: readonly Cell[], whole: number): RuleResult {
  if (whole === 0) return 'unknown'
  const all = bounds(cells, whole)
  if (all.some(({ from }) => isAboveTwoThirds(from, whole))) return 'outside'
  return all.some(({ to }) => isAboveTwoThirds(to, whole)) ? 'unknown' : 'within'
}

/**
 * Article 54(2): at least five percent persons with disabilities, the first cell. Uses only what the cells
 * disclose.
 */
export function keepsFivePercent(cells: readonly Cell[], whole: number): RuleResult {
  const [those] = bounds(cells, whole)
  if (!those || whole === 0) return 'unknown'
  if (isFivePercent(those.from, whole)) return 'within'
  return isFivePercent(those.to, whole) ? 'unknown' : 'outside'
}

/**
 * A share in whole percent. Near a limit it has one decimal, so that rounding never puts it on the limit. So
 * does .5, so that two halves never add up to 101.
 */
export const percent = (count: number, whole: number): string => {
  const share = (100 * count) / whole
  if (count > 0 && share < 0.5) return 'under 1%'
  const isNear = [5, 100 / 3, 200 / 3].some((line) => Math.abs(share - line) < 1)
  return `${(isNear && !Number.isInteger(share)) || share % 1 === 0.5 ? share.toFixed(1) : Math.round(share)}%`
}

const part = (name: string, { count, fewer }: Cell, whole: number) =>
  count !== null ? `${name} ${percent(count, whole)}` : fewer ? `${name} fewer than ${least}` : undefined

const TOO_FEW = 'too few to say'
const FIVE: Record<RuleResult, string> = { within: 'at least 5%', outside: 'below 5%', unknown: TOO_FEW }

const sentence = (parts: (string | undefined)[], verdict: string) => {
  const said = parts.filter((entry) => entry !== undefined)
  const text = said.length > 0 ? `${said.join(', ')}: ${verdict}` : verdict
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `Women 41%, men 59%: within the two-thirds rule`. The cells are women, men, others. */
export function genderInWords(cells: readonly Cell[], whole: number): string {
  const names = ['women', 'men', 'others']
  const kept = keepsTwoThirds(cells, whole)
  const most = names[bounds(cells, whole).findIndex(({ from }) => isAboveTwoThirds(from, whole))]
  const verdict =
    kept === 'within'
      ? 'within the two-thirds rule'
      : kept === 'unknown'
        ? TOO_FEW
        : `${most} are more than two-thirds`
  return sentence(
    cells.map((cell, index) =>
      names[index] === 'others' && cell.count === 0 ? undefined : part(names[index] ?? '', cell, whole),
    ),
    verdict,
  )
}

/** `Persons with disabilities 3%: below 5%`. The cells are with, without. */
export const disabilityInWords = (cells: readonly Cell[], whole: number): string =>
  sentence(
    [cells[0] && part('persons with disabilities', cells[0], whole)],
    FIVE[keepsFivePercent(cells, whole)],
  )
