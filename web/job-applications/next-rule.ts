import type { FieldErrors } from '#contract/endpoint.ts'
import { isDeepEqual } from './draft.ts'

/** What Next finds on a step with a list and an add form (W7). */
export type FormCheck<Entry> =
  /** Nothing is typed, and the list is long enough. */
  | { is: 'ready' }
  /** The form is complete: its entry goes into the list. */
  | { is: 'complete'; entry: Entry }
  /** The form is incomplete: its field errors are shown, and the person may discard it. */
  | { is: 'partial'; errors: FieldErrors }
  /** Nothing is typed, and the list is too short: `sentence` says so. */
  | { is: 'empty'; sentence: string }

export type ListStep<Entry> = {
  form: Entry
  /** What the form held before anything was typed: a blank entry, or the entry that is being changed. */
  untouched: Entry
  list: readonly Entry[]
  minEntries: number
  errorsOf: (entry: Entry) => FieldErrors
  tooFew: string
}

/** One rule for the three lists: what was typed is added or asked about, never dropped (W7). */
export function checkStep<Entry>({
  form,
  untouched,
  list,
  minEntries,
  errorsOf,
  tooFew,
}: ListStep<Entry>): FormCheck<Entry> {
  if (!isDeepEqual(form, untouched)) {
    const errors = errorsOf(form)
    return Object.keys(errors).length === 0 ? { is: 'complete', entry: form } : { is: 'partial', errors }
  }
  return list.length < minEntries ? { is: 'empty', sentence: tooFew } : { is: 'ready' }
}

/** The list with the form's entry: in its old position if it was changed, otherwise at the end. */
export const withEntry = <Entry>(
  list: readonly Entry[],
  entry: Entry,
  position: number | undefined,
): Entry[] =>
  position === undefined || position >= list.length
    ? [...list, entry]
    : list.map((old, index) => (index === position ? entry : old))
