import type { FormEvent, ReactNode } from 'react'
import { LOOKUPS } from '#contract/limits.ts'
import { ErrorSummary, type Fault } from '../../form/error-summary.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField } from '../area-field.tsx'

type Props = {
  title: string
  entry: {
    typed: { reason: string }
    set: (change: { reason: string }) => void
    faults: Fault[]
    round: number
    at: (field: string) => string | undefined
    busy: boolean
    submit: (event: FormEvent) => Promise<void>
  }
  /** Whether it is offered, where that can be switched. */
  active?: { value: boolean; onValue: (value: boolean) => void; jobs: number } | undefined
  onClose: () => void
  children: ReactNode
}

/** Where an entry of a list is written: its own fields, whether it is offered, and why. */
export function EntryDialog({ title, entry, active, onClose, children }: Props) {
  const { typed, set, faults, round, at, busy, submit } = entry
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="entry" aria-disabled={busy}>
            {busy ? 'Saving...' : 'Save'}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <form id="entry" onSubmit={(event) => void submit(event)} noValidate method="dialog">
        <ErrorSummary faults={faults} round={round} />
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
          fault={at('reason')}
        />
      </form>
    </Dialog>
  )
}
