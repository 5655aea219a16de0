import { t } from '@lingui/core/macro'
import { REFERENCE_DATA } from '#contract/staff/limits.ts'
import type { ReferenceLevel, ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntry } from './use-entry.ts'

type Props = {
  level: ReferenceLevel | undefined
  levels: ReferenceLevel[]
  onClose: () => void
  onLists: (lists: ReferenceData) => void
}

/** Instead of an id: there is no level below. */
const NO_LEVEL = 0

/** The id of the level directly below; `NO_LEVEL` for the lowest. */
const idBelow = (levels: ReferenceLevel[], level: ReferenceLevel | undefined) => {
  // The levels are in order, the lowest first. A new one is added at the top.
  const rank = level ? levels.findIndex(({ id }) => id === level.id) : levels.length
  return levels[rank - 1]?.id ?? NO_LEVEL
}

/** The dialog that changes a qualification level, or adds one if `level` is undefined. */
export function LevelDialog({ level, levels, onClose, onLists }: Props) {
  const currentBelow = idBelow(levels, level)
  const initialValues = {
    name: level?.name ?? '',
    short_name: level?.short_name ?? '',
    is_active: level?.is_active ?? true,
    /** Named as in the call: this level ranks directly above the one with this id. */
    above: currentBelow,
  }
  const entry = useEntry({
    initialValues,
    extraFields: ['short_name', 'above'],
    // To be the lowest, a changed level sends 0 (`NO_LEVEL`), and a new one ''. Without `above`, a changed
    // level keeps its rank.
    save: ({ above, is_active, ...body }) =>
      level
        ? call('PATCH /api/staff/reference-data/levels/{id}/', {
            params: { id: level.id },
            body: { ...body, is_active, ...(above === currentBelow ? {} : { above }) },
          })
        : call('POST /api/staff/reference-data/levels/', { body: { ...body, above: above || '' } }),
    onSaved: onLists,
  })
  const { typed, set, errorAt } = entry
  return (
    <EntryDialog title={level?.name ?? t`Add a level`} entry={entry} onClose={onClose} jobs={level?.jobs}>
      <TextField
        id="short_name"
        label={t`Short name`}
        hint={t`For tables and cards.`}
        autoComplete="off"
        maxLength={REFERENCE_DATA.maxShortName}
        value={typed.short_name}
        onValue={(short_name) => set({ short_name })}
        error={errorAt('short_name')}
      />
      <SelectField
        id="above"
        label={t`Ranks directly above`}
        hint={level && t`Only while no application uses it.`}
        empty=""
        options={[
          [String(NO_LEVEL), t`Nothing: it is the lowest`],
          ...levels.filter(({ id }) => id !== level?.id).map(({ id, name }) => [String(id), name] as const),
        ]}
        value={String(typed.above)}
        onValue={(above) => set({ above: Number(above) })}
        error={errorAt('above')}
      />
    </EntryDialog>
  )
}
