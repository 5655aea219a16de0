import type { PlaceKind, UnitKind } from '#contract/selection-rules/rule.ts'
import { sql, type Tx } from '../database/connect.ts'

/**
 * An area in which seats may be counted, such as `ward:12`, and the unit of each kind that holds it. A unit
 * is the area in which the shares of gender and disability must hold. Null: it is in no such unit.
 */
export type RuleArea = { key: string; name: string; code: number; units: Record<UnitKind, string | null> }

const WHOLE: RuleArea = {
  key: 'job',
  name: 'job',
  code: 0,
  units: { job: 'job', county: null, constituency: null },
}

/** The query of all areas of a kind, each with its county and its constituency. */
const areasOf = (kind: Exclude<PlaceKind, 'job'>) => {
  if (kind === 'county')
    return sql`select code, name, code as county, null::int as constituency from counties order by code limit 2000`
  return kind === 'constituency'
    ? sql`select code, name, county_code as county, code as constituency from constituencies order by code limit 2000`
    : sql`
      select wards.code, wards.name, constituencies.county_code as county, constituency_code as constituency
      from wards join constituencies on constituencies.code = constituency_code order by wards.code limit 2000`
}

/** The areas of a kind. The country has 1,450 wards, and fewer of the others. */
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

/** The unit of each place; undefined for a place that does not exist. */
export function unitFinder(areas: RuleArea[], unit: UnitKind) {
  const units = new Map(areas.map(({ key, units: unitsOfPlace }) => [key, unitsOfPlace[unit]]))
  return (key: string): string | undefined => units.get(key) ?? undefined
}

/** The key of a place by its code or its name, as a person writes it. A name that several have finds none. */
export function placeFinder(areas: RuleArea[]) {
  const keys = new Map<string, string | undefined>()
  const add = (name: string, key: string) => keys.set(name, keys.has(name) ? undefined : key)
  for (const { key, name, code } of areas) {
    add(name.toLowerCase(), key)
    add(String(code), key)
  }
  // A code may be typed with zeros before it: `0047` finds 47.
  return (typed: string): string | undefined => keys.get(typed.toLowerCase().replace(/^0+(?=\d)/, ''))
}
