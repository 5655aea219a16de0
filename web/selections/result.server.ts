import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { Call } from '../call.ts'
import { paths } from '../paths.ts'
import { seatsByCounty } from './map.server.ts'
import { shortfallWords } from './unit-bars.tsx'

type Result = NonNullable<Reply<'GET /api/selections/{id}/results/{run}/'>['result']>
type Unit = Result['units'][number]

/** The name of a unit. A job that has no areas has a single unit. */
export const unitName = ({ name }: Pick<Unit, 'name'>): string => name ?? t`The whole job`

const sum = (units: Unit[], name: 'seats' | 'filled' | 'people') =>
  units.reduce((total, unit) => total + unit[name], 0)

/** Orders units by the code of their county, then by name. */
const byCountyAndName = (left: Unit, right: Unit) =>
  (left.county?.code ?? 0) - (right.county?.code ?? 0) || unitName(left).localeCompare(unitName(right))

/**
 * A published result with its sums and shortfalls in words. A unit is an area in which the legal shares hold.
 * `lowest`: the points of the last person who was taken.
 */
function resultInWords({ job, units: all, counties, files }: Result, run: number) {
  // A unit with neither seats nor people is left out.
  const units = all.filter(({ seats, people }) => seats + people > 0).sort(byCountyAndName)
  return {
    run,
    seats: sum(units, 'seats'),
    filled: sum(units, 'filled'),
    people: sum(units, 'people'),
    counties: counties.length > 0 ? seatsByCounty(counties) : undefined,
    units: units.map((unit) => ({
      number: unit.number,
      name: unitName(unit),
      // If the unit is itself a county, the name of the county is left out.
      county: unit.unit.startsWith('county:') ? undefined : unit.county?.name,
      path: paths.selectionUnit(job.id, run, unit.number),
      seats: unit.seats,
      filled: unit.filled,
      people: unit.people,
      lowest: unit.lowest,
      shortfalls: unit.shortfalls.map(shortfallWords),
    })),
    // A unit's own file is listed on the page of that unit.
    files: files.filter(({ name }) => !name.startsWith('unit-')),
  }
}
export type ShownResult = ReturnType<typeof resultInWords>

/**
 * The last result of a job's newest selection, in words; undefined if there is none. An earlier result is on
 * the page only with its files.
 */
export async function fetchLastResult(
  call: Call,
  id: string,
  [newest]: Reply<'GET /api/selections/{id}/'>['selections'],
) {
  const last = newest?.results.at(-1)
  if (!last) return undefined
  const params = { id, run: String(last.run) }
  const { result } = await call('GET /api/selections/{id}/results/{run}/', { params })
  return result ? resultInWords(result, last.run) : undefined
}
