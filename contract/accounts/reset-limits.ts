/**
 * Wrong codes or answers that one network may try in `minutes` without a captcha. After that, each try from a
 * device that is new to its account needs one (T3).
 */
export const RESET_FREE = { perNetwork: 30, minutes: 15 } as const
