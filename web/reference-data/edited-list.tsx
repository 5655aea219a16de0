import { type ReactNode, useState } from 'react'
import type { ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import type { Column } from '../staff-ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListTable } from './list-table.tsx'

type DialogCallbacks = { onClose: () => void; onLists: (lists: ReferenceData) => void }
type Props<T> = {
  label: string
  /** The label of the button that adds an entry to the list; absent if none can be added. */
  addLabel?: string
  emptyWords: string
  entries: T[]
  nameOf: (entry: T) => string
  /** The columns of the list after the name of an entry. */
  columns: readonly Column<T>[]
  /** The dialog for an entry; undefined for a new one. */
  dialog: (entry: T | undefined, callbacks: DialogCallbacks) => ReactNode
  /** Called when a press opens the dialog for an entry. */
  onOpen?: (entry: T | undefined) => void
  onLists: (lists: ReferenceData) => void
}

/** A list whose entries are changed in a dialog. The dialog closes when the changed lists arrive. */
export function EditedList<T extends { id: number; is_active: boolean }>({
  label,
  addLabel,
  emptyWords,
  entries,
  nameOf,
  columns,
  dialog,
  onOpen,
  onLists,
}: Props<T>) {
  // The open dialog. Undefined: none is open. If its `entry` is undefined, the dialog adds a new one.
  const [editing, setEditing] = useState<{ entry: T | undefined }>()
  const openDialog = (entry: T | undefined) => {
    onOpen?.(entry)
    setEditing({ entry })
  }
  const onClose = () => setEditing(undefined)
  return (
    <>
      {addLabel && (
        <p className="mb4">
          <button className="btn btn-small" type="button" onClick={() => openDialog(undefined)}>
            <Icon name="plus" size="icon-small" /> {addLabel}
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
        onEdit={openDialog}
        emptyWords={emptyWords}
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
