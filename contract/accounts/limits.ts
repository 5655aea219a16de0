/**
 * The constants of S1 §9, and the limits of security.md that people notice. Those of a session are in
 * `session-limits.ts`: every page needs them, and few pages need the rest.
 */

export const PERSON = { minAge: 18, minNameLength: 2, maxNameLength: 60 } as const

export const PASSWORD = { minLength: 8, maxLength: 128 } as const

export const PHONE = { kenyaDialCode: '+254', minLength: 11, maxLength: 16 } as const

export const SECURITY_QUESTION = { maxQuestionLength: 200, maxAnswerLength: 200, minAnswerLength: 3 } as const

/**
 * A8: five failures, fifteen minutes, for one account from one device or network. T3: after as many failures
 * from all strangers together, each further try costs a stranger a captcha. C4: a high ceiling per account.
 */
export const LOGIN_LOCK = { failures: 5, minutes: 15, ceilingPerDay: 50 } as const

/**
 * A3. T4: wrong codes are counted per account, across its codes. After `tries` wrong codes, each further try
 * costs a stranger a captcha.
 * `perDay` wrong codes close the account to strangers, twice as many to devices that it knows. So there are
 * never more than a hundred in a row (NIST SP 800-63B).
 */
export const RESET_CODE = { digits: 6, minutes: 10, tries: 5, perDay: 50 } as const

/** C3: wrong answers before the question path closes for the account. The account can still log in. */
export const SECURITY_ANSWER = { tries: 5, hours: 24 } as const

/** A9: how long a verification link works, and an unverified account is stored. */
export const VERIFICATION = { hours: 24, unverifiedDays: 7 } as const

/** C3: how long "this was not me" can undo a reset. */
export const UNDO_RESET = { hours: 24 } as const

/** T23: emails of one kind to one address per hour. */
export const EMAILS_PER_HOUR = 3

/** S1 §9: the delay before the page opens /login, after verifying and after a reset. */
export const REDIRECT_MS = { afterVerification: 3_000, afterReset: 2_500 } as const
