import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { castsIn, nestedConditionsIn } from '../support/casts.ts'
import { all } from '../support/code.ts'

const code = (text: string) => ({ path: 'web/a.ts', text })

describe('what hides a type or a choice', () => {
  test('contract, server and web have at most 100 casts, not counting `as const`', () => {
    const casts = all.flatMap(castsIn)
    assert.ok(casts.length <= 100, `${casts.length} casts`)
  })
  test('no conditional expression has two others inside each other', () => {
    assert.deepEqual(
      all.flatMap((file) => nestedConditionsIn(file, 3)),
      [],
    )
  })
  test('a cast is found, and three conditional expressions inside each other', () => {
    const casts = code(
      "import { a as b } from './a.ts'\nconst c = [1] as const\nconst d = (c as unknown) as E\n",
    )
    assert.deepEqual(castsIn(casts), ['(c as unknown) as E', 'c as unknown'])
    const nested = code('const f = a ? b : c ? d : (e ? 1 : 2)\nconst g = a ? [b ? [c ? 1 : 2] : 3] : 4\n')
    assert.deepEqual(nestedConditionsIn(nested, 3), ['a ? b : c ? d : (e ? 1 : 2)'])
  })
})
