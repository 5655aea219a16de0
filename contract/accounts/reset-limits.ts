/** T3: wrong codes, or answers, of one network in a quarter of an hour; each more from a device that is new to its account costs a captcha. */
export const RESET_FREE = { perNetwork: 30, minutes: 15 } as const
