/**
 * S1 §4, §5 and §8: sentences of account access. The browser shows `failed` without a message, `broke`
 * without a response.
 */
export const LOGIN = {
  failed: 'Failed to login',
  broke: 'Failed to login. Please try again.',
  email: 'Please enter a valid email address',
  password: 'Please enter your password',
} as const
