/**
 * When this many logins fail in the window, and they are this share of all logins, someone is probably trying
 * stolen passwords (credential stuffing). A device that is new to its account must then solve a captcha to
 * log in (T3). Logins in progress at that moment may add failures, but by the five hundredth failure the
 * captcha is required.
 */
export const STUFFING_ALARM = { failures: 400, share: 0.5, windowMinutes: 30 } as const

/**
 * How often a device may ask for an account's security question in the window (T2, A4). After
 * `withoutCaptcha` times, each further time costs a captcha. So does each time after its network has asked
 * `perNetwork` times.
 */
export const QUESTION_LOOKUP = {
  perDevice: 5,
  withoutCaptcha: 3,
  perNetwork: 300,
  windowMinutes: 15,
} as const

/**
 * When the portal has shown this many times in the window whether an account exists, the operator gets a
 * warning. All callers count together (T2).
 */
export const LOOKUP_ALARM = { calls: 1_000, windowMinutes: 60 } as const
