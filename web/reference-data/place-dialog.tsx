import { t } from '@lingui/core/macro'
import type { ReferencePlace } from '#contract/reference-data/staff-endpoints.ts'
import { call } from '../api.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { useEntryForm } from './use-entry-form.ts'

export type PlaceList = 'counties' | 'constituencies' | 'wards'
type Body = { name: string; reason: string }
/** For each list of places, the call that renames a place. */
const RENAME: Record<PlaceList, (code: number, body: Body) => Promise<ReferencePlace>> = {
  counties: (code, body) =>
    call('PATCH /api/staff/reference-data/counties/{code}/', { params: { code }, body }),
  constituencies: (code, body) =>
    call('PATCH /api/staff/reference-data/constituencies/{code}/', { params: { code }, body }),
  wards: (code, body) => call('PATCH /api/staff/reference-data/wards/{code}/', { params: { code }, body }),
}

type Props = {
  list: PlaceList
  place: ReferencePlace
  onClose: () => void
  onRenamed: (place: ReferencePlace) => void
}

/** The dialog that renames a county, a constituency or a ward. */
export function PlaceDialog({ list, place, onClose, onRenamed }: Props) {
  const form = useEntryForm({
    initialValues: { name: place.name },
    save: (body) => RENAME[list](place.code, body),
    onSaved: onRenamed,
  })
  return (
    <EntryDialog
      title={`${place.name}, ${place.code}`}
      form={form}
      onClose={onClose}
      nameHint={t`Only the name changes. The code and the places in this area stay the same.`}
    />
  )
}
