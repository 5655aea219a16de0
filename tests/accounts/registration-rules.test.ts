import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { noMatch } from '#contract/accounts/personal-options.ts'
import {
  confirmPasswordError,
  emailError,
  middleNameError,
  nameError,
  normaliseRegistration,
  phoneError,
  REGISTRATION,
  type RegistrationAnswers,
  registrationErrors,
  registrationRules,
} from '#contract/accounts/registration-rules.ts'
import { anyText } from '../support/any-text.ts'

// The rules of registration. S1 is docs/spec/public-area.md; A, W and T numbers are rules of
// docs/spec/decisions.md and security.md.
const TODAY = '2026-11-24'
const GOOD: RegistrationAnswers = {
  email: 'wanjiku@example.com',
  password: 'Violet7inkpot',
  first_name: 'Wanjiku',
  last_name: "Ng'ang'a",
  middle_name: '',
  document_type: 'ID Card',
  id_number: '12345678',
  gender: 'F',
  date_of_birth: '1999-05-06',
  country: 'KE',
  county: 47,
  constituency: 274,
  ward: 1366,
  phone: '+254712345678',
  is_pwd: false,
  disability_type: '',
  recaptchaToken: '',
}
const problemsOf = (over: Partial<RegistrationAnswers>, today = TODAY) =>
  registrationErrors({ ...GOOD, ...over }, today)

/** What a test calls a changed registration, and how the registration differs from `GOOD`. */
type Case = [what: string, over: Partial<RegistrationAnswers>]
/**
 * Tests a row of S1 §5, the table of validations. Each broken case must give this error at this field and no
 * other. Each kept case must give none.
 */
const row = (
  field: keyof typeof registrationRules,
  sentence: string,
  broken: Case[],
  stored: Case[] = [],
) => {
  describe(`S1 §5 ${field}: ${sentence}`, () => {
    for (const [what, over] of broken)
      test(`refused: ${what}`, () => assert.deepEqual(problemsOf(over), { [field]: sentence }))
    for (const [what, over] of stored) test(`taken: ${what}`, () => assert.deepEqual(problemsOf(over), {}))
  })
}
/** Makes one case for each value of a field. */
const each = (field: keyof RegistrationAnswers, values: unknown[]): Case[] =>
  values.map((value) => [
    JSON.stringify(value) ?? 'nothing',
    { [field]: value } as Partial<RegistrationAnswers>,
  ])

test('S1 §5: answers that keep every rule have no error', () => assert.deepEqual(problemsOf({}), {}))

row(
  'email',
  'Please enter a valid email address',
  each('email', [
    '',
    'wanjiku',
    'wanjiku@',
    '@example.com',
    'a@b',
    'a b@example.com',
    'a@exa mple.com',
    'a@@example.com',
    'a@example..com',
    'a@-example.com',
    // The email is one address, never a list, a name or a header (T23)
    'a@example.com,evil@example.com',
    'a@example.com;evil@example.com',
    'Wanjiku <a@example.com>',
    '"a"@example.com',
    'a@example.com\nBcc: evil@example.com',
    'a@example.com\r\nBcc: evil@example.com',
    'a\u0000@example.com',
    `${'a'.repeat(65)}@example.com`,
    // The letter here has two characters in lower case. The stored email would be longer than allowed.
    `${'İ'.repeat(32)}@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(24)}.ke`,
  ]),
  each('email', [
    'a@b.co',
    ' Wanjiku@Example.COM ',
    'first.last+jobs@mail.example.co.ke',
    'o_neil-2@example.org',
    "o'brien@example.org",
    `${'a'.repeat(64)}@example.com`,
  ]),
)

row(
  'phone',
  'Please enter a valid phone number with country code (e.g., +254XXXXXXXXX)',
  each('phone', [
    '',
    '+',
    '254',
    '+254712345',
    '44 7911 123456',
    '+254+712345678',
    '712345',
    '++254712345678',
    '+12345678901234567',
    '٠٧١٢٣٤٥٦٧٨',
    // The country code, a 0 and eight digits: a digit is missing.
    '254071234567',
  ]),
  each('phone', [
    '+254712345678',
    '+254 712 345 678',
    '+254-712-345-678',
    '(+254) 712 345678',
    '+1234567890',
    '+447911123456',
    '0712345678',
    '0112345678',
    '254712345678',
    '712345678',
  ]),
)

describe('W25 phone: kept as E.164', () => {
  for (const [typed, stored] of [
    ['0712345678', '+254712345678'],
    ['0112 345 678', '+254112345678'],
    ['254712345678', '+254712345678'],
    ['254203344556', '+254203344556'],
    // The form prefills +254 (S1 §4), and a person types a number with 0 after it.
    ['+2540712345678', '+254712345678'],
    ['+254 (0) 712-345-678', '+254712345678'],
    ['712345678', '+254712345678'],
    ['+447911123456', '+447911123456'],
  ] as const) {
    test(`${typed} becomes ${stored}`, () =>
      assert.equal(normaliseRegistration({ ...GOOD, phone: typed }).phone, stored))
  }
})

describe('S1 §5 idNumber', () => {
  test('A16: older cards of six or seven digits are refused with the same sentence', () => {
    for (const id_number of ['123456', '1234567'])
      assert.deepEqual(problemsOf({ id_number }), { id_number: 'ID Card number must be 8 or 9 digits' })
  })
  test('document type first: both fields say so', () => {
    const sentence = 'Please select document type first'
    assert.deepEqual(problemsOf({ document_type: '' }), { document_type: sentence, id_number: sentence })
    assert.deepEqual(problemsOf({ document_type: 'Driving licence' }), {
      document_type: sentence,
      id_number: sentence,
    })
  })
})
row(
  'id_number',
  'ID Card number must be 8 or 9 digits',
  each('id_number', [
    '',
    '1234567',
    '1234567890',
    '1234567a',
    '1234 5678',
    '-12345678',
    '١٢٣٤٥٦٧٨',
    '12345678.0',
  ]),
  each('id_number', ['12345678', '123456789', ' 12345678 ', '00000000']),
)
/** The same cases, for a person who registers with a passport. */
const passport = (cases: Case[]): Case[] =>
  cases.map(([what, over]) => [what, { ...over, document_type: 'Passport' }])
row(
  'id_number',
  'Passport number must contain only uppercase letters and numbers',
  passport(each('id_number', ['', 'ak1234567', 'AK-1234567', 'AK 1234567', 'ÄK1234567', 'AK123456٧'])),
  passport(each('id_number', ['AK1234567', 'A', '1234567', ' AK1234567 '])),
)

row(
  'password',
  'Password must be at least 8 characters long and contain uppercase, lowercase, and numbers',
  each('password', [
    '',
    'Violet7',
    'violet7inkpot',
    'VIOLET7INKPOT',
    'Violetinkpot',
    '12345678',
    'Ünïqüé-ñàmé',
  ]),
  each('password', [
    'Violet78',
    'Ärger7tinte',
    'Vi0 let with spaces',
    `Aa1${'x'.repeat(125)}`,
    'Aa1😀😀😀😀',
  ]),
)
test('A6 password: more than 128 characters are too many', () =>
  assert.deepEqual(problemsOf({ password: `Aa1${'x'.repeat(126)}` }), {
    password: 'Password must be at most 128 characters long',
  }))

test('S1 §5 confirmPassword', () => {
  assert.equal(confirmPasswordError('Violet7inkpot', 'Violet7inkpot'), undefined)
  assert.equal(confirmPasswordError('Violet7inkpot', 'violet7inkpot'), 'Passwords do not match')
  assert.equal(confirmPasswordError('Violet7inkpot', 'Violet7inkpot '), 'Passwords do not match')
})

for (const field of ['first_name', 'last_name'] as const) {
  row(
    field,
    'Name must be at least 2 characters long',
    each(field, ['', 'A', ' A ', '  ']),
    each(field, ['Ab', ' Ab ', "O'", 'Łu', 'عمر']),
  )
}
test('S1 §5 middleName is optional', () => assert.deepEqual(problemsOf({ middle_name: 'K' }), {}))

row(
  'gender',
  'Please select a gender',
  each('gender', ['', 'X', 'f', 'Male', 'toString', 'constructor']),
  each('gender', ['M', 'F', 'O']),
)
row('county', 'Please select a county', each('county', [undefined]))
row('constituency', 'Please select a constituency', each('constituency', [undefined]))
row('ward', 'Please select a ward', each('ward', [undefined]))
row('is_pwd', 'Please indicate if you are a PWD', each('is_pwd', [undefined]), each('is_pwd', [false]))
row(
  'disability_type',
  'Please specify the type of disability',
  each('disability_type', ['', 'None', 'visual']).map(
    ([what, over]): Case => [`Yes and ${what}`, { ...over, is_pwd: true }],
  ),
  [
    ...each('disability_type', ['Physical', 'Visual', 'Hearing', 'Mental', 'Other']).map(
      ([what, over]): Case => [`Yes and ${what}`, { ...over, is_pwd: true }],
    ),
    ['No and nothing', { is_pwd: false, disability_type: '' }],
    ['No and something', { is_pwd: false, disability_type: 'whatever' }],
  ],
)
test('A15: no disability is kept for someone who says No', () => {
  assert.equal(
    normaliseRegistration({ ...GOOD, is_pwd: false, disability_type: 'Visual' }).disability_type,
    '',
  )
  assert.equal(
    normaliseRegistration({ ...GOOD, is_pwd: true, disability_type: 'Visual' }).disability_type,
    'Visual',
  )
})

row(
  'date_of_birth',
  'Please select a date of birth',
  each('date_of_birth', [
    '',
    'yesterday',
    '06/05/1999',
    '1999-02-29',
    '1999-13-01',
    '1999-5-6',
    '0000-01-01',
    '1899-12-31',
    '1999-05-06T00:00:00Z',
  ]),
)
row(
  'date_of_birth',
  'Date of birth cannot be in the future',
  each('date_of_birth', ['2026-11-25', '2027-01-01', '9999-12-31']),
)
row(
  'date_of_birth',
  'You must be at least 18 years old to register',
  each('date_of_birth', ['2026-11-24', '2008-11-25', '2020-02-29']),
  each('date_of_birth', ['2008-11-24', '1900-01-01']),
)

describe('A18 age: 29 February', () => {
  const young = { date_of_birth: 'You must be at least 18 years old to register' }
  test('born on 29 Feb 2008: not yet on 28 Feb 2026, of age on 1 March', () => {
    assert.deepEqual(problemsOf({ date_of_birth: '2008-02-29' }, '2026-02-28'), young)
    assert.deepEqual(problemsOf({ date_of_birth: '2008-02-29' }, '2026-03-01'), {})
  })
  test('on 29 Feb 2028, a person born on 1 March 2010 is a day too young', () => {
    assert.deepEqual(problemsOf({ date_of_birth: '2010-03-01' }, '2028-02-29'), young)
    assert.deepEqual(problemsOf({ date_of_birth: '2010-02-28' }, '2028-02-29'), {})
  })
})

test('names may have all characters that Kenyans write in them, but no markup or formulas; invisible characters become spaces', () => {
  for (const name of [
    "Ng'ang'a",
    'Nyong’o',
    'ŋwana',
    'Wa-Kamau',
    'Mary Wangari',
    'J. P.',
    'Al-Amin',
    'Zoë',
    'O`Brien',
    'Abdi (Junior)',
    "'Uthman",
    '王芳',
  ])
    assert.deepEqual([nameError(name), middleNameError(name)], [undefined, undefined], name)
  for (const name of [
    '=cmd',
    '+254',
    '@sum',
    '-x',
    '<b>Mary</b>',
    'Mary<script>',
    'Mary 0712345678',
    'a"b',
    'x\\y',
    '12345678',
    '--',
  ])
    assert.deepEqual(
      [nameError(name), middleNameError(name)],
      [REGISTRATION.nameCharacters, REGISTRATION.nameCharacters],
      name,
    )
  assert.deepEqual(
    [nameError('\u200b\u0000'), middleNameError('\u0000'), nameError('A')],
    [REGISTRATION.name, undefined, REGISTRATION.name],
  )
  assert.equal(
    normaliseRegistration({ ...GOOD, first_name: 'mary\r\nwangari\u202e' }).first_name,
    'Mary Wangari',
  )
})

test('an email in full-width characters is a typing error, one in another script is not', () => {
  for (const email of ['ａ@b.co', 'a@ｂ.co', 'a＠b.co', 'ﬁ@b.co', 'a@b．co'])
    assert.equal(emailError(email), REGISTRATION.email, email)
  for (const email of ['a@b.co', 'zoë@example.com', 'zoe\u0308@example.com', 'मेल@example.com'])
    assert.equal(emailError(email), undefined, email)
})

test('S1 §5: the errors of all broken rules are shown at once', () => {
  const empty = Object.fromEntries(
    Object.keys(GOOD).map((field) => [field, '']),
  ) as unknown as RegistrationAnswers
  const problems = registrationErrors(
    { ...empty, county: undefined, constituency: undefined, ward: undefined, is_pwd: undefined },
    TODAY,
  )
  assert.deepEqual(
    Object.keys(problems).sort(),
    Object.keys(registrationRules)
      .filter((field) => !['disability_type', 'country', 'middle_name'].includes(field))
      .sort(),
  )
})

test('S1 §2: a list without a match says so', () => {
  assert.equal(noMatch('counties', 'Zz'), 'No counties found matching "Zz"')
  assert.equal(noMatch('constituencies', 'Zz'), 'No constituencies found matching "Zz"')
  assert.equal(noMatch('wards', 'Zz'), 'No wards found matching "Zz"')
})

describe('properties', () => {
  const anything = anyText(80)
  test('a phone that passes is E.164, and stays itself when normalised again', () => {
    fc.assert(
      fc.property(
        fc.oneof(anything, fc.string({ unit: fc.constantFrom(...'+0123456789 -()'), maxLength: 20 })),
        (typed) => {
          if (phoneError(typed)) return
          const { phone } = normaliseRegistration({ ...GOOD, phone: typed })
          assert.match(phone, /^\+\d{10,15}$/)
          assert.equal(normaliseRegistration({ ...GOOD, phone }).phone, phone)
        },
      ),
      { numRuns: 2_000 },
    )
  })
  test('T23: an accepted email is one address of at most 254 characters, without characters that a mail header gives a meaning', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          fc.emailAddress(),
          fc.tuple(anything, anything).map(([left, right]) => `${left}@${right}.ke`),
        ),
        (typed) => {
          if (emailError(typed)) return
          const { email } = normaliseRegistration({ ...GOOD, email: typed })
          assert.doesNotMatch(email, /[\s,;<>"()\\]/)
          assert.equal(email.split('@').length, 2)
          assert.ok(email.length <= 254)
          assert.equal(emailError(email), undefined)
        },
      ),
      { numRuns: 2_000 },
    )
  })
  test('no answer of any kind makes the rules throw, and each error is a sentence at a field of its own', () => {
    const answers = fc.record(
      Object.fromEntries(Object.keys(GOOD).map((field) => [field, anything])),
    ) as fc.Arbitrary<unknown>
    fc.assert(
      fc.property(answers, (entry) => {
        for (const [field, sentence] of Object.entries(
          registrationErrors(entry as RegistrationAnswers, TODAY),
        )) {
          assert.ok(field in registrationRules)
          assert.match(sentence, /^[A-Z].{10,}/)
        }
      }),
    )
  })
})
