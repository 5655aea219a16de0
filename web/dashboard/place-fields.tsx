import { t } from '@lingui/core/macro'
import { Combobox } from '../form/combobox.tsx'
import { useLocations } from '../locations/use-locations.ts'
import type { ProfileDraft } from './profile-draft.ts'

/** The parent of the counties: they lie in no larger place, and their list ignores this number. */
const NO_PARENT = 0

type Props = {
  draft: ProfileDraft
  changeDraft: (change: Partial<ProfileDraft>) => void
  errorAt: (field: string) => string | undefined
}

/** The fields for county, constituency and ward. A new choice empties the fields below it. */
export function PlaceFields({ draft, changeDraft, errorAt }: Props) {
  const counties = useLocations('counties', NO_PARENT)
  const constituencies = useLocations('constituencies', draft.county)
  const wards = useLocations('wards', draft.constituency)
  return (
    <>
      <Combobox
        {...counties}
        id="county"
        label={t`County`}
        plural={t`counties`}
        hint={t`Choose where you live now. Many jobs are for residents only.`}
        value={draft.county}
        onValue={(county) => changeDraft({ county, constituency: undefined, ward: undefined })}
        error={errorAt('county')}
      />
      <Combobox
        {...constituencies}
        id="constituency"
        label={t`Constituency`}
        plural={t`constituencies`}
        largerPlace={draft.county}
        waitsFor={draft.county ? undefined : t`Choose a county first`}
        value={draft.constituency}
        onValue={(constituency) => changeDraft({ constituency, ward: undefined })}
        error={errorAt('constituency')}
      />
      <Combobox
        {...wards}
        id="ward"
        label={t`Ward`}
        plural={t`wards`}
        largerPlace={draft.constituency}
        waitsFor={draft.constituency ? undefined : t`Choose a constituency first`}
        value={draft.ward}
        onValue={(ward) => changeDraft({ ward })}
        error={errorAt('ward')}
      />
    </>
  )
}
