import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  REGISTER_FALLBACK,
  RESET,
  SECURITY,
  securityErrors,
  VERIFICATION_WORDS,
} from '#contract/accounts/words.ts'
import { LOGIN } from '#contract/accounts/login-words.ts'
import { ALLOWANCES } from '#contract/allowances.ts'
import {
  LOGIN_LOCK,
  PASSWORD,
  PERSON,
  PHONE,
  REDIRECT_MS,
  RESET_CODE,
  SECURITY_ANSWER,
} from '../../contract/accounts/limits.ts'
import { SESSION } from '../../contract/accounts/session-limits.ts'
import { CHUNK_TIMEOUT_MS, DROPDOWN_MAX_HEIGHT, STORED } from '../../contract/browser.ts'
import { JOB_TYPES_CACHE_MS, JOBS } from '../../contract/jobs/limits.ts'
import { resetPasswordError } from '#contract/accounts/passwords.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { COUNTRIES, DISABILITY_TYPES, DOCUMENT_TYPES, GENDERS } from '#contract/accounts/personal-options.ts'
import { CAPTCHA, REGISTRATION } from '#contract/accounts/registration-rules.ts'

// Sentences about accounts. S1 is docs/spec/public-area.md; A22, T5 and D11 are rules of
// docs/spec/decisions.md and security.md.
describe('S1 §8: the sentences are exactly those of the specification', () => {
  const rows: [what: string, ours: string, specified: string][] = [
    ['login fails', LOGIN.failed, 'Failed to login'],
    ['login breaks', LOGIN.broke, 'Failed to login. Please try again.'],
    ['security question save fails', SECURITY.saveFailed, 'Failed to save security question'],
    ['registration fails', REGISTER_FALLBACK.failed, 'Registration failed'],
    ['registration breaks', REGISTER_FALLBACK.broke, 'Registration failed. Please try again.'],
    ['account exists', REGISTER_FALLBACK.existsTitle, 'Account Already Exists'],
    ['verification without a token', VERIFICATION_WORDS.missing, 'Verification token is missing.'],
    [
      'verification fails',
      VERIFICATION_WORDS.failed,
      'Failed to verify email. The link may be expired or invalid.',
    ],
    ['verification breaks', VERIFICATION_WORDS.broke, 'Email verification failed'],
    [
      'reset requested',
      RESET.requested,
      'If the email exists, an OTP has been sent to the address provided.',
    ],
    ['reset request fails', RESET.requestFailed, 'Failed to send password reset email'],
    ['code check fails', RESET.codeFailed, 'Failed to verify OTP'],
    ['password update fails', RESET.updateFailed, 'Failed to update password'],
    ['password updated', RESET.updated, 'Password updated successfully'],
    ['no such account', SECURITY.notFound, 'Account does not exist, please register'],
    ['no question', SECURITY.notSet, 'Security question is not set for this account.'],
    ['security reset fails', SECURITY.resetFailed, 'Failed to reset password via security question'],
    ['network', SECURITY.network, 'Network error. Please check your connection and try again.'],
    ['reset breaks', SECURITY.broke, 'Failed to reset password. Please try again.'],
    ['captcha', CAPTCHA.required, 'Please complete the reCAPTCHA verification'],
    ['captcha expired', CAPTCHA.expired, 'reCAPTCHA has expired. Please verify again.'],
    ['captcha failed', CAPTCHA.failed, 'reCAPTCHA verification failed. Please try again.'],
    [
      'registered',
      REGISTRATION.success,
      'Registration successful! Please check your email to verify your account.',
    ],
  ]
  for (const [what, ours, specified] of rows) test(what, () => assert.equal(ours, specified))
  test('refusals and screens have the same sentences', () => {
    assert.equal(REFUSALS.account_not_found.message, SECURITY.notFound)
    assert.equal(REFUSALS.question_not_set.message, SECURITY.notSet)
    assert.equal(REFUSALS.link_invalid.message, VERIFICATION_WORDS.failed)
    for (const kind of ['required', 'expired', 'failed'] as const)
      assert.equal(REFUSALS[`captcha_${kind}`].message, CAPTCHA[kind])
  })
  test('S1 §4: only the refusal of an existing account has a word that opens the dialog for it', () => {
    assert.deepEqual(REGISTER_FALLBACK.existsWords, ['already exists', 'already registered', 'duplicate'])
    assert.ok(REGISTER_FALLBACK.existsWords.some((words) => REFUSALS.account_exists.message.includes(words)))
    const others = Object.entries(REFUSALS).filter(([kind]) => kind !== 'account_exists')
    assert.deepEqual(
      others.filter(([, { message }]) =>
        REGISTER_FALLBACK.existsWords.some((words) => message.includes(words)),
      ),
      [],
    )
  })
})

test('A22: each refusal has the status of the table', () => {
  const allowed = new Set([400, 401, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 500, 503])
  for (const [kind, { status }] of Object.entries(REFUSALS)) assert.ok(allowed.has(status), kind)
  const statusOf = (kind: keyof typeof REFUSALS) => REFUSALS[kind].status
  assert.deepEqual(
    [
      statusOf('unparseable'),
      statusOf('signed_out'),
      statusOf('csrf'),
      statusOf('not_found'),
      statusOf('account_exists'),
      statusOf('too_large'),
      statusOf('wrong_type'),
      statusOf('invalid'),
      statusOf('too_many'),
      statusOf('busy'),
      statusOf('too_slow'),
      statusOf('no_room'),
    ],
    [400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 408, 503],
  )
})

describe('S1 §5 Security question', () => {
  const both = 'Both question and answer are required'
  for (const [question, answer, field] of [
    ['', 'Wafula', 'security_question'],
    ['  ', 'Wafula', 'security_question'],
    ['Who?', '', 'security_answer'],
    ['Who?', '   ', 'security_answer'],
    ['', '', 'security_question'],
  ] as const) {
    test(`${JSON.stringify(question)} and ${JSON.stringify(answer)}`, () =>
      assert.deepEqual(securityErrors({ security_question: question, security_answer: answer }), {
        [field]: both,
      }))
  }
  test('T5: an answer of two characters, or one that is part of the question, is refused', () => {
    const problemOf = (security_answer: string) =>
      securityErrors({ security_question: 'What is the colour of Nakuru Lake?', security_answer })
        .security_answer
    for (const weak of ['ab', ' a  ', 'nakuru', 'NAKURU  lake', 'colour'])
      assert.equal(problemOf(weak), SECURITY.weak, weak)
    for (const fair of ['pink', 'abc']) assert.equal(problemOf(fair), undefined, fair)
  })
})

describe('S1 §5 Password reset step 2: only the length is checked', () => {
  test('eight of anything will do', () => assert.equal(resetPasswordError('aaaaaaaa'), undefined))
  test('seven will not', () =>
    assert.equal(resetPasswordError('aaaaaaa'), 'Password must be at least 8 characters long'))
  test('128 will do, 129 will not', () => {
    assert.equal(resetPasswordError('a'.repeat(128)), undefined)
    assert.equal(resetPasswordError('a'.repeat(129)), 'Password must be at most 128 characters long')
  })
})

test('S1 §9: the constants', () => {
  assert.deepEqual(
    [SESSION.warnAfterMs, SESSION.endAfterMs, SESSION.absoluteMs, SESSION.graceMs],
    [3_300_000, 3_600_000, 43_200_000, 60_000],
  )
  assert.deepEqual([PERSON.minAge, PERSON.minNameLength, PASSWORD.minLength], [18, 2, 8])
  assert.deepEqual([PHONE.kenyaDialCode, PHONE.minLength], ['+254', 11])
  assert.deepEqual(
    [JOBS.pageSize, JOBS.previewLength, JOBS.filterSpinnerMs, JOB_TYPES_CACHE_MS],
    [6, 100, 500, 300_000],
  )
  assert.deepEqual(
    [DROPDOWN_MAX_HEIGHT, CHUNK_TIMEOUT_MS, Object.entries(COUNTRIES)],
    ['15rem', 120_000, [['KE', 'Kenya']]],
  )
  assert.deepEqual([REDIRECT_MS.afterVerification, REDIRECT_MS.afterReset], [3_000, 2_500])
  assert.deepEqual([LOGIN_LOCK.failures, LOGIN_LOCK.minutes], [5, 15])
  assert.deepEqual([RESET_CODE.digits, RESET_CODE.minutes, RESET_CODE.tries], [6, 10, 5])
  assert.deepEqual([SECURITY_ANSWER.tries, SECURITY_ANSWER.hours], [5, 24])
  assert.deepEqual(Object.keys(GENDERS), ['M', 'F', 'O'])
  assert.deepEqual([...DOCUMENT_TYPES], ['ID Card', 'Passport'])
  assert.deepEqual([...DISABILITY_TYPES], ['Physical', 'Visual', 'Hearing', 'Mental', 'Other'])
  assert.deepEqual(Object.values(STORED), [
    'token',
    'selectedJobId',
    'selectedJobTitle',
    'assistantPopupSeen',
  ])
  assert.equal(ALLOWANCES.account.counts, 'failures', 'D11: a cyber cafe shares one network')
})
