import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkOrder, holdCalls, type LaterCall, SHOWN } from './held-calls.ts'

// The checks of what a page calls find a call that waits for another without a reason.

type Page = (call: (key: string) => Promise<void>) => Promise<unknown>

/** Opens a page whose answers are held, and checks its calls. */
const checkPage = async (page: Page, first: string[], later: LaterCall[] = []) => {
  const held = holdCalls()
  held.hold()
  const shown = page(held.wait)
  const all = await checkOrder(held, first, later, async (calls, when) => {
    await nextTurn()
    assert.deepEqual(held.sorted(), calls, when)
  })
  await shown
  assert.deepEqual(held.sorted(), all)
}

const LATER: LaterCall[] = [
  ['b', 'a', 'only a tells the number'],
  ['c', 'a', 'only a tells the number'],
]

describe('the order of held calls', () => {
  test('calls that start at once, and those that start with the answer they need', () =>
    checkPage(
      async (call) => {
        await Promise.all([call('a').then(() => Promise.all([call('b'), call('c')])), call('d')])
      },
      ['a', 'd'],
      LATER,
    ))
  test('a later call that needlessly waits for another later call is found', () =>
    assert.rejects(
      checkPage(
        async (call) => {
          await call('a')
          await call('b')
          await call('c')
        },
        ['a'],
        LATER,
      ),
      /after a/,
    ))
  test('a later call that also waits for another first call is found', () =>
    assert.rejects(
      checkPage(
        async (call) => {
          await Promise.all([call('a'), call('d')])
          await Promise.all([call('b'), call('c')])
        },
        ['a', 'd'],
        LATER,
      ),
      /after a/,
    ))
  test('a call that waits, and is not listed as later, is found', () =>
    assert.rejects(
      checkPage(
        async (call) => {
          await call('a')
          await call('b')
        },
        ['a', 'b'],
      ),
      /before any answer/,
    ))
  test('calls of a part that the page shows start together, once all other answers have come', () =>
    checkPage(
      async (call) => {
        await Promise.all([call('a'), call('b')])
        await Promise.all([call('c'), call('d')])
      },
      ['a', 'b'],
      [
        ['c', SHOWN, 'a part of the page'],
        ['d', SHOWN, 'a part of the page'],
      ],
    ))
})
