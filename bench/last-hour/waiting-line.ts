import net from 'node:net'
import { sql, type Db } from '../../server/database/connect.ts'
import { startBareServer } from '../bare-server.ts'
import type { Portal } from '../portal.ts'
import { compare, ROUNDS } from '../rounds.ts'
import type { Line } from '../table.ts'
import { load } from '../wrk.ts'
import { CALLERS_CORE } from './generate.ts'
import { atMost, megabytesOf, told } from './goals.ts'
import { formOf, inWorld } from './world.ts'

const FORM = formOf({
  smoke: { rounds: 1, seconds: 2, peopleS: 5 },
  short: { rounds: 5, seconds: 3, peopleS: 20 },
  full: { rounds: ROUNDS, seconds: 5, peopleS: 60 },
})
const CONNECTIONS = 64
/** Who waits, and how often each of them asks. */
const WAITING = 300_000
const EVERY_S = 10
const REQUESTS_PER_SECOND = WAITING / EVERY_S
/** What may stay of them in memory: a byte each would be 0.3, and the process breathes by more than that. */
const MEGABYTES = 32

/**
 * Another process moves the mark, as in a portal of several: every second, so that each second has an answer
 * of its own.
 */
function keepLine(db: Db): { stop: () => void } {
  const move = () =>
    db
      .run(
        sql`update brownout set level = 3, line_until = now() - interval '5 minutes', line_rate = 20, version = version + 1, mover = gen_random_uuid(), mover_until = '2099-01-01'`,
      )
      .catch(() => {})
  void move()
  const timer = setInterval(() => void move(), 1_000)
  return { stop: () => clearInterval(timer) }
}

/** Each request is another person's: another network, and a ticket of the line that is nobody's. */
const PEOPLE = `
local n = 0
function request()
  n = (n + 1) % ${WAITING}
  return wrk.format("GET", "/line.json", { ["X-Forwarded-For"] = "10." .. math.floor(n / 65536) .. "." .. math.floor(n / 256) % 256 .. "." .. n % 256,
    ["Line-Ticket"] = string.format("%x.AAAAAAAAAAAAAAAAAAAAAA", n), ["Cookie"] = string.format("line=%x.AAAAAAAAAAAAAAAAAAAAAA", n) })
end
`

/** Bytes of one answer, as they travel: head and body. */
const bytesOf = ({ hostname, port, pathname }: URL) =>
  new Promise<{ head: number; body: string }>((resolve, reject) => {
    const pieces: Buffer[] = []
    const socket = net.connect(Number(port), hostname, () =>
      socket.end(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`),
    )
    socket.on('data', (piece: Buffer) => pieces.push(piece)).once('error', reject)
    socket.once('end', () => {
      const whole = Buffer.concat(pieces).toString()
      const head = whole.indexOf('\r\n\r\n') + 4
      resolve({ head, body: whole.slice(head) })
    })
  })

/** Asked by everybody who waits: what it grows the process by. The first run only warms it. */
async function growth(portal: Portal) {
  const everyone = (seconds: number) =>
    load({ url: portal.url, connections: 1_000, seconds, script: PEOPLE, core: CALLERS_CORE })
  await everyone(Math.ceil(FORM.peopleS / 2))
  const before = megabytesOf(portal)
  const { requests } = await everyone(FORM.peopleS)
  return { requests, grewMb: Math.max(0, megabytesOf(portal) - before) }
}

/**
 * 300,000 people who wait and ask every ten seconds: what their answers cost, beside a static file of the
 * same size.
 */
export const waitingLine = (): Promise<Line[]> =>
  inWorld(1_000, async ({ portal, db }) => {
    const line = keepLine(db)
    const page = `${portal.url}/line.json`
    for (let tries = 0; (await (await fetch(page)).text()) === 'null'; tries++) {
      if (tries > 50) throw new Error('There is no line.')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const bare = await startBareServer(page, 0)
    const rate =
      (url: string, headers: Record<string, string> = {}) =>
      async () =>
        (await load({ url, connections: CONNECTIONS, seconds: FORM.seconds, headers, core: CALLERS_CORE }))
          .perSecond
    try {
      const { head, body } = await bytesOf(new URL(page))
      const keptConnections = await compare(FORM.rounds, rate(bare.url), rate(page))
      const newConnections = await compare(
        FORM.rounds,
        rate(bare.url, { connection: 'close' }),
        rate(page, { connection: 'close' }),
      )
      const { requests, grewMb } = await growth(portal)
      console.error(
        `One answer: ${head + body.length} bytes, ${body.length} of them ${body}; ${REQUESTS_PER_SECOND} a second are ${((8 * REQUESTS_PER_SECOND * (head + body.length)) / 1e6).toFixed(0)} Mbit/s`,
      )
      console.error(
        `Cores for ${REQUESTS_PER_SECOND} a second: ${(REQUESTS_PER_SECOND / keptConnections.product).toFixed(2)} over kept connections, ${(REQUESTS_PER_SECOND / newConnections.product).toFixed(2)} with a new one each`,
      )
      const against = 'bare node:http, the same bytes'
      return [
        { what: '/line.json on one core', against, goal: 0.5, ...keptConnections },
        { what: '/line.json, a new connection each', against, ...newConnections },
        told(
          {
            what: '/line.json on one core',
            against: `${WAITING.toLocaleString('en')} people every ${EVERY_S} s`,
          },
          REQUESTS_PER_SECOND,
          keptConnections.product,
        ),
        atMost(
          {
            what: 'Megabytes the process grew by',
            against: `${requests.toLocaleString('en')} answers to ${WAITING.toLocaleString('en')} people`,
          },
          MEGABYTES,
          grewMb,
        ),
      ]
    } finally {
      bare.stop()
      line.stop()
    }
  })
