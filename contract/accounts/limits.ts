// The numbers of S1 §9, and the limits of docs/security.md that people notice. Those of a session are in
// `session-limits.ts`, because every page loads them and few pages need the rest.

export const PERSON = { minAge: 18, minNameLength: 2, maxNameLength: 60 } as const

export const PASSWORD = { minLength: 8, maxLength: 128 } as const

/** The lengths are those of the whole number with the +. */
export const PHONE = { kenyaDialCode: '+254', minLength: 11, maxLength: 16 } as const

export const SECURITY_QUESTION = { maxQuestionLength: 200, maxAnswerLength: 200, minAnswerLength: 3 } as const

/**
 * After `failures` wrong passwords from one device or network, login to the account is locked there for
 * `minutes` (A8). After as many failures from all unknown devices together, each try from an unknown device
 * needs a captcha (T3). `ceilingPerDay` limits the failures of one account from everywhere (C4).
 */
export const LOGIN_LOCK = { failures: 5, minutes: 15, ceilingPerDay: 50 } as const

/**
 * The code that is sent by email to reset a password (A3). Wrong codes are counted per account, whichever
 * code is meant (T4). After `tries` wrong codes, an unknown device needs a captcha for each try. After
 * `perDay` of them, codes from unknown devices are refused; after twice as many, codes from known devices
 * too. So no one can try more than a hundred codes in a row (NIST SP 800-63B).
 */
export const RESET_CODE = { digits: 6, minutes: 10, tries: 5, perDay: 50 } as const

/** Wrong answers after which the security question is closed, and for how long. Login still works (C3). */
export const SECURITY_ANSWER = { tries: 5, hours: 24 } as const

/** How long a verification link works, and how long an unverified account is stored (A9). */
export const VERIFICATION = { hours: 24, unverifiedDays: 7 } as const

/** How long the link "this was not me" can undo a reset by security question (C3). */
export const UNDO_RESET = { hours: 24 } as const

/** How long both links of a change of email work, and how long the change can then be undone (A23). */
export const EMAIL_CHANGE = { confirmHours: 24, undoDays: 7 } as const

/** The most emails of one kind to one address in an hour (T23). */
export const EMAILS_PER_HOUR = 3

/** How long a page shows its success before it opens /login (S1 §9). */
export const REDIRECT_MS = { afterVerification: 3_000, afterReset: 2_500 } as const

/** Logins with a wrong password: for how long they are kept, and how many the owner of the account sees. */
export const FAILED_LOGINS = { keptDays: 30, listed: 20 } as const
