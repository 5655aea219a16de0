import { ALARMS } from './limits.ts'

/** Groups of kinds of audit entries. A filter can show a group, and alarms count a group together. */
export const AUDIT_GROUPS = {
  looks: {
    words: 'Applicants opened',
    kinds: ['application.looked_at', 'document.opened', 'message.letter_previewed'],
  },
  lifts: { words: 'Names shown before a decision', kinds: ['blind.lifted'] },
  exports: {
    words: 'Files and published lists',
    kinds: [
      'export.downloaded',
      'export.identities_downloaded',
      'notice.printed',
      'notice.names_printed',
      'log.exported',
    ],
  },
  support: { words: 'People looked up by support', kinds: ['support.searched', 'support.looked_at'] },
  approvals: {
    words: 'Approvals',
    kinds: [
      'list.approved',
      'message.approved',
      'export.approved',
      'job.change_approved',
      'blind.agreed',
      'appointment.agreed',
    ],
  },
} as const satisfies Record<string, { words: string; kinds: readonly string[] }>
export type AuditGroup = keyof typeof AUDIT_GROUPS

/**
 * Kinds of audit entries that showed the applicants of a whole job. The log does not say whom a filter left
 * out. So each entry may have shown anyone who had applied by then.
 */
export const KINDS_THAT_SHOW_ALL = [
  'applications.listed',
  'blind.lifted',
  'export.downloaded',
  'notice.printed',
  'notice.names_printed',
  'selection.checks_listed',
  'selection.pack_downloaded',
] as const

const isGroup = (kind: string): kind is AuditGroup => Object.hasOwn(AUDIT_GROUPS, kind)

/** The kinds of audit entries that a filter value finds: those of a group, or the one kind. */
export const auditKindsOf = (kind: string): readonly string[] =>
  isGroup(kind) ? AUDIT_GROUPS[kind].kinds : [kind]

/**
 * What an alarm watches: each group above except `approvals`, work at `night`, `hasty` approvals, and quick
 * approvals of one other officer's proposals (`pairs`).
 */
export const ALARM_RULES = ['looks', 'lifts', 'exports', 'support', 'night', 'hasty', 'pairs'] as const
export type AlarmRule = (typeof ALARM_RULES)[number]

// On a twelve-hour clock, the hours 0 and 12 are both written as 12.
const hourInWords = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'a.m.' : 'p.m.'}`
const timesInWords = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`)
const proposalsInWords = (count: number) =>
  count === 1 ? '1 proposal' : `${count.toLocaleString('en')} proposals`

/**
 * Says what an officer did unusually often in one day. `other` is the proposer, for rules about two officers.
 */
export const ALARM_WORDS: Record<AlarmRule, (who: string, count: number, other: string) => string> = {
  looks: (who, count) => `${who} opened applications and documents ${timesInWords(count)}`,
  lifts: (who, count) => `${who} had names shown ${timesInWords(count)}`,
  exports: (who, count) => `${who} saved files or published lists ${timesInWords(count)}`,
  support: (who, count) => `${who} looked up people ${timesInWords(count)}`,
  night: (who, count) =>
    `${who} opened, saved or approved ${timesInWords(count)} between ${hourInWords(ALARMS.night.fromHour)} and ${hourInWords(ALARMS.night.untilHour)}`,
  hasty: (who, count) =>
    `${who} approved ${proposalsInWords(count)} less than ${ALARMS.hasty.seconds} seconds after opening them, or without opening them`,
  pairs: (who, count, other) =>
    `${who} approved ${proposalsInWords(count)} by ${other}, each less than ${ALARMS.pairs.seconds} seconds after it was made`,
}

/** Sentences of the page on which the audit log is read. */
export const LOG_WORDS = {
  noteRequired: 'Write what you found out',
  noSuchReference: 'No application has this reference number. Check it character by character.',
  /** How an audit entry showed the applicant whom the filter names. */
  seen: {
    this: 'This applicant',
    among: 'A list or file with this applicant in it',
    all: 'All applicants of the job, perhaps this one',
  },
  aboutYou: 'This alarm is about you, so another officer must check it',
} as const
