import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import type { Fact, PlaceKind, RuleContent, UnitKind } from '#contract/selection-rules/rule.ts'

type Row = { from: string; points: string }
export type CriterionDraft = { fact: Fact; document?: string | undefined; rows: Row[] }
export type ShareDraft = { isOn: boolean; part: string; whole: string; from: string }
/** A rule as it is typed: numbers are texts until the draft is saved. */
export type RuleDraft = {
  criteria: CriterionDraft[]
  unit: UnitKind
  place: PlaceKind
  /** Lines of a code and its seats, as in a CSV file. */
  seats: string
  gender: ShareDraft
  disability: ShareDraft
  reservePercent: string
}

/** A share of two thirds from three seats on, and of 5 percent from 20: the constitution and the law. */
const TWO_THIRDS: ShareDraft = { isOn: true, part: '2', whole: '3', from: '3' }
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

const shareDraft = (share: [number, number] | undefined, from: number | undefined, unset: ShareDraft) =>
  share
    ? { isOn: true, part: String(share[0]), whole: String(share[1]), from: String(from) }
    : { ...unset, isOn: false }

const codeOf = (key: string) => key.replace(/^.*:/, '')

/** What the form shows of a rule. `nameOf`: the name of an area, which is only for the reader. */
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

/** NaN for what is no number, so that the contract refuses it with its sentence. */
const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

/** The sum of the seats as typed so far. Lines that are not complete count as none. */
export function typedSum({ place, seats }: Pick<RuleDraft, 'place' | 'seats'>): number {
  if (place === 'job') return numberOf(seats) || 0
  return seats.split(/\r\n|\r|\n/).reduce(
    (sum, line) =>
      sum +
      (Number(
        line
          .split(/[,;\t]/)[1]
          ?.replace(/"/g, '')
          .trim(),
      ) || 0),
    0,
  )
}

type Documents = StaffSelectionRule['documents']

/** What is sent. `seats`: as the portal read them from the lines. */
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

/** Seats of the whole job need no reading: one place has all of them. */
export const seatsOfWholeJob = ({ seats }: RuleDraft): RuleContent['seats'] => [
  { place: 'job', seats: numberOf(seats) },
]
