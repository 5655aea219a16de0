import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export type Lines<Line> = AsyncIterable<Line>

/** Fires when the caller goes away before the answer is whole: whatever is done for them can end. */
export const goneSignal = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * Sends each value as a line of JSON as soon as it is there, no faster than it is read. What fails before the first line is
 * thrown, and becomes an ordinary refusal; what fails after it ends the answer with the line `onFault` makes of it. A caller
 * who goes away ends the iteration.
 */
export async function sendLines<Line>(reply: FastifyReply, lines: Lines<unknown>, parse: (line: unknown) => Line, onFault: (error: unknown) => Line) {
  // Whoever writes the lines may wait for somebody else's machine for seconds: that takes nobody's slot.
  reply.request.leave?.()
  const iterator = lines[Symbol.asyncIterator]()
  const opening = await firstOf(iterator, parse)
  async function* rest() {
    try {
      if (opening === undefined) return
      yield opening
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield write(parse(next.value))
    } catch (error) {
      yield write(onFault(error))
    } finally {
      await iterator.return?.()
    }
  }
  return (
    reply
      .type('application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      // A proxy in between would gather the lines first.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(rest(), { objectMode: false, highWaterMark: 1_024 }))
  )
}

async function firstOf<Line>(iterator: AsyncIterator<unknown>, parse: (line: unknown) => Line) {
  const first = await iterator.next()
  try {
    return first.done ? undefined : write(parse(first.value))
  } catch (error) {
    await iterator.return?.()
    throw error
  }
}

const write = (line: unknown) => `${JSON.stringify(line)}\n`
