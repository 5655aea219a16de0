import { readFileSync } from 'node:fs'
import net from 'node:net'
import { until } from '../support/jobs.ts'
import { processesOf, type Running } from '../support/program.ts'

// What the tests of a portal with several worker processes share.

export const onLinux = { skip: process.platform === 'linux' ? false : 'needs /proc' }

/** Whether a process runs the portal's program. Its children include the database's processes too. */
const isPortal = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts')
  } catch {
    // The process has ended meanwhile.
    return false
  }
}
export const workersOf = ({ pid }: Pick<Running, 'pid'>) => processesOf(pid).slice(1).filter(isPortal)

/** Waits for worker processes that are none of `earlier`. */
export const newWorkers = (portal: Running, earlier: number[], count: number) =>
  until(
    `${count} new worker processes`,
    async () => workersOf(portal).filter((pid) => !earlier.includes(pid)),
    (pids) => pids.length === count,
    60_000,
  )

/** The log lines of one kind of event. */
export const linesOf = (portal: Running, event: string) =>
  (portal.output + portal.errors).split('\n').filter((line) => line.includes(`"event":"${event}"`))

/** Waits until the log has as many lines of one kind of event. */
export const logged = (portal: Running, event: string, count = 1) =>
  until(
    `${count} lines of ${event}`,
    async () => linesOf(portal, event).length,
    (lines) => lines === count,
    180_000,
  )

/** A request on its own connection, whose last part is not sent yet. */
export async function unfinished(url: string) {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ email: 'slow@example.com' })
  const socket = net.connect(Number(port), hostname)
  let received = ''
  socket.on('data', (piece) => (received += piece.toString()))
  socket.on('error', () => {})
  const head = `POST /api/newsletter/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  await new Promise<void>((sent) => socket.write(head + body.slice(0, 5), () => sent()))
  return {
    finish: () => socket.write(body.slice(5)),
    received: () => received,
    isClosed: () => socket.destroyed,
  }
}

/** A call on a connection of its own, so that any process may answer it. Undefined without an answer. */
export const callOnce = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
