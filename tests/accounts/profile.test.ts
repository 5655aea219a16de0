import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { startHousekeeping } from '../../server/housekeeping.ts'
import { count, login, member, register, registration, loggedIn } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

const DAY = 86_400_000

let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

test('A14: the profile says everything in both places', async () => {
  const { id, email, visitor } = await loggedIn(portal)
  const { status, json, headers } = await visitor.get('/api/user/profile/')
  assert.equal(status, 200)
  const row = await portal.db.row<{ id_number: string }>(sql`select id_number from users where id = ${id}`)
  const fields = {
    phone: '+254712345678',
    idno: row?.id_number,
    address: '',
    gender: 'F',
    date_of_birth: '1999-05-06',
    country: 'KE',
    county: 47,
    county_name: 'Nairobi City',
    constituency: 274,
    constituency_name: 'Westlands',
    ward: 1366,
    ward_name: 'Kitisuru',
  }
  assert.deepEqual(json, {
    user: { id, first_name: 'Wanjiku', last_name: "Ng'ang'a", email, user: { email } },
    ...fields,
    middle_name: '',
    document_type: 'ID Card',
    profile: { ...fields, education: [], experience: [], referees: [] },
    created_at: A_TUESDAY.toISOString(),
    require_security_setup: true,
    expires_at: new Date(A_TUESDAY.getTime() + 3_600_000).toISOString(),
    server_time: A_TUESDAY.toISOString(),
  })
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('T10: each person sees only their own profile; no word about disability leaves', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => loggedIn(portal)))
  await portal.db.run(sql`update users set is_pwd = true, disability_type = 'Hearing'`)
  const answers = await Promise.all(
    people.map(({ visitor }) => visitor.get('/api/user/profile/?id=1&user_id=1')),
  )
  assert.deepEqual(
    answers.map(({ json }) => json.user.email),
    people.map(({ email }) => email),
  )
  for (const { text } of answers) assert.doesNotMatch(text, /pwd|disab|hearing|hash|password/i)
})

test('A11: 401 only without a session, with the sentence', async () => {
  const { status, json } = await portal.visitor().get('/api/user/profile/')
  assert.deepEqual([status, json.detail], [401, 'Please log in again. Your session has ended.'])
})

test('the sessions of an account that is gone end', async () => {
  const { id, visitor } = await loggedIn(portal)
  await portal.db.run(sql`delete from users where id = ${id}`)
  assert.equal((await visitor.get('/api/user/profile/')).status, 401)
})

describe('T38: an account that no one verified', () => {
  /** Runs the portal's housekeeping until it has deleted the account. */
  const sweepAway = async (email: string) => {
    const housekeeping = startHousekeeping(portal.deps)
    while (await count(portal, sql`select from users where email = ${email}`)) await new Promise(setImmediate)
    await housekeeping.stop()
  }
  test('goes after seven days, and its address and number are free again', { timeout: 20_000 }, async () => {
    const verified = await member(portal)
    const squatter = registration()
    const young = registration()
    await register(portal, squatter)
    portal.clock.advance(1_000)
    await register(portal, young)
    const owner = { ...registration(), id_number: squatter.id_number }
    portal.clock.advance(7 * DAY - 1_000)
    assert.equal((await register(portal, owner)).status, 409)
    portal.clock.advance(1)
    await sweepAway(squatter.email)
    assert.equal(await count(portal, sql`select from users where email = ${young.email}`), 1)
    assert.equal((await login(portal.visitor(), verified.email)).status, 200)
    assert.equal((await register(portal, owner)).status, 201)
    assert.equal((await register(portal, registration({ email: squatter.email }))).status, 201)
  })
})

test('A1, C1: no one can read the mail relay’s address, name and password', async () => {
  const secret = await openPortal({
    config: {
      SMTP_URL: 'smtps://relay-user:relay-password@relay.example:465',
      MAIL_FROM: 'Jobs <jobs@iebc.example>',
      PUBLIC_URL: 'https://jobs.iebc.example',
    },
  })
  const { status, text, json } = await secret.visitor().get('/api/email-config/')
  await secret.close()
  assert.equal(status, 200)
  assert.doesNotMatch(text, /relay/)
  assert.deepEqual(json, {
    host: '',
    port: 0,
    username: '',
    password: '',
    use_tls: true,
    from_email: 'Jobs <jobs@iebc.example>',
    verification_subject: 'Verify your email for IEBC Jobs',
    password_reset_subject: 'Your code for a new IEBC Jobs password',
    application_confirmation_subject: 'IEBC Jobs has received your application',
  })
})
