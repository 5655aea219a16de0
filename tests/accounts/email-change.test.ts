import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { sweepAccounts } from '../../server/accounts/sweep-accounts.ts'
import {
  ANSWER,
  count,
  login,
  member,
  NEW_PASSWORD,
  nextMinute,
  PASSWORD,
  registration,
  register,
  loggedIn,
} from '../support/accounts.ts'
import { decisionStaff, sentByHand } from '../support/decisions.ts'
import { emailsTo, linkTo } from '../support/emails.ts'
import { until } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

const REQUESTED =
  'We emailed both addresses. Open the link in each email. Your email changes when both are confirmed.'
const CHANGED = 'Your email is changed. Log in with the new address from now on.'
const ONE_OF_TWO = 'This address is confirmed. Now open the link that we sent to the other address.'
const DEAD = 'This link does not work any more. If you still want to change your email, log in and ask again.'
const DEAD_UNDO =
  'This link does not work any more. If someone else changed your email, please write to us at once.'
const TAKEN = 'This address cannot be used for your account. Your email stays as it is.'
const HELD =
  'Your password was changed with the security question less than 24 hours ago. You can change your email 24 hours after that.'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let portal: Portal
let addresses = 0
const newAddress = () => `wafula.new${++addresses}@example.com`
before(async () => {
  portal = await openPortal()
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute. `nextMinute` moves the
  // clock of that limit. `portal.clock` is another clock. It is set back, because some tests advance it by
  // days.
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

const requestChange = (visitor: Visitor, email: string, password: string = PASSWORD) =>
  visitor.post('/api/email-change/', { email, password })
/** The token of the last emailed link of this kind, or '' if no link was emailed. */
const tokenTo = async (address: string, kind: string) =>
  (await linkTo(portal, address, kind)).split('/').at(-1) ?? ''
const confirm = (token: string) => portal.visitor().post(`/api/email-change/confirm/${token}/`)
const undo = (token: string) => portal.visitor().post(`/api/email-change/undo/${token}/`)
const works = async (email: string) => (await login(portal.visitor(), email)).status === 200
const pendingOf = async (visitor: Visitor) => (await visitor.get('/api/email-change/')).json.pending

/** Waits until this many calls wait for a lock in the database. */
const callsWaiting = (calls: number) =>
  until(
    `${calls} calls wait for a lock`,
    () =>
      count(
        portal,
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (waiting) => waiting === calls,
  )

/** Requests a change of the email, and confirms it at the old and the new address. */
const changeTo = async (visitor: Visitor, from: string, to: string) => {
  assert.equal((await requestChange(visitor, to)).status, 200)
  assert.equal((await confirm(await tokenTo(from, 'confirm-email'))).json.message, ONE_OF_TWO)
  const done = await confirm(await tokenTo(to, 'confirm-email'))
  assert.deepEqual([done.status, done.json], [200, { message: CHANGED, changed: true }])
}

describe('A23 a change of email', () => {
  test('is confirmed at both addresses, in either order; then the new one logs in and the old one does not', async () => {
    for (const isOldFirst of [true, false]) {
      const { visitor, email } = await loggedIn(portal)
      const next = newAddress()
      const requested = await requestChange(visitor, ` ${next.toUpperCase()} `)
      assert.deepEqual(
        [requested.status, requested.json.message, requested.json.pending.email],
        [200, REQUESTED, next],
      )
      const order = isOldFirst ? [email, next] : [next, email]
      const [first, second]: [string, string] = [
        await tokenTo(order[0] ?? '', 'confirm-email'),
        await tokenTo(order[1] ?? '', 'confirm-email'),
      ]
      assert.deepEqual((await confirm(first)).json, { message: ONE_OF_TWO, changed: false })
      assert.deepEqual((await confirm(first)).json, { message: ONE_OF_TWO, changed: false })
      const pending = await pendingOf(visitor)
      assert.deepEqual([pending.old_confirmed, pending.new_confirmed], [isOldFirst, !isOldFirst])
      assert.deepEqual([await works(email), await works(next)], [true, false])
      assert.equal((await confirm(second)).json.changed, true)
      assert.equal((await confirm(second)).json.changed, true)
      assert.deepEqual([await works(email), await works(next)], [false, true])
      assert.equal(await pendingOf(visitor), null)
    }
  })
  test('the email about a later decision goes to the new address, not to the one in the application', async () => {
    const applicant = await sentByHand(portal)
    const next = newAddress()
    await changeTo(applicant.visitor, applicant.email, next)
    const staff = await decisionStaff(portal)
    await staff.applied(applicant.jobId, 'shortlisted', [applicant.applicationId], {
      early_reason: 'Because',
    })
    const aboutDecisions = async (address: string) =>
      (await emailsTo(portal, address)).filter(({ subject }) => subject?.startsWith('News about '))
    assert.deepEqual(
      [(await aboutDecisions(applicant.email)).length, (await aboutDecisions(next)).length],
      [0, 1],
    )
  })
  test('ends all other sessions; the session that changed the email continues', async () => {
    const { visitor, email } = await loggedIn(portal)
    const other = portal.visitor()
    other.token = (await login(other, email)).json.token
    await changeTo(visitor, email, newAddress())
    assert.equal((await other.get('/api/user/profile/')).status, 401)
    const profile = await visitor.get('/api/user/profile/')
    assert.equal(profile.status, 200)
    const news = (await visitor.get('/api/notifications/')).text
    assert.match(news, /The email address of your account was changed\./)
  })
  test('ends a reset code that was sent to the old address before', async () => {
    const { id, visitor, email } = await loggedIn(portal)
    await portal.visitor().post('/api/password-reset-request/', { email })
    await emailsTo(portal, email)
    const living = () =>
      count(portal, sql`select from reset_codes where user_id = ${id} and ended_at is null`)
    assert.equal(await living(), 1)
    await changeTo(visitor, email, newAddress())
    assert.equal(await living(), 0)
  })
  test('needs the password, and locks after five wrong ones, as a login does', async () => {
    const { visitor } = await loggedIn(portal)
    for (let time = 0; time < 5; time++) {
      const wrong = await requestChange(visitor, newAddress(), `wrong ${time}`)
      assert.deepEqual([wrong.status, wrong.json.password], [422, ['Current password is incorrect']])
    }
    assert.equal((await requestChange(visitor, newAddress())).status, 429)
    assert.equal(await pendingOf(visitor), null)
  })
  test('an invalid address, the same address, and an empty password are refused, each at its field', async () => {
    const { visitor, email } = await loggedIn(portal)
    const bad = await requestChange(visitor, 'a@b, c@d', '')
    assert.deepEqual(
      [bad.status, bad.json.email?.length, bad.json.password],
      [422, 1, ['Current password is required']],
    )
    const same = await requestChange(visitor, email.toUpperCase())
    assert.deepEqual(
      [same.status, same.json.email],
      [422, ['This is the email address of your account already']],
    )
  })
  test('can be requested three times an hour; of ten requests at once, one is left waiting', async () => {
    const { visitor } = await loggedIn(portal)
    const answers = await Promise.all(Array.from({ length: 10 }, () => requestChange(visitor, newAddress())))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.filter((status) => status === 200).length, 3)
    assert.ok(
      statuses.every((status) => status === 200 || status === 429),
      String(statuses),
    )
    assert.equal(
      await count(
        portal,
        sql`select from email_changes where changed_at is null and ended_at is null
        and new_email = ${(await pendingOf(visitor)).email}`,
      ),
      1,
    )
  })
})

describe('C3: 24 hours after a reset by the question', () => {
  test('the email cannot be changed for 24 hours, and a waiting change is over; once the reset is undone, it can', async () => {
    for (const isUndone of [false, true]) {
      const { visitor, email } = await loggedIn(portal, { question: true })
      const next = newAddress()
      await requestChange(visitor, next)
      const links = [await tokenTo(email, 'confirm-email'), await tokenTo(next, 'confirm-email')]
      const reset = { email, answer: ANSWER, new_password: NEW_PASSWORD }
      assert.equal((await portal.visitor().post('/api/security/reset/', reset)).status, 200)
      const change = async (password: string) => {
        visitor.token = (await login(visitor, email, password)).json.token
        return requestChange(visitor, newAddress(), password)
      }
      const refused = await change(NEW_PASSWORD)
      assert.deepEqual([refused.status, refused.json.message], [409, HELD])
      // The new address may be a stranger's, so its link says nothing about the account (T1, T23).
      for (const { status, json } of await Promise.all(links.map(confirm)))
        assert.deepEqual([status, json.message], [404, DEAD])
      assert.equal(await pendingOf(visitor), null)
      const token = await tokenTo(email, 'not-me')
      if (isUndone) await portal.visitor().post(`/api/security/undo-reset/${token}/`)
      else portal.clock.advance(DAY)
      assert.equal((await change(isUndone ? PASSWORD : NEW_PASSWORD)).status, 200)
    }
  })
})

describe('T1 an address that has an account', () => {
  test('gives the same answer as a free address, and waits alike; only the email to this address says that it has an account', async () => {
    const taken = await member(portal)
    const free = newAddress()
    const [left, right] = [await loggedIn(portal), await loggedIn(portal)]
    const known = await requestChange(left.visitor, taken.email)
    const unknown = await requestChange(right.visitor, free)
    const without = (text: string, address: string) => text.replaceAll(address, '')
    assert.deepEqual(
      [known.status, without(known.text, taken.email)],
      [unknown.status, without(unknown.text, free)],
    )
    assert.equal(await linkTo(portal, taken.email, 'confirm-email'), '')
    const email = (await emailsTo(portal, taken.email)).at(-1)
    assert.match(email?.subject ?? '', /^This address already has an /)
    assert.equal((await confirm(await tokenTo(left.email, 'confirm-email'))).json.message, ONE_OF_TWO)
    assert.deepEqual([await works(left.email), await works(taken.email)], [true, true])
  })
  test('that is registered while the change waits: the last link changes nothing and says so', async () => {
    const { visitor, email } = await loggedIn(portal)
    const next = newAddress()
    await requestChange(visitor, next)
    const link = await tokenTo(next, 'confirm-email')
    await confirm(await tokenTo(email, 'confirm-email'))
    await member(portal, { email: next })
    const answer = await confirm(link)
    assert.deepEqual([answer.status, answer.json.message], [409, TAKEN])
    assert.equal(await works(email), true)
  })
})

describe('a change that waits', () => {
  test('is shown, and can be taken back; then neither link works', async () => {
    const { visitor, email } = await loggedIn(portal)
    const next = newAddress()
    await requestChange(visitor, next)
    const links = [await tokenTo(email, 'confirm-email'), await tokenTo(next, 'confirm-email')]
    const takenBack = await visitor.request('DELETE', '/api/email-change/')
    assert.equal(takenBack.json.message, 'The change is taken back. Your email stays as it is.')
    assert.equal(await pendingOf(visitor), null)
    assert.equal((await visitor.request('DELETE', '/api/email-change/')).status, 404)
    for (const link of links) {
      const { status, json } = await confirm(link)
      assert.deepEqual([status, json.message], [404, DEAD])
    }
  })
  test('is not made when it is taken back while the last link is opened: that link does not work any more', async () => {
    const { visitor, email } = await loggedIn(portal)
    const next = newAddress()
    await requestChange(visitor, next)
    const link = await tokenTo(next, 'confirm-email')
    await confirm(await tokenTo(email, 'confirm-email'))
    // Both calls wait for the row of the change, the one that takes it back before the one of the link.
    const [takenBack, confirmed] = await portal.db
      .tx(async (tx) => {
        await tx.run(sql`select from email_changes where new_email = ${next} for update`)
        const takingBack = visitor.request('DELETE', '/api/email-change/')
        await callsWaiting(1)
        const confirming = confirm(link)
        await callsWaiting(2)
        return [takingBack, confirming] as const
      })
      .then((calls) => Promise.all(calls))
    assert.equal(takenBack.status, 200, takenBack.text)
    assert.deepEqual([confirmed.status, confirmed.json.message], [404, DEAD])
    assert.deepEqual([await works(email), await works(next)], [true, false])
  })
  test('is over after 24 hours, and its links with it', async () => {
    const { visitor, email } = await loggedIn(portal)
    await requestChange(visitor, newAddress())
    const link = await tokenTo(email, 'confirm-email')
    portal.clock.advance(DAY)
    assert.deepEqual([(await confirm(link)).status], [404])
    // The last argument is the age limit for unverified accounts. Here it lets the sweep delete none.
    await sweepAccounts(portal.db, new Date(portal.clock.now().getTime() + 1), new Date(0))
    assert.equal(await count(portal, sql`select from email_changes where old_email = ${email}`), 0)
  })
  test('is replaced by the next one', async () => {
    const { visitor, email } = await loggedIn(portal)
    await requestChange(visitor, newAddress())
    const link = await tokenTo(email, 'confirm-email')
    const next = newAddress()
    await requestChange(visitor, next)
    assert.equal((await confirm(link)).status, 404)
    assert.equal((await pendingOf(visitor)).email, next)
  })
  test('cannot be confirmed with a forged link, and neither of its confirming links can undo it', async () => {
    const { visitor, email } = await loggedIn(portal)
    const next = newAddress()
    await requestChange(visitor, next)
    const link = await tokenTo(email, 'confirm-email')
    // A token is content, a dot and a signature. The third token in this list has a forged signature.
    for (const forged of ['x', link.slice(0, -1), `${link.split('.')[0]}.${'a'.repeat(43)}`])
      assert.equal((await confirm(forged)).status, 404)
    for (const confirming of [link, await tokenTo(next, 'confirm-email')])
      assert.equal((await undo(confirming)).status, 404)
    assert.equal((await confirm(link)).json.message, ONE_OF_TWO, 'the change still waits')
  })
  test('both links pressed five times at once change the email once', async () => {
    const { visitor, email } = await loggedIn(portal)
    const next = newAddress()
    await requestChange(visitor, next)
    const links = [await tokenTo(email, 'confirm-email'), await tokenTo(next, 'confirm-email')]
    const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => confirm(links[turn % 2] ?? '')))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(
      (await emailsTo(portal, next)).filter(
        ({ subject }) => subject === 'This is now the email of your account',
      ).length,
      1,
    )
  })
})

describe('the seven days after a change', () => {
  test('the link to the old address brings it back, ends every session and removes the question', async () => {
    const { visitor, email } = await loggedIn(portal, { question: true })
    const next = newAddress()
    await changeTo(visitor, email, next)
    portal.clock.advance(7 * DAY - 1_000)
    const token = await tokenTo(email, 'undo-email')
    const undone = await undo(token)
    assert.equal(undone.status, 200, undone.text)
    assert.match(undone.json.message, /^Your old email address is back, and every device is logged out\./)
    assert.deepEqual([await works(email), await works(next)], [true, false])
    assert.equal((await visitor.get('/api/user/profile/')).status, 401)
    assert.equal(
      await count(portal, sql`select from users where email = ${email} and security_question is not null`),
      0,
    )
    const again = await undo(token)
    assert.deepEqual([again.status, again.json.message], [404, DEAD_UNDO])
  })
  test('only the undo link undoes the change: neither confirming link does, the new address gets no undo link, and an undo link confirms nothing', async () => {
    const { visitor, email } = await loggedIn(portal)
    const next = newAddress()
    assert.equal((await requestChange(visitor, next)).status, 200)
    const links = [await tokenTo(email, 'confirm-email'), await tokenTo(next, 'confirm-email')]
    for (const link of links) assert.equal((await confirm(link)).status, 200)
    for (const link of links) {
      const { status, json } = await undo(link)
      assert.deepEqual([status, json.message], [404, DEAD_UNDO])
    }
    const undoLink = await tokenTo(email, 'undo-email')
    assert.equal((await confirm(undoLink)).status, 404)
    for (const { text, html } of await emailsTo(portal, next))
      assert.doesNotMatch(`${text}${html}`, /undo-email/)
    assert.deepEqual([await works(email), await works(next)], [false, true])
    assert.equal((await undo(undoLink)).status, 200)
  })
  test('after them the link is dead and the addresses are forgotten', async () => {
    const { visitor, email } = await loggedIn(portal)
    const next = newAddress()
    await changeTo(visitor, email, next)
    const token = await tokenTo(email, 'undo-email')
    portal.clock.advance(7 * DAY)
    assert.equal((await undo(token)).status, 404)
    await sweepAccounts(portal.db, new Date(portal.clock.now().getTime() + 1), new Date(0))
    assert.equal(await count(portal, sql`select from email_changes where old_email = ${email}`), 0)
    assert.equal(await works(next), true)
  })
  test('the undo link of the first change also undoes later changes, whose own undo links then stop working', async () => {
    const { visitor, email } = await loggedIn(portal)
    const [second, third] = [newAddress(), newAddress()]
    await changeTo(visitor, email, second)
    const first = await tokenTo(email, 'undo-email')
    portal.clock.advance(60_000)
    await changeTo(visitor, second, third)
    const later = await tokenTo(second, 'undo-email')
    assert.equal((await undo(first)).status, 200)
    assert.deepEqual([await works(email), await works(second), await works(third)], [true, false, false])
    assert.equal((await undo(later)).status, 404)
  })
  test('no one else can take the old address meanwhile: not by registering, not by a change', async () => {
    const { visitor, email } = await loggedIn(portal)
    await changeTo(visitor, email, newAddress())
    const undoLink = await tokenTo(email, 'undo-email')
    assert.equal((await register(portal, registration({ email }))).status, 409)
    const other = await loggedIn(portal)
    await requestChange(other.visitor, email)
    await confirm(await tokenTo(other.email, 'confirm-email'))
    const refused = await confirm(await tokenTo(email, 'confirm-email'))
    assert.deepEqual([refused.status, refused.json.message], [409, TAKEN])
    assert.equal((await undo(undoLink)).status, 200)
    assert.equal(await works(email), true)
  })
  test('seven days later the old address is free for a new account', async () => {
    const { visitor, email } = await loggedIn(portal)
    await changeTo(visitor, email, newAddress())
    portal.clock.advance(7 * DAY)
    assert.equal((await register(portal, registration({ email }))).status, 201)
  })
})
