/**
 * Sentences of the login page (S1 §4, §5, §8). `failed` is shown when a refusal has no message, and `broke`
 * when there is no response.
 */
export const LOGIN = {
  failed: 'Failed to login',
  broke: 'Failed to login. Please try again.',
  email: 'Please enter a valid email address',
  password: 'Please enter your password',
} as const
