/** For how many days officers see an email that all mail servers refused. */
export const FAILED_EMAIL_DAYS = 30
