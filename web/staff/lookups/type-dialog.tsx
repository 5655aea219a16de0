import { LOOKUPS } from '#contract/limits.ts'
import type { Lookups, LookupType } from '#contract/staff-lookups.ts'
import { call } from '../../api.ts'
import { TextField } from '../../form/field.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntry } from './use-entry.ts'

type Props = { it: LookupType; onClose: () => void; onLists: (lists: Lookups) => void }

export function TypeDialog({ it, onClose, onLists }: Props) {
  const { id, name, is_active, jobs } = it
  const entry = useEntry({ name, is_active }, ['name'], (body) => call('PATCH /api/staff/lookups/types/{id}/', { params: { id }, body }), onLists)
  const { typed, set, at } = entry
  return (
    <EntryDialog title={name} entry={entry} onClose={onClose} active={{ value: typed.is_active, onValue: (is_active) => set({ is_active }), jobs }}>
      <TextField
        id="name"
        label="Name"
        autoComplete="off"
        maxLength={LOOKUPS.maxName}
        value={typed.name}
        onValue={(name) => set({ name })}
        fault={at('name')}
      />
    </EntryDialog>
  )
}
