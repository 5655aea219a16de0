import { useState } from 'react'
import { useSending } from '../staff-ui/use-sending.ts'

/**
 * The state of a dialog that adds or changes one entry: the typed values, the errors, and one save at a time.
 */
export function useEntry<Typed extends { name: string; is_active?: boolean }, Answer>(
  initialValues: Typed,
  fields: string[],
  save: (typed: Typed & { reason: string }) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const sending = useSending(['name', ...fields, 'reason'])
  const [typed, setTyped] = useState<Typed & { reason: string }>({ ...initialValues, reason: '' })
  const set = (change: Partial<Typed & { reason: string }>) =>
    setTyped((before) => ({ ...before, ...change }))
  return { typed, set, sending, at: sending.errorAt, submit: async () => onDone(await save(typed)) }
}
