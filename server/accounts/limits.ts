/**
 * T3: from this number of failed logins in the window, portal-wide, and this share of all logins, the captcha
 * is on. A device that is new to its account must then solve one to log in. It is on by the five hundredth
 * failure, whatever logins were running when it tripped.
 */
export const LOGIN_TRIP = { failures: 400, share: 0.5, minutes: 30 } as const

/**
 * T2, A4: lookups of a security question per device. After the first `free`, or when its network has made
 * `perNetwork`, each costs a captcha.
 */
export const QUESTION_LOOKUP = { perDevice: 5, free: 3, perNetwork: 300, minutes: 15 } as const

/**
 * T2: portal-wide calls in the window that ask whether an account exists. Above this the operator is warned.
 */
export const LOOKUP_ALARM = { lookUps: 1_000, minutes: 60 } as const
