import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import type { Preview } from './use-rule.ts'

/**
 * Sentences about what the rule could not reach with today's applications. A unit is an area in which the
 * legal shares apply.
 */
function sentencesOf(units: number, { seats, gender, disability }: NonNullable<Preview['short']>): string[] {
  const sentences = [
    seats > 0 &&
      plural(seats, {
        one: '# unit has too few people for its seats.',
        other: '# units have too few people for their seats.',
      }),
    gender > 0 &&
      plural(gender, {
        one: '# unit cannot keep the share of gender.',
        other: '# units cannot keep the share of gender.',
      }),
    disability > 0 &&
      plural(disability, {
        one: '# unit cannot keep the share of persons with disabilities.',
        other: '# units cannot keep the share of persons with disabilities.',
      }),
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0
    ? sentences
    : [
        plural(units, {
          one: 'The rule can be kept in full.',
          other: 'The rule can be kept in full in all # units (the areas in which the shares hold).',
        }),
      ]
}

/**
 * How many units could keep the rule with today's applications. `short`: how many units miss each part of the
 * rule; null if there are few applications, because such sums would show single people.
 */
export const RulePreview = ({ preview }: { preview: Preview | undefined }) => (
  <div role="status">
    {preview && (
      <div className="callout mt4">
        <p>
          <b>
            <Trans>With today’s applications</Trans>
          </b>{' '}
          {preview.short && t`(at least ${preview.people} people)`}
        </p>
        {preview.short ? (
          <ul className="mt2">
            {sentencesOf(preview.units, preview.short).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <p className="mt2">
            {t`There are fewer than ${SELECTION_RULES.leastForPreview} applications. A preview would say something about single people.`}
          </p>
        )}
      </div>
    )}
  </div>
)
