/** The limits of officers' accounts. A session ends after a working day, even if it is in use. */
export const STAFF = {
  sessionHours: 12,
  passwordMinLength: 12,
  /** The longest time between the password and the second factor of a login. */
  ticketMinutes: 10,
  invitationDays: 7,
  /** How long an unused invitation is stored after it has expired. */
  invitationStoredDays: 30,
  /** How long a proposed change of an officer waits for a second administrator. */
  appointmentDays: 7,
  /** How many administrators the command line may invite. Further ones need a second administrator. */
  firstAdministrators: 2,
  maxReason: 500,
  /**
   * After `failures` wrong passwords or codes from one network, that network cannot log in to the account for
   * `minutes`. `ceilingPerDay` limits the failures from all networks together.
   */
  lock: { failures: 5, minutes: 15, ceilingPerDay: 50 },
  /** For this many minutes, opening the same page again writes no audit entry. */
  sameReadMinutes: 15,
} as const
