import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useOneAtATime } from '../../web/ui/use-one-at-a-time.ts'

/** The function `run` of one render. No further render follows, as between two quick presses. */
function runOfOneRender(): ReturnType<typeof useOneAtATime>['run'] {
  const rendered: ReturnType<typeof useOneAtATime>[] = []
  renderToString(
    createElement(() => {
      rendered.push(useOneAtATime())
      return null
    }),
  )
  const [first] = rendered
  assert.ok(first)
  return first.run
}

test('of two presses before the next render, only the first does its work', async () => {
  const run = runOfOneRender()
  const reply = Promise.withResolvers<void>()
  const done: string[] = []
  const press = (name: string) =>
    run(async () => void done.push(name, await reply.promise.then(() => 'reply')))
  const presses = [press('first'), press('second')]
  reply.resolve()
  await Promise.all(presses)
  assert.deepEqual(done, ['first', 'reply'])
})

test('after work that ended or failed, the next press works again', async () => {
  const run = runOfOneRender()
  await assert.rejects(
    run(() => Promise.reject(new Error('no reply'))),
    /no reply/,
  )
  const done: number[] = []
  for (const press of [1, 2]) await run(async () => done.push(press))
  assert.deepEqual(done, [1, 2])
})
