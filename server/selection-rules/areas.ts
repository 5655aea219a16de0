import type { PlaceKind, UnitKind } from '#contract/selection-rules/rule.ts'
import { sql, type Tx } from '../database/connect.ts'

/**
 * An area for which seats may be given, such as `ward:12`, and the unit of each kind that contains it. The
 * shares of gender and disability must hold within a unit. Null: no unit of this kind contains the area.
 */
export type RuleArea = { key: string; name: string; code: number; units: Record<UnitKind, string | null> }

const WHOLE: RuleArea = {
  key: 'job',
  name: 'job',
  code: 0,
  units: { job: 'job', county: null, constituency: null },
}

/** SQL for all areas of a kind, each with its county and its constituency. */
const areasOf = (kind: Exclude<PlaceKind, 'job'>) => {
  if (kind === 'county')
    return sql`select code, name, code as county, null::int as constituency from counties order by code limit 2000`
  return kind === 'constituency'
    ? sql`select code, name, county_code as county, code as constituency from constituencies order by code limit 2000`
    : sql`
      select wards.code, wards.name, constituencies.county_code as county, constituency_code as constituency
      from wards join constituencies on constituencies.code = constituency_code order by wards.code limit 2000`
}

/** Reads all areas of a kind, such as 1,450 wards; there are fewer counties and constituencies. */
export async function readAreas(tx: Tx, kind: PlaceKind): Promise<RuleArea[]> {
  if (kind === 'job') return [WHOLE]
  type Row = { code: number; name: string; county: number; constituency: number | null }
  const rows = await tx.rows<Row>(areasOf(kind))
  return rows.map(({ code, name, county, constituency }) => ({
    key: `${kind}:${code}`,
    name,
    code,
    units: {
      job: 'job',
      county: `county:${county}`,
      constituency: constituency === null ? null : `constituency:${constituency}`,
    },
  }))
}

/** Finds the unit of this kind that contains a place; undefined for a place that does not exist. */
export function unitFinder(areas: RuleArea[], unitKind: UnitKind) {
  const units = new Map(areas.map(({ key, units: unitsOfPlace }) => [key, unitsOfPlace[unitKind]]))
  return (key: string): string | undefined => units.get(key) ?? undefined
}

/** Finds the keys of the places with a code or a name, as a person types it. Several may share a name. */
export function placeFinder(areas: RuleArea[]) {
  const byCode = new Map(areas.map(({ key, code }) => [String(code), key]))
  const byName = Map.groupBy(areas, ({ name }) => name.toLowerCase())
  return (typed: string): string[] => {
    // A code may be typed with zeros before it: `0047` finds 47.
    const ofCode = byCode.get(typed.replace(/^0+(?=\d)/, ''))
    return ofCode === undefined ? (byName.get(typed.toLowerCase()) ?? []).map(({ key }) => key) : [ofCode]
  }
}
