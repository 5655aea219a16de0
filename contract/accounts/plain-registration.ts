/** The address of the registration without JavaScript. */
export const PLAIN_REGISTRATION_PATH = '/register/plain'
/** Where a person without JavaScript asks for the verification email again. */
export const PLAIN_RESEND_PATH = '/verify-email/again'

/** Limits of the registration without JavaScript. Its captcha is a question in words (A19). */
export const PLAIN_REGISTRATION = {
  /** How long a question can be answered: a form on a slow phone takes a while. */
  questionMinutes: 20,
  /** A program sends a form at once. No person fills it in faster than this. */
  leastSeconds: 5,
  /**
   * Complete forms that one network may send in the window: a cyber cafe is one network (D11). In IPv6 a
   * network is a /48, because one person may hold all smaller networks in it.
   */
  perNetwork: 60,
  windowMinutes: 10,
} as const

export const PLAIN_REGISTRATION_WORDS = {
  required: 'Please answer the question',
  failed: 'This answer is not right. Please answer the new question.',
  expired: 'The question is too old. Please answer the new one.',
  used: 'This form was sent before. Look in your email first: your account may be ready.',
  tooQuick: 'The form came back within a few seconds. Please check it and send it again.',
  trap: 'A hidden field was filled in. We have emptied it. Please send the form again.',
} as const
