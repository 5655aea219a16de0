import { useState } from 'react'
import type { DecisionListWhole } from '#contract/staff-decisions.ts'
import { isCallFailed } from '../../call.ts'
import type { Fault } from '../../form/error-summary.tsx'
import { faultsOf, useFaults } from '../form-faults.ts'

type Told = {
  onList: (list: DecisionListWhole, said: string) => void
  /** Somebody was quicker, or what is on the list changed: what they may do now must be looked at. */
  onConflict: (sentence: string) => void
}

type Outcome = { done: boolean; faults: Fault[] }

/** What an officer does to a list: once at a time, with what is refused at its field; nothing that was typed is touched. */
export function useAttempt({ onList, onConflict }: Told) {
  const { faults, round, show, clear, at } = useFaults()
  const [busy, setBusy] = useState(false)
  const run = async (fields: string[], said: string, work: () => Promise<DecisionListWhole>): Promise<Outcome> => {
    if (busy) return { done: false, faults: [] }
    setBusy(true)
    clear()
    try {
      onList(await work(), said)
      return { done: true, faults: [] }
    } catch (error) {
      if (isCallFailed(error) && error.body.code === 'conflict') {
        onConflict(error.message)
        return { done: false, faults: [] }
      }
      const found = faultsOf(error, fields)
      show(found)
      return { done: false, faults: found }
    } finally {
      setBusy(false)
    }
  }
  return { busy, run, faults, round, at, clear }
}
