import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { emails } from '../../server/emails.ts'
import { createTransport } from '../../server/mail/transport.ts'
import { deliverDue, startDeliveries } from '../../server/outbox/deliver.ts'
import { PRIORITY, enqueueEmail } from '../../server/outbox/enqueue-email.ts'
import { count, login, member, NEW_PASSWORD, register, registration } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { smtpPeer } from '../support/smtp-peer.ts'

// Emails wait in a queue, the outbox, until the mail server takes them.

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let portal: Portal
let peer: Awaited<ReturnType<typeof smtpPeer>>
before(async () => {
  peer = await smtpPeer()
  portal = await openPortal({
    config: {
      SMTP_URL: `smtp://127.0.0.1:${peer.port}`,
      MAIL_FROM: 'IEBC Jobs <jobs@iebc.example>',
      PUBLIC_URL: 'http://jobs.iebc.example',
    },
  })
})
beforeEach(async () => {
  portal.clock.set(A_TUESDAY)
  // The mail server accepts every email, unless a test sets how it fails in `manner`.
  peer.manner = 'take'
  peer.taken.length = 0
  await portal.db.run(sql`delete from outbox`)
})
after(async () => {
  await portal.close()
  await peer.close()
})

/** Runs one round of deliveries, as the running portal does. Returns the number of emails that were due. */
const deliver = async () => {
  const transport = createTransport(portal.deps.config)
  const taken = await deliverDue(portal.deps, emails, transport)
  transport.close()
  return taken
}
const newcomer = async () => {
  const body = registration()
  assert.equal((await register(portal, body)).status, 201)
  return body.email
}
/** Rows of the email queue. A sent email has none; `run_at` is the next try; `dead_at` means given up. */
const waiting = () =>
  portal.db.rows<{ attempts: number; run_at: Date; last_error: string | null; dead_at: Date | null }>(
    sql`select attempts, run_at, last_error, dead_at from outbox`,
  )

test('over SMTP: one email, from MAIL_FROM, to one address, as text and as HTML', async () => {
  const email = await newcomer()
  await deliver()
  assert.equal(peer.taken.length, 1)
  const [{ from, to, email: sent } = { from: '', to: [], email: undefined }] = peer.taken
  assert.deepEqual([from, to], ['jobs@iebc.example', [email]])
  assert.deepEqual(
    [sent?.from?.name, sent?.from?.address, sent?.to?.[0]?.address],
    ['IEBC Jobs', 'jobs@iebc.example', email],
  )
  assert.match(sent?.text ?? '', /^Dear Wanjiku,/)
  assert.match(sent?.html ?? '', /Dear Wanjiku,/)
  assert.ok(sent?.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'))
  assert.deepEqual(await waiting(), [])
  assert.equal(await deliver(), 0)
})

describe('R4: an outage loses no email', () => {
  for (const manner of ['busy', 'greylist', 'shut', 'no sender'] as const) {
    test(`${manner}: kept, tried again later, then delivered once`, async () => {
      peer.manner = manner
      const email = await newcomer()
      for (let attempt = 1; attempt <= 3; attempt++) {
        assert.equal(await deliver(), 1)
        const [row] = await waiting()
        assert.equal(row?.dead_at, null, `${manner}: ${row?.last_error}`)
        assert.equal(row?.attempts, attempt)
        const pause = (row?.run_at.getTime() ?? 0) - portal.clock.now().getTime()
        const middle = 1_000 * 2 ** (attempt - 1)
        assert.ok(pause >= middle * 0.75 && pause <= middle * 1.25, `pause of ${pause} ms`)
        assert.equal(await deliver(), 0)
        portal.clock.set(row?.run_at ?? A_TUESDAY)
      }
      peer.manner = 'take'
      await deliver()
      assert.deepEqual(
        peer.taken.map(({ to }) => to),
        [[email]],
      )
      assert.deepEqual(await waiting(), [])
    })
  }
  test('no mail server for more than half an hour: the pauses grow to a quarter of an hour, and the emailed code still works', async () => {
    const { email } = await member(portal)
    await portal.db.run(sql`delete from outbox`)
    await portal.visitor().post('/api/password-reset-request/', { email })
    const { port } = peer
    await peer.close()
    let pause = 0
    try {
      for (let attempt = 1; attempt <= 14; attempt++) {
        assert.equal(await deliver(), 1)
        const [row] = await waiting()
        pause = (row?.run_at.getTime() ?? 0) - portal.clock.now().getTime()
        assert.ok(pause <= 15 * MINUTE * 1.25, `pause of ${pause} ms`)
        portal.clock.set(row?.run_at ?? A_TUESDAY)
      }
      assert.ok(pause >= 15 * MINUTE * 0.75)
      assert.ok(portal.clock.now().getTime() - A_TUESDAY.getTime() > 30 * MINUTE)
    } finally {
      peer = await smtpPeer({ port })
    }
    await deliver()
    assert.equal(peer.taken.length, 1)
    const otp = /^ *(\d{6})$/m.exec(peer.taken[0]?.email.text ?? '')?.[1]
    portal.clock.advance(9 * MINUTE)
    assert.equal(
      (await portal.visitor().post('/api/update-password/', { email, otp, new_password: NEW_PASSWORD }))
        .status,
      200,
    )
  })
  test('registration does not wait for the mail server, and is not undone by it', async () => {
    peer.manner = 'shut'
    const email = await newcomer()
    await deliver()
    assert.equal((await login(portal.visitor(), email)).json.code, 'not_verified')
  })
})

describe('R4: each email is sent once, as far as possible', () => {
  test('accepted but never acknowledged: the email is sent again with the same Message-ID', async () => {
    peer.manner = 'take and drop'
    await newcomer()
    await deliver()
    const [row] = await waiting()
    assert.equal(row?.dead_at, null)
    peer.manner = 'take'
    portal.clock.set(row?.run_at ?? A_TUESDAY)
    await deliver()
    assert.equal(peer.taken.length, 2)
    assert.equal(new Set(peer.taken.map(({ email }) => email.messageId)).size, 1)
    assert.match(peer.taken[0]?.email.messageId ?? '', /^<[\w-]+@jobs\.iebc\.example>$/)
  })
  test('three deliverers at once send each email once', async () => {
    const emails = await Promise.all(Array.from({ length: 12 }, newcomer))
    await Promise.all([deliver(), deliver(), deliver()])
    while ((await deliver()) > 0);
    assert.deepEqual(peer.taken.map(({ to }) => to[0] ?? '').sort(), emails.sort())
    assert.equal(new Set(peer.taken.map(({ email }) => email.messageId)).size, 12)
  })
  test('a deliverer that died during a delivery: when its time is over, another sends the email', async () => {
    await newcomer()
    await portal.db.run(
      sql`update outbox set attempts = 1, run_at = ${new Date(A_TUESDAY.getTime() + 2 * MINUTE)}`,
    )
    assert.equal(await deliver(), 0)
    portal.clock.advance(2 * MINUTE)
    assert.equal(await deliver(), 1)
    assert.equal(peer.taken.length, 1)
  })
  for (const manner of ['no such mailbox', 'not to my taste'] as const) {
    test(`${manner}: the email is given up, kept for officers to see, and never tried again`, async () => {
      peer.manner = manner
      await newcomer()
      await deliver()
      const [row] = await waiting()
      assert.ok(row?.dead_at)
      assert.match(row?.last_error ?? '', /^55[04]$/)
      peer.manner = 'take'
      portal.clock.advance(24 * 60 * MINUTE)
      assert.equal(await deliver(), 0)
    })
  }
  test('an email that someone waits for overtakes a thousand bulk emails', async () => {
    const { email } = await member(portal)
    await portal.db.run(sql`delete from outbox`)
    await portal.db.tx(async (tx) => {
      for (let index = 0; index < 50; index++)
        await enqueueEmail(tx, {
          topic: 'accounts.exists',
          payload: { email: 'nobody@example.com' },
          now: new Date(A_TUESDAY.getTime() - MINUTE),
          priority: PRIORITY.bulk,
        })
    })
    await portal.visitor().post('/api/password-reset-request/', { email })
    await deliver()
    assert.deepEqual(
      peer.taken.map(({ to }) => to),
      [[email]],
    )
    // A round delivers twenty emails: the requested reset code, and nineteen others.
    assert.equal(await count(portal, sql`select from outbox`), 50 - 19)
  })
  test('an email of a kind that no longer exists leaves the queue after a day, without an error', async () => {
    const aDayAgo = new Date(A_TUESDAY.getTime() - DAY)
    await enqueueEmail(portal.db, { topic: 'gone', payload: {}, now: aDayAgo })
    assert.equal(await deliver(), 1)
    assert.deepEqual(await waiting(), [])
  })
  test('an email of a kind that only a newer version knows waits during an upgrade, until that version sends it', async () => {
    const [address, transport] = ['newer@example.com', createTransport(portal.deps.config)]
    await enqueueEmail(portal.db, { topic: 'newer', payload: { email: address }, now: A_TUESDAY })
    assert.equal(await deliver(), 1)
    const [row] = await waiting()
    assert.deepEqual([row?.attempts, row?.dead_at, row?.last_error], [1, null, 'UnknownTopic'])
    portal.clock.set(row?.run_at ?? A_TUESDAY)
    const newerEmails = {
      ...emails,
      newer: async (_: unknown, { email }: { email: string }) => ({
        to: email,
        subject: 'New',
        paragraphs: [],
      }),
    }
    await deliverDue(portal.deps, newerEmails, transport)
    transport.close()
    assert.deepEqual([peer.taken.map(({ to }) => to), await waiting()], [[[address]], []])
  })
  test('while a mail server needs a minute for each email, a second process sends none of them again', async () => {
    for (let index = 0; index < 20; index++)
      await enqueueEmail(portal.db, { topic: 'newsletter', payload: { index }, now: A_TUESDAY })
    const kinds = {
      newsletter: async (_: unknown, { index }: { index: number }) => ({
        to: `reader${index}@example.com`,
        subject: 'News',
        paragraphs: [],
      }),
    }
    const sentTo: string[] = []
    const secondProcess = () =>
      deliverDue(portal.deps, kinds, { send: async ({ to }) => void sentTo.push(to), close: () => {} })
    let inHand: PromiseWithResolvers<void>[] = []
    const slowServer = {
      async send({ to }: { to: string }) {
        sentTo.push(to)
        const taken = Promise.withResolvers<void>()
        if (inHand.push(taken) === 4) {
          const four = inHand
          inHand = []
          portal.clock.advance(MINUTE)
          await secondProcess()
          for (const { resolve } of four) resolve()
        }
        await taken.promise
      },
      close: () => {},
    }
    assert.equal(await deliverDue(portal.deps, kinds, slowServer), 20)
    while ((await secondProcess()) > 0);
    assert.deepEqual([sentTo.length, new Set(sentTo).size, await waiting()], [20, 20, []])
  })
})

test('the running portal delivers by itself, and its stop waits for the email in delivery', {
  timeout: 20_000,
}, async () => {
  const deliveries = startDeliveries(portal.deps, emails, () => createTransport(portal.deps.config))
  const email = await newcomer()
  try {
    while (await count(portal, sql`select from outbox`)) await new Promise(setImmediate)
  } finally {
    await deliveries.stop()
  }
  assert.deepEqual(
    peer.taken.map(({ to }) => to),
    [[email]],
  )
})

test('a stop waits for the emails in delivery only: the others of the round stay in the queue, due at once', {
  timeout: 20_000,
}, async () => {
  const { email } = await member(portal)
  await portal.db.run(sql`delete from outbox`)
  for (let index = 0; index < 20; index++)
    await enqueueEmail(portal.db, { topic: 'accounts.exists', payload: { email }, now: A_TUESDAY })
  let sent = 0
  const [fourInHand, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transport = {
    async send() {
      if (++sent === 4) fourInHand.resolve()
      await answered.promise
    },
    close: () => {},
  }
  const deliveries = startDeliveries(portal.deps, emails, () => transport)
  await fourInHand.promise
  const stopped = deliveries.stop()
  answered.resolve()
  await stopped
  const rows = await waiting()
  assert.deepEqual([sent, rows.length], [4, 16])
  assert.ok(rows.every(({ attempts, run_at }) => attempts === 0 && run_at <= portal.clock.now()))
})

test('R7: while bulk emails wait for a silent mail server, an email that someone waits for is sent', {
  timeout: 20_000,
}, async () => {
  const { email } = await member(portal)
  await portal.db.run(sql`delete from outbox`)
  for (let index = 0; index < 40; index++)
    await enqueueEmail(portal.db, {
      topic: 'accounts.exists',
      payload: { email },
      now: A_TUESDAY,
      priority: PRIORITY.bulk,
    })
  const { port } = peer
  peer.silentFor = email
  const deliveries = startDeliveries(portal.deps, emails, () => createTransport(portal.deps.config))
  try {
    while (peer.hanging === 0) await new Promise(setImmediate)
    const newcomers = await newcomer()
    while (peer.taken.length === 0) await new Promise(setImmediate)
    assert.deepEqual(peer.taken[0]?.to, [newcomers])
  } finally {
    await peer.close()
    await deliveries.stop()
    peer = await smtpPeer({ port })
  }
})

test('R7: of twenty emails, four are in delivery at a time, so that no answer of the portal waits for all twenty', {
  timeout: 20_000,
}, async () => {
  const { email } = await member(portal)
  await portal.db.run(sql`delete from outbox`)
  for (let index = 0; index < 20; index++)
    await enqueueEmail(portal.db, { topic: 'accounts.exists', payload: { email }, now: A_TUESDAY })
  let inHand = 0
  let most = 0
  let sent = 0
  const four = Promise.withResolvers<void>()
  const transport = {
    async send() {
      most = Math.max(most, ++inHand)
      if (inHand === 4) four.resolve()
      await four.promise
      // If the portal sent five emails at once, the fifth would have started before this query of the
      // database ends.
      await count(portal, sql`select from outbox`)
      inHand--
      sent++
    },
    close: () => {},
  }
  assert.equal(await deliverDue(portal.deps, emails, transport), 20)
  assert.deepEqual([most, sent, await count(portal, sql`select from outbox`)], [4, 20, 0])
})

test('R7: bulk emails wait while a decision list takes effect; emails that a person waits for, or can read on the portal, do not', {
  timeout: 20_000,
}, async () => {
  const { email } = await member(portal)
  await portal.db.run(sql`delete from outbox`)
  await enqueueEmail(portal.db, {
    topic: 'accounts.exists',
    payload: { email },
    now: A_TUESDAY,
    priority: PRIORITY.bulk,
  })
  const { email: shownAddress } = await member(portal)
  await portal.db.run(sql`delete from outbox where payload ->> 'email' is distinct from ${email}`)
  await enqueueEmail(portal.db, {
    topic: 'accounts.exists',
    payload: { email: shownAddress },
    now: A_TUESDAY,
    priority: PRIORITY.shown,
  })
  // While `held` is true, bulk email waits. Email that people can also read on the portal (`shown`) does not.
  let held = true
  const deliveries = startDeliveries(portal.deps, emails, () => createTransport(portal.deps.config), {
    holdsBack: () => held,
  })
  try {
    const newcomers = await newcomer()
    // Two emails are sent and deleted from the queue. The email of the lowest priority is left.
    while (peer.taken.length < 2 || (await count(portal, sql`select from outbox`)) > 1)
      await new Promise(setImmediate)
    assert.equal((await waiting())[0]?.attempts, 0)
    held = false
    while (peer.taken.length < 3) await new Promise(setImmediate)
    assert.deepEqual(
      new Set(peer.taken.slice(0, 2).map(({ to }) => to[0])),
      new Set([newcomers, shownAddress]),
    )
    assert.deepEqual(peer.taken[2]?.to, [email])
  } finally {
    await deliveries.stop()
  }
})

test('R7: while the portal sheds calls, only five bulk emails a second are sent', {
  timeout: 20_000,
}, async () => {
  const { email } = await member(portal)
  await portal.db.run(sql`delete from outbox`)
  for (let index = 0; index < 10; index++)
    await enqueueEmail(portal.db, {
      topic: 'accounts.exists',
      payload: { email },
      now: A_TUESDAY,
      priority: PRIORITY.shown,
    })
  const deliveries = startDeliveries(portal.deps, emails, () => createTransport(portal.deps.config), {
    isOverloaded: () => true,
  })
  try {
    while (peer.taken.length < 5) await new Promise(setImmediate)
    const fiveAt = performance.now()
    while (peer.taken.length < 10) await new Promise(setImmediate)
    assert.ok(performance.now() - fiveAt > 900)
  } finally {
    await deliveries.stop()
  }
})

test('T29: of a mail server’s reply, which may contain addresses, only the code is stored', async () => {
  peer.manner = 'greylist'
  const email = await newcomer()
  await deliver()
  const [row] = await waiting()
  assert.equal(row?.last_error, '451')
  assert.doesNotMatch(JSON.stringify([portal.log, row]), new RegExp(email))
})
