import type { IncomingMessage } from 'node:http'
import { UPLOADS } from '#contract/documents.ts'

const WHOLE_MS = 60_000
const LOOK_MS = 1_000

type Seen = { since: number; bytesBefore: number; upload: boolean }

/** True for a call that announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')

/**
 * T18: a body is whole within a minute. An upload may take longer while it comes at the least rate, counted from its
 * beginning, so that a phone that loses its network for a while makes up for it afterwards.
 */
export const tooSlow = ({ upload, ms, bytes }: { upload: boolean; ms: number; bytes: number }) =>
  upload ? bytes < ((ms - UPLOADS.graceMs) / 1_000) * UPLOADS.bytesPerSecond : ms > WHOLE_MS

/** Watches the bodies of all calls and closes the connections of those that are too slow. Node's own limit knows no rate. */
export function watchBodies(clock: () => number = () => performance.now()) {
  const open = new Map<IncomingMessage, Seen>()
  const look = () => {
    const now = clock()
    for (const [request, { since, bytesBefore, upload }] of open) {
      const { socket } = request
      if (request.complete || socket.destroyed) open.delete(request)
      else if (tooSlow({ upload, ms: now - since, bytes: socket.bytesRead - bytesBefore })) {
        open.delete(request)
        socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
        socket.destroySoon()
      }
    }
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return {
    begin(request: IncomingMessage) {
      if (!hasBody(request)) return
      const upload = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
      open.set(request, { since: clock(), bytesBefore: request.socket.bytesRead, upload })
    },
    stop: () => clearInterval(timer),
  }
}
