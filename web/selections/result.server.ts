import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { paths } from '../paths.ts'
import { mapOf } from './map.server.ts'
import { shortfallWords } from './unit-bars.tsx'

type Result = NonNullable<Reply<'GET /api/selections/{id}/results/{run}/'>['result']>
type Unit = Result['units'][number]

/** The name of a unit; a job without areas has one unit. */
export const unitName = ({ name }: Pick<Unit, 'name'>): string => name ?? t`The whole job`

const sum = (units: Unit[], name: 'seats' | 'filled' | 'people') =>
  units.reduce((total, unit) => total + unit[name], 0)

/** Seats and people of each county, in the order of its first unit. */
function countiesOf(units: Unit[]) {
  const codes = new Set(units.flatMap(({ county }) => (county ? [county.code] : [])))
  return [...codes].map((code) => {
    const inCounty = units.filter(({ county }) => county?.code === code)
    return {
      code,
      name: inCounty[0]?.county?.name ?? '',
      seats: sum(inCounty, 'seats'),
      people: sum(inCounty, 'people'),
    }
  })
}

/** A published result with its sums and shortfalls in words. */
export function resultInWords({ job, units: all, files }: Result, run: number) {
  // A county without seats and people says nothing.
  const units = all.filter(({ seats, people }) => seats + people > 0)
  const counties = countiesOf(units)
  return {
    run,
    seats: sum(units, 'seats'),
    filled: sum(units, 'filled'),
    people: sum(units, 'people'),
    counties,
    map: counties.length > 0 ? mapOf(counties.map(({ code }) => code)) : undefined,
    units: units.map((unit) => ({
      number: unit.number,
      name: unitName(unit),
      path: paths.selectionUnit(job.id, run, unit.number),
      seats: unit.seats,
      filled: unit.filled,
      people: unit.people,
      lowest: unit.lowest,
      shortfalls: unit.shortfalls.map(shortfallWords),
    })),
    files: files.filter(({ name }) => !name.startsWith('unit-')),
  }
}
export type ShownResult = ReturnType<typeof resultInWords>
