import { t } from '@lingui/core/macro'
import { referenceAloud } from '#contract/job-applications/reference-aloud.ts'
import { IS_KISWAHILI } from '../language/translate.ts'

/** The digits that occur in reference numbers, in words. The digits 0 and 1 do not occur. */
const DIGITS: Record<string, string> = {
  two: t`two`,
  three: t`three`,
  four: t`four`,
  five: t`five`,
  six: t`six`,
  seven: t`seven`,
  eight: t`eight`,
  nine: t`nine`,
}

/** A character of a reference number as people say it: `K for Kisumu`, or `seven`. */
function spoken(words: string): string {
  const [character = '', place] = words.split(' for ')
  return place ? t`${character} for ${place}` : (DIGITS[character] ?? character)
}

/**
 * A reference number as spoken, in the language of the page. In English: `K for Kisumu, seven – four, T for
 * Turkana`.
 */
export const spokenReferenceOf = (reference: string): string =>
  IS_KISWAHILI
    ? referenceAloud(reference)
        .split(' – ')
        .map((group) => group.split(', ').map(spoken).join(', '))
        .join(' – ')
    : referenceAloud(reference)
