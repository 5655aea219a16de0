import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import type { RuleDraft } from './rule-draft.ts'

const isWhole = (typed: string, largest: number) => /^\s*\d+\s*$/.test(typed) && Number(typed) <= largest

/** Numbers of criteria that are none. The portal says only that one is wrong, and not in which criterion. */
export const numberErrors = ({ criteria }: RuleDraft): FieldError[] =>
  criteria.flatMap<FieldError>(({ rows }, index) => {
    const field = `criteria.${index}`
    if (rows.some(({ from }) => !isWhole(from, SELECTION_RULES.maxValue)))
      return [{ field, sentence: WORDS.valueWhole }]
    return rows.some(({ points }) => !isWhole(points, SELECTION_RULES.maxPoints))
      ? [{ field, sentence: WORDS.pointsWhole }]
      : []
  })

const CRITERION = /^(?:content\.)?(criteria\.\d+)/
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

/** The field of the page of a refused part of a rule: `criteria.0.table.1.points` is in `criteria.0`. */
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
  const first = atFields.filter(
    ({ field }, index) => atFields.findIndex((other) => other.field === field) === index,
  )
  return first.length > 0 ? first : formErrors(error)
}
