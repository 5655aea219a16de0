import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'

/**
 * A file as the reply to a call. The portal found its `type` itself; the sender's claim is ignored. A file
 * without a `size` is made while it is read.
 */
export type SentFile = { stream: Readable; name: string; type: string; size?: number }

/** Encodes a file name as in RFC 5987, which allows all characters. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Sends a file with headers that make browsers save the file and never show it. So nothing in the file runs
 * on this portal's origin (T16). The header with the name follows RFC 6266.
 */
export function sendFile(
  { log }: Pick<Deps, 'log'>,
  reply: FastifyReply,
  { stream, name, type, size }: SentFile,
) {
  // A file without a size is made while it is read. The code that makes it reports a failure itself.
  if (size !== undefined)
    stream.once('error', (error) => {
      // The reply has started, so no refusal can follow. The framework cuts the connection: the caller sees
      // that the file is incomplete. Here we only log it.
      const { request, raw } = reply
      if (raw.headersSent && !raw.destroyed)
        log('error', 'request.cut_short', {
          request_id: request.id,
          route: request.routeOptions.url ?? '',
          ...errorFields(error),
        })
    })
  reply.type(type)
  if (size !== undefined) reply.header('content-length', size)
  // HEAD reads no body: the file is not made.
  else if (reply.request.method === 'HEAD') stream.destroy()
  // A plain file name, for programs that do not read `filename*`.
  const plainName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return reply
    .header(
      'content-disposition',
      `attachment; filename="${plainName}"; filename*=UTF-8''${encodeName(name)}`,
    )
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(stream)
}
