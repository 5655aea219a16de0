import { type ReactNode, useState } from 'react'
import type { ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import type { Column } from '../staff-ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListTable } from './list-table.tsx'

type Saving = { onClose: () => void; onLists: (lists: ReferenceData) => void }
type Props<T> = {
  label: string
  /** The words of the button that adds an entry; absent when none can be added. */
  add?: string
  none: string
  entries: T[]
  nameOf: (entry: T) => string
  /** The columns after the name. */
  columns: readonly Column<T>[]
  /** The dialog for an entry; undefined for a new one. */
  dialog: (entry: T | undefined, saving: Saving) => ReactNode
  onLists: (lists: ReferenceData) => void
}

/** A list whose entries are changed in a dialog. It closes when the new lists arrive. */
export function EditedList<T extends { id: number; is_active: boolean }>({
  label,
  add,
  none,
  entries,
  nameOf,
  columns,
  dialog,
  onLists,
}: Props<T>) {
  const [editing, setEditing] = useState<{ entry: T | undefined }>()
  const onClose = () => setEditing(undefined)
  return (
    <>
      {add && (
        <p className="mb4">
          <button className="btn btn-s" type="button" onClick={() => setEditing({ entry: undefined })}>
            <Icon name="plus" size="i-s" /> {add}
          </button>
        </p>
      )}
      <ListTable
        label={label}
        rows={entries}
        rowKey={({ id }) => id}
        nameOf={nameOf}
        columns={columns}
        isOff={({ is_active }) => !is_active}
        onEdit={(entry) => setEditing({ entry })}
        none={none}
      />
      {editing &&
        dialog(editing.entry, {
          onClose,
          onLists: (changed) => {
            onClose()
            onLists(changed)
          },
        })}
    </>
  )
}
