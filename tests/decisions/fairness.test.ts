import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brokenLimits } from '#contract/decisions/constitution.ts'
import {
  type Cell,
  disabilityInWords,
  genderInWords,
  keepsFivePercent,
  keepsTwoThirds,
  percent,
  suppressMixedCounts,
  suppressSmallCounts,
} from '#contract/decisions/fairness.ts'

// Pages show how many women, men and persons with disabilities a list has. Numbers under five are hidden,
// and so are numbers from which a reader could compute them.

/** For women, men and others: whether a count of zero may be shown. Only that of others may. */
const OPEN = [false, false, true]
/** How a page shows each count: the number, `<5` for one under five, `?` for one that protects another. */
const shown = (cells: Cell[]) => cells.map(({ count, fewer }) => (fewer ? '<5' : (count ?? '?')))
const sumOf = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
const gender = (...counts: number[]) => shown(suppressSmallCounts(counts, OPEN))

/** Every division of the whole into three counts that fits what a reader sees. */
const possible = (cells: Cell[], whole: number) => {
  const ways: number[][] = []
  const [firstCounts, secondCounts] = cells.map(({ count, fewer }, index) => {
    const all = Array.from({ length: whole + 1 }, (_, n) => n)
    if (count !== null) return [count]
    // A reader knows that a third count of 0 would be shown. So if the third count is hidden, it is not 0.
    return fewer ? all.filter((n) => n < 5 && !(index === 2 && n === 0)) : all
  })
  for (const first of firstCounts ?? [])
    for (const second of secondCounts ?? []) ways.push([first, second, whole - first - second])
  // A division is possible only if the page would show it in exactly this way.
  const reads = JSON.stringify(cells)
  return ways.filter(
    (counts) => (counts[2] ?? -1) >= 0 && JSON.stringify(suppressSmallCounts(counts, OPEN)) === reads,
  )
}

describe('counts of people: none under five is shown (selection#selection-officers-blind)', () => {
  test('a count of five or more is shown, and so is a zero for people of another gender', () => {
    assert.deepEqual(gender(60, 40, 0), [60, 40, 0])
    assert.deepEqual(gender(60, 40, 5), [60, 40, 5])
  })
  test('beside a hidden count, a second count is hidden, so that no one can compute the first', () => {
    assert.deepEqual(gender(60, 37, 3), [60, '?', '<5'])
    assert.deepEqual(gender(16, 4, 0), ['?', '<5', 0])
    assert.deepEqual(gender(20, 0, 0), ['?', '<5', 0], 'nobody is told to be a woman because all are')
    assert.deepEqual(shown(suppressSmallCounts([3, 97])), ['<5', '?'])
    assert.deepEqual(shown(suppressSmallCounts([0, 20])), ['<5', '?'])
    assert.deepEqual(gender(40, 3, 2), ['?', '<5', '<5'])
  })
  test('of a handful of people, every count is hidden', () => {
    for (const few of [
      [0, 0, 0],
      [4, 4, 0],
      [5, 0, 0],
      [5, 3, 0],
      [1, 1, 1],
    ])
      assert.deepEqual(gender(...few), ['?', '?', '?'], few.join())
  })
  test('no count from 1 to 4 follows from the counts that are shown, for every total up to 40', () => {
    for (let whole = 1; whole <= 40; whole++) {
      for (let women = 0; women <= whole; women++) {
        for (let men = 0; women + men <= whole; men++) {
          const counts = [women, men, whole - women - men]
          const cells = suppressSmallCounts(counts, OPEN)
          const ways = possible(cells, whole)
          assert.ok(ways.length > 0)
          for (const [index, count] of counts.entries()) {
            // Only counts from 1 to 4 are secret. If the whole is under five, all counts are hidden anyway.
            if (count === 0 || count >= 5 || (cells[index]?.count === null && whole < 5)) continue
            assert.ok(new Set(ways.map((way) => way[index])).size > 1, `${counts.join()} gives away ${count}`)
          }
        }
      }
    }
  })
})

describe('counts of a list on which some names are visible', () => {
  const mixed = (hidden: number[], open: number[]) => shown(suppressMixedCounts(hidden, open, OPEN))
  test('only the counts of hidden people decide what is shown, because anyone can count the others', () => {
    assert.deepEqual(mixed([0, 20, 0], [5, 0, 0]), ['?', '?', 0])
    assert.deepEqual(mixed([3, 20, 0], [0, 9, 0]), ['<5', '?', 0])
    assert.deepEqual(mixed([12, 8, 0], [1, 0, 2]), [13, 8, 2])
  })
  test('when every name is visible, every count is shown', () =>
    assert.deepEqual(mixed([0, 0, 0], [2, 1, 0]), [2, 1, 0]))
  test('after subtracting the visible people, a reader never knows more than about a list of the hidden ones', () => {
    for (let hiddenTotal = 1; hiddenTotal <= 25; hiddenTotal++) {
      for (let women = 0; women <= hiddenTotal; women++) {
        const hidden = [women, hiddenTotal - women, 0]
        const alone = suppressSmallCounts(hidden, OPEN)
        for (const open of [
          [5, 0, 0],
          [0, 1, 3],
          [30, 30, 30],
        ]) {
          const subtracted = suppressMixedCounts(hidden, open, OPEN).map(({ count, fewer }, index) => ({
            count: count === null ? null : count - (open[index] ?? 0),
            // A sum with visible people never says that it is small.
            fewer: open[index] === 0 ? fewer : alone[index]?.fewer,
          }))
          assert.deepEqual(subtracted, alone, `${hidden.join()} and ${open.join()}`)
        }
      }
    }
  })
})

describe('Constitution 27(8): not more than two-thirds of one gender', () => {
  const verdict = (...counts: number[]) => keepsTwoThirds(suppressSmallCounts(counts, OPEN), sumOf(counts))
  test('exactly two-thirds is within, one more is not', () => {
    assert.deepEqual(
      [verdict(20, 10, 0), verdict(21, 9, 0), verdict(9, 21, 0)],
      ['within', 'outside', 'outside'],
    )
  })
  test('with hidden counts, a verdict is given only if every possible division leads to it', () => {
    assert.equal(verdict(16, 4, 0), 'outside')
    assert.equal(verdict(8, 4, 0), 'unknown')
    assert.equal(verdict(0, 0, 0), 'unknown')
  })
  test('the words', () => {
    const words = (...counts: number[]) => genderInWords(suppressSmallCounts(counts, OPEN), sumOf(counts))
    assert.equal(words(41, 59, 0), 'Women 41%, men 59%: within the two-thirds rule')
    assert.equal(words(42, 38, 0), 'Women 52.5%, men 47.5%: within the two-thirds rule')
    assert.equal(words(10, 90, 0), 'Women 10%, men 90%: men are more than two-thirds')
    assert.equal(words(18, 2, 0), 'Men fewer than 5: women are more than two-thirds')
    assert.equal(words(2, 1, 0), 'Too few to say')
  })
})

describe('Constitution 54(2): five percent persons with disabilities', () => {
  const verdict = (those: number, others: number) =>
    keepsFivePercent(suppressSmallCounts([those, others]), those + others)
  test('exactly five percent is enough', () =>
    assert.deepEqual([verdict(5, 95), verdict(5, 96), verdict(50, 50)], ['within', 'outside', 'within']))
  test('a hidden count is below five percent if even four people would be', () =>
    assert.deepEqual([verdict(0, 100), verdict(4, 100), verdict(4, 76)], ['outside', 'outside', 'unknown']))
  test('the words', () => {
    assert.equal(
      disabilityInWords(suppressSmallCounts([3, 97]), 100),
      'Persons with disabilities fewer than 5: below 5%',
    )
    assert.equal(
      disabilityInWords(suppressSmallCounts([60, 940]), 1_000),
      'Persons with disabilities 6%: at least 5%',
    )
  })
})

test('a share near a limit never reads like the limit: 4.99% is written 5.0%, not 5%', () => {
  assert.deepEqual(
    [
      percent(4_990, 100_000),
      percent(5, 100),
      percent(6_667, 10_000),
      percent(41, 100),
      percent(1, 1_000),
      percent(0, 10),
    ],
    ['5.0%', '5%', '66.7%', '41%', 'under 1%', '0%'],
  )
})

test('a proposed list and a list in effect get the same verdict on women, men and persons with disabilities', () => {
  const cells = (...counts: number[]): Cell[] => counts.map((count) => ({ count, fewer: false }))
  for (let whole = 1; whole <= 60; whole++) {
    for (let pwd = 0; pwd <= whole; pwd++)
      assert.equal(
        brokenLimits({ women: whole, men: 0, others: 0, pwd }).hasTooFewPwd,
        keepsFivePercent(cells(pwd, whole - pwd), whole) === 'outside',
      )
    // Others are at most two thirds here. With more, the verdicts differ: only the proposal says "outside".
    for (let others = 0; others * 3 <= whole * 2; others++) {
      for (let women = 0; women + others <= whole; women++) {
        const men = whole - women - others
        const isOutside = keepsTwoThirds(cells(women, men, others), whole) === 'outside'
        assert.equal(
          brokenLimits({ women, men, others, pwd: 0 }).genderAboveLimit !== undefined,
          isOutside,
          `${women} ${men} ${others}`,
        )
      }
    }
  }
})
