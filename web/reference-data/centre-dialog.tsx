import { REFERENCE_DATA } from '#contract/staff/limits.ts'
import type { ReferenceCentre, ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntry } from './use-entry.ts'

type Props = {
  it: ReferenceCentre | undefined
  counties: ReferenceData['counties']
  onClose: () => void
  onLists: (lists: ReferenceData) => void
}

export function CentreDialog({ it, counties, onClose, onLists }: Props) {
  const start = {
    name: it?.name ?? '',
    location: it?.location ?? '',
    county: String(it?.county ?? ''),
    is_active: it?.is_active ?? true,
  }
  const entry = useEntry(
    start,
    ['location', 'county'],
    ({ county, is_active, ...rest }) => {
      const body = { ...rest, county: county ? Number(county) : ('' as const) }
      return it
        ? call('PATCH /api/staff/reference-data/centres/{id}/', {
            params: { id: it.id },
            body: { ...body, is_active },
          })
        : call('POST /api/staff/reference-data/centres/', { body })
    },
    onLists,
  )
  const { typed, set, at } = entry
  return (
    <EntryDialog title={it?.name ?? 'Add a Huduma centre'} entry={entry} onClose={onClose} jobs={it?.jobs}>
      <TextField
        id="location"
        label="Where it is"
        autoComplete="off"
        maxLength={REFERENCE_DATA.maxName}
        value={typed.location}
        onValue={(location) => set({ location })}
        fault={at('location')}
      />
      <SelectField
        id="county"
        label="County"
        options={counties.map(({ code, name }) => [String(code), name] as const)}
        value={typed.county}
        onValue={(county) => set({ county })}
        fault={at('county')}
      />
    </EntryDialog>
  )
}
