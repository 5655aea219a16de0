import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicShortfall } from '#contract/selection-checks/result-endpoints.ts'

// A selection fills shares of its seats by rules, for instance for women. A shortfall says how far a
// share was missed.

test('a shortfall for everyone hides fewer than five people of a gender or with a disability', () => {
  // `asked`: seats that the rule wants for a group. `kept`: those it got of the `filled` seats. `shown`: what
  // is published.
  for (const [rule, asked, kept, filled, shown] of [
    ['disability', 9, 0, 180, null],
    ['disability', 9, 4, 180, null],
    ['disability', 9, 5, 180, 5],
    // For a gender, the seats that it did not take went to the other genders: fewer than five is hidden too.
    ['gender', 2, 3, 3, null],
    ['gender', 20, 26, 30, null],
    ['gender', 20, 25, 30, 25],
    // The number of people of a place is public already: the files list each of them.
    ['seats', 3, 0, 3, 0],
  ] as const)
    assert.deepEqual(publicShortfall({ rule, place: '', asked, kept }, filled), {
      rule,
      place: '',
      asked,
      kept: shown,
    })
})
