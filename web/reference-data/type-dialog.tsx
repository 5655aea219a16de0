import type { ReferenceData, ReferenceType } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntryForm } from './use-entry-form.ts'

type Props = { type: ReferenceType; onClose: () => void; onLists: (lists: ReferenceData) => void }

/** The dialog that changes the name of a job type, or switches it off. */
export function TypeDialog({ type, onClose, onLists }: Props) {
  const { id, name, is_active, jobs } = type
  const form = useEntryForm({
    initialValues: { name, is_active },
    save: (body) => call('PATCH /api/staff/reference-data/types/{id}/', { params: { id }, body }),
    onSaved: onLists,
  })
  return <EntryDialog title={name} form={form} onClose={onClose} jobs={jobs} />
}
