import { POSITIONS, POSITION_WORDS, type Position } from '#contract/reference-data/words.ts'
import type { ReferenceArea, ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import type { Answered } from '../use-answer.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntry } from './use-entry.ts'
import { usePlaces } from './use-places.ts'

type Props = {
  it: ReferenceArea | undefined
  counties: ReferenceData['counties']
  onClose: () => void
  onLists: (lists: ReferenceData) => void
}

const optionsOf = (answer: Answered<{ code: number; name: string }[]>) =>
  answer.state === 'here' ? answer.data.map(({ code, name }) => [String(code), name] as const) : []
const chosen = (code: string) => (code ? Number(code) : ('' as const))

/** The elected position decides how far down the area goes, and so which places the form needs. */
export function AreaDialog({ it, counties, onClose, onLists }: Props) {
  const start = {
    name: it?.area_name ?? '',
    position_type: it?.position_type ?? ('' as Position | ''),
    county: String(it?.county ?? ''),
    constituency: String(it?.constituency ?? ''),
    ward: String(it?.ward ?? ''),
    is_active: it?.is_active ?? true,
  }
  const entry = useEntry(
    start,
    ['position_type', 'county', 'constituency', 'ward'],
    ({ county, constituency, ward, position_type, is_active, ...rest }) => {
      const body = {
        ...rest,
        position_type: position_type || undefined,
        county: chosen(county),
        constituency: chosen(constituency),
        ward: chosen(ward),
      }
      return it
        ? call('PATCH /api/staff/reference-data/areas/{id}/', {
            params: { id: it.id },
            body: { ...body, is_active },
          })
        : call('POST /api/staff/reference-data/areas/', { body })
    },
    onLists,
  )
  const { typed, set, at } = entry
  const constituencies = usePlaces('county', typed.county)
  const wards = usePlaces('constituency', typed.constituency)
  return (
    <EntryDialog
      title={it?.area_name ?? 'Add a by-election area'}
      entry={entry}
      onClose={onClose}
      jobs={it?.jobs}
    >
      <SelectField
        id="position_type"
        label="Elects"
        options={POSITIONS.map((position) => [position, POSITION_WORDS[position]] as const)}
        value={typed.position_type}
        onValue={(position) => set({ position_type: position as Position | '' })}
        fault={at('position_type')}
      />
      <SelectField
        id="county"
        label="County"
        options={counties.map(({ code, name }) => [String(code), name] as const)}
        value={typed.county}
        onValue={(county) => set({ county, constituency: '', ward: '' })}
        fault={at('county')}
      />
      {(typed.position_type === 'MNA' || typed.position_type === 'MCA') && (
        <SelectField
          id="constituency"
          label="Constituency"
          options={optionsOf(constituencies)}
          empty={typed.county ? 'Choose' : 'Choose a county first'}
          value={typed.constituency}
          onValue={(constituency) => set({ constituency, ward: '' })}
          fault={at('constituency')}
        />
      )}
      {typed.position_type === 'MCA' && (
        <SelectField
          id="ward"
          label="Ward"
          options={optionsOf(wards)}
          empty={typed.constituency ? 'Choose' : 'Choose a constituency first'}
          value={typed.ward}
          onValue={(ward) => set({ ward })}
          fault={at('ward')}
        />
      )}
    </EntryDialog>
  )
}
