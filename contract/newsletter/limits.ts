/** How long the newsletter stores an address that was never confirmed, and one that was unsubscribed. */
export const NEWSLETTER_RETENTION = { unconfirmedDays: 7, stoppedDays: 30 } as const
