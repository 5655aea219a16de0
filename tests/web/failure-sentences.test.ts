import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RefusalBody } from '#contract/refusals.ts'
import { loginFailure } from '../../web/accounts/login-failure.ts'
import {
  codeFailure,
  codeRequestFailure,
  lookUpFailure,
  resetFailure,
  updateFailure,
} from '../../web/accounts/recovery-failures.ts'
import { registrationFailure } from '../../web/accounts/registration-failure.ts'
import { mayWorkLater, verificationFailure } from '../../web/accounts/verification-failure.ts'
import { callError, networkError } from '../../web/api.ts'
import { passwordErrors } from '../../web/dashboard/password-errors.ts'

// S1 §8 (docs/spec/public-area.md) and S2 §8 (signed-in-area.md) list which sentence a page shows when a call
// fails: the one under the first of some keys in the answer, or else a sentence of the page.

type Refusal = Partial<RefusalBody>
/** What failed, its sentence, the keys in their order, and the sentence for an answer without any of them. */
const ROWS: [what: string, failure: (refusal: Refusal) => string, keys: string[], otherwise: string][] = [
  [
    'Login fails',
    loginFailure,
    ['non_field_errors', 'error', 'detail', 'email', 'password'],
    'Failed to login',
  ],
  [
    'Registration fails',
    registrationFailure,
    ['email', 'non_field_errors', 'error', 'detail', 'message'],
    'Registration failed',
  ],
  [
    'Email verification',
    (refusal) => verificationFailure(callError('', 422, refusal)),
    ['error', 'message'],
    'Failed to verify email. The link may be expired or invalid.',
  ],
  ['Password reset request', codeRequestFailure, ['message', 'email'], 'Failed to send password reset email'],
  ['OTP check fails', codeFailure, ['error'], 'Failed to verify OTP'],
  [
    'Password update fails',
    (refusal) => updateFailure(refusal, false),
    ['error'],
    'Failed to update password',
  ],
  [
    'Security question lookup',
    (body) => lookUpFailure({ status: 422, body }),
    ['error'],
    'Security question is not set for this account.',
  ],
  ['Security reset', resetFailure, ['error'], 'Failed to reset password via security question'],
]

describe('S1 §8: the sentence of a failed call', () => {
  for (const [what, failure, keys, otherwise] of ROWS)
    test(`${what}: the first of ${keys.join(', ')}; else a sentence of the page`, () => {
      for (let missing = 0; missing <= keys.length; missing++) {
        const present = keys.slice(missing)
        const refusal: Refusal = Object.fromEntries(present.map((key) => [key, `Words under ${key}`]))
        assert.equal(failure(refusal), present[0] ? `Words under ${present[0]}` : otherwise)
      }
    })
  test('without an answer, the page has another sentence', () => {
    assert.deepEqual(
      [
        loginFailure(undefined),
        registrationFailure(undefined),
        verificationFailure(networkError()),
        updateFailure({}, true),
      ],
      [
        'Failed to login. Please try again.',
        'Registration failed. Please try again.',
        'Email verification failed',
        'Network error. Please check your connection and try again.',
      ],
    )
  })
  test('a link may still be good when the call has no verdict', () =>
    assert.deepEqual(
      [0, 408, 422, 429, 500, 502, 503, 504].filter((status) => mayWorkLater(callError('', status, {}))),
      [0, 408, 429, 500, 502, 503, 504],
    ))
  test('an account that does not exist gets our own sentence, whatever the answer says', () =>
    assert.equal(
      lookUpFailure({ status: 404, body: { error: 'Other words' } }),
      'Account does not exist, please register',
    ))
})

describe('S2 §8 Change password: the sentence of a failed call', () => {
  const sentencesFor = (status: number, body: object) => passwordErrors(callError('', status, body))
  test('the server’s sentence, or ours if it is empty, is at its field', () => {
    assert.deepEqual(sentencesFor(422, { current_password: ['Wrong'], new_password: ['Weak'] }), [
      { field: 'current_password', sentence: 'Wrong' },
      { field: 'new_password', sentence: 'Weak' },
    ])
    assert.deepEqual(sentencesFor(422, { current_password: [''], new_password: [''] }), [
      { field: 'current_password', sentence: 'Current password is incorrect' },
      { field: 'new_password', sentence: 'Invalid new password' },
    ])
  })
  test('of the other sentences, only non_field_errors is shown', () => {
    assert.deepEqual(sentencesFor(429, { non_field_errors: ['Wait a little'], detail: 'Another word' }), [
      { sentence: 'Wait a little' },
    ])
    assert.deepEqual(sentencesFor(500, { detail: 'Something inside' }), [
      { sentence: 'Failed to change password. Please try again.' },
    ])
  })
  test('without an answer, the page says so', () =>
    assert.deepEqual(passwordErrors(networkError()), [
      { sentence: 'Network error. Please check your connection and try again.' },
    ]))
})
