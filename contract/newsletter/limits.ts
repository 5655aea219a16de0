/**
 * How long an address stays on the newsletter list without a confirmation, and after its owner stopped the
 * emails.
 */
export const NEWSLETTER_RETENTION = { unconfirmedDays: 7, stoppedDays: 30 } as const
