import http from 'node:http'
import type { Call, World } from './calls.ts'

/**
 * What came of one call. `status` is 0 where nothing was heard: the time-out, a reset, or the caller's own
 * going away.
 */
export type Heard = {
  status: number
  ms: number
  body: string
  retryAfter: number | undefined
  timedOut: boolean
}

/** A client gives up after this long. */
export const PATIENCE_MS = 15_000

/** Callers of one portal over kept connections; `ask` never rejects. */
export function caller({ url }: Pick<World, 'url'>) {
  const { hostname, port } = new URL(url)
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 2_000, scheduling: 'lifo' })
  const ask = (
    call: Call,
    {
      leavesAfterMs,
      headers = {},
    }: { leavesAfterMs?: number | undefined; headers?: Record<string, string> } = {},
  ) =>
    new Promise<Heard>((resolve) => {
      const began = performance.now()
      let timedOut = false
      const done = (heard: Partial<Heard>) => {
        clearTimeout(timer)
        resolve({
          status: 0,
          body: '',
          retryAfter: undefined,
          timedOut,
          ...heard,
          ms: performance.now() - began,
        })
      }
      const request = http.request(
        {
          agent,
          hostname,
          port,
          method: call.method,
          path: call.path,
          headers: {
            ...call.headers,
            ...headers,
            ...(call.body ? { 'content-length': call.body.length } : {}),
          },
        },
        (answer) => {
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.once('end', () => {
            const after = answer.headers['retry-after']
            done({
              status: answer.statusCode ?? 0,
              body: call.kind === 'submit' || call.heard ? Buffer.concat(pieces).toString() : '',
              retryAfter: after === undefined ? undefined : Number(after),
            })
          })
          answer.once('error', () => done({}))
        },
      )
      const timer = setTimeout(() => {
        timedOut = leavesAfterMs === undefined
        request.destroy()
      }, leavesAfterMs ?? PATIENCE_MS)
      request.once('error', () => done({}))
      request.end(call.body)
    })
  return { ask, close: () => agent.destroy() }
}
