/** The limits of a ceremony, which draws the seed of a selection from dice, observers and a public beacon. */
export const CEREMONY = {
  maxObservers: 5,
  mostListed: 50,
  maxName: 120,
  maxReveal: 200,
  maxReason: 500,
  diceThrows: 20,
  /** The shortest time between the freezing of the pool and the beacon's round. */
  leastHours: 24,
  /** The longest time until the beacon's round: a round in many years would block the job for good. */
  mostDays: 90,
  /** A published checkpoint must have dice and reveals this many minutes before the beacon's round. */
  diceMinutesBeforeRound: 10,
  /** Officers type dice and reveals until this many minutes before the round: a checkpoint takes a minute. */
  typingMinutesBeforeRound: 11,
  /** How late the named round of the beacon must be before a later round counts. */
  laterRoundMinutes: 60,
  /** How often the server looks for a ceremony that can be continued. */
  workEveryMs: 5_000,
  pageSize: 50,
} as const

/** The digits of the dice throws that an officer typed, without spaces. */
export const diceIn = (typed: string): string => typed.replace(/\s/g, '')
/** Whether an officer typed all dice throws, each as one digit. */
export const areDice = (typed: string): boolean => {
  const dice = diceIn(typed)
  return dice.length === CEREMONY.diceThrows && /^\d+$/.test(dice)
}

/** Sentences about a selection ceremony. */
export const CEREMONY_WORDS = {
  noRule: 'The job has no approved selection rule',
  stillOpen: 'The pool can be frozen only after the deadline, when no ticket counts any more',
  already: 'This job has a selection already. Everyone can read it.',
  notNow: 'You cannot do this in the present state of the selection. Load the page again.',
  time: `Give a time at least ${CEREMONY.leastHours} hours after the pool is frozen`,
  timeFar: `Give a time at most ${CEREMONY.mostDays} days from now`,
  timeLate: `The round is less than ${CEREMONY.leastHours} hours away. Withdraw, and propose a later time.`,
  observerName: 'Give the name of each observer',
  observerCommitment: 'A commitment has 64 digits: 0 to 9 and a to f',
  observersMost: `At most ${CEREMONY.maxObservers} observers`,
  poolNotReady: 'The pool is still being put together. This takes some minutes.',
  poolEmpty: 'The pool is empty',
  poolChanged:
    'Applications were rejected, withdrawn or restored since. Withdraw the pool, and propose it again.',
  poolAgain:
    'An earlier selection had this pool, this round and these observers. Withdraw, and propose another time.',
  digest: 'The pool changed since you opened it. Load the page again.',
  dice: `Type the ${CEREMONY.diceThrows} dice throws as ${CEREMONY.diceThrows} digits`,
  diceDiffer: 'The two officers typed different throws. Both must type them again.',
  diceSame: 'You have typed the throws already. A second officer must type them too.',
  diceDone: 'The dice throws are in the public log. They cannot change.',
  tooLate: `It is less than ${CEREMONY.typingMinutesBeforeRound} minutes before the round. What comes now does not count.`,
  revealUnknown: 'There is no such observer',
  revealWrong: 'This text does not match the commitment of the observer',
  revealDone: 'This observer has revealed already',
  beaconShape:
    'This is not the whole answer of the beacon. Copy all of it, with round, randomness and signature.',
  beaconRound: (round: number) => `This is another round. The named round is ${round}`,
  beaconWrong: 'The signature of this round is wrong. It is not from the beacon that the rule names.',
  beaconEarly: 'The round has not been made yet',
  isPublic: 'The time of the round has come, so this selection can no longer be abandoned.',
  noDice: 'The throws were not in the public log in time, so there is no seed. A new ceremony is needed.',
  reasonRequired: 'Give a reason. Everyone can read it.',
} as const
