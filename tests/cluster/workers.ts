import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
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

/** One address may make 60 such requests a minute. */
const MAX_UNFINISHED = 50

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
    /** The port of our end of the connection. */
    ourPort: socket.localPort ?? 0,
    finish: () => socket.write(body.slice(5)),
    received: () => received,
    isClosed: () => socket.destroyed,
  }
}

type UnfinishedCall = Awaited<ReturnType<typeof unfinished>>

/** The sockets that a process has open, by their inodes. */
const socketsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1]
    } catch {
      // The process has closed the file meanwhile.
      return undefined
    }
  })

/** For each TCP connection, by the port of its remote end: the inode of the socket at this end. */
const inodesByRemotePort = () =>
  new Map(
    readFileSync('/proc/net/tcp', 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const fields = line.trim().split(/\s+/)
        return [Number.parseInt(fields[2]?.split(':')[1] ?? '', 16), fields[9]] as const
      }),
  )

/**
 * Opens unfinished requests, at least `count`, until each of these processes has accepted one. Returns the
 * requests of each process. Which process accepts a connection is the system's choice.
 */
export async function unfinishedIn(url: string, pids: number[], count: number): Promise<UnfinishedCall[][]> {
  const calls = await Promise.all(Array.from({ length: count }, () => unfinished(url)))
  return until(
    'each process has an unfinished request',
    async () => {
      const inodes = inodesByRemotePort()
      const callsByProcess = pids.map((pid) => {
        const sockets = new Set(socketsOf(pid))
        return calls.filter(({ ourPort }) => sockets.has(inodes.get(ourPort)))
      })
      const areAccepted = callsByProcess.flat().length === calls.length
      if (areAccepted && callsByProcess.some(({ length }) => length === 0) && calls.length < MAX_UNFINISHED)
        calls.push(await unfinished(url))
      return callsByProcess
    },
    (callsByProcess) =>
      callsByProcess.every(({ length }) => length > 0) && callsByProcess.flat().length === calls.length,
    30_000,
  )
}

/** A call on a connection of its own, so that any process may answer it. Undefined without an answer. */
export const callOnce = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
