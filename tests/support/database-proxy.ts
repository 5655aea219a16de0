import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = '.s.PGSQL.5432'
/** PostgreSQL's message to a connection when its server dies: the letter E, the length, and the error. */
const LAST_WORDS = (() => {
  const fields = Buffer.from(
    'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0',
  )
  const head = Buffer.from('E....')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** PostgreSQL's message after the login: the server is ready for a query. */
const READY = Buffer.from('Z\0\0\0\x05I')

/**
 * A proxy between a portal and its database. Its `url` names a socket folder. It can `cut` the connection,
 * `freeze` it, and `mend` it, which lets everything pass again.
 */
export async function databaseProxy(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-proxy-'))
  const real = join(new URLSearchParams(url.split('?')[1]).get('host') ?? '', NAME)
  const pairs = new Set<[net.Socket, net.Socket]>()
  let state: 'whole' | 'cut' | 'frozen' | 'frozen after login' = 'whole'
  const server = net.createServer((caller) => {
    if (state === 'cut') return caller.destroy()
    const database = net.connect(real)
    const pair: [net.Socket, net.Socket] = [caller, database]
    pairs.add(pair)
    for (const [first, other] of [pair, [database, caller]] as const) {
      first.on('error', () => {})
      first.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
      first.pipe(other)
    }
    if (state === 'frozen') for (const entry of pair) hold(entry)
    if (state === 'frozen after login')
      database.on('data', (piece: Buffer) => {
        if (state === 'frozen after login' && piece.includes(READY)) for (const entry of pair) hold(entry)
      })
  })
  /** Stops all data that comes from this end of the proxy. */
  const hold = (end: net.Socket) => end.unpipe().pause()
  await new Promise<void>((up) => server.listen(join(folder, NAME), up))
  return {
    url: url.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`),
    /** The number of the portal's open connections. */
    connections: () => pairs.size,
    /** Simulates a database that has died. */
    cut() {
      state = 'cut'
      for (const [caller] of pairs) caller.destroy()
    },
    /** Simulates a stopped database: it accepts connections and never answers. */
    freeze() {
      state = 'frozen'
      for (const pair of pairs) for (const entry of pair) hold(entry)
    },
    /** Simulates a database that stops just after it admitted a caller. */
    freezeAfterLogin: () => void (state = 'frozen after login'),
    /**
     * Simulates a database that dies after one more answer: the last message of each connection arrives in
     * one piece with that answer.
     */
    dieAnswering() {
      for (const [caller, database] of pairs) {
        database
          .unpipe(caller)
          .once('data', (answer: Buffer) => caller.end(Buffer.concat([answer, LAST_WORDS])))
        database.resume()
      }
    },
    /** Lets all data pass through the proxy again. */
    mend() {
      state = 'whole'
      for (const [caller, database] of pairs) {
        caller.pipe(database)
        database.pipe(caller)
      }
    },
    async close() {
      for (const [caller] of pairs) caller.destroy()
      await new Promise((down) => server.close(down))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type DatabaseProxy = Awaited<ReturnType<typeof databaseProxy>>
