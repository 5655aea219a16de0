import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SESSION } from '../../contract/accounts/session-limits.ts'
import { SESSION_WORDS } from '../../contract/accounts/session-words.ts'
import { sql } from '../../server/database/connect.ts'
import { login, member, NEW_PASSWORD, PASSWORD } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// In the list of their sessions, people read whether each network is new, known or the present one.

/** The words about the network of a session: `new`, `known`, or `present` for the network of this call. */
const { network: WORDS } = SESSION_WORDS
const MINUTE = 60_000
const PHONE = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 13) Chrome/120.0 Mobile Safari/537.36',
}

let portal: Portal
before(async () => void (portal = await openPortal({ config: { TRUST_PROXY: '127.0.0.1' } })))
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

const loginFrom = async (email: string, ip: string) => {
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, email, undefined, { ip, headers: PHONE })).json.token
  return visitor
}

describe('A24 issue 19: a session says its network in words, and the login before it', () => {
  test('the first network is no news, a later one is new once, the present one is named so', async () => {
    const { email } = await member(portal)
    const logins = ['105.160.1.1', '105.160.9.9', '41.90.1.1', '41.90.200.7', '197.248.0.1']
    for (const ip of logins) {
      portal.clock.advance(MINUTE)
      await loginFrom(email, ip)
    }
    portal.clock.advance(MINUTE)
    const me = await loginFrom(email, '10.9.8.7')
    const { json, text } = await me.get('/api/sessions/', { ip: '197.248.77.1' })
    assert.deepEqual(
      json.results.map(({ network }: { network: string }) => network),
      // The list starts with the newest login. This call comes from the same network as the login before the
      // newest.
      [WORDS.new, WORDS.present, WORDS.known, WORDS.new, WORDS.known, ''],
    )
    assert.doesNotMatch(text, /10\.9|197\.248|105\.160|41\.90|mark/)
  })
  test('IPv6: two addresses are of the same network if their first 32 bits are equal', async () => {
    const { email } = await member(portal)
    await loginFrom(email, '2c0f:fe38:1::1')
    await loginFrom(email, '2c0f:fe38:ffff::9')
    const me = await loginFrom(email, '2c0f:fe39::1')
    const { json } = await me.get('/api/sessions/', { ip: '127.0.0.9' })
    assert.deepEqual(
      json.results.map(({ network }: { network: string }) => network).sort(),
      ['', WORDS.known, WORDS.new].sort(),
    )
  })
  test('the stored networks are limited in number, contain no address, and differ between two people on one network', async () => {
    const [amina, brian] = [await member(portal), await member(portal)]
    for (let network = 0; network < SESSION.storedNetworks + 3; network++)
      await loginFrom(amina.email, `102.${network}.0.1`)
    await loginFrom(brian.email, `102.${SESSION.storedNetworks + 2}.0.1`)
    const marks = async (id: number) =>
      (
        await portal.db.row<{ network_marks: Buffer[] }>(
          sql`select network_marks from users where id = ${id}`,
        )
      )?.network_marks.map((mark) => mark.toString('hex')) ?? []
    const [ofOne, ofTwo] = [await marks(amina.id), await marks(brian.id)]
    assert.deepEqual([ofOne.length, ofTwo.length], [SESSION.storedNetworks, 1])
    assert.equal(new Set([...ofOne, ...ofTwo]).size, SESSION.storedNetworks + 1)
    // The portal has forgotten the oldest networks, so the first network counts as new again.
    const me = await loginFrom(amina.email, '102.0.0.1')
    const { json } = await me.get('/api/sessions/', { ip: '127.0.0.9' })
    assert.equal(json.results[0].network, WORDS.new)
  })
  test('the login before this one, with its device; none at the first', async () => {
    const { email } = await member(portal)
    const first = await loginFrom(email, '105.160.1.1')
    assert.equal((await first.get('/api/sessions/')).json.last_login, null)
    portal.clock.advance(MINUTE)
    const second = portal.visitor()
    second.token = (await login(second, email)).json.token
    assert.deepEqual((await second.get('/api/sessions/')).json.last_login, {
      logged_in_at: A_TUESDAY.toISOString(),
      device: 'Chrome on Android',
    })
  })
  test('a session of a changed password has its network too', async () => {
    const { email } = await member(portal)
    const me = await loginFrom(email, '105.160.1.1')
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const { status, json } = await me.post('/api/change-password/', change, { ip: '41.90.1.1' })
    assert.equal(status, 200)
    me.token = json.token
    const networkFrom = async (ip: string) => (await me.get('/api/sessions/', { ip })).json.results[0].network
    assert.deepEqual(
      [await networkFrom('41.90.2.2'), await networkFrom('105.160.1.1')],
      [WORDS.present, WORDS.new],
    )
  })
})
