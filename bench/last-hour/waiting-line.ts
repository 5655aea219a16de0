import net from 'node:net'
import { LINE } from '#contract/line/line.ts'
import { sql, type Db } from '../../server/database/connect.ts'
import { startBareServer } from '../bare-server.ts'
import type { Portal } from '../portal.ts'
import { compare, ROUNDS } from '../rounds.ts'
import type { TableRow } from '../table.ts'
import { load } from '../wrk.ts'
import { CALLERS_CORE } from './generate.ts'
import { atMost, megabytesOf, forInformation } from './goals.ts'
import { settingsOfRun, inWorld } from './world.ts'

const SETTINGS = settingsOfRun({
  smoke: { rounds: 1, seconds: 2, peopleS: 5 },
  short: { rounds: 5, seconds: 3, peopleS: 20 },
  full: { rounds: ROUNDS, seconds: 5, peopleS: 60 },
})
const CONNECTIONS = 64
/** How many people wait in the line, and how often each browser reads the state of the line. */
const PEOPLE_IN_LINE = 300_000
const EVERY_S = 10
const REQUESTS_PER_SECOND = PEOPLE_IN_LINE / EVERY_S
/**
 * The limit for the growth of the process: about a hundred bytes for each person in the line. One byte for
 * each person would be 0.3 MB. No limit can be so low, because the memory varies by more than that.
 */
const MAX_GROWTH_MB = 32

/**
 * Keeps the line open, and changes its state every second, as another process of the portal would. So the
 * portal computes a new answer each second.
 */
function keepLineOpen(db: Db): { stop: () => void } {
  // `mover`: the process that may move the line. A foreign id keeps the portal under test from moving it.
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

/** A script for the program wrk. Each request has its own network and a line ticket that no one got. */
const REQUEST_SCRIPT = `
local n = 0
function request()
  n = (n + 1) % ${PEOPLE_IN_LINE}
  return wrk.format("GET", "/line.json", { ["X-Forwarded-For"] = "10." .. math.floor(n / 65536) .. "." .. math.floor(n / 256) % 256 .. "." .. n % 256,
    ["${LINE.header}"] = string.format("%x.AAAAAAAAAAAAAAAAAAAAAA", n), ["Cookie"] = string.format("line=%x.AAAAAAAAAAAAAAAAAAAAAA", n) })
end
`

/** One answer of the portal: the number of bytes of its head, and its body. */
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

/** Measures how much the process grows when all in the line read its state. The first run warms it up. */
async function growth(portal: Portal) {
  const everyone = (seconds: number) =>
    load({ url: portal.url, connections: 1_000, seconds, script: REQUEST_SCRIPT, core: CALLERS_CORE })
  await everyone(Math.ceil(SETTINGS.peopleS / 2))
  const before = megabytesOf(portal)
  const { requests } = await everyone(SETTINGS.peopleS)
  return { requests, grewMb: Math.max(0, megabytesOf(portal) - before) }
}

/** Waits until the portal answers with the state of a line. */
async function waitForLine(page: string): Promise<void> {
  for (let tries = 0; (await (await fetch(page)).text()) === 'null'; tries++) {
    if (tries > 50) throw new Error('There is no line.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Returns a function that measures how many answers a second come from this address. */
const rate =
  (url: string, headers: Record<string, string> = {}) =>
  async () =>
    (
      await load({
        url,
        connections: CONNECTIONS,
        seconds: SETTINGS.seconds,
        headers,
        core: CALLERS_CORE,
      })
    ).perSecond

/**
 * Compares the cost of two answers: the line's state for 300,000 people, read every ten seconds, and a static
 * file of the same size.
 */
export const waitingLine = (): Promise<TableRow[]> =>
  inWorld(1_000, async ({ portal, db }) => {
    const line = keepLineOpen(db)
    const page = `${portal.url}/line.json`
    await waitForLine(page)
    const bare = await startBareServer(page, 0)
    try {
      const { head, body } = await bytesOf(new URL(page))
      const openConnections = await compare(SETTINGS.rounds, rate(bare.url), rate(page))
      const newConnections = await compare(
        SETTINGS.rounds,
        rate(bare.url, { connection: 'close' }),
        rate(page, { connection: 'close' }),
      )
      const { requests, grewMb } = await growth(portal)
      console.error(
        `One answer: ${head + body.length} bytes, ${body.length} of them ${body}; ${REQUESTS_PER_SECOND} a second are ${((8 * REQUESTS_PER_SECOND * (head + body.length)) / 1e6).toFixed(0)} Mbit/s`,
      )
      console.error(
        `Cores for ${REQUESTS_PER_SECOND} a second: ${(REQUESTS_PER_SECOND / openConnections.product).toFixed(2)} over kept connections, ${(REQUESTS_PER_SECOND / newConnections.product).toFixed(2)} with a new one each`,
      )
      const against = 'bare node:http, the same bytes'
      return [
        { what: '/line.json on one core', against, goal: 0.5, ...openConnections },
        { what: '/line.json, a new connection each', against, ...newConnections },
        forInformation(
          {
            what: '/line.json on one core',
            against: `${PEOPLE_IN_LINE.toLocaleString('en')} people every ${EVERY_S} s`,
          },
          REQUESTS_PER_SECOND,
          openConnections.product,
        ),
        atMost(
          {
            what: 'Megabytes the process grew by',
            against: `${requests.toLocaleString('en')} answers to ${PEOPLE_IN_LINE.toLocaleString('en')} people`,
          },
          MAX_GROWTH_MB,
          grewMb,
        ),
      ]
    } finally {
      bare.stop()
      line.stop()
    }
  })
