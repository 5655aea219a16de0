import { t } from '@lingui/core/macro'
import { POSITIONS, POSITION_WORDS, type Position } from '#contract/reference-data/words.ts'
import type { ReferenceArea, ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { useRetry } from '../loaded.ts'
import { SelectField } from '../form/choices.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntryForm } from './use-entry-form.ts'
import type { AreaPlaces } from './use-places.ts'

type Props = {
  area: ReferenceArea | undefined
  counties: ReferenceData['counties']
  places: AreaPlaces
  onClose: () => void
  onLists: (lists: ReferenceData) => void
}

const optionsOf = (places: { code: number; name: string }[] = []) =>
  places.map(({ code, name }) => [String(code), name] as const)
/** The server treats an empty code as no code. */
const codeOrEmpty = (code: string) => (code ? Number(code) : ('' as const))

const initialValues = (area: ReferenceArea | undefined) => ({
  name: area?.area_name ?? '',
  position_type: area?.position_type ?? ('' as Position | ''),
  county: String(area?.county ?? ''),
  constituency: String(area?.constituency ?? ''),
  ward: String(area?.ward ?? ''),
  is_active: area?.is_active ?? true,
})

type Typed = ReturnType<typeof initialValues> & { reason: string }

/** Adds or changes the area. A new area is always active, so only a change sends `is_active`. */
const saveArea = (
  area: ReferenceArea | undefined,
  { county, constituency, ward, position_type, is_active, ...rest }: Typed,
) => {
  const body = {
    ...rest,
    position_type: position_type || undefined,
    county: codeOrEmpty(county),
    constituency: codeOrEmpty(constituency),
    ward: codeOrEmpty(ward),
  }
  return area
    ? call('PATCH /api/staff/reference-data/areas/{id}/', {
        params: { id: area.id },
        body: { ...body, is_active },
      })
    : call('POST /api/staff/reference-data/areas/', { body })
}

/** The functions that choose a county or a constituency, and load the places inside it. */
function usePlaceChoice({ constituencies, wards }: AreaPlaces, set: (change: Partial<Typed>) => void) {
  useRetry(constituencies.error, constituencies.repeat)
  useRetry(wards.error, wards.repeat)
  const chooseConstituency = (constituency: string) => {
    set({ constituency, ward: '' })
    wards.load(constituency)
  }
  const chooseCounty = (county: string) => {
    set({ county })
    constituencies.load(county)
    chooseConstituency('')
  }
  return { chooseCounty, chooseConstituency }
}

/**
 * The dialog that changes a by-election area, or adds one if `area` is undefined. The elected position
 * decides which places the form needs. A senator has a county, an MNA (National Assembly) a constituency, and
 * an MCA (County Assembly) a ward.
 */
export function AreaDialog({ area, counties, places, onClose, onLists }: Props) {
  const form = useEntryForm({
    initialValues: initialValues(area),
    extraFields: ['position_type', 'county', 'constituency', 'ward'],
    save: (typed) => saveArea(area, typed),
    onSaved: onLists,
  })
  const { typed, set, errorAt } = form
  const { chooseCounty, chooseConstituency } = usePlaceChoice(places, set)
  return (
    <EntryDialog
      title={area?.area_name ?? t`Add a by-election area`}
      form={form}
      onClose={onClose}
      jobs={area?.jobs}
    >
      <SelectField
        id="position_type"
        label={t`Elects`}
        options={POSITIONS.map((position) => [position, POSITION_WORDS[position]] as const)}
        value={typed.position_type}
        onValue={(position) => set({ position_type: choiceFrom(POSITIONS, position) ?? '' })}
        error={errorAt('position_type')}
      />
      <SelectField
        id="county"
        label={t`County`}
        options={optionsOf(counties)}
        value={typed.county}
        onValue={chooseCounty}
        error={errorAt('county')}
      />
      {(typed.position_type === 'MNA' || typed.position_type === 'MCA') && (
        <SelectField
          id="constituency"
          label={t`Constituency`}
          options={optionsOf(places.constituencies.data)}
          empty={typed.county ? t`Choose` : t`Choose a county first`}
          value={typed.constituency}
          onValue={chooseConstituency}
          error={errorAt('constituency')}
        />
      )}
      {typed.position_type === 'MCA' && (
        <SelectField
          id="ward"
          label={t`Ward`}
          options={optionsOf(places.wards.data)}
          empty={typed.constituency ? t`Choose` : t`Choose a constituency first`}
          value={typed.ward}
          onValue={(ward) => set({ ward })}
          error={errorAt('ward')}
        />
      )}
    </EntryDialog>
  )
}
