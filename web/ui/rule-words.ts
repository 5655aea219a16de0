import { t } from '@lingui/core/macro'
import type { Criterion, Fact, PlaceKind, RuleContent, UnitKind } from '#contract/selection-rules/rule.ts'

// The rule of a selection in words, for officers, for the page of a job and for the page of a selection.

/** A rule of a selection, either as officers write it or as it is published. */
type WordedRule = Omit<RuleContent, 'seats'> & { seats: readonly { seats: number }[] }
export type RuleNames = {
  documentName: (kind: string) => string
  /** The name of a level of qualification, by its rank; undefined if no level has the rank. */
  levelName?: ((rank: number) => string | undefined) | undefined
}

const FACT_WORDS: Readonly<Record<Exclude<Fact, 'document'>, string>> = {
  qualification: t`Highest qualification`,
  experience_years: t`Whole years of work`,
  age_years: t`Age in whole years`,
  lives_in_area: t`Lives in the area applied for`,
}

/** What a criterion counts, in words. */
export const factWords = ({ fact, document }: Criterion, { documentName }: RuleNames): string => {
  if (fact !== 'document') return FACT_WORDS[fact]
  const name = document ? documentName(document) : ''
  return t`Document sent: ${name}`
}

/** Whether a criterion is a question of yes or no. The table of points has 1 or 0 for it. */
const isYesOrNo = ({ fact }: Criterion) => fact === 'lives_in_area' || fact === 'document'

/** The lines of a criterion in words: the value from which a line counts, and its points. */
export const criterionRows = (criterion: Criterion, { levelName }: RuleNames) =>
  criterion.table.map(({ from, points }) => {
    if (isYesOrNo(criterion)) return { from: from === 0 ? t`no` : t`yes`, points }
    const level = criterion.fact === 'qualification' ? levelName?.(from) : undefined
    return { from: t`from ${level ?? from}`, points }
  })

const PLACE_WORDS: Readonly<Record<PlaceKind, string>> = {
  job: t`All seats are counted together.`,
  county: t`Seats are counted in each county.`,
  constituency: t`Seats are counted in each constituency.`,
  ward: t`Seats are counted in each ward.`,
}
const UNIT_WORDS: Readonly<Record<UnitKind, string>> = {
  job: t`These shares hold for the whole job:`,
  county: t`These shares hold in each county:`,
  constituency: t`These shares hold in each constituency:`,
}

/** The shares that the rule requires, with a sentence for each. */
function shareSentences({ gender, disability }: WordedRule): string[] {
  const sentences: string[] = []
  if (gender) {
    const [part, whole] = gender.maxShare
    const { from } = gender
    sentences.push(
      t`At most ${part} of every ${whole} seats go to one gender, where there are ${from} seats or more.`,
    )
  }
  if (disability) {
    const [part, whole] = disability.minShare
    const { from } = disability
    sentences.push(
      t`At least ${part} of every ${whole} seats go to persons with disabilities, where there are ${from} seats or more.`,
    )
  }
  return sentences
}

/**
 * The rule in words, in several parts. A page shows them one below the other. `sharesIn`: the line above the
 * shares.
 */
export function ruleWords(rule: WordedRule) {
  const seats = rule.seats.reduce((sum, { seats: count }) => sum + count, 0)
  const shares = shareSentences(rule)
  const { reservePercent } = rule
  return {
    principle: t`We go down the list of merit and take each person, unless the published rules could then not be kept.`,
    lot: t`Between people with the same points, a lot decides. No one can know it or choose it beforehand.`,
    seats: `${t`Seats: ${seats}.`} ${PLACE_WORDS[rule.place]}`,
    sharesIn: shares.length > 0 ? UNIT_WORDS[rule.unit] : '',
    shares,
    reserve:
      reservePercent > 0
        ? t`The next people on the list of each place are its reserve: ${reservePercent} for every 100 seats.`
        : t`There is no reserve list.`,
  }
}
