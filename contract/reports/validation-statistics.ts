/** How many sentences that a form showed go out in one call of a page. */
export const REPORTED_AT_ONCE = 40
