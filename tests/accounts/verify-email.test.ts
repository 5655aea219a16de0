import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ALLOWANCES } from '../../contract/allowances.ts'
import { sql } from '../../server/database/connect.ts'
import { login, member, PASSWORD, register, registration } from '../support/accounts.ts'
import { emailsTo, linkTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

const DONE = { message: 'Your email is verified. You can now log in.' }
const INVALID = 'Failed to verify email. The link may be expired or invalid.'
const HOUR = 3_600_000

let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

/** Registers a person. The returned `token` is from the link in the email. */
const newcomer = async () => {
  const body = registration()
  assert.equal((await register(portal, body)).status, 201)
  const token = (await linkTo(portal, body.email, 'verify-email')).split('/').at(-1) ?? ''
  assert.match(token, /.{40,}/)
  return { email: body.email, token }
}
const verify = (token: string) => portal.visitor().post(`/api/verify-email/${token}/`)
const refusedLink = async (token: string) => {
  const { status, json } = await verify(token)
  assert.deepEqual([status, json.message, json.error, json.detail], [404, INVALID, INVALID, INVALID], token)
}

test('S1 §8 email verification: the link in the email verifies the address, and then the person can log in', async () => {
  const { email, token } = await newcomer()
  const early = await login(portal.visitor(), email)
  assert.deepEqual(
    [early.status, early.json.code, early.json.non_field_errors],
    [403, 'not_verified', ['Please verify your email first. We sent you an email with a link.']],
  )
  const answer = await verify(token)
  assert.deepEqual([answer.status, answer.json], [200, { ...DONE, email }])
  assert.deepEqual(
    (await verify(token)).json,
    DONE,
    'a link in the history of a shared device tells nobody’s address',
  )
  assert.equal((await login(portal.visitor(), email)).status, 200)
})

test('A9: only a person who knows the password learns that the account is unverified', async () => {
  const { email } = await newcomer()
  assert.equal((await login(portal.visitor(), email, 'Wrong7password')).json.code, 'wrong_credentials')
})

test('without script the page’s button is a form, and the answer a page; from another site the form does nothing', async () => {
  const { email, token } = await newcomer()
  /**
   * Presses a page's button as a browser does. `site`, the header `sec-fetch-site`, says whose page it is.
   */
  const press = (path: string, site: string) =>
    portal.visitor().post(path, undefined, {
      raw: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        'sec-fetch-site': site,
      },
    })
  assert.equal((await press(`/verify-email/${token}`, 'cross-site')).status, 403)
  assert.equal((await login(portal.visitor(), email)).json.code, 'not_verified')
  const answer = await press(`/verify-email/${token}`, 'same-origin')
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')],
    [200, 'text/html; charset=utf-8', 'no-store'],
  )
  assert.match(
    answer.text,
    /<h1>Email Verification<\/h1>[^]*Your email is verified\. You can now log in\.[^]*href="\/login"/,
  )
  assert.doesNotMatch(answer.text, new RegExp(email))
  assert.equal((await login(portal.visitor(), email)).status, 200)
  const foreign = await press('/verify-email/x.y', 'same-origin')
  assert.deepEqual([foreign.status, foreign.text.includes(INVALID)], [404, true])
  assert.match(foreign.text, /<title>Error: [^]*<form method="post" action="\/verify-email\/again"/)
})

describe('A9 resend without script', () => {
  const askAgain = (email: string, { site = 'same-origin', ip = '' } = {}) =>
    portal.visitor().request('POST', '/verify-email/again', {
      raw: new URLSearchParams({ email }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        'sec-fetch-site': site,
      },
      ...(ip ? { ip } : {}),
    })
  test('a page asks for the address, and a new link comes', async () => {
    const { email } = await newcomer()
    const page = await portal.visitor().get('/verify-email/again', { headers: { accept: 'text/html' } })
    assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-store'])
    assert.match(page.text, /<label for="email">Email<[^]*<button[^>]*>Send a new email</)
    portal.clock.advance(HOUR)
    const answer = await askAgain(` ${email.toUpperCase()}`)
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store'])
    assert.match(answer.text, /If this address has an account that is not verified yet, a new email/)
    assert.equal((await emailsTo(portal, email)).length, 2)
  })
  test('T1: known, verified and unknown addresses get the same page', async () => {
    const emails = [(await newcomer()).email, (await member(portal)).email, 'nobody.here@example.com']
    const pages = await Promise.all(emails.map((email) => askAgain(email)))
    assert.equal(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size, 1)
  })
  test('a malformed address is shown again, escaped, with its error; from another site it does nothing', async () => {
    const wrong = await askAgain('"><b>x')
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="email-error">Please enter a valid email address</)
    assert.match(wrong.text, /value="&#34;&#62;&#60;b&#62;x"/)
    const long = await askAgain(`${'a'.repeat(300)}@b.co`)
    assert.equal(long.status, 422)
    const { email } = await newcomer()
    assert.equal((await askAgain(email, { site: 'cross-site' })).status, 403)
    assert.equal((await emailsTo(portal, email)).length, 1)
  })
  test('T23: a network may ask as often as by the API call, and other networks are not affected', async () => {
    const { perNetwork } = ALLOWANCES.mail
    for (let sent = 0; sent < perNetwork; sent++)
      assert.equal((await askAgain(`somebody${sent}@example.com`, { ip: '10.77.1.1' })).status, 200)
    const refused = await askAgain('more@example.com', { ip: '10.77.1.2' })
    assert.equal(refused.status, 429)
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(refused.text, /Too many attempts\.[^]*value="more@example\.com"/)
    assert.equal((await askAgain('more@example.com', { ip: '10.77.2.1' })).status, 200)
  })
})

describe('A9, T39: the link', () => {
  test('works again and again for its 24 hours, and not a moment longer', async () => {
    const { email, token } = await newcomer()
    assert.deepEqual((await verify(token)).json, { ...DONE, email })
    assert.deepEqual((await verify(token)).json, DONE)
    portal.clock.advance(24 * HOUR)
    assert.deepEqual((await verify(token)).json, DONE)
    portal.clock.advance(1)
    await refusedLink(token)
  })
  test('five at once all succeed, and the first moment stays', async () => {
    const { email, token } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(token)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(5).fill(200),
    )
    portal.clock.advance(HOUR)
    await verify(token)
    const row = await portal.db.row<{ at: Date }>(
      sql`select email_verified_at as at from users where email = ${email}`,
    )
    assert.equal(row?.at.toISOString(), A_TUESDAY.toISOString())
  })
  test('a mail scanner that only opens the link verifies no account', async () => {
    const { email, token } = await newcomer()
    assert.equal((await portal.visitor().get(`/api/verify-email/${token}/`)).status, 405)
    assert.equal((await login(portal.visitor(), email)).status, 403)
  })
  test('verifies its own account only', async () => {
    const [first, other] = [await newcomer(), await newcomer()]
    await verify(first.token)
    assert.equal((await login(portal.visitor(), other.email)).status, 403)
  })
  test('foreign, forged, cut and stretched: the sentence of S1, never a 500', async () => {
    const { email, token } = await newcomer()
    // The token of a verification link has the form "user id-time of issue.signature".
    const [content = '', signature = ''] = token.split('.')
    const [userId, issued] = content.split('-')
    const other = await openPortal()
    const body = registration()
    await register(other, body)
    const foreign = (await linkTo(other, body.email, 'verify-email')).split('/').at(-1) ?? ''
    await other.close()
    for (const wrong of [
      foreign,
      'x',
      content,
      `${content}.`,
      `.${signature}`,
      `${Number(userId) + 1}-${issued}.${signature}`,
      `${userId}-${Number(issued) + HOUR}.${signature}`,
      `${content}.${signature.slice(1)}`,
      `${content}.${'A'.repeat(43)}`,
      '1-1.AAAA',
      '-1.A',
      'NaN-NaN.A',
      '%00',
      '%F0%9F%98%80',
      'a'.repeat(200),
    ]) {
      await refusedLink(wrong)
    }
    for (const odd of ['a'.repeat(201), 'a'.repeat(300), '%ff', '..%2f..%2fetc']) {
      assert.ok([400, 404].includes((await verify(odd)).status), odd)
    }
    assert.equal((await login(portal.visitor(), email)).status, 403)
  })
  test('of an account that is gone, it is invalid', async () => {
    const { email, token } = await newcomer()
    await portal.db.run(sql`delete from users where email = ${email}`)
    await refusedLink(token)
  })
  test('J7: works without the trailing slash', async () => {
    const { token } = await newcomer()
    assert.equal((await portal.visitor().post(`/api/verify-email/${token}`)).status, 200)
  })
})

describe('A9 resend', () => {
  const resend = (email: string, ip?: string) =>
    portal.visitor().post('/api/resend-verification/', { email }, ip ? { ip } : {})

  test('a new link works, and the old one still works', async () => {
    const { email, token } = await newcomer()
    portal.clock.advance(2 * HOUR)
    const { status, json } = await resend(` ${email.toUpperCase()}`)
    assert.deepEqual(
      [status, json],
      [
        200,
        { message: 'If this address has an account that is not verified yet, a new email is on its way.' },
      ],
    )
    const fresh = (await linkTo(portal, email, 'verify-email')).split('/').at(-1) ?? ''
    assert.notEqual(fresh, token)
    portal.clock.advance(23 * HOUR)
    await refusedLink(token)
    assert.equal((await verify(fresh)).status, 200)
  })
  test('T1: known, verified and unknown addresses get the same answer; only an unverified one gets an email', async () => {
    const [unverified, verified, unknown] = [
      (await newcomer()).email,
      (await member(portal)).email,
      'nobody.at.all@example.com',
    ]
    const answers = await Promise.all([unverified, verified, unknown].map((email) => resend(email)))
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    const sent: number[] = []
    for (const email of [unverified, verified, unknown]) sent.push((await emailsTo(portal, email)).length)
    assert.deepEqual(sent, [2, 0, 0])
  })
  test('malformed is 422, so that real errors are not swallowed', async () => {
    const { status, json } = await resend('nobody')
    assert.deepEqual([status, json.email], [422, ['Please enter a valid email address']])
  })
  test('T23: a hundred requests from different networks cause three emails in an hour, and three more in the next', async () => {
    const { email } = await newcomer()
    const resent = await Promise.all(
      Array.from({ length: 100 }, (_, index) => resend(email, `10.1.${index}.1`)),
    )
    assert.equal(new Set(resent.map(({ status, text }) => `${status} ${text}`)).size, 1)
    // The person got the email of the registration and three repeated emails.
    assert.equal((await emailsTo(portal, email)).length, 1 + 3)
    portal.clock.advance(HOUR)
    for (let time = 0; time < 5; time++) await resend(email)
    assert.equal((await emailsTo(portal, email)).length, 1 + 6)
  })
})

test('S1 §8 login of a verified account says who, and that the question is missing', async () => {
  const { id, email } = await member(portal)
  const { status, json } = await login(portal.visitor(), ` ${email.toUpperCase()} `, PASSWORD)
  assert.equal(status, 200)
  assert.deepEqual(json.user, { id, first_name: 'Wanjiku', last_name: "Ng'ang'a", email })
  assert.equal(json.require_security_setup, true)
  assert.deepEqual(
    [json.server_time, json.expires_at],
    [A_TUESDAY.toISOString(), new Date(A_TUESDAY.getTime() + HOUR).toISOString()],
  )
})
