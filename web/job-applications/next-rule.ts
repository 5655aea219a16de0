import type { FieldErrors } from '#contract/endpoint.ts'
import { isDeepEqual } from './draft.ts'

/** What the button Next finds on a step that has a list and a form that adds to it (W7). */
export type FormCheck<Entry> =
  /** Nothing is typed in the form, and the list has enough entries. */
  | { is: 'ready' }
  /** The form is complete, so its entry is added to the list. */
  | { is: 'complete'; entry: Entry }
  /** The form is incomplete: its field errors are shown, and the person may discard it. */
  | { is: 'partial'; errors: FieldErrors }
  /** Nothing is typed in the form, and the list has too few entries. `sentence` says so. */
  | { is: 'empty'; sentence: string }

type ListStep<Entry> = {
  form: Entry
  /** The form's content before the person typed: a blank entry, or the list entry that the form changes. */
  untouched: Entry
  list: readonly Entry[]
  minEntries: number
  errorsOf: (entry: Entry) => FieldErrors
  tooFew: string
}

/** The rule for the three lists: typed text is added, or the person is asked. It is never dropped (W7). */
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

/**
 * The list with the form's entry. A changed entry keeps its position. A new entry is added at the end, and so
 * is one whose position no longer exists.
 */
export const withEntry = <Entry>(
  list: readonly Entry[],
  entry: Entry,
  position: number | undefined,
): Entry[] =>
  position === undefined || position >= list.length
    ? [...list, entry]
    : list.map((old, index) => (index === position ? entry : old))
