/** Sentences that break a rule and may stay, each with the reason. */
export const ALLOWED = new Map<string, string>()
