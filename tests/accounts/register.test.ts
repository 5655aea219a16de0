import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { captcha, count, member, PASSWORD, register, registration } from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

const users = () => count(portal, sql`select from users`)
const stored = (email: string) =>
  portal.db.row<Record<string, unknown>>(sql`select * from users where email = ${email}`)

test('S1 §4: a right registration is 201 with its sentence, and one email', async () => {
  const body = registration()
  const answer = await register(portal, body)
  assert.equal(answer.status, 201)
  assert.deepEqual(answer.json, {
    message: 'Registration successful! Please check your email to verify your account.',
  })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const sentEmails = await emailsTo(portal, body.email)
  assert.equal(sentEmails.length, 1)
  assert.equal(sentEmails[0]?.subject, 'Verify your email for IEBC Jobs')
})

test('S1 §5 Normalisation, W25, A17: what is stored is normalised, and the password is not in it', async () => {
  const body = registration({
    email: '  Mixed.CASE@Example.com ',
    first_name: '  MARY-anne ',
    middle_name: "o'brien",
    last_name: "NG'ANG'A",
    phone: '+2540712 345 678',
    document_type: 'Passport',
    id_number: ' AK1234567 ',
  })
  assert.equal((await register(portal, body)).status, 201)
  const row = await stored('mixed.case@example.com')
  assert.deepEqual([row?.first_name, row?.middle_name, row?.last_name], ['Mary-Anne', "O'Brien", "Ng'ang'a"])
  assert.deepEqual(
    [row?.phone, row?.id_number, row?.country, row?.date_of_birth],
    ['+254712345678', 'AK1234567', 'KE', '1999-05-06'],
  )
  assert.match(String(row?.password_hash), /^\$argon2id\$/)
  assert.doesNotMatch(JSON.stringify(row), new RegExp(PASSWORD))
})

describe('A15: both spellings of is_pwd', () => {
  for (const [sent, expected] of [
    ['Yes', true],
    ['true', true],
    [true, true],
    ['No', false],
    ['false', false],
    [false, false],
  ] as const) {
    test(`${JSON.stringify(sent)} is ${expected}; a disability is kept only then`, async () => {
      const body = registration({ is_pwd: sent, disability_type: 'Hearing' })
      assert.equal((await register(portal, body)).status, 201)
      const row = await stored(body.email)
      assert.deepEqual([row?.is_pwd, row?.disability_type], [expected, expected ? 'Hearing' : ''])
    })
  }
})

describe('S1 §5: a broken rule is 422 at its field, in every key a screen reads (A5), and stores nothing', () => {
  const cases: [what: string, over: Record<string, unknown>, field: string, sentence: string][] = [
    ['email', { email: 'wanjiku' }, 'email', 'Please enter a valid email address'],
    [
      'phone',
      { phone: '0712' },
      'phone',
      'Please enter a valid phone number with country code (e.g., +254XXXXXXXXX)',
    ],
    ['country', { country: 'UG' }, 'country', 'Kenya is the only country you can choose'],
    ['idNumber ID Card', { id_number: '1234567' }, 'id_number', 'ID Card number must be 8 or 9 digits'],
    [
      'idNumber Passport',
      { document_type: 'Passport', id_number: 'ak1' },
      'id_number',
      'Passport number must contain only uppercase letters and numbers',
    ],
    [
      'password',
      { password: 'violet7inkpot' },
      'password',
      'Password must be at least 8 characters long and contain uppercase, lowercase, and numbers',
    ],
    ['firstName', { first_name: 'A' }, 'first_name', 'Name must be at least 2 characters long'],
    ['lastName', { last_name: ' ' }, 'last_name', 'Name must be at least 2 characters long'],
    ['gender', { gender: 'Female' }, 'gender', 'Please select a gender'],
    ['county', { county: '' }, 'county', 'Please select a county'],
    ['constituency', { constituency: null }, 'constituency', 'Please select a constituency'],
    ['ward', { ward: undefined }, 'ward', 'Please select a ward'],
    ['isPWD', { is_pwd: '' }, 'is_pwd', 'Please indicate if you are a PWD'],
    [
      'disabilityType',
      { is_pwd: 'Yes', disability_type: '' },
      'disability_type',
      'Please specify the type of disability',
    ],
    ['dateOfBirth missing', { date_of_birth: '' }, 'date_of_birth', 'Please select a date of birth'],
    [
      'dateOfBirth with a time',
      { date_of_birth: '1999-05-06T00:00:00Z' },
      'date_of_birth',
      'Please select a date of birth',
    ],
    [
      'dateOfBirth future',
      { date_of_birth: '2026-11-25' },
      'date_of_birth',
      'Date of birth cannot be in the future',
    ],
    [
      'dateOfBirth young',
      { date_of_birth: '2008-11-25' },
      'date_of_birth',
      'You must be at least 18 years old to register',
    ],
    ['a constituency of another county', { constituency: 1 }, 'constituency', 'Please select a constituency'],
    ['a ward of another constituency', { ward: 1 }, 'ward', 'Please select a ward'],
    [
      'A6 a well-known password',
      { password: 'Password123' },
      'password',
      'This password is on a list of stolen passwords. Please choose another one.',
    ],
    [
      'A6 a password that is the address with its digits',
      { email: 'kamau254@example.com', password: 'Kamau254' },
      'password',
      'This password is on a list of stolen passwords. Please choose another one.',
    ],
    [
      'A6 a password that is the whole address',
      { email: 'kamau254@example.com', password: 'Kamau254@Example.com' },
      'password',
      'This password is on a list of stolen passwords. Please choose another one.',
    ],
    [
      'A6 a password that is the name',
      { password: 'Wanjiku2026' },
      'password',
      'This password is on a list of stolen passwords. Please choose another one.',
    ],
    [
      'A6 a password that is the address',
      { email: 'kamau.otieno@example.com', password: 'Kamau.Otieno1' },
      'password',
      'This password is on a list of stolen passwords. Please choose another one.',
    ],
  ]
  for (const [what, over, field, sentence] of cases) {
    test(what, async () => {
      const before = await users()
      const answer = await register(portal, registration(over))
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(answer.json[field], [sentence])
      assert.deepEqual(
        [answer.json.code, answer.json.message, answer.json.error, answer.json.detail],
        ['invalid', sentence, sentence, sentence],
      )
      assert.equal(await users(), before)
    })
  }
  test('document type first', async () => {
    const { json } = await register(portal, registration({ document_type: '' }))
    assert.deepEqual(
      [json.document_type, json.id_number],
      [['Please select document type first'], ['Please select document type first']],
    )
  })
  test('a place that does not exist is asked for again, never a 500', async () => {
    for (const over of [{ county: 48 }, { constituency: 291 }, { ward: 1451 }, { county: 2_147_483_647 }]) {
      const { status, json } = await register(portal, registration(over))
      assert.equal(status, 422)
      assert.ok(json.county ?? json.constituency ?? json.ward, JSON.stringify(json))
    }
  })
  test('an empty body gets the errors of all rules at once', async () => {
    const { status, json } = await portal.visitor().post('/api/register/', {})
    assert.equal(status, 422)
    for (const field of [
      'email',
      'phone',
      'id_number',
      'password',
      'first_name',
      'last_name',
      'gender',
      'county',
      'constituency',
      'ward',
      'is_pwd',
      'date_of_birth',
    ]) {
      assert.equal(json[field]?.length, 1, field)
    }
  })
})

test('A18: of age at midnight in Nairobi, not in London', async () => {
  const birthday = { date_of_birth: '2008-11-25' }
  portal.clock.set(new Date('2026-11-24T20:59:59Z'))
  assert.equal((await register(portal, registration(birthday))).status, 422)
  portal.clock.set(new Date('2026-11-24T21:00:00Z'))
  assert.equal((await register(portal, registration(birthday))).status, 201)
})

describe('A4, A5: an account that exists', () => {
  const exists = 'An account with this email or ID number already exists'
  test('same email, however it is written: 409 in non_field_errors, and an email to the owner of the account', async () => {
    const { email } = await member(portal)
    const answer = await register(portal, registration({ email: ` ${email.toUpperCase()} ` }))
    assert.equal(answer.status, 409)
    assert.deepEqual(answer.json, {
      non_field_errors: [exists],
      code: 'account_exists',
      message: exists,
      error: exists,
      detail: exists,
    })
    const sentEmails = await emailsTo(portal, email)
    assert.deepEqual(sentEmails.map(({ subject }) => subject).at(-1), 'You already have an IEBC Jobs account')
  })
  test('T38: same ID number: exactly the same answer, and no one gets an email', async () => {
    const first = registration()
    await register(portal, first)
    const second = registration({ id_number: first.id_number })
    const answer = await register(portal, second)
    assert.equal(answer.status, 409)
    assert.equal(answer.text, (await register(portal, registration({ email: first.email }))).text)
    assert.equal((await emailsTo(portal, second.email)).length, 0)
  })
  test('the same number on another kind of document is another document', async () => {
    const first = registration()
    await register(portal, first)
    assert.equal(
      (await register(portal, registration({ id_number: first.id_number, document_type: 'Passport' })))
        .status,
      201,
    )
  })
})

test('twenty at once with the same answers make one account and one email', async () => {
  const body = registration()
  const answers = await Promise.all(Array.from({ length: 20 }, () => register(portal, body)))
  assert.deepEqual(
    answers.map(({ status }) => status).sort((left, right) => left - right),
    [201, ...Array(19).fill(409)],
  )
  assert.equal(await count(portal, sql`select from users where email = ${body.email}`), 1)
  const sentEmails = await emailsTo(portal, body.email)
  assert.equal(sentEmails.filter(({ subject }) => subject?.startsWith('Verify')).length, 1)
})

test('twenty people at once with one ID number: one of them has it', async () => {
  const { id_number } = registration()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => register(portal, registration({ id_number }))),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).sort((left, right) => left - right),
    [201, ...Array(19).fill(409)],
  )
  assert.equal(await count(portal, sql`select from users where id_number = ${id_number}`), 1)
})

test('T20: columns and rights sent besides are not stored', async () => {
  const body = registration()
  const answer = await register(portal, {
    ...body,
    id: 1,
    is_staff: true,
    is_superuser: true,
    role: 'admin',
    status: 'verified',
    email_verified: true,
    email_verified_at: '2026-01-01T00:00:00Z',
    password_hash: 'x',
    security_question: 'q',
    security_answer_hash: 'x',
    created_at: '2000-01-01T00:00:00Z',
    address: 'canary',
    county_code: 1,
    user: { is_staff: true },
  })
  assert.equal(answer.status, 201)
  const row = await stored(body.email)
  assert.notEqual(row?.id, 1)
  assert.deepEqual(
    [row?.email_verified_at, row?.security_question, row?.address, row?.county_code],
    [null, null, '', 47],
  )
  assert.deepEqual(row?.created_at, A_TUESDAY)
  assert.equal(
    (await portal.visitor().post('/api/login/', { email: body.email, password: PASSWORD })).status,
    403,
  )
})

test('A19: without a captcha, and with a spent one, nothing is stored', async () => {
  const before = await users()
  const without = await portal.visitor().post('/api/register/', registration())
  assert.deepEqual(
    [without.status, without.json.recaptchaToken, without.json.error],
    [422, ['Please complete the reCAPTCHA verification'], 'Please complete the reCAPTCHA verification'],
  )
  const recaptchaToken = await captcha(portal)
  assert.equal((await register(portal, registration({ recaptchaToken }))).status, 201)
  const again = await register(portal, registration({ recaptchaToken }))
  assert.deepEqual(
    [again.status, again.json.recaptchaToken],
    [422, ['reCAPTCHA verification failed. Please try again.']],
  )
  assert.equal(await users(), before + 1)
})
