import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STAFF } from '#contract/staff/limits.ts'
import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { rightsOf } from '#contract/staff/rights.ts'
import { sql } from '../../server/database/connect.ts'
import { member, nextMinute, PASSWORD } from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { codeOf, invited, officer, STAFF_PASSWORD, withCsrf } from '../support/staff.ts'

// Officers join by invitation and log in with a second factor. An administrator can change their accounts.

let portal: Portal
before(async () => void (portal = await openPortal()))
beforeEach(() => nextMinute())
after(() => portal.close())

/** The audit entries of this kind of action. */
const auditEntries = async (auditAction: string) =>
  portal.db.rows<{
    staff_id: number | null
    role: string
    reason: string
    detail: Record<string, unknown>
  }>(sql`
  select staff_id, role, reason, detail from audit_entries where act = ${auditAction} order by id`)
/** The first step of a login: email and password. Its reply has a ticket for the second step, the code. */
const tryLogin = async (email: string, password = STAFF_PASSWORD, ip?: string) =>
  (await withCsrf(portal.visitor())).post('/api/staff/login/', { email, password }, ip ? { ip } : {})

describe('staff: by invitation', () => {
  test('the email names the role and has a link that works once, within a week', async () => {
    const { email, token } = await invited(portal, {
      role: 'reviewer',
      areas: { counties: [47], constituencies: [] },
    })
    const [invitation] = await emailsTo(portal, email)
    assert.match(invitation?.text ?? '', /reviewer/)
    assert.ok(invitation?.text?.includes(`/staff/join/${token}`))
    const visitor = portal.visitor()
    const offer = (await visitor.post('/api/staff/invitation/', { token })).json
    assert.deepEqual(
      [offer.email, offer.role, offer.areas],
      [email, 'reviewer', { counties: [47], constituencies: [] }],
    )
    const body = { token, name: 'Amina Yusuf', password: STAFF_PASSWORD }
    assert.deepEqual((await visitor.post('/api/staff/join/', { ...body, password: 'short' })).json.password, [
      'Password must be at least 12 characters',
    ])
    assert.equal(
      (await visitor.post('/api/staff/join/', { ...body, name: ' ' })).json.name[0],
      'Name is required',
    )
    for (const name of ['=cmd', '<b>Amina</b>', 'Amina 0712'])
      assert.equal(
        (await visitor.post('/api/staff/join/', { ...body, name })).json.name[0],
        REGISTRATION.nameCharacters,
        name,
      )
    assert.equal((await visitor.post('/api/staff/join/', { ...body, password: 'password1234' })).status, 422)
    assert.equal((await visitor.post('/api/staff/join/', body)).status, 200)
    const again = await visitor.post('/api/staff/join/', body)
    assert.deepEqual([again.status, again.json.code], [404, 'invitation_invalid'])
    assert.equal((await visitor.post('/api/staff/invitation/', { token: `${token}x` })).status, 404)
  })
  test('it is over after a week, when it is withdrawn, and when another one takes its place', async () => {
    const boss = await officer(portal, 'administrator')
    const old = await invited(portal, { role: 'auditor' })
    const fresh = await invited(portal, { role: 'auditor', email: old.email })
    const statusOf = async (token: string) =>
      (await portal.visitor().post('/api/staff/invitation/', { token })).status
    assert.deepEqual([await statusOf(old.token), await statusOf(fresh.token)], [404, 200])
    const { invitations } = (await boss.visitor.get('/api/staff/people/')).json
    const { id } = invitations.find(({ email }: { email: string }) => email === old.email)
    assert.equal((await boss.visitor.request('DELETE', `/api/staff/invitations/${id}/`)).status, 200)
    assert.equal(await statusOf(fresh.token), 404)
    const last = await invited(portal, { role: 'auditor' })
    portal.clock.advance(STAFF.invitationDays * 86_400_000)
    assert.equal(await statusOf(last.token), 404)
  })
  test('of fifty uses of one link at once, one makes an account', async () => {
    const { token, email } = await invited(portal)
    const visitor = portal.visitor()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        visitor.post('/api/staff/join/', { token, name: 'Amina Yusuf', password: STAFF_PASSWORD }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal((await portal.db.rows(sql`select from staff where email = ${email}`)).length, 1)
  })
})

describe('staff: the second factor is mandatory', () => {
  test('the right password alone opens no session; with the code the session lasts twelve hours, and says what the role may', async () => {
    const { email, secret } = await officer(portal, 'recruiter')
    portal.clock.advance(60_000)
    const visitor = await withCsrf(portal.visitor())
    const { ticket, totp, enrol, passkey } = (
      await visitor.post('/api/staff/login/', { email, password: STAFF_PASSWORD })
    ).json
    assert.deepEqual([totp, enrol, passkey], [true, false, false])
    assert.equal((await visitor.get('/api/staff/me/')).status, 401)
    assert.equal(
      (await visitor.post('/api/staff/enrol/totp/', { ticket })).status,
      403,
      'who has one cannot make another without it',
    )
    assert.equal((await visitor.post('/api/staff/enrol/passkey/options/', { ticket })).status, 403)
    const wrong = (await visitor.post('/api/staff/login/totp/', { ticket, totp_code: '000000' })).json
    assert.deepEqual([wrong.code, wrong.totp_code], ['invalid', [STAFF_WORDS.wrongCode]])
    const code = codeOf(portal, secret)
    const opened = await visitor.post('/api/staff/login/totp/', { ticket, totp_code: code })
    assert.deepEqual(
      [opened.status, opened.json.role, opened.json.rights],
      [200, 'recruiter', rightsOf('recruiter')],
    )
    assert.equal((await visitor.get('/api/staff/me/')).json.email, email)
    const thief = await withCsrf(portal.visitor())
    const second = (await thief.post('/api/staff/login/', { email, password: STAFF_PASSWORD })).json.ticket
    assert.equal(
      (await thief.post('/api/staff/login/totp/', { ticket: second, totp_code: code })).status,
      422,
      'a code works once',
    )
    assert.equal(
      (await thief.post('/api/staff/login/totp/', { ticket, totp_code: codeOf(portal, secret, 1) })).status,
      409,
      'and so does a ticket',
    )
    portal.clock.advance(STAFF.sessionHours * 3_600_000 - 1)
    assert.equal((await visitor.get('/api/staff/me/')).status, 200)
    portal.clock.advance(1)
    assert.equal((await visitor.get('/api/staff/me/')).status, 401)
  })
  test('a ticket is valid for ten minutes, and a forged ticket opens nothing', async () => {
    const { email, secret } = await officer(portal, 'recruiter')
    const { ticket } = (await tryLogin(email)).json
    portal.clock.advance(STAFF.ticketMinutes * 60_000 + 1)
    const visitor = await withCsrf(portal.visitor())
    const late = await visitor.post('/api/staff/login/totp/', { ticket, totp_code: codeOf(portal, secret) })
    assert.deepEqual([late.status, late.json.message], [409, 'This took too long. Please log in again.'])
    for (const made of ['', 'x', `1-9999999999999-x.${'A'.repeat(43)}`, ticket.slice(0, -2)])
      assert.equal(
        (await visitor.post('/api/staff/login/totp/', { ticket: made, totp_code: '123456' })).status,
        409,
        made,
      )
  })
  test('an applicant cannot log in as an officer, nor does an officer’s session work for an applicant’s calls', async () => {
    const { email } = await member(portal)
    assert.equal((await tryLogin(email, PASSWORD)).status, 401)
    const { visitor } = await officer(portal, 'administrator')
    assert.equal((await visitor.get('/api/user/profile/')).status, 401)
  })
  test('no password, code secret or token is in the database', async () => {
    const { secret, visitor } = await officer(portal, 'approver')
    const token = visitor.cookies.get('staff') ?? ''
    const rows = await portal.db.rows(
      sql`select staff::text from staff union all select staff_sessions::text from staff_sessions union all select audit_entries::text from audit_entries`,
    )
    const dump = JSON.stringify(rows)
    for (const stored of [secret, STAFF_PASSWORD, token])
      assert.ok(stored.length > 10 && !dump.includes(stored))
  })
})

describe('staff: own lockout', () => {
  test('five wrong passwords or codes from a network lock the login there for fifteen minutes; from elsewhere it works', async () => {
    const { email, secret } = await officer(portal, 'reviewer')
    for (let time = 0; time < STAFF.lock.failures; time++)
      assert.equal((await tryLogin(email, 'wrong wrong wrong', '41.80.1.7')).status, 401)
    const locked = await tryLogin(email, STAFF_PASSWORD, '41.80.1.9')
    assert.deepEqual([locked.status, locked.json.code], [429, 'locked'])
    assert.ok(Number(locked.headers.get('retry-after')) > 0)
    const { ticket } = (await tryLogin(email, STAFF_PASSWORD, '41.90.1.7')).json
    const visitor = await withCsrf(portal.visitor())
    const code = (digits: string, ip: string) =>
      visitor.post('/api/staff/login/totp/', { ticket, totp_code: digits }, { ip })
    for (let time = 0; time < STAFF.lock.failures; time++)
      assert.equal((await code('111111', '41.80.1.7')).status, 422)
    assert.equal((await code(codeOf(portal, secret, 1), '41.80.1.7')).status, 429)
    portal.clock.advance(STAFF.lock.minutes * 60_000 + 1)
    assert.equal((await tryLogin(email, STAFF_PASSWORD, '41.80.1.7')).status, 200)
  })
  test('an unknown address is refused in the same words, and locks like a known one (T1)', async () => {
    const { email } = await officer(portal, 'reviewer')
    /** The replies to wrong passwords, until the portal locks the account. */
    const tries = async (who: string) => {
      const answers = []
      for (let time = 0; time <= STAFF.lock.failures; time++)
        answers.push((await tryLogin(who, 'wrong wrong wrong', '41.81.2.7')).text)
      return answers
    }
    assert.deepEqual(await tries('nobody@iebc.example'), await tries(email))
  })
})

describe('staff: writes come from our own pages', () => {
  test('T9 without this browser’s token a write is refused, and changes nothing', async () => {
    const { visitor } = await officer(portal, 'administrator')
    const body = { email: 'new@iebc.example', name: '', role: 'auditor' }
    for (const headers of [
      { 'x-csrftoken': '' },
      { 'x-csrftoken': 'x'.repeat(43) },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ] as Record<string, string>[]) {
      const refused = await visitor.post('/api/staff/invitations/', body, { headers })
      assert.deepEqual([refused.status, refused.json.code], [403, 'csrf'])
    }
    assert.equal(
      (await portal.db.rows(sql`select from staff_invitations where email = ${body.email}`)).length,
      0,
    )
  })
})

describe('staff: who works here', () => {
  test('an administrator invites, limits and shuts out, with a reason, and each is an audit entry', async () => {
    const boss = await officer(portal, 'administrator')
    const { id, email, visitor } = await officer(portal, 'recruiter')
    const change = (body: Record<string, unknown>) =>
      boss.visitor.request('PATCH', `/api/staff/people/${id}/`, { body })
    assert.deepEqual((await change({ role: 'reviewer' })).json.reason, ['Give a reason. The log keeps it.'])
    const areas = { counties: [], constituencies: [274] }
    assert.equal((await change({ areas, reason: 'Asked' })).status, 422)
    const moved = await change({ role: 'reviewer', areas, reason: 'Covers Starehe' })
    assert.deepEqual([moved.status, moved.json.role, moved.json.areas], [200, 'reviewer', areas])
    assert.equal((await visitor.get('/api/staff/me/')).status, 401, 'signed out')
    assert.equal((await change({ disabled: true, reason: 'Left the commission' })).json.disabled, true)
    assert.equal((await tryLogin(email)).status, 401)
    const [, last] = await auditEntries('person.changed')
    assert.deepEqual(
      [last?.staff_id, last?.role, last?.reason, last?.detail.disabled],
      [boss.id, 'administrator', 'Left the commission', true],
    )
  })
  test('a lost phone or password: neither works any more, and an emailed link sets up new ones, with the same role', async () => {
    const boss = await officer(portal, 'administrator')
    const { id, email, visitor } = await officer(portal, 'approver')
    const { ticket } = (await tryLogin(email)).json
    const answer = await boss.visitor.request('PATCH', `/api/staff/people/${id}/`, {
      body: { renew_access: true, reason: 'Lost phone' },
    })
    assert.deepEqual([answer.status, answer.json.totp], [200, false])
    assert.equal((await visitor.get('/api/staff/me/')).status, 401)
    const refused = await tryLogin(email)
    assert.deepEqual([refused.status, refused.json.code], [401, 'wrong_credentials'])
    const token = /\/staff\/join\/(\S+)/.exec((await emailsTo(portal, email)).at(-1)?.text ?? '')?.[1] ?? ''
    const newVisitor = await withCsrf(portal.visitor())
    const joined = await newVisitor.post('/api/staff/join/', {
      token,
      name: 'Amina Yusuf',
      password: 'Quiet amber kettle 7',
    })
    assert.equal(joined.json.enrol, true)
    const { secret } = (await newVisitor.post('/api/staff/enrol/totp/', { ticket: joined.json.ticket })).json
    const opened = await newVisitor.post('/api/staff/enrol/totp/confirm/', {
      ticket: joined.json.ticket,
      totp_code: codeOf(portal, secret),
    })
    assert.deepEqual([opened.status, opened.json.id, opened.json.role], [200, id, 'approver'])
    assert.equal(
      (
        await newVisitor.post('/api/staff/join/', {
          token,
          name: 'Amina Yusuf',
          password: 'Quiet amber kettle 8',
        })
      ).status,
      404,
    )
    assert.notEqual((await newVisitor.post('/api/staff/enrol/totp/', { ticket })).status, 200)
  })
  test('no officer can change themselves, and the last administrator cannot be shut out', async () => {
    const own = await openPortal()
    try {
      const staffMember = await officer(own, 'administrator')
      const other = await officer(own, 'administrator')
      const shut = (by: typeof staffMember, id: number) =>
        by.visitor.request('PATCH', `/api/staff/people/${id}/`, { body: { disabled: true, reason: 'x' } })
      assert.equal((await shut(staffMember, staffMember.id)).status, 403)
      // Two administrators shut each other out at the same moment. Only one of them may succeed.
      const statuses = await Promise.all([shut(staffMember, other.id), shut(other, staffMember.id)])
      assert.ok(statuses.some(({ status }) => status === 200))
      const left = await own.db.rows(
        sql`select from staff where role = 'administrator' and disabled_at is null`,
      )
      assert.equal(left.length, 1)
    } finally {
      await own.close()
    }
  })
})
