import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { RefusalKind } from '#contract/refusals.ts'
import { codeOf } from '../error-fields.ts'
import { type Refusal, refuse } from './refuse.ts'
import { newRequestId } from './request-id.ts'

/**
 * A refusal as raw HTTP, for a caller whose request never reached the framework (A5). The connection must
 * close after it.
 */
export const rawRefusal = (refusal: Refusal, id = newRequestId()): string => {
  const body = JSON.stringify(refusal.body())
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Connection: close',
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** The refusals for some error codes of Node. Any other error is refused as `unparseable`. */
const KIND_BY_CODE: Record<string, RefusalKind> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  HPE_HEADER_OVERFLOW: 'too_large',
}

/** Refuses bytes that are no HTTP request, or a head that is too slow or large, and closes the connection. */
export function refuseUnread(error: Error, socket: Socket): void {
  const code = codeOf(error)
  // The connection is already closed, so no one would read a refusal.
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(rawRefusal(refuse(KIND_BY_CODE[code] ?? 'unparseable')))
  // Closes the connection after the refusal is written.
  socket.destroySoon()
}
