import { useEffect, useState } from 'react'
import { firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import type { Fault } from '../form/error-summary.tsx'

const LOST = 'Nothing was heard from the server. Please check the connection and try again.'

/** What a refused call says, each sentence at its field if it is one of these, else for the whole form. */
export function faultsOf(error: unknown, fields: string[]): Fault[] {
  if (!isCallFailed(error) || error.status === 0) return [{ sentence: LOST }]
  const atFields = fields.flatMap((field) => {
    const sentence = firstOf(error.body, [field])
    return sentence ? [{ field, sentence }] : []
  })
  return atFields.length > 0 ? atFields : [{ sentence: firstOf(error.body, ['non_field_errors', 'message']) ?? LOST }]
}

/** Which fields of these faults were changed since: they are not marked any more. A field is found by its id, whatever it is made of. */
function useChangedFields(faults: Fault[]): string[] {
  const [changed, setChanged] = useState<{ of: Fault[]; fields: string[] }>({ of: faults, fields: [] })
  useEffect(() => {
    if (faults.length === 0) return
    const onInput = ({ target }: Event) => {
      const box = (target as Element).closest('.field') ?? (target as Element)
      const found = faults.flatMap(({ field }) => {
        const part = field && document.getElementById(field)
        return part && (box === part || box.contains(part) || part.contains(box)) ? [field] : []
      })
      if (found.length > 0) setChanged((before) => ({ of: faults, fields: [...(before.of === faults ? before.fields : []), ...found] }))
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  }, [faults])
  return changed.of === faults ? changed.fields : []
}

/** A form's faults: shown in its summary, which takes the focus each time, and at their fields until these change. */
export function useFaults() {
  const [faults, setFaults] = useState<Fault[]>([])
  const [round, setRound] = useState(0)
  const changed = useChangedFields(faults)
  return {
    faults,
    round,
    show(found: Fault[]) {
      setFaults(found)
      setRound((before) => before + 1)
    },
    clear: () => setFaults([]),
    at: (field: string) => (changed.includes(field) ? undefined : faults.find((fault) => fault.field === field)?.sentence),
  }
}
