/**
 * T3: free wrong codes, or wrong answers, per network in 15 minutes. After that, each try from a device that
 * is new to its account needs a captcha.
 */
export const RESET_FREE = { perNetwork: 30, minutes: 15 } as const
