import { SELECTION_RULES } from './limits.ts'

/** Sentences about a selection rule that cannot be saved or proposed. */
export const SELECTION_RULE_WORDS = {
  criteriaMissing: 'Add at least one criterion. Without one, the lot alone decides',
  criteriaMost: `At most ${SELECTION_RULES.maxCriteria} criteria`,
  criterionTwice: 'This criterion is in the list twice',
  tableMissing: 'Give points for at least one value',
  tableMost: `At most ${SELECTION_RULES.maxRows} lines for a criterion`,
  levelUnknown: 'Choose a level of qualification from the list',
  tableOrder: 'Each line must start at a higher value than the line before it',
  pointsWhole: `Points must be a whole number from 0 to ${SELECTION_RULES.maxPoints}`,
  valueWhole: `A value must be a whole number from 0 to ${SELECTION_RULES.maxValue}`,
  documentMissing: 'Choose the document that gives the points',
  documentUnknown: 'The job does not ask for this document',
  placeTooLarge: 'Seats cannot be counted in a larger area than the one in which the shares hold',
  seatsMissing: 'Give the seats of at least one place',
  seatsWhole: 'Seats must be a whole number from 0 up',
  seatsMost: `At most ${SELECTION_RULES.maxPlaces} places`,
  seatsTwice: (place: string) => `${place} is in the list twice`,
  placeUnknown: (place: string) => `There is no place “${place}” of this kind`,
  seatsSum: (seats: number, posts: number) =>
    `The seats are ${seats} together, but the job has ${posts} posts. Change the one or the other`,
  share: 'Give a share of two whole numbers, the first not larger than the second',
  genderHalf: 'The largest share of one gender cannot be below one half',
  genderFrom: 'A share of gender needs at least 2 seats: with one seat it has no meaning',
  genderNoUnit: 'No area has so many seats that the share of gender would hold. Leave the share out',
  disabilityFrom:
    'A share of persons with disabilities needs at least 2 seats: with one seat it has no meaning',
  disabilityNoUnit:
    'No area has so many seats that the share of persons with disabilities would hold. Leave the share out',
  reserve: 'The reserve must be a whole number of percent from 0 to 100',
  reasonRequired: 'Give a reason. Everyone can read why the rule changed after the job had opened',
  closed: 'The deadline has passed: the rule cannot change any more',
  notNow: 'The rule is not in a state in which this can be done. Load the page again',
  changed: 'The rule changed since you opened it. Load the page again',
  awaiting: 'A second officer already has this rule to decide on',
  notBeforeRule: 'Its selection rule is not approved yet. The rule must be public before the job is',
  noRule: 'This job has no selection rule',
  csvEmpty: 'The file has no lines with places',
  csvLarge: 'The file is too large for a list of places',
  csvLine: (line: number, words: string) => `Line ${line}: ${words}`,
  csvColumns: 'it must have a place and its seats',
} as const
