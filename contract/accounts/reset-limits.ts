/**
 * How many wrong codes or security answers a network may send in `minutes` without a captcha. After that,
 * each further one from a device that is new to its account needs a captcha (T3).
 */
export const TRIES_WITHOUT_CAPTCHA = { perNetwork: 30, minutes: 15 } as const
