import http from 'node:http'
import type { Call, World } from './calls.ts'

/** The outcome of one call. `status` is 0 without an answer: a timeout, a reset, or a caller that left. */
export type CallResult = {
  status: number
  ms: number
  body: string
  retryAfterS: number | undefined
  /** True if no answer came within `PATIENCE_MS`. False for a caller that left on purpose. */
  timedOut: boolean
}

/** The time after which a client stops waiting for an answer. */
export const PATIENCE_MS = 15_000

/**
 * Opens a client of one portal that reuses its connections. `ask` sends one call and never rejects.
 * `leavesAfterMs`: the caller disconnects after this time, with or without an answer.
 */
export function openCaller({ url }: Pick<World, 'url'>) {
  const { hostname, port } = new URL(url)
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 2_000, scheduling: 'lifo' })
  const ask = (
    call: Call,
    {
      leavesAfterMs,
      headers = {},
    }: { leavesAfterMs?: number | undefined; headers?: Record<string, string> } = {},
  ) =>
    new Promise<CallResult>((resolve) => {
      const startedAt = performance.now()
      let timedOut = false
      const finish = (result: Partial<CallResult>) => {
        clearTimeout(timer)
        resolve({
          status: 0,
          body: '',
          retryAfterS: undefined,
          timedOut,
          ...result,
          ms: performance.now() - startedAt,
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
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('end', () => {
            const retryAfter = response.headers['retry-after']
            finish({
              status: response.statusCode ?? 0,
              body: call.kind === 'submit' || call.keepsBody ? Buffer.concat(chunks).toString() : '',
              retryAfterS: retryAfter === undefined ? undefined : Number(retryAfter),
            })
          })
          response.once('error', () => finish({}))
        },
      )
      const timer = setTimeout(() => {
        timedOut = leavesAfterMs === undefined
        request.destroy()
      }, leavesAfterMs ?? PATIENCE_MS)
      request.once('error', () => finish({}))
      request.end(call.body)
    })
  return { ask, close: () => agent.destroy() }
}
