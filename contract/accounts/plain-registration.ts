/** The address of the page on which people register without JavaScript. */
export const PLAIN_REGISTRATION_PATH = '/register/plain'
/** The address at which a person without JavaScript asks for another verification email. */
export const PLAIN_RESEND_PATH = '/verify-email/again'

/** Limits of the registration without JavaScript. Its captcha is a question that is asked in words (A19). */
export const PLAIN_REGISTRATION = {
  /** How long the question can be answered: filling in the form on a slow phone takes a while. */
  questionMinutes: 20,
  /** The shortest time to fill in the form. A program is faster than this; no person is. */
  leastSeconds: 5,
  /**
   * How many complete forms one network may send in this time: a cyber cafe is one network (D11). In IPv6, a
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
