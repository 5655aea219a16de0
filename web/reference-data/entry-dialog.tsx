import type { ReactNode } from 'react'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import { TextField } from '../form/field.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import type { useSending } from '../staff-ui/use-sending.ts'

type Typed = { name: string; reason: string; is_active?: boolean }
type Props = {
  title: string
  form: {
    typed: Typed
    set: (change: Partial<Typed>) => void
    sending: ReturnType<typeof useSending>
    submit: () => Promise<unknown>
  }
  nameHint?: string
  /** How many jobs use this entry. Absent for a new entry and for a place, which cannot be switched off. */
  jobs?: number | undefined
  onClose: () => void
  children?: ReactNode
}

/** The dialog for a list's entry: its name, its own fields, whether it is active, and the reason. */
export function EntryDialog({ title, form, nameHint, jobs, onClose, children }: Props) {
  const { typed, set, sending, submit } = form
  return (
    <FormDialog title={title} sending={sending} sendLabel={t`Save`} onSend={submit} onClose={onClose}>
      <TextField
        id="name"
        label={t`Name`}
        hint={nameHint}
        autoComplete="off"
        maxLength={REFERENCE_DATA.maxName}
        value={typed.name}
        onValue={(name) => set({ name })}
        error={sending.errorAt('name')}
      />
      {children}
      {jobs !== undefined && (
        <div className="field">
          <label className="st-tick">
            <input
              type="checkbox"
              checked={typed.is_active ?? false}
              onChange={(event) => set({ is_active: event.target.checked })}
            />{' '}
            <Trans>People can choose it</Trans>
          </label>
          {!typed.is_active && (
            <p className="hint">
              <Trans>No form shows this entry any more. Sent applications keep the entry.</Trans>
              {jobs > 0 && ` ${plural(jobs, { one: '# job names it.', other: '# jobs name it.' })}`}
            </p>
          )}
        </div>
      )}
      <TextAreaField
        id="reason"
        label={t`Why`}
        hint={t`The log keeps it.`}
        rows={2}
        maxLength={REFERENCE_DATA.maxReason}
        value={typed.reason}
        onValue={(reason) => set({ reason })}
        error={sending.errorAt('reason')}
      />
    </FormDialog>
  )
}
