/** Limits of holds and of the page about retention. */
export const RETENTION = {
  /** How long a proposal waits for its second person. */
  waitDays: 7,
  /** A hold ends by itself, at the latest after this time; it can be proposed again. */
  longestHoldDays: 1_825,
  maxReason: 500,
  /** How far ahead officers see what will go. */
  aheadDays: 90,
  /** A recruitment without an end is listed this long after its deadline. */
  openAfterDays: 365,
  /** Rows that each list of the page shows at most. */
  shown: 100,
  /** Jobs that an officer can choose from, for a hold. */
  jobs: 500,
} as const

/** The data of a job that is deleted after its period, in the order of the page. */
export const GOING_KINDS = ['drafts', 'not_chosen', 'chosen'] as const
export type GoingKind = (typeof GOING_KINDS)[number]

/**
 * `waiting`: for a second person. `held`: in force. `lifting`: in force, and a proposal to lift it waits. The
 * other holds are over. `lapsed`: no one decided on the proposal in time. `ended`: its last day has passed.
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
