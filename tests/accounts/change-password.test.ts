import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { count, login, NEW_PASSWORD, nextMinute, PASSWORD, loggedIn } from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

const LOCKED = 'Too many failed attempts. Please wait 15 minutes, or reset your password.'

// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

const change = (visitor: Visitor, over: Record<string, unknown> = {}) =>
  visitor.post('/api/change-password/', {
    current_password: PASSWORD,
    new_password: NEW_PASSWORD,
    re_new_password: NEW_PASSWORD,
    ...over,
  })

/**
 * The fields of a reply that have sentences. `code` is left out, and so are three fields that always repeat
 * one of the sentences.
 */
const fieldErrors = ({
  json: { code: _code, message: _message, error: _error, detail: _detail, ...fields },
}: {
  json: Record<string, unknown>
}) => fields

describe('S2 §5 Change password', () => {
  test('the new one works, the old one does not, and the sentence is the specification’s', async () => {
    const { visitor, email } = await loggedIn(portal)
    const { status, json } = await change(visitor)
    assert.deepEqual([status, json.message], [200, 'Password changed successfully!'])
    assert.equal((await login(portal.visitor(), email)).status, 401)
    assert.equal((await login(portal.visitor(), email, NEW_PASSWORD)).status, 200)
  })

  const cases: [Record<string, unknown>, Record<string, string>][] = [
    [{ current_password: '' }, { current_password: 'Current password is required' }],
    [
      { new_password: '', re_new_password: '' },
      { new_password: 'New password is required', re_new_password: 'Please confirm your new password' },
    ],
    [
      { new_password: 'seven77', re_new_password: 'seven77' },
      { new_password: 'Password must be at least 8 characters long' },
    ],
    [{ re_new_password: '' }, { re_new_password: 'Please confirm your new password' }],
    [{ re_new_password: 'another' }, { re_new_password: 'Passwords do not match' }],
    [
      { new_password: PASSWORD, re_new_password: PASSWORD },
      { new_password: 'New password must be different from current password' },
    ],
    [
      { new_password: 'password123', re_new_password: 'password123' },
      { new_password: 'This password is on a list of stolen passwords. Please choose another one.' },
    ],
  ]
  for (const [over, problems] of cases) {
    test(`${Object.values(problems).join(' + ')}`, async () => {
      const { visitor } = await loggedIn(portal)
      const answer = await change(visitor, over)
      assert.equal(answer.status, 422)
      assert.deepEqual(
        fieldErrors(answer),
        Object.fromEntries(Object.entries(problems).map(([key, sentence]) => [key, [sentence]])),
      )
    })
  }

  test('eight characters are enough (A6), and spaces at the ends are part of it', async () => {
    const { visitor, email } = await loggedIn(portal)
    assert.equal(
      (await change(visitor, { new_password: ' bcdefg ', re_new_password: ' bcdefg ' })).status,
      200,
    )
    assert.equal((await login(portal.visitor(), email, 'bcdefg')).status, 401)
    assert.equal((await login(portal.visitor(), email, ' bcdefg ')).status, 200)
  })
})

describe('S2 §8, A5: the keys that the screen reads', () => {
  test('a wrong current password is an error at current_password alone, and every other key has the same sentence', async () => {
    const { visitor, email } = await loggedIn(portal)
    const answer = await change(visitor, { current_password: 'not the one' })
    assert.equal(answer.status, 422)
    assert.deepEqual(fieldErrors(answer), { current_password: ['Current password is incorrect'] })
    for (const key of ['message', 'error', 'detail'])
      assert.equal(answer.json[key], 'Current password is incorrect')
    assert.equal((await login(portal.visitor(), email)).status, 200)
  })
})

describe('A8: tries are counted as at a login', () => {
  test('after five wrong passwords the right one is refused too, in non_field_errors; fifteen minutes later it is accepted', async () => {
    const { visitor, email } = await loggedIn(portal)
    for (let time = 0; time < 5; time++)
      assert.equal((await change(visitor, { current_password: `wrong ${time}` })).status, 422)
    const answer = await change(visitor)
    assert.equal(answer.status, 429)
    assert.deepEqual(fieldErrors(answer), { non_field_errors: [LOCKED] })
    assert.equal(answer.headers.get('retry-after'), '900')
    // Wrong current passwords lock the change of the password, not the login.
    assert.equal((await login(portal.visitor(), email)).status, 200)
    portal.clock.advance(15 * 60_000)
    assert.equal((await change(visitor)).status, 200)
  })

  test('of fifty wrong passwords at once, only five are checked', async () => {
    const { visitor } = await loggedIn(portal)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, time) => change(visitor, { current_password: `wrong ${time}` })),
    )
    assert.equal(answers.filter(({ status }) => status === 422).length, 5)
    assert.equal(answers.filter(({ status }) => status === 429).length, 45)
  })

  test('the right password resets the count of wrong ones; each person has a count of their own', async () => {
    const [me, other] = [await loggedIn(portal), await loggedIn(portal)]
    for (let time = 0; time < 4; time++) await change(me.visitor, { current_password: 'wrong' })
    const changed = await change(me.visitor)
    assert.equal(changed.status, 200)
    me.visitor.token = changed.json.token
    for (let time = 0; time < 4; time++) {
      assert.equal(
        (
          await change(me.visitor, {
            current_password: 'wrong',
            new_password: PASSWORD,
            re_new_password: PASSWORD,
          })
        ).status,
        422,
      )
    }
    assert.equal((await change(other.visitor)).status, 200)
  })

  test('NIST: fifty wrong passwords in a day lock the change until the day is over, however they are spread', async () => {
    const { visitor } = await loggedIn(portal)
    for (let round = 0; round < 10; round++) {
      for (let time = 0; time < 5; time++)
        assert.equal((await change(visitor, { current_password: `wrong ${time}` })).status, 422)
      portal.clock.advance(15 * 60_000)
      visitor.token = (await visitor.post('/api/session/extend/')).json.token
      // A new minute starts, because the network's limit of calls a minute would refuse the next round.
      nextMinute()
    }
    const answer = await change(visitor)
    assert.deepEqual([answer.status, fieldErrors(answer)], [429, { non_field_errors: [LOCKED] }])
    // The lock ends a day after the first failure, and ten rounds of fifteen minutes have passed since then.
    assert.equal(answer.headers.get('retry-after'), String(86_400 - 150 * 60))
  })

  test('a request with faulty fields does not count as a try', async () => {
    const { visitor } = await loggedIn(portal)
    for (let time = 0; time < 6; time++)
      await change(visitor, { current_password: 'wrong', re_new_password: '' })
    assert.equal((await change(visitor)).status, 200)
  })
})

describe('T7: other sessions of the account', () => {
  test('every other session ends, this one continues', async () => {
    const { visitor, email } = await loggedIn(portal)
    const elsewhere = portal.visitor({ browser: true })
    elsewhere.token = (await login(elsewhere, email)).json.token
    const stranger = await loggedIn(portal)
    visitor.token = (await change(visitor)).json.token
    assert.equal((await visitor.get('/api/user/profile/')).status, 200)
    assert.equal((await elsewhere.get('/api/user/profile/')).status, 401)
    assert.equal((await stranger.visitor.get('/api/user/profile/')).status, 200)
  })

  for (const browser of [true, false]) {
    test(`ASVS 7.2.4: ${browser ? 'a browser' : 'a program'} gets a new token, and the old token stops working at once`, async () => {
      const { visitor, token } = await loggedIn(portal, { browser })
      const copied = new Map(visitor.cookies)
      // This call is not awaited, so that the session is extended while its password changes.
      const extended = visitor.post('/api/session/extend/')
      const { json } = await change(visitor)
      assert.deepEqual(
        [Date.parse(json.expires_at), Date.parse(json.server_time)],
        [A_TUESDAY.getTime() + 3_600_000, A_TUESDAY.getTime()],
      )
      visitor.token = json.token
      assert.equal((await visitor.get('/api/user/profile/')).status, 200)
      const thief = portal.visitor({ browser })
      for (const [name, value] of copied) thief.cookies.set(name, value)
      for (const old of [token, (await extended).json.token]) {
        thief.token = old
        assert.equal((await thief.get('/api/user/profile/')).status, 401)
        assert.equal((await thief.post('/api/session/extend/')).status, 401)
      }
      assert.equal((await visitor.get('/api/user/profile/')).status, 200, 'and that harms nobody')
    })
  }
  test('a refused change leaves the session as it was', async () => {
    const { visitor } = await loggedIn(portal, { browser: true })
    const cookie = visitor.cookies.get('session')
    assert.equal((await change(visitor, { current_password: 'wrong' })).status, 422)
    assert.equal(visitor.cookies.get('session'), cookie)
    assert.equal((await visitor.get('/api/user/profile/')).status, 200)
  })

  test('of two changes at once, one succeeds; the other is refused, because it was checked against the old password', async () => {
    const { visitor, email } = await loggedIn(portal)
    const [left, right] = ['one quiet river', 'two quiet rivers']
    const answers = await Promise.all(
      [left, right].map((next) => change(visitor, { new_password: next, re_new_password: next })),
    )
    // One of two simultaneous changes of the password succeeds: it has the lower status.
    const [won = 0, lost = 0] = answers.map(({ status }) => status).sort((left, right) => left - right)
    assert.equal(won, 200)
    // The change that succeeded may have ended the loser's session before the portal read the loser's call.
    assert.ok([401, 422].includes(lost), `${lost}`)
    const works = await Promise.all([left, right].map((next) => login(portal.visitor(), email, next)))
    assert.deepEqual(
      works.map(({ status }) => status === 200),
      answers.map(({ status }) => status === 200),
    )
  })

  test('the owner gets one notification and one email, and neither contains the password', async () => {
    const { id, visitor, email } = await loggedIn(portal)
    await change(visitor, { current_password: 'wrong' })
    visitor.token = (await change(visitor)).json.token
    const notifications = (await visitor.get('/api/notifications/')).json
    assert.deepEqual(
      notifications.map((entry: Record<string, unknown>) => [
        entry.type,
        entry.message,
        entry.url,
        entry.is_read,
      ]),
      [['password_changed', 'Your password was changed.', '/dashboard/settings', false]],
    )
    const changeEmails = (await emailsTo(portal, email)).filter(
      ({ subject }) => subject === 'Your password was changed',
    )
    assert.equal(changeEmails.length, 1)
    assert.match(changeEmails[0]?.text ?? '', /Tuesday, 24 November 2026 at 2:02 p\.m\. EAT/)
    assert.doesNotMatch(changeEmails[0]?.text ?? '', new RegExp(`${NEW_PASSWORD}|${PASSWORD}`))
    assert.equal(await count(portal, sql`select from notifications where user_id = ${id}`), 1)
  })

  test('S2 §6: without a session 401, whatever is sent', async () => {
    assert.equal((await change(portal.visitor())).status, 401)
  })
})
