import assert from 'node:assert/strict'
import net from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { emails } from '../../server/emails.ts'
import { createTransport } from '../../server/mail/transport.ts'
import { deliverDue } from '../../server/outbox/deliver.ts'
import { register, registration } from '../support/accounts.ts'
import { openPortal, type Portal } from '../support/portal.ts'

/** The stages at which a mail server says something, and what it says when all is well. */
const STAGES = {
  greeting: '220 here',
  EHLO: '250 here',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  'the email': '250 kept',
} as const
type Stage = keyof typeof STAGES
type Way = 'says nothing' | 'never ends a line' | 'never ends its answer' | 'hangs up' | '451' | '421' | '554'

/** A mail server that is well until one stage; `came` counts the emails that arrived whole. */
async function peerThat(way: Way, index: Stage) {
  let came = 0
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    let [inData, heard] = [false, '']
    let timer: NodeJS.Timeout | undefined
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
    })
    const say = (stage: Stage) => {
      if (stage !== index) return socket.write(`${STAGES[stage]}\r\n`)
      if (way === 'hangs up') return socket.destroy()
      if (/^\d/.test(way)) return socket.write(`${way} no\r\n`)
      if (way !== 'says nothing')
        timer = setInterval(
          () => socket.write(way === 'never ends a line' ? 'x' : `${STAGES[stage].slice(0, 3)}-more\r\n`),
          20,
        )
    }
    socket.on('data', (piece: Buffer) => {
      heard += piece.toString('latin1')
      for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
        const line = heard.slice(0, end)
        heard = heard.slice(end + 2)
        if (inData && line !== '.') continue
        if (inData) {
          inData = false
          came++
          say('the email')
          continue
        }
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'DATA' && index !== 'DATA') inData = true
        if (verb in STAGES) say(verb as Stage)
        else socket.write('250 ok\r\n')
      }
    })
    say('greeting')
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  return {
    port: (server.address() as net.AddressInfo).port,
    came: () => came,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((down) => server.close(down))
    },
  }
}

let portal: Portal
before(async () => {
  portal = await openPortal()
})
afterEach(() => portal.db.run(sql`delete from outbox`))
after(() => portal.close())

const SILENCE_MS = 300
/** One round of deliveries; answers what became of the email. */
const round = async (port: number) => {
  const config = { ...portal.deps.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const transport = createTransport(config, { silenceMs: SILENCE_MS })
  try {
    await deliverDue({ ...portal.deps, config }, emails, transport)
  } finally {
    transport.close()
  }
  const rows = await portal.db.rows<{ dead_at: Date | null }>(sql`select dead_at from outbox`)
  return rows.map(({ dead_at }) => (dead_at ? 'is given up' : 'waits')).join() || 'left'
}

const isNo = (way: Way) => /^\d/.test(way)
/** What becomes of the email. Who refuses EHLO is greeted in the old way (HELO), and takes it. */
const outcome = (way: Way, stage: Stage) => {
  if (isNo(way) && way !== '421' && stage === 'EHLO') return 'left'
  return way === '554' && FOR_GOOD[stage] ? 'is given up' : 'waits'
}
// A No to the recipient or to the email is for good; all else is mended by time or by the operator.
const FOR_GOOD: Partial<Record<Stage, true>> = { RCPT: true, DATA: true, 'the email': true }
for (const way of [
  'says nothing',
  'never ends a line',
  'never ends its answer',
  'hangs up',
  '451',
  '421',
  '554',
] as const) {
  describe(`R4 a mail server that ${isNo(way) ? `answers ${way}` : way}`, () => {
    for (const stage of Object.keys(STAGES) as Stage[]) {
      test(`R4 at ${stage}: the round ends, and the email ${outcome(way, stage)}`, {
        timeout: 5_000,
      }, async () => {
        const peer = await peerThat(way, stage)
        try {
          assert.equal((await register(portal, registration())).status, 201)
          assert.equal(await round(peer.port), outcome(way, stage))
          // Handed over once at the most in a round.
          assert.equal(peer.came(), stage === 'the email' || outcome(way, stage) === 'left' ? 1 : 0)
        } finally {
          await peer.close()
        }
      })
    }
  })
}
