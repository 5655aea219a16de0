import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Areas } from '#contract/staff/endpoints.ts'
import { Combobox } from '../form/combobox.tsx'
import { useLocations } from '../locations/use-locations.ts'

/** The parent of the counties, which is none. Undefined would mean that no parent is chosen yet. */
const NO_PARENT = 0

type Choosing = { value: Areas; onValue: (value: Areas) => void }

/** `remaining`: the chosen areas without the removed one. */
type ChosenArea = { key: string; name: string; remaining: Areas }

const ChosenAreas = ({ areas, onRemove }: { areas: ChosenArea[]; onRemove: (areas: Areas) => void }) =>
  areas.length === 0 ? null : (
    <ul className="mb5">
      {areas.map(({ key, name, remaining }) => (
        <li key={key}>
          {name}{' '}
          <button className="link" type="button" onClick={() => onRemove(remaining)}>
            <Trans>Remove</Trans>
            <span className="sr-only"> {name}</span>
          </button>
        </li>
      ))}
    </ul>
  )

/** While the name of an area is not loaded yet, its number is shown. */
const countyWords = (code: number, name: string | undefined) =>
  name === undefined ? t`County ${code}` : t`${name} County`

const chosenAreas = (
  areas: Areas,
  countyName: (code: number) => string | undefined,
  constituencyName: (code: number) => string | undefined,
): ChosenArea[] => [
  ...areas.counties.map((code) => ({
    key: `county ${code}`,
    name: countyWords(code, countyName(code)),
    remaining: { ...areas, counties: areas.counties.filter((entry) => entry !== code) },
  })),
  ...areas.constituencies.map((code) => ({
    key: `constituency ${code}`,
    name: constituencyName(code) ?? t`Constituency ${code}`,
    remaining: { ...areas, constituencies: areas.constituencies.filter((entry) => entry !== code) },
  })),
]

/** The county and constituency to add, and the areas that are chosen already. */
function useAreaChoice({ value, onValue }: Choosing) {
  const counties = useLocations('counties', NO_PARENT)
  const [county, setCounty] = useState<number>()
  const constituencies = useLocations('constituencies', county)
  const [constituency, setConstituency] = useState<number>()
  // Only constituencies of the chosen county are loaded, so the names of all others are remembered here.
  const [constituencyNames, setConstituencyNames] = useState<Record<number, string>>({})
  const nameOf = (list: { id: number; name: string }[] | undefined, code: number) =>
    list?.find((entry) => entry.id === code)?.name
  const add = () => {
    // If a constituency is chosen, only that area is added. Otherwise the whole county is added.
    if (constituency) {
      const name = nameOf(constituencies.options, constituency) ?? ''
      setConstituencyNames({ ...constituencyNames, [constituency]: name })
      if (!value.constituencies.includes(constituency))
        onValue({ ...value, constituencies: [...value.constituencies, constituency] })
    } else if (county && !value.counties.includes(county))
      onValue({ ...value, counties: [...value.counties, county] })
    setCounty(undefined)
    setConstituency(undefined)
  }
  const chosen = chosenAreas(
    value,
    (code) => nameOf(counties.options, code),
    (code) => constituencyNames[code],
  )
  const chooseCounty = (code: number | undefined) => {
    setCounty(code)
    setConstituency(undefined)
  }
  return { counties, county, chooseCounty, constituencies, constituency, setConstituency, add, chosen }
}

/** A reviewer's areas: whole counties, or constituencies in them. No area means the whole country. */
export function AreasField({ id, ...choosing }: Choosing & { id: string }) {
  const { counties, county, chooseCounty, constituencies, constituency, setConstituency, add, chosen } =
    useAreaChoice(choosing)
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>
        <Trans>
          Only for these areas <span className="opt">(leave empty for the whole country)</span>
        </Trans>
      </legend>
      <ChosenAreas areas={chosen} onRemove={choosing.onValue} />
      <Combobox
        id={`${id}-county`}
        label={t`County`}
        plural={t`counties`}
        options={counties.options}
        retry={counties.retry}
        value={county}
        onValue={chooseCounty}
      />
      <Combobox
        id={`${id}-constituency`}
        label={t`Constituency, or leave it empty for the whole county`}
        plural={t`constituencies`}
        largerPlace={county}
        options={constituencies.options}
        retry={constituencies.retry}
        value={constituency}
        onValue={setConstituency}
        waitsFor={county ? undefined : t`Choose a county first`}
      />
      <p className="mt3">
        <button className="btn btn-2 btn-small" type="button" aria-disabled={!county} onClick={add}>
          <Trans>Add this area</Trans>
        </button>
      </p>
    </fieldset>
  )
}
