import zlib from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { dropDocumentHeaders } from './common-headers.ts'
import { chooseEncoding } from './content-encoding.ts'

/** Replies shorter than this are not compressed: they would hardly become smaller. */
const LEAST_BYTES = 300
/** Replies longer than this are not compressed: compressing them would delay other callers. */
const MOST_BYTES = 131_072

/**
 * Makes each encoding of a reply at its first use. An encoding that is undefined is not offered to callers.
 */
export type Encodings = { bytes: Buffer; br?: () => Buffer; gz?: () => Buffer }

export function encodingsOf(bytes: Buffer): Encodings {
  let [br, gz]: (Buffer | undefined)[] = []
  // Brotli's levels go up to 11. Level 4 is fast enough while a caller waits.
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return {
    bytes,
    br: () => (br ??= zlib.brotliCompressSync(bytes, { params })),
    gz: () => (gz ??= zlib.gzipSync(bytes)),
  }
}

/** Sends a document or a reply in the best encoding that the caller accepts. */
export function sendEncoded(
  reply: FastifyReply,
  accepted: string | undefined,
  { bytes, ...encodings }: Encodings,
) {
  if (bytes.length < LEAST_BYTES || bytes.length > MOST_BYTES) return reply.send(bytes)
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding')
  const encoded = chooseEncoding(accepted, encodings)
  if (!encoded) return reply.send(bytes)
  return reply.header('content-encoding', encoded.encoding).send(encoded.content())
}

/**
 * Sends JSON in the best encoding that the caller accepts. No reply holds both a secret and what another
 * person wrote. So no one can learn a secret from the length of a compressed reply.
 */
export function sendCompressed(reply: FastifyReply, accepted: string | undefined, encodings: Encodings) {
  dropDocumentHeaders(reply)
  return sendEncoded(reply, accepted, encodings)
}
