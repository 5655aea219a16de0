import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { FAILED_LOGINS, LOGIN_LOCK } from '../../contract/accounts/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { count, login, NEW_PASSWORD, loggedIn } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const PHONE = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 13; TECNO KI5k) Chrome/120.0 Mobile Safari/537.36',
}

let portal: Portal
before(async () => void (portal = await openPortal({ config: { TRUST_PROXY: '127.0.0.1' } })))
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

type FailedLogin = { failed_at: string; device: string }
const listedFor = async (visitor: Visitor): Promise<FailedLogin[]> =>
  (await visitor.get('/api/failed-logins/')).json.results
const guess = (email: string, ip = '41.90.7.7') =>
  login(portal.visitor(), email, NEW_PASSWORD, { ip, headers: PHONE })
const stored = (where = sql`true`) => count(portal, sql`select from failed_logins where ${where}`)

describe('A24 issue 19: the owner sees attempts to log in that failed', () => {
  test('device and time, the latest first, without email address, network or header; a successful login is not listed', async () => {
    const { visitor, email } = await loggedIn(portal)
    assert.deepEqual(await listedFor(visitor), [])
    assert.equal((await guess(email)).status, 401)
    portal.clock.advance(MINUTE)
    await login(portal.visitor(), email, NEW_PASSWORD, { ip: '41.90.7.8' })
    await login(portal.visitor(), email)
    const { json, text } = await visitor.get('/api/failed-logins/')
    assert.deepEqual(json.results, [
      { failed_at: new Date(A_TUESDAY.getTime() + MINUTE).toISOString(), device: 'Device not known' },
      { failed_at: A_TUESDAY.toISOString(), device: 'Chrome on Android' },
    ])
    assert.doesNotMatch(text, /41\.90|Mozilla|TECNO|"id"/)
  })
  test('only the owner: another person, and someone without a session, learn nothing', async () => {
    const [me, other] = [await loggedIn(portal), await loggedIn(portal)]
    await guess(me.email)
    assert.deepEqual(await listedFor(other.visitor), [])
    assert.equal((await portal.visitor().get('/api/failed-logins/')).status, 401)
  })
  test('T1: an address without an account leaves a row of no one, and the same answer', async () => {
    const { email } = await loggedIn(portal)
    const before = await stored(sql`user_id is null`)
    const [known, unknown] = [await guess(email), await guess('no.account@example.com')]
    assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
    assert.equal(await stored(sql`user_id is null`), before + 1)
    await sweep(portal.deps)
    assert.equal(await stored(sql`user_id is null`), 0)
  })
  test('tries on a locked account are not listed: only tries whose password was checked are', async () => {
    const { visitor, email } = await loggedIn(portal)
    for (let tried = 0; tried < LOGIN_LOCK.failures + 3; tried++) await guess(email)
    assert.equal((await listedFor(visitor)).length, LOGIN_LOCK.failures)
  })
  test(`the list has ${FAILED_LOGINS.listed}, kept ${FAILED_LOGINS.storedDays} days by a clock, and goes with the account`, async () => {
    const { id, visitor, email } = await loggedIn(portal)
    await guess(email)
    // Adds thirty failed logins, one for each of the last thirty minutes.
    const insertOlder = sql`insert into failed_logins (user_id, device, failed_at)
      select ${id}, 'Firefox on Windows', ${A_TUESDAY}::timestamptz - make_interval(mins => minute) from generate_series(1, 30) minute`
    await portal.db.run(insertOlder)
    const lines = await listedFor(visitor)
    assert.deepEqual([lines.length, lines[0]?.device], [FAILED_LOGINS.listed, 'Chrome on Android'])
    // Failed logins that are at least 16 minutes older than the guess are deleted. Fifteen of the thirty rows
    // and the guess are left.
    portal.clock.set(new Date(A_TUESDAY.getTime() + FAILED_LOGINS.storedDays * DAY - 15.5 * MINUTE))
    await sweep(portal.deps)
    assert.equal(await stored(sql`user_id = ${id}`), 16)
    portal.clock.set(new Date(A_TUESDAY.getTime() + FAILED_LOGINS.storedDays * DAY))
    await sweep(portal.deps)
    assert.equal(await stored(sql`user_id = ${id}`), 0)
    portal.clock.set(A_TUESDAY)
    await guess(email, '41.91.7.7')
    await portal.db.run(sql`delete from users where id = ${id}`)
    assert.equal(await stored(sql`user_id = ${id}`), 0)
  })
})
