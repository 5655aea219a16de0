/** How long a solved captcha is valid. */
export const CAPTCHA_LIFETIME_MS = 20 * 60_000
