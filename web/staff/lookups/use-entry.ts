import { useState, type FormEvent } from 'react'
import { faultsOf, useFaults } from '../form-faults.ts'

/** The state of a dialog in which one entry is added or changed: what was typed, what is wrong with it, and that it goes once at a time. */
export function useEntry<Typed, Answer>(
  start: Typed,
  fields: string[],
  send: (typed: Typed & { reason: string }) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const { faults, round, show, clear, at } = useFaults()
  const [typed, setTyped] = useState<Typed & { reason: string }>({ ...start, reason: '' })
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    clear()
    try {
      onDone(await send(typed))
    } catch (error) {
      show(faultsOf(error, [...fields, 'reason']))
      setBusy(false)
    }
  }
  const set = (change: Partial<Typed & { reason: string }>) => setTyped((before) => ({ ...before, ...change }))
  return { typed, set, faults, round, at, busy, submit }
}
