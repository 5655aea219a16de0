import assert from 'node:assert/strict'
import net from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { emails } from '../../server/emails.ts'
import { createTransport } from '../../server/mail/transport.ts'
import { deliverDue } from '../../server/outbox/deliver.ts'
import { register, registration } from '../support/accounts.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The portal delivers email to a mail server that fails in every possible way, at every stage.

/** The stages of an SMTP conversation, each with the reply of a mail server that works. */
const STAGES = {
  greeting: '220 here',
  EHLO: '250 here',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  'the email': '250 kept',
} as const
type Stage = keyof typeof STAGES
/** How a mail server fails: by silence, an endless reply, a closed connection, or an SMTP error code. */
type Way = 'says nothing' | 'never ends a line' | 'never ends its answer' | 'hangs up' | '451' | '421' | '554'

/** Plays a mail server that fails at one stage. `arrived` counts the emails that arrived completely. */
async function peerThat(way: Way, failingStage: Stage) {
  let arrivedCount = 0
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    // `inData`: the text of an email is arriving, which ends with a line of one full stop. `received`: the
    // bytes since the last whole line.
    let [inData, received] = [false, '']
    let timer: NodeJS.Timeout | undefined
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
    })
    const say = (stage: Stage) => {
      if (stage !== failingStage) return socket.write(`${STAGES[stage]}\r\n`)
      if (way === 'hangs up') return socket.destroy()
      if (/^\d/.test(way)) return socket.write(`${way} no\r\n`)
      if (way !== 'says nothing')
        timer = setInterval(
          // In SMTP, a hyphen after the code says that more lines of this reply follow.
          () => socket.write(way === 'never ends a line' ? 'x' : `${STAGES[stage].slice(0, 3)}-more\r\n`),
          20,
        )
    }
    socket.on('data', (piece: Buffer) => {
      received += piece.toString('latin1')
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        if (inData && line !== '.') continue
        if (inData) {
          inData = false
          arrivedCount++
          say('the email')
          continue
        }
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'DATA' && failingStage !== 'DATA') inData = true
        if (verb in STAGES) say(verb as Stage)
        else socket.write('250 ok\r\n')
      }
    })
    say('greeting')
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  return {
    port: (server.address() as net.AddressInfo).port,
    arrived: () => arrivedCount,
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

/** How long the portal waits for a mail server. A busy machine needs so long for one that answers. */
const SILENCE_MS = 300
/** The same for a mail server whose email waits in any case. The portal waits so long for each of them. */
const SHORT_SILENCE_MS = 150
/**
 * Delivers the due emails once. Returns what happened to the email: it left, waits for a later try, or is
 * given up.
 */
const round = async (port: number, silenceMs: number) => {
  const config = { ...portal.deps.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const transport = createTransport(config, { silenceMs })
  try {
    await deliverDue({ ...portal.deps, config }, emails, transport)
  } finally {
    transport.close()
  }
  const rows = await portal.db.rows<{ dead_at: Date | null }>(sql`select dead_at from outbox`)
  return rows.map(({ dead_at }) => (dead_at ? 'is given up' : 'waits')).join() || 'left'
}

const isErrorCode = (way: Way) => /^\d/.test(way)
/**
 * What must happen to the email. If the server answers EHLO with 451 or 554, the portal says the older HELO,
 * which the server accepts. After 421 the server closes the connection, so the email waits.
 */
const outcome = (way: Way, stage: Stage) => {
  if (isErrorCode(way) && way !== '421' && stage === 'EHLO') return 'left'
  return way === '554' && isFinalAt[stage] ? 'is given up' : 'waits'
}
// The portal gives up an email only if the server permanently refuses the recipient or the email. Time or the
// operator can correct other failures.
const isFinalAt: Partial<Record<Stage, true>> = { RCPT: true, DATA: true, 'the email': true }
for (const way of [
  'says nothing',
  'never ends a line',
  'never ends its answer',
  'hangs up',
  '451',
  '421',
  '554',
] as const) {
  describe(`R4 a mail server that ${isErrorCode(way) ? `answers ${way}` : way}`, () => {
    for (const stage of Object.keys(STAGES) as Stage[]) {
      test(`R4 at ${stage}: the round ends, and the email ${outcome(way, stage)}`, {
        timeout: 5_000,
      }, async () => {
        const peer = await peerThat(way, stage)
        try {
          assert.equal((await register(portal, registration())).status, 201)
          const isShort = !isErrorCode(way) && stage !== 'the email'
          assert.equal(await round(peer.port, isShort ? SHORT_SILENCE_MS : SILENCE_MS), outcome(way, stage))
          // The portal hands the email over at most once in a round.
          assert.equal(peer.arrived(), stage === 'the email' || outcome(way, stage) === 'left' ? 1 : 0)
        } finally {
          await peer.close()
        }
      })
    }
  })
}
