import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicShortfall } from '#contract/selection-checks/result-endpoints.ts'

test('a shortfall for everyone hides fewer than five people of a gender or with a disability', () => {
  for (const [rule, asked, kept, filled, shown] of [
    ['disability', 9, 0, 180, null],
    ['disability', 9, 4, 180, null],
    ['disability', 9, 5, 180, 5],
    // The seats beyond a share went to the other genders.
    ['gender', 2, 3, 3, null],
    ['gender', 20, 26, 30, null],
    ['gender', 20, 25, 30, 25],
    // How many people a place has is in the files, line by line.
    ['seats', 3, 0, 3, 0],
  ] as const)
    assert.deepEqual(publicShortfall({ rule, place: '', asked, kept }, filled), {
      rule,
      place: '',
      asked,
      kept: shown,
    })
})
