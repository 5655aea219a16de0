/** The roles of staff. An auditor reads everything and changes nothing. */
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

/**
 * The roles that have each right. The endpoint of every staff call names the right that it needs. In older
 * names, `lookups` are reference data, `figures` are reports, and `letters` are emails.
 */
export const RIGHTS = {
  /** An officer's own session, password and second factor. */
  self: STAFF_ROLES,
  'people.read': ['administrator', 'auditor'],
  'people.manage': ['administrator'],
  'lookups.manage': ['administrator', 'recruiter'],
  'jobs.read': STAFF_ROLES,
  'jobs.write': ['administrator', 'recruiter'],
  'jobs.approve': ['administrator', 'approver'],
  'applications.read': ['recruiter', 'reviewer', 'approver', 'auditor'],
  'applications.review': ['recruiter', 'reviewer'],
  /** Assigning a job's applications to reviewers. */
  'work.share': ['recruiter'],
  /**
   * Requesting to see names, gender, age, disability and contacts before a list is approved. Logged with a
   * reason.
   */
  'identities.reveal': ['recruiter', 'approver', 'auditor'],
  /** Agreeing that another officer sees them. */
  'blind.agree': ['administrator', 'approver'],
  'decisions.propose': ['recruiter', 'reviewer'],
  'decisions.approve': ['approver'],
  /** Undoing a list that the officer proposed or approved, before it takes effect. */
  'decisions.undo': ['recruiter', 'reviewer', 'approver'],
  /** Typing throws and reveals, pasting the beacon, and giving a ceremony up. */
  'ceremony.hold': ['recruiter', 'approver'],
  'messages.send': ['recruiter'],
  'messages.approve': ['approver'],
  /** A recruiter may stop only their own. */
  'messages.stop': ['administrator', 'recruiter', 'approver'],
  /** Never a reviewer: messages are shown for the whole job, whatever areas an officer is limited to. */
  'messages.read': ['administrator', 'recruiter', 'approver', 'auditor'],
  'applications.export': ['recruiter', 'approver', 'auditor'],
  /**
   * Requesting a file with identities, which a second person approves. Printing a published list with names.
   */
  'identities.export': ['recruiter', 'approver'],
  'figures.read': ['administrator', 'recruiter', 'approver', 'auditor'],
  /** Setting how much the portal leaves out under overload. */
  'level.set': ['administrator'],
  'letters.retry': ['administrator', 'recruiter'],
  'support.help': ['administrator', 'recruiter'],
  /** Comparing an applicant's document with the correction they ask for. Two officers decide. */
  'corrections.decide': ['administrator', 'recruiter'],
  /** What is deleted when, and the holds. */
  'retention.read': ['administrator', 'recruiter', 'approver', 'auditor'],
  /** Proposing that nothing of a recruitment is deleted, and proposing to lift that. */
  'retention.hold': ['administrator', 'recruiter'],
  /** Agreeing as the second person. */
  'retention.decide': ['administrator', 'approver'],
  'log.read': ['administrator', 'auditor'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Right = keyof typeof RIGHTS

const isRight = (name: string): name is Right => Object.hasOwn(RIGHTS, name)
export const ALL_RIGHTS = Object.keys(RIGHTS).filter(isRight)

/** Whether a role has a right. */
export const may = (role: StaffRole, right: Right): boolean => {
  const roles: readonly StaffRole[] = RIGHTS[right]
  return roles.includes(role)
}

/** The rights of a role, for pages that show or hide links. The server checks again on every call. */
export const rightsOf = (role: StaffRole): Right[] => ALL_RIGHTS.filter((right) => may(role, right))
