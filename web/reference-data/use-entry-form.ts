import { useState } from 'react'
import { useSending } from '../staff-ui/use-sending.ts'

/**
 * The form of a dialog that adds or changes one entry: the typed values, the errors, and one save at a time.
 */
export function useEntryForm<Typed extends { name: string; is_active?: boolean }, Answer>({
  initialValues,
  extraFields = [],
  save,
  onSaved,
}: {
  initialValues: Typed
  /** The fields that can show an error, besides the name and the reason. */
  extraFields?: string[]
  save: (typed: Typed & { reason: string }) => Promise<Answer>
  onSaved: (answer: Answer) => void
}) {
  // The server's errors are shown at the fields named here.
  const sending = useSending(['name', ...extraFields, 'reason'])
  const [typed, setTyped] = useState<Typed & { reason: string }>({ ...initialValues, reason: '' })
  const set = (change: Partial<Typed & { reason: string }>) =>
    setTyped((before) => ({ ...before, ...change }))
  const submit = async () => onSaved(await save(typed))
  return { typed, set, sending, errorAt: sending.errorAt, submit }
}
