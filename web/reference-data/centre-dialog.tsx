import { t } from '@lingui/core/macro'
import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import type { ReferenceCentre, ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntryForm } from './use-entry-form.ts'

type Props = {
  centre: ReferenceCentre | undefined
  counties: ReferenceData['counties']
  onClose: () => void
  onLists: (lists: ReferenceData) => void
}

/** The dialog that changes a Huduma centre, or adds one if `centre` is undefined. */
export function CentreDialog({ centre, counties, onClose, onLists }: Props) {
  const initialValues = {
    name: centre?.name ?? '',
    location: centre?.location ?? '',
    county: String(centre?.county ?? ''),
    is_active: centre?.is_active ?? true,
  }
  const form = useEntryForm({
    initialValues,
    extraFields: ['location', 'county'],
    save: ({ county, is_active, ...rest }) => {
      // The server treats an empty code as no code. A new centre is always active.
      const body = { ...rest, county: county ? Number(county) : ('' as const) }
      return centre
        ? call('PATCH /api/staff/reference-data/centres/{id}/', {
            params: { id: centre.id },
            body: { ...body, is_active },
          })
        : call('POST /api/staff/reference-data/centres/', { body })
    },
    onSaved: onLists,
  })
  const { typed, set, errorAt } = form
  return (
    <EntryDialog
      title={centre?.name ?? t`Add a Huduma centre`}
      form={form}
      onClose={onClose}
      jobs={centre?.jobs}
    >
      <TextField
        id="location"
        label={t`Where it is`}
        autoComplete="off"
        maxLength={REFERENCE_DATA.maxName}
        value={typed.location}
        onValue={(location) => set({ location })}
        error={errorAt('location')}
      />
      <SelectField
        id="county"
        label={t`County`}
        options={counties.map(({ code, name }) => [String(code), name] as const)}
        value={typed.county}
        onValue={(county) => set({ county })}
        error={errorAt('county')}
      />
    </EntryDialog>
  )
}
