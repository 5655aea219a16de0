import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import type { RuleDraft } from './rule-draft.ts'

const isWhole = (typed: string, largest: number) => /^\s*\d+\s*$/.test(typed) && Number(typed) <= largest

/**
 * The errors of criteria in which a value or points are no whole numbers. This page finds them, because the
 * server does not say which criterion is wrong.
 */
export const numberErrors = ({ criteria }: RuleDraft): FieldError[] =>
  criteria.flatMap<FieldError>(({ rows }, index) => {
    const field = `criteria.${index}`
    if (rows.some(({ from }) => !isWhole(from, SELECTION_RULES.maxFrom)))
      return [{ field, sentence: WORDS.valueWhole }]
    return rows.some(({ points }) => !isWhole(points, SELECTION_RULES.maxPoints))
      ? [{ field, sentence: WORDS.pointsWhole }]
      : []
  })

/** Finds `criteria.0` in an error's path such as `content.criteria.0.table.1.points`. */
const CRITERION = /^(?:content\.)?(criteria\.\d+)/
/** The parts of a rule and of its calls that have a field on this page. */
const FIELDS = [
  'criteria',
  'unit',
  'place',
  'seats',
  'csv',
  'gender',
  'disability',
  'reservePercent',
  'reason',
  'from',
]

/** The page's field for a refused part: `criteria.0` for `content.criteria.0.table.1.points`. */
const fieldOf = (name: string): string =>
  CRITERION.exec(name)?.[1] ?? name.replace(/^content\./, '').replace(/\..*$/, '')

const sentencesOf = (value: unknown): string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string')

/** The errors of a refused rule, each at its field. */
export function ruleFormErrors(error: unknown) {
  if (!isCallFailed(error)) return formErrors(error)
  const atFields = Object.entries(error.body).flatMap(([name, value]) => {
    const field = fieldOf(name)
    const isField = FIELDS.includes(field) || CRITERION.test(name)
    return isField ? sentencesOf(value).map((sentence) => ({ field, sentence })) : []
  })
  // If a field has several errors, only the first sentence is shown.
  const firstAtFields = atFields.filter(
    ({ field }, index) => atFields.findIndex((other) => other.field === field) === index,
  )
  return firstAtFields.length > 0 ? firstAtFields : formErrors(error)
}
