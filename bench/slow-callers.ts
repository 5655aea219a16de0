import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, sql } from '../server/database/connect.ts'
import { drafts } from '../tests/support/drafts.ts'
import { pdf } from '../tests/support/sample-files.ts'
import type { Portal } from './portal.ts'
import type { TableRow } from './table.ts'

const DRIBBLERS = 1_000
const SECONDS = 60
const HONEST = 8
const EVERY_MS = 250
const UPLOAD_EVERY = 30
const WITHIN_MS = 1_000

const head = (method: string, path: string, type: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n${more}\r\n`
/** What a dribbler says at once; then follows a letter every two seconds, as long as anybody listens. */
const BEGINNINGS = [
  'GET /api/jobs/list/ HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  `${head('POST', '/api/newsletter/', 'application/json')}{"email":"`,
  `${head('PUT', '/api/job-applications/1/documents/cv/', 'multipart/form-data; boundary=b', `Authorization: Token ${'x'.repeat(43)}\r\n`)}--b\r\n`,
]

/** So many connections at any time, each opened again once it is closed. */
function dribble(url: string, isRunning: () => boolean) {
  const { hostname, port } = new URL(url)
  const open = new Set<net.Socket>()
  const begin = (position: number) => {
    if (!isRunning()) return
    const socket = net.connect(Number(port), hostname)
    open.add(socket)
    socket.on('error', () => {})
    socket.resume().write(BEGINNINGS[position % BEGINNINGS.length] ?? '')
    const timer = setInterval(() => socket.write('a'), 2_000)
    socket.once('close', () => {
      clearInterval(timer)
      open.delete(socket)
      begin(position)
    })
  }
  for (let index = 0; index < DRIBBLERS; index++) begin(index)
  return open
}

/**
 * T18: how long honest people wait, 99 of 100, while a thousand others dribble heads, bodies and uploads for
 * a minute. None may be refused.
 */
export async function slowCallers(portal: Portal): Promise<TableRow> {
  const db = connect(portal.databaseUrl)
  // Another measure may have numbered its applications itself.
  await db.row(
    sql`select setval(pg_get_serial_sequence('job_applications', 'id'), (select coalesce(max(id), 0) + 1 from job_applications))`,
  )
  const people = await drafts(db, HONEST)
  await db.close()
  const ends = performance.now() + SECONDS * 1_000
  const isRunning = () => performance.now() < ends
  const open = dribble(portal.url, isRunning)
  const waited: number[] = []
  const ask = async (path: string, init: RequestInit = {}) => {
    const began = performance.now()
    const answer = await fetch(portal.url + path, init)
    await answer.arrayBuffer()
    if (answer.status !== 200)
      throw new Error(`an honest caller of ${path} was answered with ${answer.status}`)
    waited.push(performance.now() - began)
  }
  const honest = async (who: number) => {
    for (let time = 0; isRunning(); time++) {
      await ask('/jobs')
      await ask(`/api/jobs/list/?page=${1 + (time % 3)}`)
      await ask('/api/newsletter/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${who}.${time % 250}.1` },
        body: JSON.stringify({ email: `honest${who}.${time}@example.org` }),
      })
      const { token = '', id = 0 } = people[who] ?? {}
      if (time % UPLOAD_EVERY === who) {
        const body = new FormData()
        body.set('file', new Blob([new Uint8Array(pdf('', 200_000))]), 'cv.pdf')
        await ask(`/api/job-applications/${id}/documents/cv/`, {
          method: 'PUT',
          headers: { authorization: `Token ${token}`, 'x-forwarded-for': `10.${who}.255.1` },
          body,
        })
      }
      await wait(EVERY_MS)
    }
  }
  const openCounts: number[] = []
  const watch = setInterval(
    () => openCounts.push([...open].filter(({ connecting }) => !connecting).length),
    100,
  )
  await Promise.all(Array.from({ length: HONEST }, (_, who) => honest(who))).finally(() =>
    clearInterval(watch),
  )
  for (const socket of open) socket.destroy()
  // Many are closed at the same moment, and open again the next.
  const onAverage = openCounts.reduce((sum, many) => sum + many, 0) / openCounts.length
  if (onAverage < DRIBBLERS * 0.9) throw new Error(`only ${Math.round(onAverage)} dribblers were heard`)
  const sorted = waited.sort((left, right) => left - right)
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    what: 'Milliseconds an honest caller may wait',
    against: `99 of 100 of ${waited.length}, while ${DRIBBLERS} dribble for ${SECONDS} s`,
    goal: 1,
    product: WITHIN_MS,
    limit: percentile(0.99),
    ratio: WITHIN_MS / percentile(0.99),
    lowest: WITHIN_MS / percentile(1),
    highest: WITHIN_MS / percentile(0.5),
  }
}
