/** Days that an email refused by all mail servers stays visible to staff. */
export const FAILED_EMAIL_DAYS = 30
