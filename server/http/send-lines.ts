import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

// Replies that are sent as lines of JSON while they are made.

export type Lines<Line> = AsyncIterable<Line>

/** Fires when the caller disconnects before the reply is complete, so that the work for them can stop. */
export const goneSignal = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * Sends each value as a line of JSON as soon as it exists, no faster than the caller reads. An error before
 * the first line is thrown and becomes an ordinary refusal. After a later error, the reply ends with the line
 * that `lineForError` makes. The values are no longer requested when the caller disconnects.
 */
export async function sendLines<Line>(
  reply: FastifyReply,
  lines: Lines<unknown>,
  parse: (line: unknown) => Line,
  lineForError: (error: unknown) => Line,
) {
  // The slot is released first, because the next line may wait seconds for another machine.
  reply.request.releaseSlot?.()
  const iterator = lines[Symbol.asyncIterator]()
  const firstLine = await firstLineOf(iterator, parse)
  async function* allLines() {
    try {
      if (firstLine === undefined) return
      yield firstLine
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        yield asJsonLine(parse(next.value))
    } catch (error) {
      yield asJsonLine(lineForError(error))
    } finally {
      await iterator.return?.()
    }
  }
  return (
    reply
      .type('application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      // Without this header, a proxy would hold back lines to send many at once.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(allLines(), { objectMode: false, highWaterMark: 1_024 }))
  )
}

/** The first value as a line of text; undefined when there is no value. */
async function firstLineOf<Line>(iterator: AsyncIterator<unknown>, parse: (line: unknown) => Line) {
  // If `next` throws, the iterator has ended by itself. If `parse` throws, we must end it.
  const first = await iterator.next()
  try {
    return first.done ? undefined : asJsonLine(parse(first.value))
  } catch (error) {
    await iterator.return?.()
    throw error
  }
}

const asJsonLine = (line: unknown) => `${JSON.stringify(line)}\n`
