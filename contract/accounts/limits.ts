// The limits of accounts: those of S1 §9, and those of docs/spec/security.md that people notice. Session
// limits are in `session-limits.ts`, because every page loads them and few pages need these.

export const PERSON = { minAge: 18, minNameLength: 2, maxNameLength: 60 } as const

export const PASSWORD = { minLength: 8, maxLength: 128 } as const

/** The allowed lengths of a phone number, counting the + and all digits. */
export const PHONE = { kenyaDialCode: '+254', minLength: 11, maxLength: 16 } as const

/**
 * The security question. In the `freshLoginMinutes` after the login, a person may set it without another
 * proof of who they are (C3).
 */
export const SECURITY_QUESTION = {
  maxQuestionLength: 200,
  maxAnswerLength: 200,
  minAnswerLength: 3,
  freshLoginMinutes: 10,
} as const

/**
 * Limits on wrong passwords. After `failures` from one device or network, that device or network cannot log
 * in to the account for `minutes` (A8). After as many failures from all unknown devices together, each
 * unknown device needs a captcha (T3). `ceilingPerDay` limits the failures of one account from all devices
 * (C4).
 */
export const LOGIN_LOCK = { failures: 5, minutes: 15, ceilingPerDay: 50 } as const

/**
 * The emailed code with which a person resets their password (A3). One code allows `tries` tries. Wrong codes
 * are also counted for the account, even after a new code (T4). After `tries` of them, unknown devices need a
 * captcha for each code. After `perDay` of them, codes from unknown devices are refused; after twice as many,
 * those from known devices too. So no one can try more than a hundred codes (NIST SP 800-63B).
 */
export const RESET_CODE = { digits: 6, minutes: 10, tries: 5, perDay: 50 } as const

/** After `tries` wrong answers, the security question is closed for `hours`. Login still works (C3). */
export const SECURITY_ANSWER = { tries: 5, hours: 24 } as const

/** How long the link in a verification email works, and how long an unverified account is stored (A9). */
export const VERIFICATION = { hours: 24, unverifiedDays: 7 } as const

/** How long the emailed link "this was not me" can undo a password reset by security question (C3). */
export const UNDO_RESET = { hours: 24 } as const

/**
 * How long the two links that confirm a new email address work, and how long the change can be undone (A23).
 */
export const EMAIL_CHANGE = { confirmHours: 24, undoDays: 7 } as const

/** The most emails of one kind that an address gets in an hour (T23). */
export const EMAILS_PER_HOUR = 3

/** How long a page shows that it succeeded before it opens /login (S1 §9). */
export const REDIRECT_MS = { afterVerification: 3_000, afterReset: 2_500 } as const

/** For how many days failed logins are stored, and how many of them the owner of the account sees. */
export const FAILED_LOGINS = { storedDays: 30, listed: 20 } as const
