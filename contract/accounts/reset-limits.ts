/**
 * Wrong codes or answers per network before a captcha is needed. After that many in `minutes`, each try from
 * a device that is new to its account needs one (T3).
 */
export const RESET_FREE = { perNetwork: 30, minutes: 15 } as const
