import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'

/** A file as the answer to a call. `type` is our own verdict of it, never what its sender said. Without a `size` it is made as it is read. */
export type SentFile = { stream: Readable; name: string; type: string; size?: number }

const asTyped = (name: string) => encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** T16: a file is saved and never shown: whatever it holds runs nowhere near this portal. The name as RFC 6266 has it. */
export function sendFile({ log }: Pick<Deps, 'log'>, reply: FastifyReply, { stream, name, type, size }: SentFile) {
  // One without a size tells itself how its making failed.
  if (size !== undefined)
    stream.once('error', ({ name, code = '' }: Error & { code?: string }) => {
      // Too late for a refusal: the connection is cut, and whoever is there knows only that the file is not whole.
      const { request, raw } = reply
      if (raw.headersSent && !raw.destroyed)
        log('error', 'request.cut_short', { request_id: request.id, route: request.routeOptions.url ?? '', error: name, code })
    })
  reply.type(type)
  if (size !== undefined) reply.header('content-length', size)
  // Whoever asks for the head alone reads none of it: it is not made for nobody.
  else if (reply.request.method === 'HEAD') stream.destroy()
  return reply
    .header('content-disposition', `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${asTyped(name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(stream)
}
