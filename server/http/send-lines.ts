import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export type Lines<Line> = AsyncIterable<Line>

/** Fires when the caller disconnects before the reply is complete: work for them can stop. */
export const goneSignal = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * Sends each value as a line of JSON as soon as it exists, no faster than it is read. An error before the
 * first line is thrown and becomes an ordinary refusal; an error after it ends the reply with the line that
 * `onFault` makes. A caller who disconnects ends the iteration.
 */
export async function sendLines<Line>(
  reply: FastifyReply,
  lines: Lines<unknown>,
  parse: (line: unknown) => Line,
  onFault: (error: unknown) => Line,
) {
  // The lines may wait for another machine for seconds: give the slot back first.
  reply.request.releaseSlot?.()
  const iterator = lines[Symbol.asyncIterator]()
  const opening = await firstOf(iterator, parse)
  async function* rest() {
    try {
      if (opening === undefined) return
      yield opening
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        yield write(parse(next.value))
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
      // A proxy would otherwise buffer the lines.
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
