/** The most field errors that a page reports in one call. */
export const REPORTED_AT_ONCE = 40
