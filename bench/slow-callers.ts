import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, sql } from '../server/database/connect.ts'
import { drafts } from '../tests/support/drafts.ts'
import { pdf } from '../tests/support/sample-files.ts'
import type { Portal } from './portal.ts'
import type { TableRow } from './table.ts'

/** The number of slow callers. Each is a connection that sends one byte every two seconds. */
const SLOW_CALLERS = 1_000
const BYTE_EVERY_MS = 2_000
const SECONDS = 60
const HONEST_CALLERS = 8
const PAUSE_MS = 250
/** An honest caller makes several calls in a round, and uploads a file only in one of this many rounds. */
const ROUNDS_PER_UPLOAD = 30
/** The goal for the p99 of honest callers' calls. */
const WITHIN_MS = 1_000

const requestHead = (method: string, path: string, type: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n${more}\r\n`
/** What a slow caller sends first: an unfinished head, body or upload. Its later bytes never finish it. */
const REQUEST_STARTS = [
  'GET /api/jobs/list/ HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  `${requestHead('POST', '/api/newsletter/', 'application/json')}{"email":"`,
  `${requestHead('PUT', '/api/job-applications/1/documents/cv/', 'multipart/form-data; boundary=b', `Authorization: Token ${'x'.repeat(43)}\r\n`)}--b\r\n`,
]

/** Opens the slow connections, and reopens each one that the portal closes. Returns the open ones. */
function openSlowCallers(url: string, isRunning: () => boolean) {
  const { hostname, port } = new URL(url)
  const open = new Set<net.Socket>()
  const openCaller = (position: number) => {
    if (!isRunning()) return
    const socket = net.connect(Number(port), hostname)
    open.add(socket)
    socket.on('error', () => {})
    socket.resume().write(REQUEST_STARTS[position % REQUEST_STARTS.length] ?? '')
    const timer = setInterval(() => socket.write('a'), BYTE_EVERY_MS)
    socket.once('close', () => {
      clearInterval(timer)
      open.delete(socket)
      openCaller(position)
    })
  }
  for (let index = 0; index < SLOW_CALLERS; index++) openCaller(index)
  return open
}

/** The line of the table for the durations of honest callers' calls. */
function rowOf(durationsMs: number[]): TableRow {
  const sorted = durationsMs.sort((left, right) => left - right)
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    what: 'Milliseconds an honest caller may wait',
    against: `99 of 100 of ${durationsMs.length}, while ${SLOW_CALLERS} call slowly for ${SECONDS} s`,
    goal: 1,
    product: WITHIN_MS,
    limit: percentile(0.99),
    ratio: WITHIN_MS / percentile(0.99),
    lowest: WITHIN_MS / percentile(1),
    highest: WITHIN_MS / percentile(0.5),
  }
}

/**
 * Measures how long honest callers wait (p99) while a thousand slow callers send heads, bodies and uploads
 * for a minute (T18). The portal must refuse no honest caller.
 */
export async function slowCallers(portal: Portal): Promise<TableRow> {
  const db = connect(portal.databaseUrl)
  // Raise the sequence of ids, because another measure may have inserted applications with higher ids.
  await db.row(
    sql`select setval(pg_get_serial_sequence('job_applications', 'id'), (select coalesce(max(id), 0) + 1 from job_applications))`,
  )
  const people = await drafts(db, HONEST_CALLERS)
  await db.close()
  const endsAt = performance.now() + SECONDS * 1_000
  const isRunning = () => performance.now() < endsAt
  const open = openSlowCallers(portal.url, isRunning)
  const durationsMs: number[] = []
  const ask = async (path: string, init: RequestInit = {}) => {
    const startedAt = performance.now()
    const answer = await fetch(portal.url + path, init)
    await answer.arrayBuffer()
    if (answer.status !== 200)
      throw new Error(`an honest caller of ${path} was answered with ${answer.status}`)
    durationsMs.push(performance.now() - startedAt)
  }
  const callHonestly = async (caller: number) => {
    for (let round = 0; isRunning(); round++) {
      await ask('/jobs')
      await ask(`/api/jobs/list/?page=${1 + (round % 3)}`)
      await ask('/api/newsletter/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${caller}.${round % 250}.1` },
        body: JSON.stringify({ email: `honest${caller}.${round}@example.org` }),
      })
      const { token = '', id = 0 } = people[caller] ?? {}
      // Each honest caller uploads in a different round.
      if (round % ROUNDS_PER_UPLOAD === caller) {
        const body = new FormData()
        body.set('file', new Blob([new Uint8Array(pdf('', 200_000))]), 'cv.pdf')
        await ask(`/api/job-applications/${id}/documents/cv/`, {
          method: 'PUT',
          headers: { authorization: `Token ${token}`, 'x-forwarded-for': `10.${caller}.255.1` },
          body,
        })
      }
      await wait(PAUSE_MS)
    }
  }
  const openCounts: number[] = []
  const watch = setInterval(
    () => openCounts.push([...open].filter(({ connecting }) => !connecting).length),
    100,
  )
  await Promise.all(Array.from({ length: HONEST_CALLERS }, (_, caller) => callHonestly(caller))).finally(() =>
    clearInterval(watch),
  )
  for (const socket of open) socket.destroy()
  // Count the average of open slow connections: the portal closes many at the same moment, and they reopen.
  const onAverage = openCounts.reduce((sum, count) => sum + count, 0) / openCounts.length
  if (onAverage < SLOW_CALLERS * 0.9)
    throw new Error(`only ${Math.round(onAverage)} slow callers were connected`)
  return rowOf(durationsMs)
}
