import { useState } from 'react'
import { type Address, listed } from './address.ts'
import { type ColumnName, columnsIn, IDENTIFYING, usualColumns } from './columns.tsx'
import { saveSetting, savedSetting } from './saved-settings.ts'
import type { Go } from './use-address.ts'
import type { Found } from './use-rows.ts'

/** The columns come from the address, else from this officer's own setting, else the usual ones. */
export function useColumns(
  officer: number,
  hasPlaces: boolean,
  address: Address,
  go: Go,
  found: Found | undefined,
) {
  const [kept, setKept] = useState(() => savedSetting(officer, 'columns'))
  const chosen =
    columnsIn(address.columns) ?? columnsIn(kept) ?? usualColumns(hasPlaces, found?.blind ?? true)
  const told = (name: ColumnName) =>
    !found?.blind ||
    found.rows.some(
      (row) => (name === 'pwd' ? row.is_pwd : name === 'name' ? row.name : row[name as 'age']) !== null,
    )
  // An officer who decides on a list reads the reason of each row.
  const ofList = listed(address.filter.list).some((list) => list !== '0')
  return {
    chosen,
    shown: [
      ...chosen.filter((name) => !IDENTIFYING.includes(name) || told(name)),
      ...(ofList ? (['reason'] as const) : []),
    ],
    choose(columns: ColumnName[] | undefined) {
      const written = columns?.join(',') ?? ''
      saveSetting(officer, 'columns', written)
      setKept(written)
      go({ columns: written || undefined }, { replace: true })
    },
  }
}
