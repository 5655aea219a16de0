import { REFERENCE_LIST_WORDS, POSITION_WORDS } from '#contract/reference-data/words.ts'
import type { ReferenceArea, ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { AreaDialog } from './area-dialog.tsx'
import { CentreDialog } from './centre-dialog.tsx'
import { EditedList } from './edited-list.tsx'
import { LevelDialog } from './level-dialog.tsx'
import { TypeDialog } from './type-dialog.tsx'

type Props = { lists: ReferenceData; onLists: (lists: ReferenceData) => void }

/** In order of rank, lowest first. */
export const Levels = ({ lists, onLists }: Props) => (
  <EditedList
    label={REFERENCE_LIST_WORDS.levels}
    add="Add a level"
    heads={['Name', 'Short name', 'Required by jobs']}
    none="There is no level yet."
    entries={lists.levels}
    row={(it) => [it.name, it.short_name, it.jobs]}
    dialog={(it, saving) => <LevelDialog it={it} levels={lists.levels} {...saving} />}
    onLists={onLists}
  />
)

export const Centres = ({ lists, onLists }: Props) => (
  <EditedList
    label={REFERENCE_LIST_WORDS.centres}
    add="Add a centre"
    heads={['Name', 'Where', 'County', 'Named by jobs']}
    none="There is no centre yet."
    entries={lists.centres}
    row={(it) => [it.name, it.location, it.county_name, it.jobs]}
    dialog={(it, saving) => <CentreDialog it={it} counties={lists.counties} {...saving} />}
    onLists={onLists}
  />
)

const within = (referenceArea: ReferenceArea) =>
  [referenceArea.ward_name, referenceArea.constituency_name, referenceArea.county_name]
    .filter(Boolean)
    .join(', ')

export const Areas = ({ lists, onLists }: Props) => (
  <EditedList
    label={REFERENCE_LIST_WORDS.areas}
    add="Add an area"
    heads={['Name', 'Elects', 'Part of', 'Named by jobs']}
    none="There is no area yet."
    entries={lists.areas}
    row={(it) => [it.area_name, POSITION_WORDS[it.position_type], within(it), it.jobs]}
    dialog={(it, saving) => <AreaDialog it={it} counties={lists.counties} {...saving} />}
    onLists={onLists}
  />
)

/** Their codes and their number are fixed. */
export const Types = ({ lists, onLists }: Props) => (
  <EditedList
    label={REFERENCE_LIST_WORDS.types}
    heads={['Name', 'Code', 'Jobs']}
    none="There is no type."
    entries={lists.types}
    row={(it) => [it.name, it.code, it.jobs]}
    dialog={(it, saving) => it && <TypeDialog it={it} {...saving} />}
    onLists={onLists}
  />
)
