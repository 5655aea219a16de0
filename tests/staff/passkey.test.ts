import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { authenticator } from '../support/passkey.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { invited, officer, STAFF_PASSWORD, withCsrf } from '../support/staff.ts'

const HOME = 'https://jobs.example.org'
let portal: Portal
before(async () => void (portal = await openPortal({ config: { PUBLIC_URL: HOME } })))
beforeEach(() => nextMinute())
after(() => portal.close())

/** An invited officer who has set a password, and has received the options to create a passkey. */
async function joined() {
  const { email, token } = await invited(portal, { role: 'recruiter' })
  const visitor = await withCsrf(portal.visitor())
  const { ticket } = (
    await visitor.post('/api/staff/join/', { token, name: 'Amina Yusuf', password: STAFF_PASSWORD })
  ).json
  const options = (await visitor.post('/api/staff/enrol/passkey/options/', { ticket })).json
  return { email, visitor, ticket, options }
}
/** An invited officer with a registered passkey. `key` is the simulated device that has it. */
async function withPasskey() {
  const joiner = await joined()
  const key = authenticator(HOME)
  const { status, text } = await joiner.visitor.post('/api/staff/enrol/passkey/', {
    ticket: joiner.ticket,
    response: key.create(joiner.options),
  })
  assert.equal(status, 200, text)
  return { ...joiner, key }
}
/** Logs in with the password, so the portal asks for the passkey. `answer` sends the response. */
async function loginAsked(email: string) {
  const visitor = await withCsrf(portal.visitor())
  const { ticket, passkey, totp, enrol } = (
    await visitor.post('/api/staff/login/', { email, password: STAFF_PASSWORD })
  ).json
  assert.deepEqual([passkey, totp, enrol], [true, false, false])
  const options = (await visitor.post('/api/staff/login/passkey/options/', { ticket })).json
  return {
    visitor,
    ticket,
    options,
    answer: (response: unknown, as = ticket) =>
      visitor.post('/api/staff/login/passkey/', { ticket: as, response }),
  }
}
const expectRefused = ({ status, json }: { status: number; json: Record<string, unknown> }) => {
  assert.deepEqual([status, json.passkey], [422, [STAFF_WORDS.wrongPasskey]])
}

describe('staff: a passkey', () => {
  test('is made for this site and this ticket: one for another site or challenge, or without a person present, is refused', async () => {
    const { visitor, ticket, options } = await joined()
    const key = authenticator(HOME)
    assert.equal(options.rp.id, 'jobs.example.org')
    const make = (over: Parameters<typeof key.create>[1]) =>
      visitor.post('/api/staff/enrol/passkey/', { ticket, response: key.create(options, over) })
    expectRefused(await make({ origin: 'https://evil.example' }))
    expectRefused(await make({ rpId: 'evil.example' }))
    expectRefused(await make({ challenge: 'AAAA' }))
    // These flags of the passkey say that no person was present at the device.
    expectRefused(await make({ flags: 0x40 }))
    // Failures would lock the account, so their count is deleted.
    await portal.db.run(sql`delete from counters`)
    expectRefused(await make({ framedBy: 'https://evil.example' }))
    await portal.db.run(sql`delete from counters`)
    nextMinute()
    portal.clock.advance(1_000)
    assert.equal((await visitor.get('/api/staff/me/')).status, 401)
    assert.equal((await make({})).status, 200)
    assert.equal((await visitor.get('/api/staff/me/')).status, 200)
    assert.equal((await make({})).status, 403, 'one who has one makes none beside it')
  })
  test('opens a session once for each ticket; another officer’s passkey, response or ticket does not', async () => {
    const [first, two] = [await withPasskey(), await withPasskey()]
    const { visitor, ticket, options, answer } = await loginAsked(first.email)
    const other = await loginAsked(two.email)
    assert.deepEqual(
      options.allowCredentials.map(({ id }: { id: string }) => id),
      [first.key.id],
    )
    expectRefused(await answer(two.key.get(options, 1)))
    expectRefused(await answer({ ...first.key.get(options, 1), id: two.key.id, rawId: two.key.id }))
    expectRefused(await answer(first.key.get(other.options, 1)))
    const good = first.key.get(options, 1)
    expectRefused(await other.answer(good))
    assert.equal((await answer(good)).status, 200)
    assert.equal((await visitor.get('/api/staff/me/')).json.email, first.email)
    assert.ok([409, 422].includes((await answer(good)).status))
    assert.equal((await answer(first.key.get(options, 2), ticket)).status, 409, 'the ticket is used')
  })
  test('signed elsewhere, for something else, or without a person it opens nothing', async () => {
    const { email, key } = await withPasskey()
    for (const over of [
      { origin: 'https://evil.example' },
      { origin: 'http://jobs.example.org' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { type: 'webauthn.create' },
      { flags: 0x00 },
      { framedBy: 'https://evil.example' },
    ]) {
      const { answer, options, visitor } = await loginAsked(email)
      expectRefused(await answer(key.get(options, 1, over)))
      assert.equal((await visitor.get('/api/staff/me/')).status, 401)
      await portal.db.run(sql`delete from counters`)
    }
    const { answer, options } = await loginAsked(email)
    const { response, ...rest } = key.get(options, 1)
    expectRefused(
      await answer({
        ...rest,
        response: { ...response, signature: authenticator(HOME).get(options, 1).response.signature },
      }),
    )
    assert.equal((await answer(key.get(options, 1))).status, 200)
  })
  test('a counter that goes back means a copied key, and is refused; a passkey without a counter always has 0', async () => {
    const { email, key } = await withPasskey()
    /** Logs in with this value of the passkey's counter. It grows with each use, or is always 0. */
    const again = async (counter: number) => {
      const { answer, options } = await loginAsked(email)
      return answer(key.get(options, counter))
    }
    for (const counter of [0, 0, 7]) assert.equal((await again(counter)).status, 200, String(counter))
    for (const counter of [7, 6, 0]) expectRefused(await again(counter))
    assert.equal((await again(8)).status, 200)
  })
  test('T7 a recorded response opens nothing after the logout, even without a counter and while the ticket is valid', async () => {
    const { email, key } = await withPasskey()
    const { visitor, options, answer } = await loginAsked(email)
    const recorded = key.get(options, 0)
    assert.equal((await answer(recorded)).status, 200)
    assert.equal((await visitor.post('/api/staff/logout/')).status, 200)
    assert.equal((await visitor.get('/api/staff/me/')).status, 401)
    assert.deepEqual((await answer(recorded)).status, 409)
    assert.equal((await visitor.get('/api/staff/me/')).status, 401)
  })
  test('what a browser never sends is refused or left out, never an error', async () => {
    for (const transports of [
      ['internal', 'x', 5, null, { a: 1 }],
      'usb',
      { length: 3 },
      ['a\u0000b'],
      Array(500).fill('usb'),
    ]) {
      const { visitor, ticket, options } = await joined()
      const { status } = await visitor.post('/api/staff/enrol/passkey/', {
        ticket,
        response: authenticator(HOME).create(options, { transports }),
      })
      assert.equal(status, 200, JSON.stringify(transports).slice(0, 40))
    }
    const stored = await portal.db.rows<{ transports: string[] }>(
      sql`select transports from staff_passkeys order by created_at desc`,
    )
    for (const { transports } of stored)
      for (const entry of transports) assert.ok(['internal', 'usb'].includes(entry))
    const { visitor, ticket, options } = await joined()
    const whole = authenticator(HOME).create(options)
    for (const response of [
      {},
      { id: 5 },
      { ...whole, response: null },
      { ...whole, response: { clientDataJSON: 5 } },
      { ...whole, type: 'x' },
      { ...whole, id: '\u0000' },
    ]) {
      expectRefused(await visitor.post('/api/staff/enrol/passkey/', { ticket, response }))
      await portal.db.run(sql`delete from counters`)
    }
    for (const response of ['x', 5, null, [], undefined])
      assert.equal((await visitor.post('/api/staff/enrol/passkey/', { ticket, response })).status, 422)
  })
  test('another officer’s key under one’s own name is not taken', async () => {
    const { key } = await withPasskey()
    const { visitor, ticket, options } = await joined()
    expectRefused(
      await visitor.post('/api/staff/enrol/passkey/', {
        ticket,
        response: authenticator(HOME).create(options, { id: Buffer.from(key.id, 'base64url') }),
      }),
    )
  })
  test('an officer with an authenticator app has no passkey, and is not asked for one', async () => {
    const { visitor, email } = await officer(portal, 'auditor')
    const { ticket } = (await visitor.post('/api/staff/login/', { email, password: STAFF_PASSWORD })).json
    const { json } = await visitor.post('/api/staff/login/passkey/options/', { ticket })
    assert.deepEqual(json.allowCredentials, [])
    expectRefused(
      await visitor.post('/api/staff/login/passkey/', { ticket, response: authenticator(HOME).get(json, 1) }),
    )
  })
})
