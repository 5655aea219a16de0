import assert from 'node:assert/strict'
import net from 'node:net'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import { goneSignal, sendLines } from '../../server/http/send-lines.ts'

/** A server that answers every call with the lines that `make` returns. */
async function serving(
  make: (gone: AbortSignal) => AsyncIterable<unknown>,
  parse: (line: unknown) => unknown = (line) => line,
) {
  const app = Fastify()
  app.get('/', (_request, reply) =>
    sendLines(reply, make(goneSignal(reply)), parse, () => ({ fault: 'here' })),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
}

describe('N2 an answer in lines', () => {
  test('N2 each value is a line of JSON', async (context) => {
    const service = await serving(async function* () {
      yield { text: 'a\nb' }
      yield { done: true }
    })
    context.after(service.close)
    const answer = await fetch(service.url)
    assert.equal(await answer.text(), '{"text":"a\\nb"}\n{"done":true}\n')
  })
  test('N2 an error before the first line is an ordinary refusal', async (context) => {
    const service = await serving(async function* () {
      // The condition is always true. It is there because code after a plain `throw` would be unreachable.
      if (service) throw Object.assign(new Error('no'), { statusCode: 418 })
      yield 1
    })
    context.after(service.close)
    const answer = await fetch(service.url)
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [418, 'application/json; charset=utf-8'],
    )
  })
  test('N2 an error after the first line, or a line of the wrong shape, ends the answer with an error line', async (context) => {
    let ended = 0
    const service = await serving(
      async function* () {
        try {
          yield 1
          yield 'wrong'
          yield 3
        } finally {
          ended++
        }
      },
      (line) => {
        if (line === 'wrong') throw new Error('shape')
        return line
      },
    )
    context.after(service.close)
    assert.equal(await (await fetch(service.url)).text(), '1\n{"fault":"here"}\n')
    assert.equal(ended, 1)
  })
  test('N2 lines are made only as fast as they are read, and no more once the caller has left', async (context) => {
    let made = 0
    const { promise: ended, resolve: end } = Promise.withResolvers<boolean>()
    const service = await serving(async function* (gone) {
      try {
        for (; made < 100_000; made++) yield 'x'.repeat(10_000)
      } finally {
        end(gone.aborted)
      }
    })
    context.after(service.close)
    const { port } = new URL(service.url)
    const caller = net.connect(Number(port), '127.0.0.1')
    caller.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await new Promise((resolve) => caller.once('data', resolve))
    caller.pause()
    // The sender stops by itself when the buffers between it and the caller are full.
    for (let before = -1; before !== made; ) {
      before = made
      for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
    }
    assert.ok(made < 5_000, `${made} lines`)
    caller.destroy()
    assert.equal(await ended, true)
  })
})
