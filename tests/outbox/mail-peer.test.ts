import assert from 'node:assert/strict'
import tls from 'node:tls'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { emails } from '../../server/emails.ts'
import { createTransport, demandsTls } from '../../server/mail/transport.ts'
import { deliverDue } from '../../server/outbox/deliver.ts'
import { register, registration } from '../support/accounts.ts'
import { selfSigned } from '../support/certificate.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { smtpPeer } from '../support/smtp-peer.ts'

// The portal delivers email over TLS. It keeps an email if the mail server fails.

/** Two certificates of mail servers: the portal trusts the first and not the second. */
const own = selfSigned()
const stranger = selfSigned()

let portal: Portal
let peer: Awaited<ReturnType<typeof smtpPeer>> | undefined
before(async () => {
  portal = await openPortal()
  tls.setDefaultCACertificates([...tls.getCACertificates(), own.cert])
})
after(() => portal.close())
afterEach(async () => {
  await peer?.close()
  peer = undefined
  await portal.db.run(sql`delete from outbox`)
})

/**
 * Delivers the due emails once to the mail server `peer`, as the running portal does. After `silenceMs`
 * without a reply, the portal gives up the attempt.
 */
const deliver = async (scheme: 'smtp' | 'smtps', silenceMs?: number) => {
  const config = { ...portal.deps.config, smtpUrl: `${scheme}://127.0.0.1:${peer?.port}` }
  const transport = createTransport(config, silenceMs ? { silenceMs } : {})
  try {
    return await deliverDue({ ...portal.deps, config }, emails, transport)
  } finally {
    transport.close()
  }
}
/** Registers a person, so that a verification email is queued. Returns the person's email address. */
const newcomer = async () => {
  const body = registration()
  assert.equal((await register(portal, body)).status, 201)
  return body.email
}
/** The queued emails. `dead_at` is set when the portal has given up an email. */
const waiting = () =>
  portal.db.rows<{ attempts: number; run_at: Date; last_error: string | null; dead_at: Date | null }>(
    sql`select * from outbox`,
  )
/** Expects one queued email with an error code that is due again later. Sets the clock to that time. */
const expectPostponed = async (attempts = 1) => {
  const [row, ...more] = await waiting()
  assert.deepEqual([row?.attempts, row?.dead_at, more.length], [attempts, null, 0])
  assert.match(row?.last_error ?? '', /^[A-Z]+$/)
  portal.clock.set(row?.run_at ?? portal.clock.now())
}

describe('R4 TLS', () => {
  for (const scheme of ['smtp', 'smtps'] as const) {
    const atOnce = scheme === 'smtps'
    test(`R4 ${scheme}: an email travels over TLS to a server whose certificate is known`, async () => {
      peer = await smtpPeer({ tls: { ...own, atOnce } })
      const email = await newcomer()
      await deliver(scheme)
      assert.deepEqual(
        peer.taken.map(({ to, secure }) => [to[0], secure]),
        [[email, true]],
      )
      assert.deepEqual(await waiting(), [])
    })
    test(`R4 ${scheme}: a server with an unknown certificate gets no email; the email waits until the certificate is the right one`, async () => {
      peer = await smtpPeer({ tls: { ...stranger, atOnce } })
      await newcomer()
      await deliver(scheme)
      assert.equal(peer.taken.length, 0)
      await expectPostponed()
      const { port } = peer
      await peer.close()
      peer = await smtpPeer({ port, tls: { ...own, atOnce } })
      await deliver(scheme)
      assert.deepEqual([peer.taken.length, await waiting()], [1, []])
    })
  }
  test('R4 smtps to a server that speaks no TLS: the email waits', async () => {
    peer = await smtpPeer()
    await newcomer()
    await deliver('smtps', 1_000)
    assert.equal(peer.taken.length, 0)
    await expectPostponed()
  })
  test('a password is sent to a server on another machine over TLS, or not at all', () => {
    for (const url of [
      'smtp://me:pw@mail.example.org',
      'smtp://me:pw@192.0.2.1:587',
      'smtp://me:pw@localhost.evil.example',
    ])
      assert.equal(demandsTls(url), true, url)
    for (const url of [
      'smtp://mail.example.org',
      'smtp://me:pw@localhost:25',
      'smtp://me:pw@127.0.0.1',
      'smtp://me:pw@[::1]:25',
    ])
      assert.equal(demandsTls(url), false, url)
  })
})

describe('R4 a server that falls silent', () => {
  test('R4 after the email was sent: it waits, and is sent again with the same Message-ID', async () => {
    peer = await smtpPeer()
    peer.manner = 'hang'
    await newcomer()
    await deliver('smtp', 400)
    assert.equal(peer.taken.length, 0)
    await expectPostponed()
    peer.manner = 'take'
    await deliver('smtp')
    assert.deepEqual([peer.taken.length, await waiting()], [1, []])
  })
  test('R4 if all emails of a round hang, each waits, and each is sent later, once', async () => {
    peer = await smtpPeer()
    const emails = [await newcomer(), await newcomer(), await newcomer()]
    peer.manner = 'hang'
    await deliver('smtp', 400)
    peer.manner = 'take'
    const rows = await waiting()
    assert.deepEqual(
      [rows.length, rows.every(({ attempts, dead_at }) => attempts === 1 && dead_at === null)],
      [3, true],
    )
    portal.clock.set(new Date(Math.max(...rows.map(({ run_at }) => run_at.getTime()))))
    await deliver('smtp')
    assert.deepEqual(new Set(peer.taken.map(({ to }) => to[0])), new Set(emails))
    assert.equal(peer.taken.length, 3)
  })
})

test('R4 if the database fails in the middle of a round, the round still ends only when every delivery has ended', async () => {
  peer = await smtpPeer()
  await newcomer()
  await newcomer()
  // Two emails are sent at once. The server refuses the first, and the portal fails to record that. The
  // second is still being sent.
  let first = true
  const slow = Promise.withResolvers<void>()
  let secondIsSent = false
  const transport = {
    send: async () => {
      if (first) {
        first = false
        throw new Error('not taken')
      }
      await slow.promise
      secondIsSent = true
    },
    close() {},
  }
  const db = { ...portal.deps.db, run: async () => Promise.reject(new Error('away')) }
  const round = deliverDue({ ...portal.deps, db }, emails, transport)
  setImmediate(() => slow.resolve())
  await assert.rejects(round, /away/)
  assert.equal(secondIsSent, true)
})
