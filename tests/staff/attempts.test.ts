import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STAFF } from '#contract/staff/limits.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { count, login, member, nextMinute } from '../support/accounts.ts'
import { answers, readyToSend, SUBMIT } from '../support/answers.ts'
import { setLevel } from '../support/brownout.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { codeOf, invited, type Officer, officer, STAFF_PASSWORD, withCsrf } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'

// Attackers try the login of officers: with guessed passwords and codes, with stolen tickets, and with calls
// at the same moment.

let portal: Portal
before(async () => void (portal = await openPortal()))
beforeEach(() => nextMinute())
after(() => portal.close())

const DAY = 86_400_000
/** The IP address from which an officer usually logs in. */
const HOME = '41.80.1.7'
/** The first step of a login, with email and password. It returns a ticket for the second step, the code. */
const password = (visitor: Visitor, email: string, word = STAFF_PASSWORD, ip = HOME) =>
  visitor.post('/api/staff/login/', { email, password: word }, { ip })
const code = (visitor: Visitor, ticket: string, digits: string, ip = HOME) =>
  visitor.post('/api/staff/login/totp/', { ticket, totp_code: digits }, { ip })
/** Both steps of a login. Returns the ticket. A minute passes first, so that the code is a new one. */
async function logIn(visitor: Visitor, { email, secret }: Officer) {
  portal.clock.advance(60_000)
  const { ticket } = (await password(visitor, email)).json
  assert.equal((await code(visitor, ticket, codeOf(portal, secret))).status, 200)
  return ticket as string
}

test('at level 4 an administrator can log in again, read the live page and set the level back; tables are not answered', async () => {
  const staffMember = await officer(portal, 'administrator')
  const { visitor } = staffMember
  const set = (body: unknown) => visitor.post('/api/staff/last-hour/level/', body)
  assert.equal((await set({ level: 4, reason: 'The database moves at 4 p.m.' })).status, 200)
  assert.equal((await visitor.get('/api/staff/jobs/')).status, 503)
  assert.equal((await visitor.post('/api/staff/logout/')).status, 200)
  assert.equal((await visitor.get('/api/staff/me/')).status, 401)
  await logIn(visitor, staffMember)
  const [me, page] = [await visitor.get('/api/staff/me/'), await visitor.get('/api/staff/last-hour/')]
  assert.deepEqual([me.status, page.status, page.json.level], [200, 200, 4])
  assert.equal((await set({ level: null, reason: '' })).status, 200)
  await setLevel(portal, 0)
})

test('R7 calls with invented cookies, to pages that are never shed, delay no submit and no officer with a session (last-hour#admission-classes)', async () => {
  const { visitor } = await officer(portal, 'administrator')
  const person = await readyToSend(portal)
  const path = '/api/staff/last-hour/'
  assert.equal((await visitor.get(path)).status, 200)
  const { promise: over, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const waiting = () =>
    count(
      portal,
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  // The lock makes the portal wait when it looks up officers' sessions, as under a flood of calls.
  const held = portal.db.tx(async (tx) => {
    await tx.run(sql`lock table staff_sessions in access exclusive mode`)
    locked()
    await over
  })
  await isLocked
  let answered = 0
  const strangers = Array.from({ length: 80 }, async (_, index) => {
    const { status } = await portal.visitor().get(path, { headers: { cookie: `staff=${index}` } })
    answered++
    return status
  })
  // Only a few calls of strangers may wait for the database at the same time. The portal answers the others
  // with 503.
  await until('they are looked up', waiting, (locks) => locks > 0)
  const sent = await person.visitor.post(SUBMIT, { job_id: person.jobId, ...answers() })
  const known = visitor.get(path)
  await until('the officer is looked up beside them', waiting, (locks) => locks === 3)
  await until(
    'those for whom there is no place are told',
    async () => answered,
    (many) => many >= 14,
  )
  release()
  await held
  const statuses = await Promise.all(strangers)
  assert.deepEqual([sent.status, (await known).status], [200, 200], sent.text)
  assert.ok(
    statuses.filter((status) => status === 503).length >= 14 &&
      statuses.every((status) => status === 503 || status === 401),
    statuses.join(),
  )
})

describe('C4, D11 staff: strangers lock no one out', () => {
  test('one network alone does not reach the limit of the day: its refused tries do not count for all', async () => {
    const { email } = await officer(portal, 'reviewer')
    for (let round = 0; round < STAFF.lock.ceilingPerDay + 10; round++) {
      if (round % 50 === 0) nextMinute()
      await password(await fresh(), email, 'wrong', '41.81.1.7')
    }
    assert.equal((await password(await fresh(), email)).status, 200)
  })
  test('fifty wrong passwords from many networks lock strangers out for the day, but not a device that has logged in before', async () => {
    const staffMember = await officer(portal, 'reviewer')
    /** An attacker sends 52 wrong passwords, four from each of 13 networks. */
    const spray = async () => {
      for (let network = 0; network < 13; network++) {
        nextMinute()
        for (let time = 0; time < 4; time++)
          await password(await fresh(), staffMember.email, 'wrong', `102.${network}.9.1`)
      }
    }
    await spray()
    const stranger = await password(await fresh(), staffMember.email, STAFF_PASSWORD, '105.1.1.1')
    assert.deepEqual([stranger.status, stranger.json.code], [429, 'locked'])
    assert.ok(Number(stranger.headers.get('retry-after')) > 3_600)
    assert.equal(stranger.json.error, STAFF_WORDS.lockedForDay)
    nextMinute()
    await logIn(staffMember.visitor, staffMember)
    const other = await officer(portal, 'reviewer')
    assert.equal(
      (await password(other.visitor, staffMember.email, STAFF_PASSWORD, '105.1.1.2')).status,
      429,
      'the device of another officer is a stranger here',
    )
    portal.clock.advance(DAY)
    assert.equal((await password(await fresh(), staffMember.email, STAFF_PASSWORD, '105.1.1.1')).status, 200)
  })
  test('a known device has its own count: five wrong passwords lock it, but its network stays open to others', async () => {
    const staffMember = await officer(portal, 'reviewer')
    for (let time = 0; time < STAFF.lock.failures; time++)
      assert.equal((await password(staffMember.visitor, staffMember.email, 'wrong')).status, 401)
    assert.equal((await password(staffMember.visitor, staffMember.email)).status, 429)
    assert.equal((await password(await fresh(), staffMember.email)).status, 200)
    portal.clock.advance(STAFF.lock.minutes * 60_000 + 1)
    assert.equal((await password(staffMember.visitor, staffMember.email)).status, 200)
  })
  test('of fifty codes at once five are checked, from a stranger who knows the password', async () => {
    const { email } = await officer(portal, 'approver')
    const thief = await fresh()
    const { ticket } = (await password(thief, email)).json
    const answers = await Promise.all(Array.from({ length: 50 }, () => code(thief, ticket, '000000')))
    assert.equal(answers.filter(({ status }) => status === 422).length, STAFF.lock.failures)
  })
  /** Opens a browser in which an applicant has logged in, and no officer. */
  const browserOf = async (applicant: { email: string }) => {
    const visitor = portal.visitor()
    assert.equal((await login(visitor, applicant.email)).status, 200)
    assert.match(visitor.cookies.get('device') ?? '', /\./, 'the device is known for the applicant')
    return withCsrf(visitor)
  }
  const invented = async () => {
    const visitor = await fresh()
    visitor.cookies.set('device', `${'A'.repeat(16)}.${'B'.repeat(24)}`)
    return visitor
  }
  for (const [cookie, network, open] of [
    ['an invented device cookie', '41.99.1.1', invented],
    ['the device cookie of an applicant', '41.99.2.1', async () => browserOf(await member(portal))],
    [
      'the device cookie of an applicant who has the email address of the officer',
      '41.99.3.1',
      async (email: string) => browserOf(await member(portal, { email })),
    ],
  ] as const) {
    test(`${cookie} does not make a device known to an officer’s account`, async () => {
      const staffMember = await officer(portal, 'reviewer')
      const visitor = await open(staffMember.email)
      for (let time = 0; time < STAFF.lock.failures; time++)
        assert.equal((await password(visitor, staffMember.email, 'wrong', network)).status, 401)
      assert.equal(
        (await password(await fresh(), staffMember.email, STAFF_PASSWORD, network)).status,
        429,
        'counted for the network',
      )
      assert.equal((await password(visitor, staffMember.email, STAFF_PASSWORD, network)).status, 429)
    })
  }
})

/** Opens a browser in which no officer has logged in before. */
const fresh = () => withCsrf(portal.visitor())

describe('staff: sessions', () => {
  test('a new login makes a new session and ends the one that this browser had; an invented session cookie is not taken over', async () => {
    const staffMember = await officer(portal, 'recruiter')
    const before = staffMember.visitor.cookies.get('staff') ?? ''
    await logIn(staffMember.visitor, staffMember)
    assert.notEqual(staffMember.visitor.cookies.get('staff'), before)
    const old = await fresh()
    old.cookies.set('staff', before)
    assert.equal((await old.get('/api/staff/me/')).status, 401)
    const fixed = await fresh()
    fixed.cookies.set('staff', 'A'.repeat(43))
    await logIn(fixed, staffMember)
    assert.notEqual(fixed.cookies.get('staff'), 'A'.repeat(43))
    assert.equal(
      (await staffMember.visitor.get('/api/staff/me/')).status,
      200,
      'another browser stays signed in',
    )
  })
  test('a ticket opens one session, however its signature is spelled, and after the logout neither opens anything', async () => {
    const staffMember = await officer(portal, 'recruiter')
    const ticket = await logIn(staffMember.visitor, staffMember)
    for (const spelled of [
      ticket,
      `${ticket}=`,
      `${ticket}!`,
      `${ticket}==`,
      `${ticket.slice(0, -1)}${ticket.at(-1)}.`,
    ]) {
      portal.clock.advance(30_000)
      const { status } = await code(staffMember.visitor, spelled, codeOf(portal, staffMember.secret))
      assert.equal(status, 409, spelled.slice(-6))
    }
    const again = await logIn(staffMember.visitor, staffMember)
    await staffMember.visitor.post('/api/staff/logout/')
    portal.clock.advance(60_000)
    await sweep(portal.deps)
    assert.equal((await code(staffMember.visitor, again, codeOf(portal, staffMember.secret))).status, 409)
    portal.clock.advance((STAFF.ticketMinutes + STAFF.sessionHours * 60) * 60_000)
    await sweep(portal.deps)
    assert.equal(
      (await portal.db.rows(sql`select from staff_sessions where staff_id = ${staffMember.id}`)).length,
      0,
      'swept when no ticket lives',
    )
  })
  test('of twenty logins at once with one ticket and one code, one succeeds', async () => {
    const staffMember = await officer(portal, 'recruiter')
    portal.clock.advance(60_000)
    const visitors = await Promise.all(Array.from({ length: 20 }, fresh))
    const { ticket } = (await password(staffMember.visitor, staffMember.email)).json
    const digits = codeOf(portal, staffMember.secret)
    const answers = await Promise.all(
      visitors.map((visitor, n) => code(visitor, ticket, digits, `41.70.${n}.1`)),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.ok(answers.every(({ status }) => [200, 409, 422, 429].includes(status)))
  })
  test('the code of the step before or after is accepted, but none further away, and no code older than an accepted one', async () => {
    const staffMember = await officer(portal, 'recruiter')
    // Each code belongs to a step, which lasts half a minute. The cases use codes that are some steps early
    // or late.
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [-1, 422],
      [1, 200],
      [0, 422],
    ] as const) {
      if (steps === -2) portal.clock.advance(5 * 60_000)
      const visitor = await fresh()
      const { ticket } = (await password(visitor, staffMember.email)).json
      assert.equal(
        (await code(visitor, ticket, codeOf(portal, staffMember.secret, steps))).status,
        status,
        String(steps),
      )
    }
    const { ticket } = (await password(staffMember.visitor, staffMember.email)).json
    portal.clock.advance(60_000)
    const digits = codeOf(portal, staffMember.secret)
    assert.equal(
      (await code(staffMember.visitor, ticket, `${digits.slice(0, 3)} ${digits.slice(3)}`)).status,
      200,
      'as the app shows it',
    )
  })
  test('HttpOnly, SameSite=Strict, for twelve hours, with __Host- and Secure behind https; no answer of the staff side is cached', async () => {
    for (const [address, name] of [
      ['https://jobs.example.org', '__Host-staff'],
      ['http://jobs.example.org', 'staff'],
    ] as const) {
      const own = await openPortal({ config: { PUBLIC_URL: address } })
      try {
        const { token } = await invited(own, { role: 'auditor' })
        const visitor = await withCsrf(own.visitor())
        const { ticket } = (
          await visitor.post('/api/staff/join/', { token, name: 'Rose Chebet', password: STAFF_PASSWORD })
        ).json
        const { secret } = (await visitor.post('/api/staff/enrol/totp/', { ticket })).json
        const opened = await visitor.post('/api/staff/enrol/totp/confirm/', {
          ticket,
          totp_code: codeOf(own, secret),
        })
        const cookie = opened.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? ''
        assert.match(cookie, /; HttpOnly/i)
        assert.match(cookie, /; SameSite=Strict/i)
        assert.match(cookie, /; Path=\//i)
        assert.match(cookie, new RegExp(`; Max-Age=${STAFF.sessionHours * 3_600}`, 'i'))
        assert.equal(/; Secure/i.test(cookie), address.startsWith('https'))
        assert.doesNotMatch(cookie, /domain/i)
        for (const path of ['me', 'people', 'jobs', 'audit-log'])
          assert.equal((await visitor.get(`/api/staff/${path}/`)).headers.get('cache-control'), 'no-store')
        assert.equal(opened.headers.get('cache-control'), 'no-store')
      } finally {
        await own.close()
      }
    }
  })
  test('T9 a write without any token is refused, as is one with the token of another browser', async () => {
    const [first, two] = [await officer(portal, 'recruiter'), await officer(portal, 'recruiter')]
    const plain = portal.visitor()
    for (const [name, value] of first.visitor.cookies) plain.cookies.set(name, value)
    const { csrfToken } = (await two.visitor.get('/api/csrf/')).json
    const jobs = () => count(portal, sql`select from jobs`)
    const before = await jobs()
    const body = { content: { reference: 'CSRF/1', title: 'x', job_type_id: 1 } }
    for (const headers of [{}, { 'x-csrftoken': csrfToken }] as Record<string, string>[]) {
      const { status, json } = await plain.post('/api/staff/jobs/', body, { headers })
      assert.deepEqual([status, json.code], [403, 'csrf'])
    }
    assert.equal((await plain.post('/api/staff/logout/')).status, 403)
    assert.equal(await jobs(), before)
    assert.equal((await first.visitor.post('/api/staff/jobs/', body)).status, 200)
  })
})

describe('staff: people, all at once', () => {
  test('an administrator who is shut out at the same moment can change no one any more', async () => {
    const [first, two, third] = [
      await officer(portal, 'administrator'),
      await officer(portal, 'administrator'),
      await officer(portal, 'administrator'),
    ]
    const shut = (by: Officer, id: number) =>
      by.visitor.request('PATCH', `/api/staff/people/${id}/`, { body: { disabled: true, reason: 'x' } })
    const answers = await Promise.all([shut(first, two.id), shut(two, first.id)])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const left = await portal.db.rows<{ id: number }>(
      sql`select id from staff where disabled_at is null and id = any(${[first.id, two.id, third.id]})`,
    )
    assert.equal(left.length, 2)
  })
  for (const [what, change] of [
    ['shut out', sql`disabled_at = now()`],
    ['given new access', sql`password_hash = '', totp_nonce = null, totp_step = 0`],
  ] as const) {
    test(`an officer who is ${what} while their code is checked does not get a session`, async () => {
      const staffMember = await officer(portal, 'recruiter')
      portal.clock.advance(60_000)
      const visitor = await fresh()
      const { ticket } = (await password(visitor, staffMember.email)).json
      const waiting = () =>
        portal.db.rows(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      const coming = await portal.db.tx(async (tx) => {
        await tx.row(sql`select from staff where id = ${staffMember.id} for update`)
        const answer = code(visitor, ticket, codeOf(portal, staffMember.secret))
        await until('the code to wait for the officer’s row', waiting, (rows) => rows.length > 0)
        await tx.run(sql`update staff set ${change} where id = ${staffMember.id}`)
        await tx.run(
          sql`update staff_sessions set expires_at = ${portal.clock.now()} where staff_id = ${staffMember.id}`,
        )
        return { answer }
      })
      const { status, json } = await coming.answer
      assert.deepEqual([status, json.code], [409, 'ticket_over'])
      assert.equal((await visitor.get('/api/staff/me/')).status, 401)
      const living = await portal.db.rows(
        sql`select from staff_sessions where staff_id = ${staffMember.id} and expires_at > ${portal.clock.now()}`,
      )
      assert.equal(living.length, 0, 'nor once they may come again')
    })
  }
  test('an invitation that is accepted and withdrawn at once: one of the two counts', async () => {
    const boss = await officer(portal, 'administrator')
    for (let round = 0; round < 5; round++) {
      const { email, token } = await invited(portal, { role: 'auditor' })
      const row = await portal.db.row<{ id: string }>(
        sql`select id from staff_invitations where email = ${email}`,
      )
      const [joined, gone] = await Promise.all([
        portal.visitor().post('/api/staff/join/', { token, name: 'Rose Chebet', password: STAFF_PASSWORD }),
        boss.visitor.request('DELETE', `/api/staff/invitations/${row?.id}/`),
      ])
      assert.equal([joined, gone].filter(({ status }) => status === 200).length, 1)
      assert.ok([joined, gone].every(({ status }) => [200, 404].includes(status)))
      assert.equal(
        (await portal.db.rows(sql`select from staff where email = ${email}`)).length,
        joined.status === 200 ? 1 : 0,
      )
    }
  })
})
