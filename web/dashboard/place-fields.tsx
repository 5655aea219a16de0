import { t } from '@lingui/core/macro'
import { Combobox } from '../form/combobox.tsx'
import { useLocations } from '../form/use-locations.ts'
import type { ProfileDraft } from './profile-draft.ts'

/** The parent of the counties: they lie in no larger place, and their list ignores this number. */
const NO_PARENT = 0

type Props = {
  draft: ProfileDraft
  change: (change: Partial<ProfileDraft>) => void
  errorAt: (field: string) => string | undefined
}

/**
 * The fields for county, constituency and ward. A new choice empties the fields below it. `under`: the place
 * whose parts are listed. `waitsFor`: shown while that place is not chosen.
 */
export function PlaceFields({ draft, change, errorAt }: Props) {
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
        onValue={(county) => change({ county, constituency: undefined, ward: undefined })}
        error={errorAt('county')}
      />
      <Combobox
        {...constituencies}
        id="constituency"
        label={t`Constituency`}
        plural={t`constituencies`}
        under={draft.county}
        waitsFor={draft.county ? undefined : t`Choose a county first`}
        value={draft.constituency}
        onValue={(constituency) => change({ constituency, ward: undefined })}
        error={errorAt('constituency')}
      />
      <Combobox
        {...wards}
        id="ward"
        label={t`Ward`}
        plural={t`wards`}
        under={draft.constituency}
        waitsFor={draft.constituency ? undefined : t`Choose a constituency first`}
        value={draft.ward}
        onValue={(ward) => change({ ward })}
        error={errorAt('ward')}
      />
    </>
  )
}
