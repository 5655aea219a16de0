import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { startHousekeeping } from '../../server/housekeeping.ts'
import { count, login, member, NEW_PASSWORD, PASSWORD, loggedIn } from '../support/accounts.ts'
import { codeTo, emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

const ENDED = 'Please log in again. Your session has ended.'
const STOLEN = 'Your login was used from somewhere else'
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

const profile = (visitor: Visitor) => visitor.get('/api/user/profile/')
const extend = (visitor: Visitor) => visitor.post('/api/session/extend/')
const alive = async (visitor: Visitor) => assert.equal((await profile(visitor)).status, 200)
const dead = async (visitor: Visitor) => {
  const { status, json } = await profile(visitor)
  assert.deepEqual([status, json.code, json.message, json.detail], [401, 'signed_out', ENDED, ENDED])
}
/** A visitor with this session token. With `from`, it also has that browser's cookies, like a second tab. */
const withToken = (token: string, from?: Visitor) => {
  const visitor = portal.visitor({ browser: from !== undefined })
  for (const [name, value] of from?.cookies ?? []) visitor.cookies.set(name, value)
  visitor.token = token
  return visitor
}

describe('T7: a session lasts an hour by the server’s clock', () => {
  test('at 59:59 it is valid, at 60:00 it is over, and reading does not extend it', async () => {
    const { visitor } = await loggedIn(portal)
    for (let minute = 0; minute < 59; minute += 10) {
      await alive(visitor)
      await visitor.get('/api/notifications/')
      portal.clock.advance(10 * MINUTE)
    }
    portal.clock.set(new Date(A_TUESDAY.getTime() + HOUR - SECOND))
    await alive(visitor)
    portal.clock.advance(SECOND)
    await dead(visitor)
    portal.clock.advance(SECOND)
    await dead(visitor)
  })
  test('A12: a write extends the session, and the reply says until when', async () => {
    const { visitor } = await loggedIn(portal)
    portal.clock.advance(50 * MINUTE)
    const answer = await visitor.post('/api/security/set/', {
      security_question: 'Which shop was near?',
      security_answer: 'Mama Njeri',
      password: PASSWORD,
    })
    assert.equal(
      answer.headers.get('x-session-expires'),
      new Date(A_TUESDAY.getTime() + 110 * MINUTE).toISOString(),
    )
    portal.clock.advance(59 * MINUTE)
    await alive(visitor)
    portal.clock.advance(MINUTE)
    await dead(visitor)
  })
  test('extended each hour it lasts twelve, to the second', async () => {
    const { visitor } = await loggedIn(portal)
    for (let round = 1; round <= 14; round++) {
      portal.clock.set(new Date(A_TUESDAY.getTime() + round * 50 * MINUTE))
      const { status, json } = await extend(visitor)
      assert.equal(status, 200)
      assert.equal(
        Date.parse(json.expires_at),
        Math.min(portal.clock.now().getTime() + HOUR, A_TUESDAY.getTime() + 12 * HOUR),
      )
      visitor.token = json.token
    }
    portal.clock.set(new Date(A_TUESDAY.getTime() + 12 * HOUR - SECOND))
    await alive(visitor)
    portal.clock.advance(SECOND)
    await dead(visitor)
    assert.equal((await extend(visitor)).status, 401)
  })
  test('R13: a clock that jumps back ends no session and lengthens none', async () => {
    const { visitor } = await loggedIn(portal)
    portal.clock.advance(-2 * HOUR)
    await alive(visitor)
    portal.clock.advance(3 * HOUR)
    await dead(visitor)
  })
})

describe('A12, T6: extending', () => {
  test('changes the token; the old one answers for a minute more', async () => {
    const { visitor, token } = await loggedIn(portal)
    portal.clock.advance(55 * MINUTE)
    const { status, json } = await extend(visitor)
    assert.equal(status, 200)
    assert.notEqual(json.token, token)
    assert.deepEqual(
      [json.server_time, Date.parse(json.expires_at)],
      [portal.clock.now().toISOString(), portal.clock.now().getTime() + HOUR],
    )
    portal.clock.advance(MINUTE - 1)
    await alive(withToken(token))
    await alive(withToken(json.token))
    portal.clock.advance(1)
    await dead(withToken(token))
    await alive(withToken(json.token))
  })
  test('tabs that extend a session at once all continue, with the same new token', async () => {
    const { id, visitor } = await loggedIn(portal, { browser: true })
    portal.clock.advance(55 * MINUTE)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([extend(visitor), extend(visitor), extend(visitor)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      )
      const tokens = new Set(answers.map(({ json }) => json.token))
      for (const token of tokens) await alive(withToken(token, visitor))
      // The visitor still sends the old session token, which works for one more minute.
      await alive(visitor)
      visitor.token = answers[0]?.json.token
      portal.clock.advance(2 * MINUTE)
      await alive(visitor)
    }
    assert.equal(await count(portal, sql`select from sessions where user_id = ${id}`), 1)
  })
  test('a tab that extends with the old token, shortly after another tab did, gets the same new token', async () => {
    const { visitor, token } = await loggedIn(portal)
    const first = await extend(visitor)
    portal.clock.advance(30 * SECOND)
    const late = await extend(withToken(token))
    assert.deepEqual([late.status, late.json.token], [200, first.json.token])
    portal.clock.advance(31 * SECOND)
    assert.equal((await extend(withToken(token))).status, 401)
  })
})

describe('T6: what ends a session', () => {
  test('logout ends this one only, at once, in every tab', async () => {
    const { email, visitor, token } = await loggedIn(portal, { browser: true })
    const other = portal.visitor()
    other.token = (await login(other, email)).json.token
    const extended = (await extend(visitor)).json.token
    const { status, json, headers } = await visitor.post('/api/logout/')
    assert.deepEqual(
      [status, json, headers.get('clear-site-data')],
      [200, { message: 'You are logged out' }, '"cache"'],
    )
    assert.equal(visitor.cookies.has('session'), false)
    for (const old of [token, extended]) await dead(withToken(old, visitor))
    assert.equal((await withToken(token, visitor).post('/api/logout/')).status, 401)
    await alive(other)
  })
  test('a reset by code ends all of them', async () => {
    const { email, visitor } = await loggedIn(portal)
    const other = portal.visitor()
    other.token = (await login(other, email)).json.token
    await portal.visitor().post('/api/password-reset-request/', { email })
    const { status } = await portal
      .visitor()
      .post('/api/update-password/', { email, otp: await codeTo(portal, email), new_password: NEW_PASSWORD })
    assert.equal(status, 200)
    await dead(visitor)
    await dead(other)
  })
  test('each login is a session of its own, and a token or cookie brought along is never taken over', async () => {
    const { email } = await member(portal)
    const visitor = portal.visitor({ browser: true })
    visitor.cookies.set('session', 'a'.repeat(43))
    const tokens: string[] = []
    for (let time = 0; time < 3; time++) {
      const answer = await visitor.post(
        '/api/login/',
        { email, password: 'Violet7inkpot' },
        { headers: { authorization: `Token ${'b'.repeat(43)}` } },
      )
      assert.equal(answer.status, 200)
      tokens.push(answer.json.token)
    }
    assert.equal(new Set(tokens).size, 3)
    assert.notEqual(visitor.cookies.get('session'), 'a'.repeat(43))
    await dead(withToken('b'.repeat(43), visitor))
  })
  test('housekeeping removes what has run out, and nothing that lives', { timeout: 20_000 }, async () => {
    const old = await loggedIn(portal)
    portal.clock.advance(HOUR + SECOND)
    const young = await loggedIn(portal)
    const housekeeping = startHousekeeping(portal.deps)
    while (await count(portal, sql`select from sessions where user_id = ${old.id}`))
      await new Promise(setImmediate)
    await housekeeping.stop()
    await alive(young.visitor)
  })
})

describe('T8: a browser’s session is bound to its cookie', () => {
  test('the token without its cookie is 401, and the session is gone for good', async () => {
    const { visitor, token } = await loggedIn(portal, { browser: true })
    await alive(visitor)
    await dead(withToken(token))
    await dead(visitor)
    assert.ok(portal.log.some(({ event }) => event === 'session.token_without_cookie'))
  })
  test('its owner gets an email about the theft: one for each stolen token, and at most three an hour', async () => {
    const { email, token } = await loggedIn(portal, { browser: true })
    const warnings = async () => (await emailsTo(portal, email)).filter(({ subject }) => subject === STOLEN)
    for (let time = 0; time < 3; time++) await dead(withToken(token))
    const [warning] = await warnings()
    assert.equal((await warnings()).length, 1)
    assert.match(
      warning?.text ?? '',
      /We ended that login at once[\s\S]*change your password[\s\S]*\/forgot-password/,
    )
    for (let time = 0; time < 4; time++) {
      const browser = portal.visitor({ browser: true })
      const again = (await login(browser, email)).json.token
      await dead(withToken(again))
    }
    assert.equal((await warnings()).length, 3)
  })
  test('a browser that lost the cookie when it was closed is logged out, without an email; with another cookie, network or browser there is one', async () => {
    const android =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36'
    const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
    const cases = {
      lost: { ip: '41.90.7.9', userAgent: android, cookie: undefined },
      cookie: { ip: '41.90.1.1', userAgent: android, cookie: 'a'.repeat(43) },
      network: { ip: '41.91.1.1', userAgent: android, cookie: undefined },
      browser: { ip: '41.90.1.1', userAgent: iphone, cookie: undefined },
    }
    const emails: Record<string, number> = {}
    for (const [name, { ip, userAgent, cookie }] of Object.entries(cases)) {
      const { email, id } = await member(portal)
      const owner = portal.visitor({ browser: true })
      const atLogin = { ip: '41.90.1.1', headers: { 'user-agent': android } }
      owner.token = (await login(owner, email, undefined, atLogin)).json.token
      const other = withToken(owner.token ?? '')
      if (cookie) other.cookies.set('session', cookie)
      const answer = await other.get('/api/user/profile/', { ip, headers: { 'user-agent': userAgent } })
      assert.equal(answer.status, 401, name)
      assert.equal(await count(portal, sql`select from sessions where user_id = ${id}`), 0, name)
      const warned = portal.log.some(
        ({ event, fields }) => event === 'session.token_without_cookie' && fields?.id === id,
      )
      emails[name] = (await emailsTo(portal, email)).filter(({ subject }) => subject === STOLEN).length
      assert.equal(warned, emails[name] === 1, name)
    }
    assert.deepEqual(emails, { lost: 0, cookie: 1, network: 1, browser: 1 })
    assert.equal(portal.log.filter(({ event }) => event === 'session.cookie_lost').length, 1)
  })
  test('the token beside the cookie of another is 401 too', async () => {
    const [victim, thief] = [
      await loggedIn(portal, { browser: true }),
      await loggedIn(portal, { browser: true }),
    ]
    await dead(withToken(victim.token, thief.visitor))
    await dead(victim.visitor)
    await alive(thief.visitor)
  })
  test('a program that is no browser needs no cookie', async () => {
    const { token, visitor } = await loggedIn(portal)
    assert.equal(visitor.cookies.has('session'), false)
    await alive(withToken(token))
  })
  test('the cookie is HttpOnly and SameSite=Strict; on https also Secure, with the __Host- prefix', async () => {
    const secure = await openPortal({ config: { PUBLIC_URL: 'https://jobs.example.org' } })
    const { email } = await member(secure)
    const visitor = secure.visitor()
    const answer = await visitor.post(
      '/api/login/',
      { email, password: 'Violet7inkpot' },
      { headers: { origin: 'https://jobs.example.org', 'sec-fetch-site': 'same-origin' } },
    )
    const lines = answer.headers.getSetCookie()
    assert.deepEqual(lines.map((line) => line.split('=')[0] ?? '').sort(), [
      '__Host-device',
      '__Host-session',
    ])
    for (const line of lines)
      for (const attribute of [/; Path=\//, /; HttpOnly/, /; Secure/, /; SameSite=Strict/])
        assert.match(line, attribute)
    for (const line of lines) assert.doesNotMatch(line, /Domain=/)
    await secure.close()
  })
})

describe('an invalid token', () => {
  for (const header of [
    '',
    'Token',
    'Token ',
    'Token x',
    `Bearer ${'a'.repeat(43)}`,
    `Token ${'a'.repeat(43)}`,
    `token ${'a'.repeat(43)}`,
    `Token ${'a'.repeat(5_000)}`,
    "Token ' or 1=1 --",
  ]) {
    test(`${JSON.stringify(header.slice(0, 30))} is 401`, async () => {
      const { status, json } = await portal
        .visitor()
        .get('/api/user/profile/', { headers: { authorization: header } })
      assert.deepEqual([status, json.code], [401, 'signed_out'])
    })
  }
  test('nor does a token in the address or in a cookie count', async () => {
    const { token } = await loggedIn(portal)
    const visitor = portal.visitor()
    visitor.cookies.set('token', token)
    assert.equal((await visitor.get(`/api/user/profile/?token=${token}`)).status, 401)
  })
})

test('T6: the database stores neither the token nor the cookie of a session', async () => {
  const { visitor, token } = await loggedIn(portal, { browser: true })
  const rows = await portal.db.rows(sql`select to_jsonb(sessions) as it from sessions`)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${token}|${visitor.cookies.get('session')}`))
})
