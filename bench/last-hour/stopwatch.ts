import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/**
 * Milliseconds from the time the server has read the head of a request until it has written the answer.
 * `submits`: first tries only. `shed`: calls answered with 503. `logins`: logins that were sent to the line.
 */
export type Timed = { submits: number[]; shed: number[]; logins: number[] }
type Exchange = { request: IncomingMessage; response: ServerResponse }

const isFirstSubmit = ({ method, url = '', headers }: IncomingMessage) =>
  method === 'PUT' &&
  url.startsWith('/api/job-applications/update/') &&
  headers['submit-ticket'] === undefined

// The Node option `--import` loads this file into the portal's process, before the portal's own code.
// STOPWATCH names the file to which it appends the times of each second.
const file = process.env.STOPWATCH
if (file && isMainThread && process.argv[1]?.endsWith('/server/main.ts')) {
  const startTimes = new WeakMap<ServerResponse, number>()
  let timed: Timed = { submits: [], shed: [], logins: [] }
  subscribe(
    'http.server.request.start',
    (message) => void startTimes.set((message as Exchange).response, performance.now()),
  )
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as Exchange
    // Round the duration to a tenth of a millisecond.
    const ms = Math.round((performance.now() - (startTimes.get(response) ?? Number.NaN)) * 10) / 10
    if (isFirstSubmit(request)) timed.submits.push(ms)
    else if (response.statusCode === 503) {
      // Logins have their own list: the portal delays their answers, so that the duration reveals nothing.
      const list = request.url === '/api/login/' ? timed.logins : timed.shed
      list.push(ms)
    }
  })
  setInterval(() => {
    if (timed.submits.length + timed.shed.length + timed.logins.length === 0) return
    appendFileSync(file, `${JSON.stringify(timed)}\n`)
    timed = { submits: [], shed: [], logins: [] }
  }, 1_000).unref()
}
