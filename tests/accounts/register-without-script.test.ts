import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import { PLAIN_REGISTRATION } from '../../contract/accounts/plain-registration.ts'
import { sql } from '../../server/database/connect.ts'
import { count, login, member, PASSWORD, registration } from '../support/accounts.ts'
import { letAllIn, setLevel } from '../support/brownout.ts'
import { emailsTo } from '../support/emails.ts'
import {
  errorAt,
  fillInPlainForm,
  openPlainForm,
  plainRegistration,
  questionOn,
  sendPlainForm,
  valueOf,
} from '../support/plain-registration.ts'
import { A_TUESDAY, openPortal, type Portal, type PortalOptions } from '../support/portal.ts'

const EXISTS = 'An account with this email or ID number already exists'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

/** Opens a portal for one test only. The portal closes when the test ends, also when the test fails. */
async function ownPortal(t: TestContext, options?: PortalOptions) {
  const own = await openPortal(options)
  t.after(() => own.close())
  return own
}
const users = (from = portal) => count(from, sql`select from users`)
/** Opens the registration form, fills it in and sends it. Returns the sent fields and the reply. */
const fillIn = (over: Record<string, string> = {}, from = portal) => fillInPlainForm(from, over)

test('first the county, then its wards by constituency, on small pages that no one stores', async () => {
  const visitor = portal.visitor()
  const first = await visitor.get('/register/plain')
  assert.deepEqual(
    [first.status, first.headers.get('content-type'), first.headers.get('cache-control')],
    [200, 'text/html; charset=utf-8', 'no-store'],
  )
  // First the empty choice and 47 counties. Then a page with the wards of Nairobi's 17 constituencies.
  assert.equal([...first.text.matchAll(/<option /g)].length, 1 + 47)
  assert.match(first.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/)
  const second = await openPlainForm(visitor)
  assert.match(second.text, /<optgroup label="Westlands"><option value="\d+">/)
  assert.equal([...second.text.matchAll(/<optgroup /g)].length, 17)
  assert.doesNotMatch(second.text, /<script|style=|\son\w+=/)
  for (const { text } of [first, second])
    assert.match(text, /<a href="\/privacy">/, 'what happens to answers')
  assert.ok(second.text.length < 20_000, `${second.text.length} bytes`)
  for (const county of ['', '48', 'x', '47&county=1', '%00'])
    assert.match((await openPlainForm(visitor, county)).text, /Please select a county/, county)
})

test('WCAG 1.3.5, 2.4.2: fields say what they are for, and the title says that something is wrong', async () => {
  const visitor = portal.visitor()
  const right = await openPlainForm(visitor)
  assert.match(right.text, /<title>Create Your Account \|/)
  for (const purpose of ['given-name', 'bday-day', 'bday-month', 'bday-year', 'email', 'tel', 'new-password'])
    assert.match(right.text, new RegExp(` autocomplete="${purpose}"`))
  for (const wrong of [
    await sendPlainForm(visitor, { county: '47' }),
    await openPlainForm(visitor, ''),
    await sendPlainForm(visitor, {}),
  ]) {
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /<title>Error: Create Your Account \|[^]*<h1>Create Your Account<\/h1>/)
  }
})

test('a right form is an account, and its owner gets the email', async () => {
  const { form, answer } = await fillIn()
  assert.equal(answer.status, 201, answer.text)
  assert.match(answer.text, /Registration successful! Please check your email to verify your account\./)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(
    answer.text,
    new RegExp(`action="/verify-email/again"[^]*name="email" value="${form.email}"[^]*Send the email again`),
  )
  const row = await portal.db.row<Record<string, unknown>>(
    sql`select * from users where email = ${form.email}`,
  )
  assert.deepEqual(
    [row?.first_name, row?.date_of_birth, row?.constituency_code, row?.ward_code, row?.is_pwd],
    ['Wanjiku', '1999-05-06', 274, 1366, false],
  )
  assert.deepEqual(
    (await emailsTo(portal, form.email ?? '')).map(({ subject }) => subject),
    ['Verify your email for IEBC Jobs'],
  )
  assert.equal((await login(portal.visitor(), form.email ?? '')).json.code, 'not_verified')
})

describe('S1 §5: a broken rule is shown at its field, and what was typed stays, except passwords', () => {
  test('an empty form names each field', async () => {
    const answer = await sendPlainForm(portal.visitor(), { county: '47' })
    assert.equal(answer.status, 422)
    for (const [field, sentence] of Object.entries({
      first_name: 'Name must be at least 2 characters long',
      document_type: 'Please select document type first',
      gender: 'Please select a gender',
      date_of_birth: 'Please select a date of birth',
      is_pwd: 'Please indicate if you are a PWD',
      email: 'Please enter a valid email address',
      ward: 'Please select a ward',
      password: 'Password must be at least 8 characters long and contain uppercase, lowercase, and numbers',
    }))
      assert.equal(errorAt(answer, field), sentence)
    assert.equal(errorAt(answer, 'middle_name'), undefined)
    assert.ok(answer.text.indexOf('class="errors"') < answer.text.indexOf('<form'))
    assert.match(answer.text, /<a href="#ward">Please select a ward<\/a>/)
  })
  test('the rest of the form stays as it was, and so does the question', async () => {
    const { form, answer } = await fillIn({
      email: 'wanjiku',
      first_name: '<b onload="x">&',
      is_pwd: 'Yes',
      confirm_password: 'Violet7inkpo',
    })
    assert.equal(answer.status, 422)
    assert.equal(errorAt(answer, 'confirm_password'), 'Passwords do not match')
    assert.equal(errorAt(answer, 'disability_type'), 'Please specify the type of disability')
    assert.equal(valueOf(answer, 'first_name'), '&#60;b onload=&#34;x&#34;&#62;&#38;')
    for (const field of [
      'email',
      'last_name',
      'phone',
      'id_number',
      'date_of_birth-year',
      'question',
      'answer',
    ])
      assert.equal(valueOf(answer, field), form[field], field)
    assert.match(answer.text, /<option value="1366" selected>/)
    assert.match(answer.text, /value="F" checked/)
    assert.doesNotMatch(answer.text, new RegExp(PASSWORD))
    assert.doesNotMatch(answer.text, /Violet7inkpo/)
    const corrected = {
      ...form,
      email: registration().email,
      first_name: 'Achieng',
      disability_type: 'Visual',
    }
    const again = await sendPlainForm(portal.visitor(), { ...corrected, confirm_password: PASSWORD })
    assert.equal(again.status, 201, 'the question was not used up')
  })
  for (const [name, over, field, sentence] of [
    ['a ward of another county', { ward: '1' }, 'ward', 'Please select a ward'],
    [
      '31 February',
      { date_of_birth: '31', 'date_of_birth-month': '2' },
      'date_of_birth',
      'Please select a date of birth',
    ],
    [
      'a child',
      { 'date_of_birth-year': '2015' },
      'date_of_birth',
      'You must be at least 18 years old to register',
    ],
    [
      'a known password',
      { password: 'Password123', confirm_password: 'Password123' },
      'password',
      'This password is on a list of stolen passwords. Please choose another one.',
    ],
    [
      'a text that is too long',
      { first_name: 'a'.repeat(61) },
      'first_name',
      'This is too long: 60 characters at most',
    ],
  ] as const)
    test(name, async () => {
      const before = await users()
      const { answer } = await fillIn(over)
      assert.deepEqual([answer.status, errorAt(answer, field)], [422, sentence])
      assert.equal(await users(), before)
    })
  test('a county that does not exist leads back to the first step', async () => {
    const { answer } = await fillIn({ county: '99' })
    assert.deepEqual([answer.status, errorAt(answer, 'county')], [422, 'Please select a county'])
  })
})

describe('T1, T2: it says no more about accounts than the API', () => {
  test('C2: a known email and a known ID number get the one sentence of the API, and no more is created', async () => {
    const { email } = await member(portal)
    const row = await portal.db.row<{ id_number: string }>(
      sql`select id_number from users where email = ${email}`,
    )
    for (const over of [{ email }, { id_number: row?.id_number ?? '' }] as Record<string, string>[]) {
      const { answer } = await fillIn(over)
      assert.equal(answer.status, 409)
      assert.match(answer.text, new RegExp(`<li>${EXISTS}</li>`))
      assert.match(answer.text, /<h2>Account Already Exists<\/h2>[^]*href="\/login">Go to Login</)
    }
    assert.match((await emailsTo(portal, email)).at(-1)?.subject ?? '', /already have/)
  })
  test('C2 uniform: known and unknown get the same page', async (t) => {
    const uniform = await ownPortal(t, { config: { ACCOUNT_LOOKUP: 'uniform' } })
    const { email } = await member(uniform)
    const [known, unknown] = [await fillIn({ email }, uniform), await fillIn({}, uniform)]
    const page = ({ form, answer }: typeof known) => [
      answer.status,
      answer.text.replaceAll(form.email ?? '', ''),
    ]
    assert.deepEqual(page(known), page(unknown))
    assert.equal(known.answer.status, 201)
  })
  test('a network may send a limited number of complete forms, and other networks are not affected', async (t) => {
    const limited = await ownPortal(t)
    const send = async (ip: string) => {
      limited.clock.set(A_TUESDAY)
      const visitor = limited.visitor()
      // The clock advances, because the portal refuses a form that was filled in too quickly for a person.
      const { question } = questionOn(await openPlainForm(visitor))
      limited.clock.advance(60_000)
      return sendPlainForm(visitor, plainRegistration({ question, answer: '99' }), { ip })
    }
    for (let sent = 0; sent < PLAIN_REGISTRATION.perNetwork; sent++)
      assert.equal((await send(`10.1.1.${sent}`)).status, 422)
    const refused = await send('10.1.1.200')
    assert.equal(refused.status, 429)
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(refused.text, /<h2>Registration failed<\/h2>[^]*Too many attempts\./)
    assert.match(valueOf(refused, 'email') ?? '', /@/, 'what was typed stays')
    assert.equal((await send('10.1.2.1')).status, 422)
  })
  test('one person who holds a whole IPv6 /48 is one network', async (t) => {
    const limited = await ownPortal(t)
    const visitor = limited.visitor()
    const captcha = questionOn(await openPlainForm(visitor))
    limited.clock.advance(60_000)
    const send = (site: string, network: number) =>
      sendPlainForm(visitor, plainRegistration({ ...captcha, answer: '99' }), {
        ip: `2001:db8:${site}:${network.toString(16)}00::1`,
      })
    for (let sent = 0; sent < PLAIN_REGISTRATION.perNetwork; sent++)
      assert.equal((await send('1', sent)).status, 422)
    assert.equal((await send('1', 200)).status, 429)
    assert.equal((await send('2', 0)).status, 422)
  })
})

describe('R7 when very many people come', () => {
  test('newcomers wait in the line with all that they typed, and pass when it is their turn', async (t) => {
    const crowded = await ownPortal(t)
    // On level 2 of overload, new visitors wait in a line.
    await setLevel(crowded, 2)
    const visitor = crowded.visitor()
    const captcha = questionOn(await openPlainForm(visitor))
    crowded.clock.advance(60_000)
    const form = plainRegistration(captcha)
    const early = await sendPlainForm(visitor, form)
    assert.equal(early.status, 503)
    assert.match(early.headers.get('retry-after') ?? '', /^\d+$/)
    assert.ok(visitor.cookies.has('line'), 'the browser holds the place')
    assert.equal(valueOf(early, 'email'), form.email)
    assert.match(early.text, /class="errors"[^]*Your turn comes in/)
    assert.equal(await users(crowded), 0)
    await letAllIn(crowded)
    const again = questionOn(early)
    crowded.clock.advance(10_000)
    assert.equal((await sendPlainForm(visitor, { ...form, ...again })).status, 201)
  })
  test('repeating the form while waiting in the line does not use up the limit of the network', async (t) => {
    const crowded = await ownPortal(t)
    await setLevel(crowded, 2)
    const visitor = crowded.visitor()
    const captcha = questionOn(await openPlainForm(visitor))
    crowded.clock.advance(60_000)
    const form = plainRegistration(captcha)
    const tries = Array.from({ length: PLAIN_REGISTRATION.perNetwork + 1 }, () =>
      sendPlainForm(visitor, form),
    )
    for (const { status } of await Promise.all(tries)) assert.equal(status, 503)
    await letAllIn(crowded)
    assert.equal((await sendPlainForm(visitor, form)).status, 201)
  })
  test('a form that is shed is answered with a page, not with JSON', async (t) => {
    const shedding = await ownPortal(t)
    const visitor = shedding.visitor()
    const captcha = questionOn(await openPlainForm(visitor))
    shedding.clock.advance(60_000)
    const { admission } = shedding.deps
    if (admission) admission.admits = () => false
    const answer = await sendPlainForm(visitor, plainRegistration(captcha))
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [503, 'text/html; charset=utf-8'])
    // The page has no link to try again, which would open an empty form. A reload sends the form again.
    assert.match(answer.text, /We did not receive your form\. To send it again, reload this page\./)
    assert.doesNotMatch(answer.text, /Try this page again/)
  })
  test('the pages of the form are shed like API calls, so that they take no connection from people who submit', async (t) => {
    const shedding = await ownPortal(t)
    const { admission } = shedding.deps
    if (admission) admission.admits = () => false
    for (const path of ['/register/plain', '/register/plain?county=47']) {
      const answer = await shedding.visitor().get(path, { headers: { accept: 'text/html' } })
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [503, 'text/html; charset=utf-8'])
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
      assert.match(answer.text, /Try this page again/)
    }
  })
})

describe('T9, T17, T20: what is not the form', () => {
  test('T9 from another site it does nothing', async () => {
    const before = await users()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const visitor = portal.visitor()
      const captcha = questionOn(await openPlainForm(visitor))
      portal.clock.advance(60_000)
      const { status } = await sendPlainForm(visitor, plainRegistration(captcha), { headers })
      assert.equal(status, 403, JSON.stringify(headers))
    }
    assert.equal(await users(), before)
  })
  test('JSON, repeated fields, names such as __proto__, and large bodies', async () => {
    const visitor = portal.visitor()
    const json = await visitor.post('/register/plain', { county: 47, first_name: ['x'], __proto__: 1 })
    assert.equal(json.status, 422)
    const odd = await sendPlainForm(visitor, {
      county: '47',
      __proto__: 'x',
      constructor: 'y',
      toString: 'z',
    })
    assert.equal(odd.status, 422)
    const twice = await visitor.request('POST', '/register/plain', {
      raw: 'county=47&email=a@b.co&email=%ff%00',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(twice.status, 422)
    assert.equal((await sendPlainForm(visitor, { county: '47', email: 'x'.repeat(20_000) })).status, 413)
  })
  test('no other address reads a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of ['/api/register/', '/api/login/', '/register', '/line'])
      assert.ok(
        [404, 405, 415].includes(
          (await portal.visitor().request('POST', path, { raw: 'a=b', headers })).status,
        ),
        path,
      )
  })
})

test('A19 with the captcha of another company the page says that it needs JavaScript', async (t) => {
  const other = await ownPortal(t, {
    config: { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' },
  })
  for (const answer of [
    await other.visitor().get('/register/plain?county=47'),
    await sendPlainForm(other.visitor(), plainRegistration()),
  ]) {
    assert.match(answer.text, /Creating an account needs JavaScript here\./)
    assert.doesNotMatch(answer.text, /<form/)
  }
  assert.equal(await users(other), 0)
})

test('T29 nothing of the above is in the log', () => {
  assert.doesNotMatch(JSON.stringify(portal.log), /wanjiku|Violet7|spam/i)
  assert.deepEqual(
    portal.log.filter(({ level }) => level === 'error'),
    [],
  )
})
