import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { PATIENCE_MS } from './ask.ts'
import { type Call, callOf, type Kind, type World } from './calls.ts'
import { answer } from './generate.ts'
import { ascending, at } from './goals.ts'

/** So many calls a second, of these kinds in turn, whatever is answered. */
export type CrowdTask = { world: World; kinds: Kind[]; perSecond: number; seconds: number }
export type CrowdReport = {
  /** First bytes that went out, of as many as were due. */
  offered: number
  seconds: number
  /** How late they went out, in ms. */
  lag: { p50: number; p99: number; most: number }
  /** How often each status was heard, as "page 200"; 0: a reset. */
  statuses: Record<string, number>
  timedOut: number
  /** Due while every socket waited for an answer. */
  unsent: number
  sockets: number
}

/** A caller's machine has no more ports than 28,000, and the portal takes 16,384 sockets. */
const MOST_SOCKETS = 14_000
const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = Buffer.from('0\r\n\r\n')

const textOf = (call: Call, host: string) => {
  const headers = {
    host,
    ...call.headers,
    ...(call.body ? { 'content-length': String(call.body.length) } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${call.method} ${call.path} HTTP/1.1\r\n${lines.join('')}\r\n${call.body?.toString('latin1') ?? ''}`
}

/**
 * Connections that each carry one call at a time. Only what an answer needs is read of it: whoever calls
 * cheaply holds the rate.
 */
export class Crowd {
  readonly statuses: Record<string, number> = {}
  timedOut = 0
  sockets = 0
  readonly #host: string
  readonly #port: number
  readonly #free: Line[] = []
  readonly #busy = new Set<Line>()

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
  }

  /** False when every socket waits for an answer. */
  send(call: Call): boolean {
    const line = this.#free.pop() ?? (this.sockets < MOST_SOCKETS ? this.#open() : undefined)
    if (!line) return false
    line.kind = call.kind
    line.sentAt = performance.now()
    this.#busy.add(line)
    line.socket.write(textOf(call, this.#host), 'latin1')
    return true
  }
  /** Gives up on what has waited too long; tells how many still wait. */
  sweep(): number {
    const before = performance.now() - PATIENCE_MS
    for (const line of this.#busy) {
      // They are in the order in which they were sent.
      if (line.sentAt > before) break
      this.timedOut++
      this.#busy.delete(line)
      line.socket.destroy()
    }
    return this.#busy.size
  }
  close() {
    for (const { socket } of [...this.#free, ...this.#busy]) socket.destroy()
  }

  #open(): Line {
    this.sockets++
    const socket = net.connect({ host: this.#host, port: this.#port, noDelay: true })
    const line: Line = { socket, kind: 'page', sentAt: 0, left: undefined, isChunked: false }
    socket.on('data', (piece: Buffer) => this.#take(line, piece))
    socket.on('error', () => {})
    socket.once('close', () => {
      this.sockets--
      if (this.#busy.delete(line)) this.#note(line, 0)
      else if (this.#free.includes(line)) this.#free.splice(this.#free.indexOf(line), 1)
    })
    return line
  }
  #note({ kind }: Line, status: number) {
    const key = `${kind} ${status}`
    this.statuses[key] = (this.statuses[key] ?? 0) + 1
  }
  #take(line: Line, piece: Buffer) {
    if (line.left === undefined) {
      // A head is less than a packet: it comes whole.
      const headEnd = piece.indexOf(HEAD_END)
      const head = piece.toString('latin1', 0, Math.max(0, headEnd)).toLowerCase()
      if (!this.#busy.has(line) || headEnd < 0) return void line.socket.destroy()
      line.isChunked = head.includes('transfer-encoding: chunked')
      line.left =
        Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0) - (piece.length - headEnd - HEAD_END.length)
      this.#note(line, Number(head.slice(9, 12)))
    } else line.left -= piece.length
    if (line.isChunked ? !piece.subarray(-CHUNKS_END.length).equals(CHUNKS_END) : line.left > 0) return
    line.left = undefined
    this.#busy.delete(line)
    this.#free.push(line)
  }
}
type Line = { socket: net.Socket; kind: Kind; sentAt: number; left: number | undefined; isChunked: boolean }

async function storm({ world, kinds, perSecond, seconds }: CrowdTask): Promise<CrowdReport> {
  const crowd = new Crowd(world.url)
  const total = perSecond * seconds
  const lags = new Float64Array(total)
  const began = performance.now()
  let [sent, unsent, most, swept] = [0, 0, 0, 0]
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond))
    for (; sent < due; sent++) {
      lags[sent] = performance.now() - began - (sent / perSecond) * 1_000
      if (!crowd.send(callOf(world, kinds[sent % kinds.length] ?? 'page', sent))) unsent++
    }
    most = Math.max(most, crowd.sockets)
    if (performance.now() - swept > 250) swept = (crowd.sweep(), performance.now())
    await wait(1)
  }
  const sortedLags = ascending([...lags])
  while (crowd.sweep() > 0) await wait(100)
  crowd.close()
  return {
    offered: total - unsent,
    seconds,
    lag: { p50: at(sortedLags, 0.5), p99: at(sortedLags, 0.99), most: sortedLags.at(-1) ?? 0 },
    statuses: crowd.statuses,
    timedOut: crowd.timedOut,
    unsent,
    sockets: most,
  }
}

if (process.argv[1] === import.meta.filename) await answer(storm)
