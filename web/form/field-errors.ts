import { useEffect, useState } from 'react'
import type { FieldError } from './error-summary.tsx'

/**
 * The ids of the fields that have changed since errors were shown, and a function that adds ids. A changed
 * field no longer shows its error.
 */
function useChangedFields(errors: FieldError[]): [fields: string[], mark: (fields: string[]) => void] {
  const [marked, setMarked] = useState<{ errors: FieldError[]; fields: string[] }>({ errors, fields: [] })
  const mark = (fields: string[]) =>
    setMarked((before) => ({
      errors,
      fields: [...(before.errors === errors ? before.fields : []), ...fields],
    }))
  useEffect(() => {
    if (errors.length === 0) return
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      // The id of a field may be that of its input, of a group of inputs, or of an element inside the box.
      const box = target.closest('.field') ?? target
      const touchedFields = errors.flatMap(({ field }) => {
        const element = field && document.getElementById(field)
        return element && (box.contains(element) || element.contains(box)) ? [field] : []
      })
      if (touchedFields.length > 0) mark(touchedFields)
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `mark` uses only the errors
  }, [errors])
  return [marked.errors === errors ? marked.fields : [], mark]
}

/**
 * A form's errors. The summary shows them all, and each field shows its own until it is changed. `round`
 * counts how often errors were shown, so that the summary takes the focus each time.
 */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldError[]>([])
  const [round, setRound] = useState(0)
  const [changedFields, mark] = useChangedFields(errors)
  return {
    errors,
    round,
    show(found: FieldError[]) {
      setErrors(found)
      setRound((before) => before + 1)
    },
    clear: () => setErrors([]),
    /** Removes the errors of these fields from the summary too. */
    drop: (fields: string[]) =>
      setErrors((before) => before.filter(({ field }) => field === undefined || !fields.includes(field))),
    /**
     * Marks fields as changed that fire no event of their own, such as boxes that a button ticks all at once.
     */
    markChanged: (fields: string[]) => errors.length > 0 && mark(fields),
    errorAt: (field: string) =>
      changedFields.includes(field) ? undefined : errors.find((error) => error.field === field)?.sentence,
  }
}
