import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { PATIENCE_MS } from './ask.ts'
import { type Call, callOf, type Kind, type World } from './calls.ts'
import { runTask } from './generate.ts'
import { ascending, percentile } from './goals.ts'

/** A task of the crowd: calls of these kinds in turn, at a fixed rate, however long the answers take. */
export type CrowdTask = { world: World; kinds: Kind[]; perSecond: number; seconds: number }
export type CrowdReport = {
  /** How many calls were sent. */
  offered: number
  seconds: number
  /** How late the calls were sent, in ms after their planned time. */
  lag: { p50: number; p99: number; most: number }
  /** The answers by kind of call and status, as `page 200`. Status 0: a reset connection. */
  statuses: Record<string, number>
  timedOut: number
  /** How many calls were dropped, because every socket still waited for an answer. */
  unsent: number
  /** The highest number of sockets that were open at one time. */
  sockets: number
}

/** Below the 28,000 ports of a client machine and the 16,384 sockets that the portal accepts. */
const MAX_SOCKETS = 14_000
const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = Buffer.from('0\r\n\r\n')

const requestText = (call: Call, host: string) => {
  const headers = {
    host,
    ...call.headers,
    ...(call.body ? { 'content-length': String(call.body.length) } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${call.method} ${call.path} HTTP/1.1\r\n${lines.join('')}\r\n${call.body?.toString('latin1') ?? ''}`
}

/**
 * A crowd of connections with one call each at a time. It parses only the head and the end of an answer,
 * because a full HTTP client is too slow for this rate.
 */
class Crowd {
  readonly statuses: Record<string, number> = {}
  timedOut = 0
  sockets = 0
  readonly #host: string
  readonly #port: number
  readonly #free: Connection[] = []
  readonly #busy = new Set<Connection>()

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
  }

  /** Sends a call. Returns false when every socket still waits for an answer. */
  send(call: Call): boolean {
    const connection = this.#free.pop() ?? (this.sockets < MAX_SOCKETS ? this.#open() : undefined)
    if (!connection) return false
    connection.kind = call.kind
    connection.sentAt = performance.now()
    this.#busy.add(connection)
    connection.socket.write(requestText(call, this.#host), 'latin1')
    return true
  }
  /** Closes connections that have waited for an answer too long. Returns how many others still wait. */
  sweep(): number {
    const oldestAllowed = performance.now() - PATIENCE_MS
    for (const connection of this.#busy) {
      // A JavaScript set keeps the order of insertion, so the connections with the oldest calls come first.
      if (connection.sentAt > oldestAllowed) break
      this.timedOut++
      this.#busy.delete(connection)
      connection.socket.destroy()
    }
    return this.#busy.size
  }
  close() {
    for (const { socket } of [...this.#free, ...this.#busy]) socket.destroy()
  }

  #open(): Connection {
    this.sockets++
    const socket = net.connect({ host: this.#host, port: this.#port, noDelay: true })
    const connection: Connection = {
      socket,
      kind: 'page',
      sentAt: 0,
      remainingBytes: undefined,
      isChunked: false,
    }
    socket.on('data', (piece: Buffer) => this.#readAnswer(connection, piece))
    socket.on('error', () => {})
    socket.once('close', () => {
      this.sockets--
      if (this.#busy.delete(connection)) {
        this.#countStatus(connection, 0)
        return
      }
      const freeIndex = this.#free.indexOf(connection)
      if (freeIndex >= 0) this.#free.splice(freeIndex, 1)
    })
    return connection
  }
  #countStatus({ kind }: Connection, status: number) {
    const key = `${kind} ${status}`
    this.statuses[key] = (this.statuses[key] ?? 0) + 1
  }
  #readAnswer(connection: Connection, piece: Buffer) {
    if (connection.remainingBytes === undefined) {
      // The head of an answer fits into one network packet, so it arrives in one piece.
      const headEnd = piece.indexOf(HEAD_END)
      const head = piece.toString('latin1', 0, Math.max(0, headEnd)).toLowerCase()
      if (!this.#busy.has(connection) || headEnd < 0) return void connection.socket.destroy()
      connection.isChunked = head.includes('transfer-encoding: chunked')
      const contentLength = Number(/content-length: (?<bytes>\d+)/.exec(head)?.groups?.bytes ?? 0)
      connection.remainingBytes = contentLength - (piece.length - headEnd - HEAD_END.length)
      // In `http/1.1 200 ok`, the status is always at the same position.
      this.#countStatus(connection, Number(head.slice(9, 12)))
    } else connection.remainingBytes -= piece.length
    const isComplete = connection.isChunked
      ? piece.subarray(-CHUNKS_END.length).equals(CHUNKS_END)
      : connection.remainingBytes <= 0
    if (!isComplete) return
    connection.remainingBytes = undefined
    this.#busy.delete(connection)
    this.#free.push(connection)
  }
}
type Connection = {
  socket: net.Socket
  kind: Kind
  sentAt: number
  /** How many bytes of the answer's body are missing. Undefined until the head has arrived. */
  remainingBytes: number | undefined
  isChunked: boolean
}

const SWEEP_EVERY_MS = 250

async function sendCrowd({ world, kinds, perSecond, seconds }: CrowdTask): Promise<CrowdReport> {
  const crowd = new Crowd(world.url)
  const total = perSecond * seconds
  const lags = new Float64Array(total)
  const startedAt = performance.now()
  let sent = 0
  let unsent = 0
  let mostSockets = 0
  let sweptAt = 0
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond))
    for (; sent < due; sent++) {
      lags[sent] = performance.now() - startedAt - (sent / perSecond) * 1_000
      if (!crowd.send(callOf(world, kinds[sent % kinds.length] ?? 'page', sent))) unsent++
    }
    mostSockets = Math.max(mostSockets, crowd.sockets)
    if (performance.now() - sweptAt > SWEEP_EVERY_MS) {
      crowd.sweep()
      sweptAt = performance.now()
    }
    await wait(1)
  }
  const sortedLags = ascending([...lags])
  while (crowd.sweep() > 0) await wait(100)
  crowd.close()
  return {
    offered: total - unsent,
    seconds,
    lag: {
      p50: percentile(sortedLags, 0.5),
      p99: percentile(sortedLags, 0.99),
      most: sortedLags.at(-1) ?? 0,
    },
    statuses: crowd.statuses,
    timedOut: crowd.timedOut,
    unsent,
    sockets: mostSockets,
  }
}

if (process.argv[1] === import.meta.filename) await runTask(sendCrowd)
