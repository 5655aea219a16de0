/**
 * The periods in days after which data is deleted. `objection` and `account_notice` are times to act before
 * that. The operator may set each period.
 */
export const PERIOD_NAMES = [
  'drafts',
  'not_chosen',
  'chosen',
  'objection',
  'accounts',
  'account_notice',
  'notifications',
] as const
export type PeriodName = (typeof PERIOD_NAMES)[number]
/** The number of days of each period. */
export type Periods = Record<PeriodName, number>

type Period = {
  days: number
  /** The environment variable that sets the number of days. */
  setting: string
  /** The event that starts the period. Pages write it after "90 days". */
  from: string
  /** The data that is deleted after the period, or the purpose of a time to act. */
  what: string
  /** The section of a law on which the period is based. No lawyer has confirmed these yet. */
  law: string
}

const NO_LONGER_THAN_NEEDED = 'Data Protection Act, 2019, section 39'

/** The periods with their default days. */
export const PERIODS: Record<PeriodName, Period> = {
  drafts: {
    days: 90,
    setting: 'RETENTION_DRAFT_DAYS',
    from: 'after the job closed',
    what: 'Drafts that were never sent',
    law: NO_LONGER_THAN_NEEDED,
  },
  // A claim from employment may be brought within three years.
  not_chosen: {
    days: 1_095,
    setting: 'RETENTION_NOT_CHOSEN_DAYS',
    from: 'after the recruitment ended',
    what: 'Applications of people who were not chosen',
    law: 'Employment Act, 2007, section 89 (formerly 90)',
  },
  // A claim from a contract may be brought within six years. One more year leaves time to learn of it.
  chosen: {
    days: 2_555,
    setting: 'RETENTION_CHOSEN_DAYS',
    from: 'after the recruitment ended',
    what: 'Applications of people who were chosen',
    law: 'Limitation of Actions Act (Cap. 22), section 4(1)',
  },
  objection: {
    days: 30,
    setting: 'RETENTION_OBJECTION_DAYS',
    from: 'after the last decision',
    what: 'Time to object, before a recruitment ends',
    law: 'Fair Administrative Action Act, 2015, section 4(3)',
  },
  accounts: {
    days: 1_095,
    setting: 'RETENTION_ACCOUNT_DAYS',
    from: 'after the last login',
    what: 'Accounts that no one uses',
    law: NO_LONGER_THAN_NEEDED,
  },
  account_notice: {
    days: 30,
    setting: 'RETENTION_ACCOUNT_NOTICE_DAYS',
    from: 'after an email about it',
    what: 'Time to keep an account by logging in',
    law: 'Data Protection (General) Regulations, 2021, regulation 19',
  },
  notifications: {
    days: 1_095,
    setting: 'RETENTION_NOTIFICATION_DAYS',
    from: 'after they were written',
    what: 'Notifications of applicants',
    law: NO_LONGER_THAN_NEEDED,
  },
}
