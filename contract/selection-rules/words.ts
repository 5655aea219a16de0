import { SELECTION_RULES } from './limits.ts'

/** Sentences about a selection rule that cannot be saved or proposed. */
export const SELECTION_RULE_WORDS = {
  criteriaMissing: 'Add at least one criterion. Without one, the lot alone decides.',
  criteriaMost: `At most ${SELECTION_RULES.maxCriteria} criteria`,
  criterionTwice: 'This criterion is in the list twice',
  tableMissing: 'Give points for at least one value',
  tableMost: `At most ${SELECTION_RULES.maxRows} lines for a criterion`,
  levelUnknown: 'Choose a level of qualification from the list',
  tableOrder: 'Each line must start at a higher value than the line before it',
  pointsWhole: `Points must be a whole number from 0 to ${SELECTION_RULES.maxPoints}`,
  valueWhole: `A value must be a whole number from 0 to ${SELECTION_RULES.maxFrom}`,
  documentMissing: 'Choose the document that gives the points',
  documentUnknown: 'The job does not ask for this document',
  placeTooLarge: 'Seats cannot be counted in a larger area than the one in which the shares hold',
  seatsMissing: 'Give the seats of at least one place',
  seatsWhole: 'Seats must be a whole number from 0 up',
  seatsMost: `At most ${SELECTION_RULES.maxPlaces} places`,
  seatsTwice: (place: string) => `${place} is in the list twice`,
  placeUnknown: (place: string) => `There is no place “${place}” of this kind`,
  placeAmbiguous: (name: string) => `Several places are called “${name}”: give the code`,
  seatsSum: (seats: number, posts: number) =>
    `The seats are ${seats} together, but the job has ${posts} posts. Change one of them.`,
  share: 'Give a share of two whole numbers, the first not larger than the second',
  genderHalf: 'The largest share of one gender cannot be below one half',
  genderFrom: 'A share of gender needs at least 2 seats, because one seat cannot be divided',
  genderNoUnit: 'No area has enough seats for the share of gender. Leave the share out.',
  disabilityFrom:
    'A share of persons with disabilities needs at least 2 seats, because one seat cannot be divided',
  disabilityNoUnit:
    'No area has enough seats for the share of persons with disabilities. Leave the share out.',
  reserve: 'The reserve must be a whole number of percent from 0 to 100',
  reasonRequired: 'Give a reason. Everyone can read why the rule changed after the job had opened.',
  closed: 'A deadline of this job has passed, so its rule cannot change any more',
  firstTooLate: 'The job is public already. Its first rule must be approved before the job opens.',
  notNow: 'You cannot do this in the present state of the rule. Load the page again.',
  changed: 'The rule changed since you opened it. Load the page again.',
  awaiting: 'A second officer already has this rule to decide on',
  notBeforeRule: 'Its selection rule is not approved yet. The rule must be public before the job is.',
  /** For a change of the job. */
  notOfRule: (conflict: string) => `The job does not fit its approved selection rule. ${conflict}`,
  /** Added to `notOfRule` when the change has another number of posts than the job; the seats must match. */
  postsAndSeats: 'To change both, first leave the number of posts out of the job',
  /** For a rule. */
  notOfJob: (conflict: string) => `This rule does not fit its job any more. ${conflict}`,
  ofCriterion: (number: number, sentence: string) => `Criterion ${number}: ${sentence}`,
  otherReference: (reference: string) => `The rule was written for the reference ${reference}`,
  previewTooLarge: 'The preview takes too long with this rule and these applications',
  noRule: 'This job has no selection rule',
  csvEmpty: 'The file has no lines with places',
  csvLarge: 'The file is too large for a list of places',
  csvLine: (line: number, words: string) => `Line ${line}: ${words}`,
  csvColumns: 'it must have a place and its seats, and no other number',
} as const
