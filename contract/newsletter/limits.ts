/** How long an address is stored that was never confirmed, and one whose owner stopped the emails. */
export const NEWSLETTER_RETENTION = { unconfirmedDays: 7, stoppedDays: 30 } as const
