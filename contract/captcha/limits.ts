/** How long a solved captcha can be used. */
export const CAPTCHA_LIFETIME_MS = 20 * 60_000
