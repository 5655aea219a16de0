import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STAFF } from '#contract/staff/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { codeOf, type Officer, officer, STAFF_PASSWORD, withCsrf } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'

const NEW_PASSWORD = 'Quiet river stone 77'
const LOCKED = `Too many failed attempts. Please wait ${STAFF.lock.minutes} minutes.`

let portal: Portal
before(async () => void (portal = await openPortal()))
beforeEach(() => nextMinute())
after(() => portal.close())

const change = (visitor: Visitor, over: Record<string, unknown> = {}) =>
  visitor.post('/api/staff/change-password/', {
    current_password: STAFF_PASSWORD,
    new_password: NEW_PASSWORD,
    re_new_password: NEW_PASSWORD,
    ...over,
  })
const isLoggedIn = async (visitor: Visitor) => (await visitor.get('/api/staff/me/')).status === 200
const tryLogin = async (email: string, password: string) =>
  (await withCsrf(portal.visitor())).post('/api/staff/login/', { email, password })
/** Logs the officer in on another device. */
const loginElsewhere = async (
  { email, secret }: Officer,
  agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
) => {
  portal.clock.advance(60_000)
  const visitor = await withCsrf(portal.visitor())
  const { ticket } = (await visitor.post('/api/staff/login/', { email, password: STAFF_PASSWORD })).json
  const { status } = await visitor.post(
    '/api/staff/login/totp/',
    { ticket, totp_code: codeOf(portal, secret) },
    { headers: { 'user-agent': agent } },
  )
  assert.equal(status, 200)
  return visitor
}
/** A line in the officer's list of sessions. `present` marks the session that asks for the list. */
type Line = { id: string; present: boolean; device: string; began_at: string; last_used_at: string }
const sessionsOf = async (visitor: Visitor): Promise<Line[]> =>
  (await visitor.get('/api/staff/sessions/')).json.results
/** The kinds of this officer's actions in the audit log. */
const actionsOf = async ({ id }: Officer) =>
  (
    await portal.db.rows<{ act: string }>(
      sql`select act from audit_entries where staff_id = ${id} order by id`,
    )
  ).map(({ act: action }) => action)

describe('ASVS 6.2.2: officers change their own password', () => {
  test('the new password works, the old one does not; all other sessions end, and the log and an email report the change', async () => {
    const me = await officer(portal, 'reviewer')
    const other = await loginElsewhere(me)
    const { status, json } = await change(me.visitor)
    assert.deepEqual([status, json], [200, { message: 'Password changed successfully!' }])
    assert.deepEqual([await isLoggedIn(me.visitor), await isLoggedIn(other)], [true, false])
    assert.equal((await tryLogin(me.email, STAFF_PASSWORD)).status, 401)
    assert.equal((await tryLogin(me.email, NEW_PASSWORD)).status, 200)
    assert.deepEqual((await actionsOf(me)).slice(-1), ['password.changed'])
    const emails = (await emailsTo(portal, me.email)).filter(
      ({ subject }) => subject === 'Your password was changed',
    )
    assert.equal(emails.length, 1)
    assert.doesNotMatch(emails[0]?.text ?? '', new RegExp(`${NEW_PASSWORD}|${STAFF_PASSWORD}`))
  })
  test('ASVS 7.2.4: a copied cookie from before opens nothing, nor does a login ticket that the old password gave', async () => {
    const me = await officer(portal, 'recruiter')
    const thief = portal.visitor()
    for (const [name, value] of me.visitor.cookies) thief.cookies.set(name, value)
    portal.clock.advance(60_000)
    const { ticket } = (await tryLogin(me.email, STAFF_PASSWORD)).json
    const ends = (await me.visitor.get('/api/staff/me/')).json.expires_at
    await change(me.visitor)
    assert.deepEqual([await isLoggedIn(me.visitor), await isLoggedIn(thief)], [true, false])
    assert.equal(
      (await me.visitor.post('/api/staff/login/totp/', { ticket, totp_code: codeOf(portal, me.secret) }))
        .status,
      409,
    )
    assert.equal((await me.visitor.get('/api/staff/me/')).json.expires_at, ends, 'the twelve hours go on')
  })
  /** Cases: the wrong fields of the request, the field with the error, and the error sentence. */
  const cases: [Record<string, unknown>, string, string][] = [
    [{ current_password: '' }, 'current_password', 'Current password is required'],
    [{ current_password: 'not the one' }, 'current_password', 'Current password is incorrect'],
    [
      { new_password: 'elevenchars', re_new_password: 'elevenchars' },
      'new_password',
      'Password must be at least 12 characters',
    ],
    [
      { new_password: 'x'.repeat(129), re_new_password: 'x'.repeat(129) },
      'new_password',
      'Password must be at most 128 characters',
    ],
    [
      { new_password: 'password1234', re_new_password: 'password1234' },
      'new_password',
      'This password is on a list of stolen passwords. Please choose another one.',
    ],
    [{ re_new_password: 'another' }, 're_new_password', 'Passwords do not match'],
    [
      { new_password: STAFF_PASSWORD, re_new_password: STAFF_PASSWORD },
      'new_password',
      'New password must be different from current password',
    ],
  ]
  test('each error has its sentence at its field, as at the invitation, and no session ends', async () => {
    const me = await officer(portal, 'auditor')
    for (const [over, field, sentence] of cases) {
      const { status, json } = await change(me.visitor, over)
      assert.deepEqual([status, json[field]], [422, [sentence]])
      nextMinute()
    }
    assert.ok(await isLoggedIn(me.visitor))
  })
  test('five wrong present passwords lock the change for a quarter of an hour, fifty for the day; the login still works', async () => {
    const me = await officer(portal, 'approver')
    for (let round = 0; round < 10; round++) {
      for (let time = 0; time < 5; time++)
        assert.equal((await change(me.visitor, { current_password: `wrong ${time}` })).status, 422)
      const { status, json } = await change(me.visitor)
      assert.deepEqual([status, json.message], [429, LOCKED])
      portal.clock.advance(STAFF.lock.minutes * 60_000)
      nextMinute()
    }
    assert.equal((await change(me.visitor)).status, 429)
    assert.equal((await tryLogin(me.email, STAFF_PASSWORD)).status, 200)
  })
  test('of fifty wrong passwords at once five are checked, and of two right ones at once one succeeds', async () => {
    const [me, both] = [await officer(portal, 'reviewer'), await officer(portal, 'reviewer')]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, time) => change(me.visitor, { current_password: `wrong ${time}` })),
    )
    assert.equal(answers.filter(({ status }) => status === 422).length, 5)
    const changes = await Promise.all(
      [NEW_PASSWORD, `${NEW_PASSWORD} too`].map((next) =>
        change(both.visitor, { new_password: next, re_new_password: next }),
      ),
    )
    assert.equal(changes.filter(({ status }) => status === 200).length, 1)
  })
})

describe('ASVS 7.5.2: officers see where they are logged in, and end it', () => {
  test('one by its number, then all others; each is in the log, and the present one continues', async () => {
    const me = await officer(portal, 'administrator')
    const [laptop, phone, third] = [
      await loginElsewhere(me),
      await loginElsewhere(me, 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36'),
      await loginElsewhere(me),
    ]
    const lines = await sessionsOf(me.visitor)
    assert.deepEqual(
      [lines.length, lines[0]?.present, lines.slice(1).some(({ present }) => present)],
      [4, true, false],
    )
    assert.deepEqual(lines.map(({ device }) => device).sort(), [
      'Chrome on Android',
      'Device not known',
      'Firefox on Linux',
      'Firefox on Linux',
    ])
    const id = lines.find(({ device }) => device === 'Chrome on Android')?.id
    assert.equal((await me.visitor.request('DELETE', `/api/staff/sessions/${id}/`)).status, 200)
    assert.equal((await me.visitor.request('DELETE', `/api/staff/sessions/${id}/`)).status, 404)
    assert.deepEqual(await Promise.all([me.visitor, laptop, phone, third].map(isLoggedIn)), [
      true,
      true,
      false,
      true,
    ])
    assert.equal((await me.visitor.post('/api/staff/sessions/end-others/')).status, 200)
    assert.deepEqual(await Promise.all([me.visitor, laptop, third].map(isLoggedIn)), [true, false, false])
    assert.deepEqual((await actionsOf(me)).slice(-2), ['session.ended_elsewhere', 'sessions.others_ended'])
    assert.equal((await sessionsOf(me.visitor)).length, 1)
  })
  test('no one sees or ends the session of another officer', async () => {
    const [me, other] = [await officer(portal, 'administrator'), await officer(portal, 'auditor')]
    const [mine] = await sessionsOf(me.visitor)
    assert.equal((await other.visitor.request('DELETE', `/api/staff/sessions/${mine?.id}/`)).status, 404)
    await other.visitor.post('/api/staff/sessions/end-others/')
    assert.ok(await isLoggedIn(me.visitor))
    assert.deepEqual(
      (await sessionsOf(other.visitor)).map(({ present }) => present),
      [true],
    )
  })
})
