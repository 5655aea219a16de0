/** Limits of holds and of the page about retention. */
export const RETENTION = {
  /** How long a proposal waits for a second officer. */
  waitDays: 7,
  /** The longest time of a hold. After that it ends by itself, and can be proposed again. */
  longestHoldDays: 1_825,
  maxReason: 500,
  /** How far ahead officers see which data will be deleted. */
  aheadDays: 90,
  /** How many days after its deadline a job is listed if some applications still have no verdict. */
  undecidedAfterDays: 365,
  /** The most rows that each list of the page shows. */
  maxRows: 100,
  /** The most jobs from which an officer can choose for a hold. */
  maxJobs: 500,
} as const

/** The kinds of a job's data that are deleted after their periods, in the order of the page. */
export const GOING_KINDS = ['drafts', 'not_chosen', 'chosen'] as const
export type GoingKind = (typeof GOING_KINDS)[number]

/**
 * The states of a hold. `waiting`: for a second officer. `held`: in force. `lifting`: in force, but a
 * proposal to lift it waits. In all other states it is over. `lapsed`: no one decided in time. `ended`: its
 * last day has passed.
 */
export const HOLD_STATES = [
  'waiting',
  'held',
  'lifting',
  'returned',
  'withdrawn',
  'lapsed',
  'lifted',
  'ended',
] as const
export type HoldState = (typeof HOLD_STATES)[number]

/** Sentences about holds. */
export const HOLD_WORDS = {
  jobRequired: 'Choose the recruitment',
  endRequired: 'Choose the day on which the hold ends',
  endPast: 'The hold must end in the future',
  endFar: `A hold ends after ${RETENTION.longestHoldDays / 365} years at the latest. It can be proposed again.`,
  waitsAlready: 'A hold on this recruitment waits for a second officer already',
  secondPerson: 'You proposed this, so another officer must decide',
  over: 'This proposal does not wait any more. Reload the page.',
  notHeld: 'This hold is not in force',
} as const
