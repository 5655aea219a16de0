import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { LOGIN_LOCK } from '#contract/accounts/limits.ts'
import { PASSKEY_WORDS, PASSKEYS } from '#contract/accounts/passkeys.ts'
import { sql } from '../../server/database/connect.ts'
import {
  ANSWER,
  count,
  login,
  NEW_PASSWORD,
  nextMinute,
  PASSWORD,
  register,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { authenticator, type Authenticator } from '../support/passkey.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Answer, Visitor } from '../support/visitor.ts'

/** The portal's address. `authenticator(HOME)` simulates a phone or key that makes passkeys for it. */
const HOME = 'https://jobs.example.org'
let portal: Portal
before(async () => {
  // The limit of calls per account is raised, because these tests are about passkeys.
  portal = await openPortal({ config: { PUBLIC_URL: HOME, ACCOUNT_ALLOWANCE_FACTOR: '1000' } })
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

const offered = async (visitor: Visitor, password = PASSWORD) =>
  visitor.post('/api/passkeys/options/', { password })
/** The values that a dishonest authenticator signs in place of the right ones. */
type Over = Parameters<Authenticator['create']>[1]
async function add(visitor: Visitor, key: Authenticator, { name = 'My phone', over = {} as Over } = {}) {
  const { ticket, options } = (await offered(visitor)).json
  return visitor.post('/api/passkeys/', { ticket, name, response: key.create(options, over) })
}
/** Logs a new person in and adds one passkey. */
async function withPasskey() {
  const person = await loggedIn(portal, { question: true })
  const key = authenticator(HOME)
  const { status, text } = await add(person.visitor, key)
  assert.equal(status, 200, text)
  return { ...person, key }
}
const challenged = async (visitor: Visitor) =>
  (await visitor.post('/api/login/passkey/options/')).json as {
    ticket: string
    options: { challenge: string }
  }
/** `counter` says how often the passkey has signed so far; it is 0 for a passkey that does not count. */
async function loginWith(key: Authenticator, counter: number, over: Over = {}, visitor = portal.visitor()) {
  const { ticket, options } = await challenged(visitor)
  return visitor.post('/api/login/passkey/', { ticket, response: key.get(options, counter, over) })
}
const refused = ({ status, json }: Answer, sentence: string = PASSKEY_WORDS.refused) =>
  assert.deepEqual([status, json.non_field_errors], [422, [sentence]])
const storedCount = (id: number) => count(portal, sql`select from passkeys where user_id = ${id}`)
const listed = async (visitor: Visitor) => (await visitor.get('/api/passkeys/')).json.results

describe('A25 issue 19: an applicant adds a passkey', () => {
  test('after the password, under a name; the owner sees name and use, and is notified', async () => {
    const { visitor, email, key } = await withPasskey()
    const [line, ...others] = await listed(visitor)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [line.name, line.created_at, line.last_used_at],
      ['My phone', A_TUESDAY.toISOString(), null],
    )
    assert.doesNotMatch(JSON.stringify(line), new RegExp(`${key.id}|public`))
    assert.equal((await loginWith(key, 1)).status, 200)
    assert.equal((await listed(visitor))[0].last_used_at, A_TUESDAY.toISOString())
    const emails = await emailsTo(portal, email)
    assert.ok(emails.some(({ subject }) => subject === 'A passkey was added to your account'))
    const [notification] = (await visitor.get('/api/notifications/')).json
    assert.equal(notification.message, 'A passkey was added to your account: My phone.')
  })
  test('A8: without the password, or with a wrong one, there is no challenge; wrong ones are counted', async () => {
    const { visitor } = await loggedIn(portal)
    assert.equal((await visitor.post('/api/passkeys/options/', {})).status, 422)
    for (let tries = 0; tries < LOGIN_LOCK.failures; tries++)
      assert.equal((await offered(visitor, 'wrong')).json.password[0], PASSKEY_WORDS.wrongPassword)
    assert.equal((await offered(visitor)).status, 429)
  })
  test('made elsewhere, in a frame, without its owner, for another challenge or person: refused', async () => {
    const [me, other] = [await loggedIn(portal), await loggedIn(portal)]
    const bad: Over[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { framedBy: 'https://evil.example' },
      // The flags say that the person was present, but not verified by a PIN or finger.
      { flags: 0x41 },
    ]
    for (const over of bad) refused(await add(me.visitor, authenticator(HOME), { over }))
    const { ticket, options } = (await offered(me.visitor)).json
    const response = authenticator(HOME).create(options)
    refused(await other.visitor.post('/api/passkeys/', { ticket, name: 'Mine', response }))
    const login = await challenged(portal.visitor())
    const swapped = {
      ticket: login.ticket,
      name: 'Mine',
      response: authenticator(HOME).create(login.options),
    }
    assert.equal((await me.visitor.post('/api/passkeys/', swapped)).status, 409, 'a ticket of a login')
    assert.deepEqual([await storedCount(me.id), await storedCount(other.id)], [0, 0])
    const good = { ticket, name: 'Mine', response }
    assert.equal((await me.visitor.post('/api/passkeys/', good)).status, 200)
    assert.equal((await me.visitor.post('/api/passkeys/', good)).status, 409, 'the ticket is used')
  })
  test('a challenge is valid for minutes, and no longer after a change of the password', async () => {
    const { visitor, id } = await loggedIn(portal)
    const key = authenticator(HOME)
    const late = (await offered(visitor)).json
    portal.clock.advance(PASSKEYS.minutes * 60_000)
    const send = ({ ticket, options }: { ticket: string; options: { challenge: string } }) =>
      visitor.post('/api/passkeys/', { ticket, name: 'Mine', response: key.create(options) })
    assert.equal((await send(late)).status, 409)
    const early = (await offered(visitor)).json
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    visitor.token = (await visitor.post('/api/change-password/', change)).json.token
    refused(await send(early))
    assert.equal(await storedCount(id), 0)
  })
  test(`at most ${PASSKEYS.most}, also when two are added at once; a name of 1 to ${PASSKEYS.maxNameLength} characters`, async () => {
    const { visitor, id } = await loggedIn(portal)
    for (const [name, sentence] of [
      [' ', PASSKEY_WORDS.nameRequired],
      ['x'.repeat(PASSKEYS.maxNameLength + 1), PASSKEY_WORDS.nameTooLong],
    ] as const) {
      const { status, json } = await add(visitor, authenticator(HOME), { name })
      assert.deepEqual([status, json.name], [422, [sentence]])
    }
    const keys = Array.from({ length: PASSKEYS.most + 1 }, () => authenticator(HOME))
    const tickets = []
    for (const key of keys) tickets.push({ key, ...(await offered(visitor)).json })
    const answers = await Promise.all(
      tickets.map(({ key, ticket, options }) =>
        visitor.post('/api/passkeys/', { ticket, name: 'Key', response: key.create(options) }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, PASSKEYS.most)
    assert.equal(await storedCount(id), PASSKEYS.most)
    refused(await offered(visitor), PASSKEY_WORDS.tooMany)
  })
  test('a passkey that another person has added is refused', async () => {
    const [owner, stranger] = [await withPasskey(), await loggedIn(portal)]
    refused(await add(stranger.visitor, owner.key))
    assert.deepEqual([await storedCount(owner.id), await storedCount(stranger.id)], [1, 0])
  })
})

describe('A25 issue 19: a passkey logs in', () => {
  test('with the reply of a login, a session of its own, and the login before it', async () => {
    const { email, key, token } = await withPasskey()
    portal.clock.advance(60_000)
    const visitor = portal.visitor({ browser: true })
    const { status, json } = await loginWith(key, 1, {}, visitor)
    assert.deepEqual([status, json.user.email, json.require_security_setup], [200, email, false])
    assert.notEqual(json.token, token)
    visitor.token = json.token
    assert.equal((await visitor.get('/api/user/profile/')).status, 200)
    assert.equal((await visitor.get('/api/sessions/')).json.last_login.logged_in_at, A_TUESDAY.toISOString())
  })
  test('T1: the challenge names no account, and an unknown passkey gets the same answer as a wrong signature', async () => {
    const { key } = await withPasskey()
    const visitor = portal.visitor()
    const { options } = await challenged(visitor)
    assert.equal('allowCredentials' in options && options.allowCredentials !== undefined, false)
    const [unknown, wrong] = [
      await loginWith(authenticator(HOME), 1),
      await loginWith(key, 1, { challenge: 'AAAA' }),
    ]
    refused(unknown)
    assert.deepEqual([unknown.status, unknown.text], [wrong.status, wrong.text])
  })
  test('signed elsewhere, in a frame, for something else or without its owner it opens nothing', async () => {
    const { key } = await withPasskey()
    for (const over of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { type: 'webauthn.create' },
      // The flags say that the person was present, but not verified.
      { flags: 0x01 },
      { framedBy: 'https://evil.example' },
    ])
      refused(await loginWith(key, 1, over))
    for (const response of [{}, { id: key.id }, { id: 1, response: [] }, { id: key.id, response: {} }]) {
      const visitor = portal.visitor()
      const { ticket } = await challenged(visitor)
      refused(await visitor.post('/api/login/passkey/', { ticket, response }))
    }
    assert.equal((await loginWith(key, 1)).status, 200)
  })
  test('a byte order mark before the signed text changes nothing: it is no server error, and a frame is still refused', async () => {
    const before = '\uFEFF'
    const { visitor } = await loggedIn(portal)
    const key = authenticator(HOME)
    refused(await add(visitor, key, { over: { before, framedBy: 'https://evil.example' } }))
    assert.equal((await add(visitor, key, { over: { before } })).status, 200)
    refused(await loginWith(key, 1, { before, framedBy: 'https://evil.example' }))
    assert.equal((await loginWith(key, 1, { before })).status, 200)
  })
  test('T7: a recorded response opens nothing a second time, also of a passkey without a counter; a counter that goes back is refused', async () => {
    const { key } = await withPasskey()
    const visitor = portal.visitor()
    const { ticket, options } = await challenged(visitor)
    const recorded = { ticket, response: key.get(options, 0) }
    const both = await Promise.all([1, 2].map(() => portal.visitor().post('/api/login/passkey/', recorded)))
    assert.deepEqual(
      both.map(({ status }) => status).sort((left, right) => left - right),
      [200, 409],
    )
    assert.equal((await loginWith(key, 5)).status, 200)
    refused(await loginWith(key, 5))
    refused(await loginWith(key, 0))
    assert.equal((await loginWith(key, 6)).status, 200)
    const late = await challenged(visitor)
    portal.clock.advance(PASSKEYS.minutes * 60_000)
    const { status } = await visitor.post('/api/login/passkey/', {
      ticket: late.ticket,
      response: key.get(late.options, 7),
    })
    assert.equal(status, 409)
  })
  test('it works while wrong passwords lock the account, and the password works beside it', async () => {
    const { email, key } = await withPasskey()
    for (let tries = 0; tries <= LOGIN_LOCK.failures; tries++) await login(portal.visitor(), email, 'wrong')
    assert.equal((await login(portal.visitor(), email)).status, 429)
    assert.equal((await loginWith(key, 1)).status, 200)
    portal.clock.advance(LOGIN_LOCK.minutes * 60_000)
    assert.equal((await login(portal.visitor(), email)).status, 200)
  })
})

describe('A25 issue 19: a passkey is removable, and never the only way', () => {
  test('its owner removes it, also the last; no one else does; the password stays', async () => {
    const [me, other] = [await withPasskey(), await withPasskey()]
    const [{ id }] = await listed(me.visitor)
    assert.equal((await other.visitor.request('DELETE', `/api/passkeys/${id}/`)).status, 404)
    const { status, json } = await me.visitor.request('DELETE', `/api/passkeys/${id}/`)
    assert.deepEqual([status, json.message], [200, PASSKEY_WORDS.removed])
    assert.equal((await me.visitor.request('DELETE', `/api/passkeys/${id}/`)).status, 404)
    refused(await loginWith(me.key, 1))
    assert.equal((await loginWith(other.key, 1)).status, 200)
    assert.equal((await login(portal.visitor(), me.email)).status, 200)
    const emails = await emailsTo(portal, me.email)
    assert.ok(emails.some(({ subject }) => subject === 'A passkey was removed from your account'))
  })
  test('no account can be registered without a password', async () => {
    const { status } = await register(portal, { ...registration(), password: '' })
    assert.equal(status, 422)
  })
  test('T5: a reset of the password removes all passkeys, because an intruder may have added one', async () => {
    const { id, email, key } = await withPasskey()
    const reset = { email, answer: ANSWER, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const { status, text } = await portal.visitor().post('/api/security/reset/', reset)
    assert.equal(status, 200, text)
    assert.equal(await storedCount(id), 0)
    refused(await loginWith(key, 1))
    const visitor = portal.visitor()
    visitor.token = (await login(visitor, email, NEW_PASSWORD)).json.token
    const notifications = (await visitor.get('/api/notifications/')).json
    assert.ok(
      notifications.some(({ message }: { message: string }) => /Your passkeys were removed/.test(message)),
    )
  })
})

describe('A25 issue 19: a passkey proves its owner where the password is asked for again', () => {
  const proof = async (visitor: Visitor) => (await visitor.post('/api/passkeys/proof/')).json
  test('a copy of my data, once for each challenge', async () => {
    const { visitor, key } = await withPasskey()
    const { ticket, options } = await proof(visitor)
    assert.deepEqual(
      options.allowCredentials.map(({ id }: { id: string }) => id),
      [key.id],
    )
    const passkey = { ticket, response: key.get(options, 0) }
    const { status, headers } = await visitor.post('/api/own-data/', { passkey })
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/zip'])
    assert.equal((await visitor.post('/api/own-data/', { passkey })).status, 409)
  })
  test('another security question, long after the login (C3)', async () => {
    const { visitor, key } = await withPasskey()
    portal.clock.advance(30 * 60_000)
    const { ticket, options } = await proof(visitor)
    const question = { security_question: 'Which shop was near?', security_answer: 'Mama Njeri' }
    const replace = (counter: number) =>
      visitor.post('/api/security/set/', {
        ...question,
        passkey: { ticket, response: key.get(options, counter) },
      })
    assert.equal((await visitor.post('/api/security/set/', question)).status, 422)
    assert.equal((await replace(1)).status, 200)
    assert.equal((await replace(2)).status, 409)
  })
  test('not with the key of another, nor with a challenge of another or of a login', async () => {
    const [me, other] = [await withPasskey(), await withPasskey()]
    const [mine, theirs] = [await proof(me.visitor), await proof(other.visitor)]
    /** Asks for a copy of my personal data with this passkey proof. */
    const take = (ticket: string, response: unknown) =>
      me.visitor.post('/api/own-data/', { passkey: { ticket, response } })
    refused(await take(mine.ticket, other.key.get(mine.options, 1)))
    refused(await take(theirs.ticket, me.key.get(theirs.options, 1)))
    refused(await take(mine.ticket, me.key.get(theirs.options, 1)))
    const ofLogin = await challenged(me.visitor)
    assert.equal((await take(ofLogin.ticket, me.key.get(ofLogin.options, 1))).status, 409)
    assert.equal((await me.visitor.post('/api/own-data/', {})).status, 422)
    const none = await loggedIn(portal)
    assert.equal((await none.visitor.post('/api/passkeys/proof/')).status, 404)
  })
})
