/**
 * When this many logins fail in the window, and they are this share of all, someone tries stolen passwords
 * (credential stuffing). A device that is new to its account must then solve a captcha to log in (T3). Logins
 * that run at that moment may add failures. By the five hundredth failure the captcha is required.
 */
export const STUFFING_ALARM = { failures: 400, share: 0.5, windowMinutes: 30 } as const

/**
 * How often a device may ask for a security question in the window (T2, A4). After `withoutCaptcha` times, or
 * when its network has asked `perNetwork` times, each further time costs a captcha.
 */
export const QUESTION_LOOKUP = {
  perDevice: 5,
  withoutCaptcha: 3,
  perNetwork: 300,
  windowMinutes: 15,
} as const

/**
 * Responses in the window, portal-wide, that show whether an account exists. From this number on the operator
 * is warned (T2).
 */
export const LOOKUP_ALARM = { lookups: 1_000, windowMinutes: 60 } as const
