import { type ReactNode, useState } from 'react'
import type { ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { Icon } from '../ui/icon.tsx'
import { ListTable } from './list-table.tsx'

type Saving = { onClose: () => void; onLists: (lists: ReferenceData) => void }
type Props<It> = {
  label: string
  /** The words of the button that adds an entry; absent when none can be added. */
  add?: string
  heads: string[]
  none: string
  entries: It[]
  /** The cells of a row, the name first. */
  row: (it: It) => [name: string, ...cells: ReactNode[]]
  /** The dialog for an entry; undefined for a new one. */
  dialog: (it: It | undefined, saving: Saving) => ReactNode
  onLists: (lists: ReferenceData) => void
}

/** A list whose entries are changed in a dialog. It closes when the new lists arrive. */
export function EditedList<It extends { id: number; is_active: boolean }>({
  label,
  add,
  heads,
  none,
  entries,
  row,
  dialog,
  onLists,
}: Props<It>) {
  const [editing, edit] = useState<{ it: It | undefined }>()
  const onClose = () => edit(undefined)
  return (
    <>
      {add && (
        <p className="mb4">
          <button className="btn btn-s" type="button" onClick={() => edit({ it: undefined })}>
            <Icon name="plus" size="i-s" /> {add}
          </button>
        </p>
      )}
      <ListTable
        label={label}
        heads={heads}
        none={none}
        rows={entries.map((it) => {
          const [name, ...cells] = row(it)
          return { id: it.id, name, cells, off: !it.is_active, onEdit: () => edit({ it }) }
        })}
      />
      {editing &&
        dialog(editing.it, {
          onClose,
          onLists: (changed) => {
            onClose()
            onLists(changed)
          },
        })}
    </>
  )
}
