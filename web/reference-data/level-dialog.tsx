import { t } from '@lingui/core/macro'
import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import type { ReferenceLevel, ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntryForm } from './use-entry-form.ts'

type Props = {
  level: ReferenceLevel | undefined
  levels: ReferenceLevel[]
  onClose: () => void
  onLists: (lists: ReferenceData) => void
}

/** The call takes this number for the id of the lower level if there is none. */
const NO_LEVEL = 0

/** The id of the level directly below this one; `NO_LEVEL` for the lowest level. */
const idBelow = (levels: ReferenceLevel[], level: ReferenceLevel | undefined) => {
  // The levels are sorted, the lowest first. A new level starts at the top.
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
    /** The level ranks directly above the level with this id. The call has the same name. */
    above: currentBelow,
  }
  const form = useEntryForm({
    initialValues,
    extraFields: ['short_name', 'above'],
    // A changed level becomes the lowest by sending 0 (`NO_LEVEL`), a new one by ''. If a changed level does
    // not send `above`, its rank stays.
    save: ({ above, is_active, ...body }) =>
      level
        ? call('PATCH /api/staff/reference-data/levels/{id}/', {
            params: { id: level.id },
            body: { ...body, is_active, ...(above === currentBelow ? {} : { above }) },
          })
        : call('POST /api/staff/reference-data/levels/', { body: { ...body, above: above || '' } }),
    onSaved: onLists,
  })
  const { typed, set, errorAt } = form
  return (
    <EntryDialog title={level?.name ?? t`Add a level`} form={form} onClose={onClose} jobs={level?.jobs}>
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
