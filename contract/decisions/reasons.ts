// The reasons for decisions: officers choose a kind, and applicants read its sentence.

/** A reason for a decision: its kind, the value that the kind requires, and the officers' own words. */
export type Reason = { kind: ReasonKind; values: Record<string, string>; words: string }

/** A reason from the database. It may have a kind from another version of the portal, unknown to this one. */
export type StoredReason = { kind: string; values: Record<string, string>; words: string }

type Kind = {
  /** The name of the kind of reason, from which officers choose. */
  name: string
  /** The value that this kind of reason requires, and the label of its field. */
  value?: { name: string; label: string }
  /** The sentence that applicants read, before the officers' own words. */
  say: (value: string) => string
}

const KINDS = {
  not_resident: {
    name: 'Lives outside the area',
    value: { name: 'place', label: 'Area of the job' },
    say: (place) => `You do not live in ${place}.`,
  },
  documents_missing: {
    name: 'Documents are missing',
    value: { name: 'documents', label: 'Missing documents' },
    say: (documents) => `Your application lacks these documents: ${documents}.`,
  },
  qualification: {
    name: 'Qualification is not shown',
    value: { name: 'required', label: 'Required qualification' },
    say: (required) => `This job requires ${required}. Your application does not show it.`,
  },
  experience: {
    name: 'Experience is not enough',
    value: { name: 'required', label: 'Required experience, such as “three years”' },
    say: (required) => `This job requires ${required} of experience. Your application shows less.`,
  },
  others_stronger: {
    name: 'Other applicants were stronger',
    say: () => 'Other applicants met the requirements of this job better.',
  },
  corrected: {
    name: 'An earlier decision is corrected',
    say: () => 'An earlier decision on your application was wrong. We have corrected it.',
  },
  selection_again: {
    name: 'The selection was computed again',
    say: () =>
      'A fact was corrected or a place became free. So the selection was computed again, by the same rule and the same seed.',
  },
  other: { name: 'Another reason, in your own words', say: () => '' },
} as const satisfies Record<string, Kind>
export type ReasonKind = keyof typeof KINDS
const isKind = (kind: string): kind is ReasonKind => Object.hasOwn(KINDS, kind)
export const REASON_KINDS = Object.keys(KINDS).filter(isKind)
export const reasonKind = (kind: ReasonKind): Kind => KINDS[kind]

/** The most characters of the value that a kind of reason requires. */
export const MAX_REASON_VALUE = 200
export const REASON_WORDS = {
  value: (label: string) => `Write this: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
  tooMany: (most: number) =>
    `A list can have at most ${most} different reasons. Use one of them, or start another list.`,
} as const

/**
 * Makes the reason that is stored; undefined for the kind 'other' without words. It has only the value that
 * its kind requires.
 */
export function reasonFrom({
  kind,
  value,
  words,
}: {
  kind: ReasonKind
  value: string
  words: string
}): Reason | undefined {
  if (kind === 'other' && !words.trim()) return undefined
  const valueField = reasonKind(kind).value
  return { kind, values: valueField ? { [valueField.name]: value.trim() } : {}, words: words.trim() }
}

/** What is missing in a reason; undefined when it is complete. */
export function reasonError({ kind, value }: { kind: ReasonKind; value: string }): string | undefined {
  const valueField = reasonKind(kind).value
  return valueField && !value.trim() ? REASON_WORDS.value(valueField.label) : undefined
}

/**
 * A stored reason for the fields of a form. If this version does not know its kind, it has only the officers'
 * own words. Null without words.
 */
export function editableReason(stored: StoredReason | null): Reason | null {
  if (!stored) return null
  const { kind, values, words } = stored
  if (isKind(kind)) return { kind, values, words }
  return words ? { kind: 'other', values: {}, words } : null
}

/** The value of a reason, as its form field shows it; '' without a value. */
export const reasonValue = ({ kind, values }: Pick<Reason, 'kind' | 'values'>): string =>
  values[reasonKind(kind).value?.name ?? ''] ?? ''

/**
 * A reason as applicants read it; '' without a reason. If this version does not know its kind, only the
 * officers' own words are shown.
 */
export function sayReason(reason: StoredReason | null | undefined): string {
  if (!reason) return ''
  const { kind, values, words } = reason
  return [isKind(kind) ? reasonKind(kind).say(reasonValue({ kind, values })) : '', words]
    .filter(Boolean)
    .join(' ')
}
