import { t } from '@lingui/core/macro'
import { REFERENCE_LIST_WORDS, POSITION_WORDS } from '#contract/reference-data/words.ts'
import type {
  ReferenceArea,
  ReferenceCentre,
  ReferenceData,
  ReferenceLevel,
  ReferenceType,
} from '#contract/reference-data/staff-endpoints.ts'
import type { Column } from '../staff-ui/data-table.tsx'
import { AreaDialog } from './area-dialog.tsx'
import { CentreDialog } from './centre-dialog.tsx'
import { EditedList } from './edited-list.tsx'
import { LevelDialog } from './level-dialog.tsx'
import { TypeDialog } from './type-dialog.tsx'
import { useAreaPlaces } from './use-places.ts'

/** All lists as they are now. Each save returns all of them, and `onLists` is called with them. */
type Props = { lists: ReferenceData; onLists: (lists: ReferenceData) => void }

const LEVELS: Column<ReferenceLevel>[] = [
  { header: t`Short name`, cell: ({ short_name }) => short_name },
  { header: t`Required by jobs`, cell: ({ jobs }) => jobs },
]

/** The qualification levels in order of rank, lowest first. */
export const Levels = ({ lists, onLists }: Props) => (
  <EditedList
    label={REFERENCE_LIST_WORDS.levels}
    addLabel={t`Add a level`}
    emptyWords={t`There is no level yet.`}
    entries={lists.levels}
    nameOf={({ name }) => name}
    columns={LEVELS}
    dialog={(level, callbacks) => <LevelDialog level={level} levels={lists.levels} {...callbacks} />}
    onLists={onLists}
  />
)

const CENTRES: Column<ReferenceCentre>[] = [
  { header: t`Where`, cell: ({ location }) => location },
  { header: t`County`, cell: ({ county_name }) => county_name },
  { header: t`Named by jobs`, cell: ({ jobs }) => jobs },
]

/** The Huduma centres. */
export const Centres = ({ lists, onLists }: Props) => (
  <EditedList
    label={REFERENCE_LIST_WORDS.centres}
    addLabel={t`Add a centre`}
    emptyWords={t`There is no centre yet.`}
    entries={lists.centres}
    nameOf={({ name }) => name}
    columns={CENTRES}
    dialog={(centre, callbacks) => <CentreDialog centre={centre} counties={lists.counties} {...callbacks} />}
    onLists={onLists}
  />
)

const AREAS: Column<ReferenceArea>[] = [
  { header: t`Elects`, cell: ({ position_type }) => POSITION_WORDS[position_type] },
  {
    header: t`Part of`,
    cell: ({ ward_name, constituency_name, county_name }) =>
      [ward_name, constituency_name, county_name].filter(Boolean).join(', '),
  },
  { header: t`Named by jobs`, cell: ({ jobs }) => jobs },
]

/** The by-election areas. */
export function Areas({ lists, onLists }: Props) {
  const places = useAreaPlaces()
  return (
    <EditedList
      label={REFERENCE_LIST_WORDS.areas}
      addLabel={t`Add an area`}
      emptyWords={t`There is no area yet.`}
      entries={lists.areas}
      nameOf={({ area_name }) => area_name}
      columns={AREAS}
      dialog={(area, callbacks) => (
        <AreaDialog area={area} counties={lists.counties} places={places} {...callbacks} />
      )}
      onOpen={(area) => {
        places.constituencies.load(String(area?.county ?? ''))
        places.wards.load(String(area?.constituency ?? ''))
      }}
      onLists={onLists}
    />
  )
}

const TYPES: Column<ReferenceType>[] = [
  { header: t`Code`, cell: ({ code }) => code },
  { header: t`Jobs`, cell: ({ jobs }) => jobs },
]

/** The list of job types. Their codes and their number are fixed, so no type can be added. */
export const Types = ({ lists, onLists }: Props) => (
  <EditedList
    label={REFERENCE_LIST_WORDS.types}
    emptyWords={t`There is no type.`}
    entries={lists.types}
    nameOf={({ name }) => name}
    columns={TYPES}
    dialog={(type, callbacks) => type && <TypeDialog type={type} {...callbacks} />}
    onLists={onLists}
  />
)
