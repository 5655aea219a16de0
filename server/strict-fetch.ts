import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable, Transform } from 'node:stream'

/** A rejected response: it redirected, came from an inner network, or was too long or too slow. */
export class RejectedAnswer extends Error {
  // The name that appears in the log. It differs from the name of the class.
  override name = 'UnfitAnswer'
}

/** Before its answer, a server may send interim answers (status 1xx), such as "103 Early Hints". */
const MAX_INTERIM_ANSWERS = 10

/** Passes on at most `maxBytes` of a response, and fails at the next byte. */
const limitBytes = (maxBytes: number) => {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, callback) {
      bytes += piece.length
      callback(bytes > maxBytes ? new RejectedAnswer('too much') : null, piece)
    },
  })
}

type Call = {
  method?: string | undefined
  headers?: RequestInit['headers']
  body?: string | undefined
  signal?: AbortSignal | null | undefined
  /** Finds the IP address of the host. */
  lookup?: LookupFunction | undefined
  /** Reading the body fails after so many bytes. Without it, the caller limits what it reads. */
  maxBytes?: number
}

/** Resolves when the headers of the response have come. Its body is not read yet. */
const openResponse = (url: URL, { method = 'GET', headers, body, signal, lookup }: Call) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const options = {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      // Each request has a connection of its own, which is not used again.
      agent: false as const,
      ...(lookup ? { lookup } : {}),
      ...(signal ? { signal } : {}),
    }
    let interimAnswers = 0
    const outgoing = request(url, options, resolve)
    outgoing
      .on('information', () => {
        if (++interimAnswers > MAX_INTERIM_ANSWERS) outgoing.destroy(new RejectedAnswer('too much'))
      })
      .once('error', reject)
      .end(body)
  })

/**
 * A `fetch` for servers that may be hostile (T24). It follows no redirects and does not decompress: a small
 * response could become very large. The global `fetch` reads endless interim answers and chunk extensions
 * until its time limit, on the thread that answers callers. Here Node itself limits the headers, the chunk
 * extensions and the trailers to 16 KiB.
 * @throws RejectedAnswer, or the error of the connection.
 */
export async function strictFetch(url: URL, call: Call): Promise<Response> {
  const incoming = await openResponse(url, call)
  const status = incoming.statusCode ?? 0
  // The response is a redirect, or is not final.
  if (status < 200 || (status >= 300 && status < 400)) {
    incoming.destroy()
    throw new RejectedAnswer('leads elsewhere')
  }
  const type = incoming.headers['content-type']
  const options = { status, ...(type ? { headers: { 'content-type': type } } : {}) }
  // These have no body, whatever the server announces.
  if (status === 204 || status === 205) {
    incoming.on('error', () => {}).destroy()
    return new Response(null, options)
  }
  const bounded = incoming.pipe(limitBytes(call.maxBytes ?? Infinity))
  // If one side of the stream fails, end the other side too.
  incoming.once('error', (error) => bounded.destroy(error))
  incoming.once('aborted', () => bounded.destroy(new RejectedAnswer('cut off')))
  bounded.once('close', () => incoming.destroy())
  return new Response(Readable.toWeb(bounded) as ReadableStream<Uint8Array>, options)
}
