import type { FieldErrors } from '../endpoint.ts'
import { type Criterion, PLACE_KINDS, type RuleContent } from './rule.ts'
import { SELECTION_RULE_WORDS as WORDS } from './words.ts'

/** What a selection rule must fit: its job, and the reference data. */
type RuleSurroundings = {
  /** The number of vacancies; null when the job does not say it. */
  vacancies: number | null
  /** The kinds of the documents that the job asks for by name. */
  documents: readonly string[]
  /** The ranks of the qualification levels. */
  ranks: readonly number[]
  /** Finds the unit of a place in the reference data; undefined for a place that does not exist. */
  unitOf: (place: string) => string | undefined
}

/** Two criteria with the same name would give points for one fact twice. */
const criterionName = ({ fact, document }: Criterion) => `${fact} ${document}`

type CriterionSurroundings = Pick<RuleSurroundings, 'documents' | 'ranks'>

function criterionError(
  criterion: Criterion,
  { documents, ranks }: CriterionSurroundings,
): string | undefined {
  const { fact, document, table } = criterion
  if (fact === 'document' && document === undefined) return WORDS.documentMissing
  if (fact === 'document' && !documents.includes(document ?? '')) return WORDS.documentUnknown
  if (table.length === 0) return WORDS.tableMissing
  // A row from 0 gives points to everyone, even to a person whose level does not exist.
  if (fact === 'qualification' && table.some(({ from }) => from !== 0 && !ranks.includes(from)))
    return WORDS.levelUnknown
  const isAscending = table.every(({ from }, index) => index === 0 || from > (table[index - 1]?.from ?? 0))
  return isAscending ? undefined : WORDS.tableOrder
}

function criteriaErrors({ criteria }: RuleContent, surroundings: CriterionSurroundings): FieldErrors {
  if (criteria.length === 0) return { criteria: WORDS.criteriaMissing }
  const errors: FieldErrors = {}
  const names = new Set<string>()
  for (const [index, criterion] of criteria.entries()) {
    const name = criterionName(criterion)
    const error = names.has(name) ? WORDS.criterionTwice : criterionError(criterion, surroundings)
    names.add(name)
    if (error) errors[`criteria.${index}`] = error
  }
  return errors
}

const seatsSum = (seats: RuleContent['seats']) => seats.reduce((sum, { seats: count }) => sum + count, 0)

function seatsError(
  { seats }: RuleContent,
  { vacancies, unitOf }: Pick<RuleSurroundings, 'vacancies' | 'unitOf'>,
): string | undefined {
  const sum = seatsSum(seats)
  if (sum === 0) return WORDS.seatsMissing
  const listed = new Set<string>()
  for (const { place } of seats) {
    if (unitOf(place) === undefined) return WORDS.placeUnknown(place)
    if (listed.has(place)) return WORDS.seatsTwice(place)
    listed.add(place)
  }
  return vacancies !== null && sum !== vacancies ? WORDS.seatsSum(sum, vacancies) : undefined
}

/** The most seats that one unit has. */
function mostSeatsInUnit({ seats }: RuleContent, unitOf: RuleSurroundings['unitOf']): number {
  const sums = new Map<string, number>()
  for (const { place, seats: count } of seats) {
    const unit = unitOf(place) ?? ''
    sums.set(unit, (sums.get(unit) ?? 0) + count)
  }
  return Math.max(0, ...sums.values())
}

/** In a unit with one seat, a share has no meaning. */
const LEAST_SEATS_FOR_SHARE = 2

/** Whether `part` of `whole`, such as two of three, is a valid share with at least `least` parts. */
const isShare = ([part, whole]: readonly [number, number], least: number) =>
  part >= least && whole > 0 && part <= whole

/**
 * The errors of the shares of gender and disability. A share is for units with at least `from` seats, so at
 * least one unit must have so many. When several errors apply, the last one below is shown.
 */
function shareErrors(content: RuleContent, unitOf: RuleSurroundings['unitOf']): FieldErrors {
  const errors: FieldErrors = {}
  const { gender, disability } = content
  const mostSeats = mostSeatsInUnit(content, unitOf)
  if (gender) {
    const [part, whole] = gender.maxShare
    if (gender.from > mostSeats) errors.gender = WORDS.genderNoUnit
    if (gender.from < LEAST_SEATS_FOR_SHARE) errors.gender = WORDS.genderFrom
    // A gender's largest share below one half would be broken in every unit.
    if (part < whole - part) errors.gender = WORDS.genderHalf
    if (!isShare(gender.maxShare, 1)) errors.gender = WORDS.share
  }
  if (disability) {
    if (disability.from > mostSeats) errors.disability = WORDS.disabilityNoUnit
    if (disability.from < LEAST_SEATS_FOR_SHARE) errors.disability = WORDS.disabilityFrom
    if (!isShare(disability.minShare, 0)) errors.disability = WORDS.share
  }
  return errors
}

/** Why a selection rule cannot be proposed, by field. A draft may have these errors. */
export function ruleErrors(content: RuleContent, surroundings: RuleSurroundings): FieldErrors {
  // The kinds of areas are ordered from the largest. The area of the seats must not be larger than that of
  // the shares.
  const isPlaceInUnit = PLACE_KINDS.indexOf(content.place) >= PLACE_KINDS.indexOf(content.unit)
  if (!isPlaceInUnit) return { place: WORDS.placeTooLarge }
  const seats = seatsError(content, surroundings)
  return {
    ...criteriaErrors(content, surroundings),
    ...(seats ? { seats } : shareErrors(content, surroundings.unitOf)),
  }
}
