import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { stepAt, stepsOf } from '#contract/locations/county-map.ts'
import { COUNTY_MAP, COUNTY_PATHS } from '#contract/locations/county-paths.ts'
import type { PlaceSums } from '#contract/reports/endpoints.ts'
import { many } from './bar.tsx'
import { nearestCounty, WAYS } from './nearest-county.ts'
import { STAGE_WORDS, type SummedStage } from './stage-words.ts'

type Props = {
  counties: PlaceSums[]
  by: SummedStage
  open: number | undefined
  to: (code: number | undefined) => string
}

const Swatch = ({ step }: { step: number }) => (
  <svg className={`fi-swatch is-step${step}`} viewBox="0 0 10 10" aria-hidden="true">
    <rect x=".5" y=".5" width="9" height="9" />
  </svg>
)

const stepWords = (from: number, next: number | undefined) => {
  if (next === undefined) return `${many(from)} and more`
  return next - 1 === from ? many(from) : `${many(from)} to ${many(next - 1)}`
}

/**
 * The meaning of each shade, the lightest first. Shades differ in brightness, and each county also says its
 * number.
 */
const Legend = ({ steps }: { steps: number[] }) => (
  <ul className="fi-legend tiny" aria-label="Shades of the map">
    <li>
      <Swatch step={0} /> None
    </li>
    {steps.map((from, index) => {
      const next = steps[index + 1]
      return (
        <li key={from} className="num">
          <Swatch step={index + 1} /> {stepWords(from, next)}
        </li>
      )
    })}
  </ul>
)

/**
 * The counties as a map: one tab stop, from which arrow keys lead to the neighbours. Each county opens its
 * row of the table.
 */
export function CountyMap({ counties, by, open, to }: Props) {
  const map = useRef<SVGSVGElement>(null)
  const [pointed, setPointed] = useState<number>()
  const [left, setLeft] = useState<number>()
  const steps = stepsOf(Math.max(...counties.map((county) => county[by])))
  const stop = left ?? open ?? counties[0]?.code
  const shown = counties.find(({ code }) => code === (pointed ?? open))
  const saying = (county: PlaceSums) => `${county.name}: ${many(county[by])} ${STAGE_WORDS[by].toLowerCase()}`
  const press = (event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (!way || stop === undefined) return
    event.preventDefault()
    map.current?.querySelector<SVGAElement>(`[data-code="${nearestCounty(stop, way)}"]`)?.focus()
  }
  return (
    <div>
      <svg
        ref={map}
        className="fi-map"
        viewBox={`-3 -3 ${COUNTY_MAP.width + 6} ${COUNTY_MAP.height + 6}`}
        role="group"
        aria-label={`Map of the counties: ${STAGE_WORDS[by].toLowerCase()}. Arrow keys move between counties.`}
      >
        {counties.map((county) => (
          <Link
            key={county.code}
            to={to(county.code === open ? undefined : county.code)}
            data-code={county.code}
            className={`is-step${stepAt(steps, county[by])}`}
            aria-label={saying(county)}
            aria-expanded={county.code === open}
            tabIndex={county.code === stop ? 0 : -1}
            onFocus={() => {
              setLeft(county.code)
              setPointed(county.code)
            }}
            onBlur={() => setPointed(undefined)}
            onKeyDown={press}
            onPointerEnter={() => setPointed(county.code)}
            onPointerLeave={() => setPointed(undefined)}
            preventScrollReset
            replace
          >
            <path d={COUNTY_PATHS[county.code]} />
          </Link>
        ))}
        {shown && <path className="is-at" d={COUNTY_PATHS[shown.code]} aria-hidden="true" />}
      </svg>
      <p className="fi-message small" aria-hidden="true">
        {shown ? (
          <b>{saying(shown)}</b>
        ) : (
          'Point at a county to see its number. Press it for its constituencies.'
        )}
      </p>
      <Legend steps={steps} />
    </div>
  )
}
