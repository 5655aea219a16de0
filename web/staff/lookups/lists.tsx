import { useState } from 'react'
import { LOOKUP_LIST_WORDS, POSITION_WORDS } from '#contract/lookup-words.ts'
import type { LookupArea, LookupCentre, LookupLevel, Lookups, LookupType } from '#contract/staff-lookups.ts'
import { Icon } from '../../ui/icon.tsx'
import { AreaDialog } from './area-dialog.tsx'
import { CentreDialog } from './centre-dialog.tsx'
import { LevelDialog } from './level-dialog.tsx'
import { ListTable, type Row } from './list-table.tsx'
import { TypeDialog } from './type-dialog.tsx'

type Props = { lists: Lookups; onLists: (lists: Lookups) => void }
type Editing<It> = { it: It | undefined }

const Add = ({ words, onClick }: { words: string; onClick: () => void }) => (
  <p className="mb4">
    <button className="btn btn-s" type="button" onClick={onClick}>
      <Icon name="plus" size="i-s" /> {words}
    </button>
  </p>
)
const row = <It extends { id: number; is_active: boolean }>(it: It, name: string, cells: Row['cells'], edit: (editing: Editing<It>) => void): Row => ({
  id: it.id,
  name,
  cells,
  off: !it.is_active,
  onEdit: () => edit({ it }),
})

/** Lowest first, as they rank. */
export function Levels({ lists, onLists }: Props) {
  const [editing, edit] = useState<Editing<LookupLevel>>()
  return (
    <>
      <Add words="Add a level" onClick={() => edit({ it: undefined })} />
      <ListTable
        label={LOOKUP_LIST_WORDS.levels}
        heads={['Name', 'Short name', 'Required by jobs']}
        none="There is no level yet."
        rows={lists.levels.map((it) => row(it, it.name, [it.short_name, it.jobs], edit))}
      />
      {editing && (
        <LevelDialog
          it={editing.it}
          levels={lists.levels}
          onClose={() => edit(undefined)}
          onLists={(changed) => {
            edit(undefined)
            onLists(changed)
          }}
        />
      )}
    </>
  )
}

export function Centres({ lists, onLists }: Props) {
  const [editing, edit] = useState<Editing<LookupCentre>>()
  return (
    <>
      <Add words="Add a centre" onClick={() => edit({ it: undefined })} />
      <ListTable
        label={LOOKUP_LIST_WORDS.centres}
        heads={['Name', 'Where', 'County', 'Named by jobs']}
        none="There is no centre yet."
        rows={lists.centres.map((it) => row(it, it.name, [it.location, it.county_name, it.jobs], edit))}
      />
      {editing && (
        <CentreDialog
          it={editing.it}
          counties={lists.counties}
          onClose={() => edit(undefined)}
          onLists={(changed) => {
            edit(undefined)
            onLists(changed)
          }}
        />
      )}
    </>
  )
}

const within = (it: LookupArea) => [it.ward_name, it.constituency_name, it.county_name].filter(Boolean).join(', ')

export function Areas({ lists, onLists }: Props) {
  const [editing, edit] = useState<Editing<LookupArea>>()
  return (
    <>
      <Add words="Add an area" onClick={() => edit({ it: undefined })} />
      <ListTable
        label={LOOKUP_LIST_WORDS.areas}
        heads={['Name', 'Elected is', 'Lies in', 'Named by jobs']}
        none="There is no area yet."
        rows={lists.areas.map((it) => row(it, it.area_name, [POSITION_WORDS[it.position_type], within(it), it.jobs], edit))}
      />
      {editing && (
        <AreaDialog
          it={editing.it}
          counties={lists.counties}
          onClose={() => edit(undefined)}
          onLists={(changed) => {
            edit(undefined)
            onLists(changed)
          }}
        />
      )}
    </>
  )
}

/** Their codes are fixed, and so is how many there are. */
export function Types({ lists, onLists }: Props) {
  const [editing, edit] = useState<Editing<LookupType>>()
  return (
    <>
      <ListTable
        label={LOOKUP_LIST_WORDS.types}
        heads={['Name', 'Code', 'Jobs']}
        none="There is no type."
        rows={lists.types.map((it) => row(it, it.name, [it.code, it.jobs], edit))}
      />
      {editing?.it && (
        <TypeDialog
          it={editing.it}
          onClose={() => edit(undefined)}
          onLists={(changed) => {
            edit(undefined)
            onLists(changed)
          }}
        />
      )}
    </>
  )
}
