import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatNumber } from '../ui/card.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { stepAt, stepsOf } from '#contract/locations/county-map.ts'
import { COUNTY_MAP, COUNTY_PATHS } from '#contract/locations/county-paths.ts'
import type { PlaceSums } from '#contract/reports/endpoints.ts'
import { nearestCounty, DIRECTIONS } from './nearest-county.ts'
import { STAGE_WORDS, type SummedStage } from './stage-words.ts'

/** The space around the map, so that its outer lines are not cut. */
const MAP_MARGIN = 3

type Props = {
  counties: PlaceSums[]
  stage: SummedStage
  /** The code of the county whose row of the table is open. */
  openCode: number | undefined
  /** The address of the page with this county open, or with none. */
  addressOf: (code: number | undefined) => string
}

const VIEW_BOX = [
  -MAP_MARGIN,
  -MAP_MARGIN,
  COUNTY_MAP.width + 2 * MAP_MARGIN,
  COUNTY_MAP.height + 2 * MAP_MARGIN,
].join(' ')

const Swatch = ({ shade }: { shade: number }) => (
  <svg className={`reports-swatch is-step${shade}`} viewBox="0 0 10 10" aria-hidden="true">
    <rect x=".5" y=".5" width="9" height="9" />
  </svg>
)

/** The numbers of a shade in words: from `least` to below the next shade. The darkest has no end. */
const stepWords = (least: number, nextLeast: number | undefined) => {
  if (nextLeast === undefined) return t`${formatNumber(least)} and more`
  return nextLeast - 1 === least
    ? formatNumber(least)
    : t`${formatNumber(least)} to ${formatNumber(nextLeast - 1)}`
}

/**
 * Says what each shade of the map means, the lightest first. Shades differ in brightness, and each county
 * also shows its number.
 */
const Legend = ({ shadeSteps }: { shadeSteps: number[] }) => (
  <ul className="reports-legend tiny" aria-label={t`Shades of the map`}>
    <li>
      <Swatch shade={0} /> <Trans>None</Trans>
    </li>
    {shadeSteps.map((least, index) => {
      const nextLeast = shadeSteps[index + 1]
      return (
        <li key={least} className="num">
          <Swatch shade={index + 1} /> {stepWords(least, nextLeast)}
        </li>
      )
    })}
  </ul>
)

const countyWords = (county: PlaceSums, stage: SummedStage) =>
  `${county.name}: ${formatNumber(county[stage])} ${STAGE_WORDS[stage].toLowerCase()}`

type ShownProps = { county: PlaceSums | undefined; stage: SummedStage }

/** The number of the county that is pointed at or open. On the map, the label of each county says it too. */
const ShownCounty = ({ county, stage }: ShownProps) => (
  <p className="reports-message small" aria-hidden="true">
    {county ? (
      <b>{countyWords(county, stage)}</b>
    ) : (
      t`Point at a county to see its number. Press it for its constituencies.`
    )}
  </p>
)

/**
 * The counties as a map: one tab stop, from which arrow keys lead to the neighbours. Each county opens its
 * row of the table.
 */
export function CountyMap({ counties, stage, openCode, addressOf }: Props) {
  const map = useRef<SVGSVGElement>(null)
  // The county under the pointer, or else the county that just got the focus.
  const [pointedCode, setPointedCode] = useState<number>()
  const [focusedCode, setFocusedCode] = useState<number>()
  // The smallest count of each shade, in rising order. `stepAt` gives the shade of a count, and 0 for none.
  const shadeSteps = stepsOf(Math.max(...counties.map((county) => county[stage])))
  const tabStopCode = focusedCode ?? openCode ?? counties[0]?.code
  const shown = counties.find(({ code }) => code === (pointedCode ?? openCode))
  const moveFocus = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    if (!direction || tabStopCode === undefined) return
    event.preventDefault()
    map.current?.querySelector<SVGAElement>(`[data-code="${nearestCounty(tabStopCode, direction)}"]`)?.focus()
  }
  return (
    <div>
      <svg
        ref={map}
        className="reports-map"
        viewBox={VIEW_BOX}
        role="group"
        aria-label={t`Map of the counties: ${STAGE_WORDS[stage].toLowerCase()}. Arrow keys move between counties.`}
      >
        {counties.map((county) => (
          <Link
            key={county.code}
            to={addressOf(county.code === openCode ? undefined : county.code)}
            data-code={county.code}
            className={`is-step${stepAt(shadeSteps, county[stage])}`}
            aria-label={countyWords(county, stage)}
            aria-expanded={county.code === openCode}
            tabIndex={county.code === tabStopCode ? 0 : -1}
            onFocus={() => {
              setFocusedCode(county.code)
              setPointedCode(county.code)
            }}
            onBlur={() => setPointedCode(undefined)}
            onKeyDown={moveFocus}
            onPointerEnter={() => setPointedCode(county.code)}
            onPointerLeave={() => setPointedCode(undefined)}
            preventScrollReset
            replace
          >
            <path d={COUNTY_PATHS[county.code]} />
          </Link>
        ))}
        {shown && <path className="is-chosen-county" d={COUNTY_PATHS[shown.code]} aria-hidden="true" />}
      </svg>
      <ShownCounty county={shown} stage={stage} />
      <Legend shadeSteps={shadeSteps} />
    </div>
  )
}
