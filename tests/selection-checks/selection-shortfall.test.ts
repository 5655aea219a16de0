import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicShortfall } from '#contract/selections/result-endpoints.ts'

// A selection reserves shares of its seats by rules, for instance for women. A shortfall says by how many
// seats a share was missed.

test('a shortfall for everyone hides fewer than five people of a gender or with a disability', () => {
  // `reserved`: the seats that the rule reserves for a group. `kept`: how many of the `filled` seats the
  // group got. `shown`: what is published.
  for (const [rule, reserved, kept, filled, shown] of [
    ['disability', 9, 0, 180, null],
    ['disability', 9, 4, 180, null],
    ['disability', 9, 5, 180, 5],
    // The other genders get the seats that a gender does not fill. So fewer than five missed seats are hidden
    // too.
    ['gender', 2, 3, 3, null],
    ['gender', 20, 26, 30, null],
    ['gender', 20, 25, 30, 25],
    // The number of people of a place is already public, because the files list each of them.
    ['seats', 3, 0, 3, 0],
  ] as const)
    assert.deepEqual(publicShortfall({ rule, place: '', asked: reserved, kept }, filled), {
      rule,
      place: '',
      asked: reserved,
      kept: shown,
    })
})
