/** The roles of officers. An auditor reads everything and changes nothing. */
export const STAFF_ROLES = ['administrator', 'recruiter', 'reviewer', 'approver', 'auditor'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const ROLE_WORDS: Record<StaffRole, { name: string; may: string }> = {
  administrator: {
    name: 'Administrator',
    may: 'Invites people and takes access away, writes and approves jobs, helps applicants with their accounts',
  },
  recruiter: {
    name: 'Recruiter',
    may: 'Writes jobs, reads applications, proposes decisions on them and writes to applicants',
  },
  reviewer: { name: 'Reviewer', may: 'Reads applications and proposes decisions on them' },
  approver: {
    name: 'Approver',
    may: 'Reads applications and approves or returns what someone else proposed: jobs, decisions, messages to many, files with identities',
  },
  auditor: { name: 'Auditor', may: 'Reads everything, changes nothing, and checks the log' },
}

/** For each right, the roles that have it. Every call of officers names the right that it needs. */
export const RIGHTS = {
  /** The right to manage one's own session, password and second factor. */
  self: STAFF_ROLES,
  'people.read': ['administrator', 'auditor'],
  'people.manage': ['administrator'],
  'reference-data.manage': ['administrator', 'recruiter'],
  'jobs.read': STAFF_ROLES,
  'jobs.write': ['administrator', 'recruiter'],
  'jobs.approve': ['administrator', 'approver'],
  'applications.read': ['recruiter', 'reviewer', 'approver', 'auditor'],
  'applications.review': ['recruiter', 'reviewer'],
  /** The right to divide a job's applications among reviewers. */
  'work.share': ['recruiter'],
  /**
   * The right to ask for names, gender, age, disability and contacts before a list is approved. The audit log
   * has the reason.
   */
  'identities.reveal': ['recruiter', 'approver', 'auditor'],
  /** The right to agree that another officer sees names and other identity values. */
  'blind.agree': ['administrator', 'approver'],
  'decisions.propose': ['recruiter', 'reviewer'],
  'decisions.approve': ['approver'],
  /** The right to undo a list that the officer proposed or approved, before it takes effect. */
  'decisions.undo': ['recruiter', 'reviewer', 'approver'],
  /** The right to type dice throws and reveals, paste the beacon's round, and abandon a ceremony. */
  'ceremony.hold': ['recruiter', 'approver'],
  'messages.send': ['recruiter'],
  'messages.approve': ['approver'],
  /** A recruiter may stop only their own messages. */
  'messages.stop': ['administrator', 'recruiter', 'approver'],
  /** Never for reviewers: messages are shown for the whole job, not only for an officer's areas. */
  'messages.read': ['administrator', 'recruiter', 'approver', 'auditor'],
  'applications.export': ['recruiter', 'approver', 'auditor'],
  /** The right to request a file with identities, which a second officer approves, and to print names. */
  'identities.export': ['recruiter', 'approver'],
  'reports.read': ['administrator', 'recruiter', 'approver', 'auditor'],
  /** The right to set how much the portal leaves out under overload. */
  'level.set': ['administrator'],
  'emails.retry': ['administrator', 'recruiter'],
  'support.help': ['administrator', 'recruiter'],
  /** The right to compare an applicant's document with a requested correction. Two officers decide. */
  'corrections.decide': ['administrator', 'recruiter'],
  /** The right to see which data will be deleted when, and the holds. */
  'retention.read': ['administrator', 'recruiter', 'approver', 'auditor'],
  /** The right to propose that no data of a recruitment is deleted, and to propose to lift that hold. */
  'retention.hold': ['administrator', 'recruiter'],
  /** The right to agree to a hold as the second officer. */
  'retention.decide': ['administrator', 'approver'],
  'log.read': ['administrator', 'auditor'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Right = keyof typeof RIGHTS

const isRight = (name: string): name is Right => Object.hasOwn(RIGHTS, name)
export const ALL_RIGHTS = Object.keys(RIGHTS).filter(isRight)

/** Whether officers with this role have a right. */
export const may = (role: StaffRole, right: Right): boolean => {
  const roles: readonly StaffRole[] = RIGHTS[right]
  return roles.includes(role)
}

/**
 * The rights of a role, for pages that show or hide links. The server checks the rights again on every call.
 */
export const rightsOf = (role: StaffRole): Right[] => ALL_RIGHTS.filter((right) => may(role, right))
