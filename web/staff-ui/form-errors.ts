import { useEffect, useState } from 'react'
import { firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'

const LOST = 'No reply from the server. Please check the connection and try again.'

/** The errors of a refused call: each at its field if that is in `fields`, else for the whole form. */
export function formErrors(error: unknown, fields: string[]): FieldError[] {
  if (!isCallFailed(error) || error.status === 0) return [{ sentence: LOST }]
  const atFields = fields.flatMap((field) => {
    const sentence = firstOf(error.body, [field])
    return sentence ? [{ field, sentence }] : []
  })
  return atFields.length > 0
    ? atFields
    : [{ sentence: firstOf(error.body, ['non_field_errors', 'message']) ?? LOST }]
}

/**
 * The fields changed since these errors; they are not marked any more. A field is found by its id, whatever
 * element it is.
 */
function useChangedFields(faults: FieldError[]): [fields: string[], mark: (fields: string[]) => void] {
  const [changed, setChanged] = useState<{ of: FieldError[]; fields: string[] }>({ of: faults, fields: [] })
  const mark = (fields: string[]) =>
    setChanged((before) => ({
      of: faults,
      fields: [...(before.of === faults ? before.fields : []), ...fields],
    }))
  useEffect(() => {
    if (faults.length === 0) return
    const onInput = ({ target }: Event) => {
      const box = (target as Element).closest('.field') ?? (target as Element)
      const found = faults.flatMap(({ field }) => {
        const part = field && document.getElementById(field)
        return part && (box === part || box.contains(part) || part.contains(box)) ? [field] : []
      })
      if (found.length > 0) mark(found)
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it changes with the faults alone
  }, [faults])
  return [changed.of === faults ? changed.fields : [], mark]
}

/** A form's errors: in its summary, which takes the focus each time, and at each field until that changes. */
export function useFieldErrors() {
  const [faults, setFaults] = useState<FieldError[]>([])
  const [round, setRound] = useState(0)
  const [changed, markChanged] = useChangedFields(faults)
  return {
    faults,
    round,
    show(found: FieldError[]) {
      setFaults(found)
      setRound((before) => before + 1)
    },
    clear: () => setFaults([]),
    /** For changes without an event of their own: a paste into an editor, a button that ticks all. */
    changed: (fields: string[]) => faults.length > 0 && markChanged(fields),
    at: (field: string) =>
      changed.includes(field) ? undefined : faults.find((fault) => fault.field === field)?.sentence,
  }
}
