import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/**
 * Milliseconds in the server, from a request's head being read to its answer being written: of first tries of
 * a submit, of calls that were shed, and of logins told to wait.
 */
export type Timed = { submits: number[]; shed: number[]; logins: number[] }
type Exchange = { request: IncomingMessage; response: ServerResponse }

const isFirstSubmit = ({ method, url = '', headers }: IncomingMessage) =>
  method === 'PUT' &&
  url.startsWith('/api/job-applications/update/') &&
  headers['submit-ticket'] === undefined

// Loaded into the portal's process before the portal itself, which need not know of it.
const file = process.env.STOPWATCH
if (file && isMainThread && process.argv[1]?.endsWith('/server/main.ts')) {
  const began = new WeakMap<ServerResponse, number>()
  let timed: Timed = { submits: [], shed: [], logins: [] }
  subscribe(
    'http.server.request.start',
    (message) => void began.set((message as Exchange).response, performance.now()),
  )
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as Exchange
    const ms = Math.round((performance.now() - (began.get(response) ?? Number.NaN)) * 10) / 10
    if (isFirstSubmit(request)) timed.submits.push(ms)
    // The door of the line answers in a time that tells nothing, however soon it knows.
    else if (response.statusCode === 503) (request.url === '/api/login/' ? timed.logins : timed.shed).push(ms)
  })
  setInterval(() => {
    if (timed.submits.length + timed.shed.length + timed.logins.length === 0) return
    appendFileSync(file, `${JSON.stringify(timed)}\n`)
    timed = { submits: [], shed: [], logins: [] }
  }, 1_000).unref()
}
