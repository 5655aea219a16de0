import type { ReactNode } from 'react'
import { LOOKUPS } from '#contract/limits.ts'
import { AreaField } from '../area-field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import type { useEntry } from './use-entry.ts'

type Props = {
  title: string
  entry: Pick<ReturnType<typeof useEntry<object, unknown>>, 'typed' | 'set' | 'sending' | 'submit'>
  /** Whether it is offered, where that can be switched. */
  active?: { value: boolean; onValue: (value: boolean) => void; jobs: number } | undefined
  onClose: () => void
  children: ReactNode
}

/** Where an entry of a list is written: its own fields, whether it is offered, and why. */
export function EntryDialog({ title, entry, active, onClose, children }: Props) {
  const { typed, set, sending, submit } = entry
  return (
    <FormDialog title={title} sending={sending} act="Save" onSend={submit} onClose={onClose}>
      {children}
      {active && (
        <div className="field">
          <label className="st-check">
            <input type="checkbox" checked={active.value} onChange={(event) => active.onValue(event.target.checked)} /> Offered to choose from
          </label>
          {!active.value && (
            <p className="hint">
              It vanishes from every form at once. What was sent with it keeps it.
              {active.jobs > 0 && ` ${active.jobs} ${active.jobs === 1 ? 'job names' : 'jobs name'} it.`}
            </p>
          )}
        </div>
      )}
      <AreaField
        id="reason"
        label="Why"
        hint="The log keeps it."
        rows={2}
        maxLength={LOOKUPS.maxReason}
        value={typed.reason}
        onValue={(reason) => set({ reason })}
        fault={sending.at('reason')}
      />
    </FormDialog>
  )
}
