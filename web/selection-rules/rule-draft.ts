import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import type { Fact, PlaceKind, RuleContent, UnitKind } from '#contract/selection-rules/rule.ts'

/** A line of a table of points: the points count from this value of the fact on. */
type Row = { from: string; points: string }
export type CriterionDraft = { fact: Fact; document?: string | undefined; rows: Row[] }
/** A share of the seats: `part` of every `whole` seats, where there are at least `from` seats. */
export type ShareDraft = { isOn: boolean; part: string; whole: string; from: string }
/** A rule as it is typed: numbers are texts until the draft is saved. */
export type RuleDraft = {
  criteria: CriterionDraft[]
  /** The kind of area in which the shares apply. */
  unit: UnitKind
  /** The kind of area in which seats are counted. */
  place: PlaceKind
  /** A number of seats for the whole job, or lines such as `44,12`: a place's code and its seats. */
  seats: string
  gender: ShareDraft
  disability: ShareDraft
  /** How many people are put on the reserve, in percent of the seats. */
  reservePercent: string
}

/** The law allows one gender at most two thirds of the seats. A new rule applies this from 3 seats on. */
const TWO_THIRDS: ShareDraft = { isOn: true, part: '2', whole: '3', from: '3' }
/** The law gives persons with disabilities at least 5 percent of the seats. That is one of 20 seats. */
const FIVE_PERCENT: ShareDraft = { isOn: true, part: '1', whole: '20', from: '20' }

export const NEW_RULE: RuleDraft = {
  criteria: [],
  unit: 'job',
  place: 'job',
  seats: '',
  gender: TWO_THIRDS,
  disability: FIVE_PERCENT,
  reservePercent: '10',
}

/** A share as the form shows it. If the rule has none, the form shows `unset`, switched off. */
const shareDraft = (share: [number, number] | undefined, from: number | undefined, unset: ShareDraft) =>
  share
    ? { isOn: true, part: String(share[0]), whole: String(share[1]), from: String(from) }
    : { ...unset, isOn: false }

/** The code in a key: `44` of `county:44`. */
const codeOf = (key: string) => key.replace(/^.*:/, '')

/** A rule as the form shows it. `nameOf`: the name of an area by its key, which only people read. */
export const draftOf = (content: RuleContent, nameOf: (key: string) => string): RuleDraft => ({
  criteria: content.criteria.map(({ fact, document, table }) => ({
    fact,
    document,
    rows: table.map(({ from, points }) => ({ from: String(from), points: String(points) })),
  })),
  unit: content.unit,
  place: content.place,
  seats:
    content.place === 'job'
      ? String(content.seats[0]?.seats ?? '')
      : content.seats.map(({ place, seats }) => `${codeOf(place)},${seats},${nameOf(place)}`).join('\n'),
  gender: shareDraft(content.gender?.maxShare, content.gender?.from, TWO_THIRDS),
  disability: shareDraft(content.disability?.minShare, content.disability?.from, FIVE_PERCENT),
  reservePercent: String(content.reservePercent),
})

/** The typed number. If the text is no number, NaN makes the server refuse it with its own sentence. */
const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

/** The seats in a line such as `44,"12",Kisumu`: its second column. A line that is not complete has 0. */
const seatsInLine = (line: string): number => {
  const typed = line.split(/[,;\t]/)[1]
  return Number(typed?.replace(/"/g, '').trim()) || 0
}

/** The sum of the seats as typed so far. */
export function typedSum({ place, seats }: Pick<RuleDraft, 'place' | 'seats'>): number {
  if (place === 'job') return numberOf(seats) || 0
  return seats.split(/\r\n|\r|\n/).reduce((sum, line) => sum + seatsInLine(line), 0)
}

type Documents = StaffSelectionRule['documents']

/** The rule to send to the server. `seats`: what the server has read from the typed lines. */
export const contentOf = (
  draft: RuleDraft,
  seats: RuleContent['seats'],
  documents: Documents,
): RuleContent => ({
  criteria: draft.criteria.map(({ fact, document, rows }) => ({
    fact,
    document: fact === 'document' ? documents.find(({ kind }) => kind === document)?.kind : undefined,
    table: rows.map(({ from, points }) => ({ from: numberOf(from), points: numberOf(points) })),
  })),
  unit: draft.unit,
  place: draft.place,
  seats,
  gender: draft.gender.isOn
    ? {
        maxShare: [numberOf(draft.gender.part), numberOf(draft.gender.whole)],
        from: numberOf(draft.gender.from),
      }
    : undefined,
  disability: draft.disability.isOn
    ? {
        minShare: [numberOf(draft.disability.part), numberOf(draft.disability.whole)],
        from: numberOf(draft.disability.from),
      }
    : undefined,
  reservePercent: numberOf(draft.reservePercent),
})

/** If seats are counted in the whole job, the server need not read lines: one place has them all. */
export const seatsOfWholeJob = ({ seats }: RuleDraft): RuleContent['seats'] => [
  { place: 'job', seats: numberOf(seats) },
]
