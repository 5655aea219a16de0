import { useState } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { type Address, splitValues } from './address.ts'
import { type ColumnName, parseColumns, IDENTIFYING, usualColumns } from './columns.tsx'
import { saveSetting, savedSetting } from './saved-settings.ts'
import type { Go } from './use-address.ts'
import type { RowsPage } from './use-rows.ts'
import { ON_NO_LIST } from './filter-groups.ts'

/** For each identifying column, the value that is null while identities are hidden. */
const IDENTITIES: Partial<Record<ColumnName, (row: ReviewRow) => unknown>> = {
  name: ({ name }) => name,
  gender: ({ gender }) => gender,
  age: ({ age }) => age,
  pwd: ({ is_pwd }) => is_pwd,
}

/**
 * The shown columns. They come from the address, else from this officer's own setting, else the usual ones.
 * `hasPlaces`: whether applicants of this job apply for an area or a centre.
 */
export function useColumns(
  officer: number,
  hasPlaces: boolean,
  address: Address,
  go: Go,
  rowsPage: RowsPage | undefined,
) {
  const [saved, setSaved] = useState(() => savedSetting(officer, 'columns'))
  const chosen =
    parseColumns(address.columns) ?? parseColumns(saved) ?? usualColumns(hasPlaces, rowsPage?.blind ?? true)
  // While identities are hidden, an identifying column is shown only if at least one row has a value.
  const hasAnyValue = (name: ColumnName) =>
    !rowsPage?.blind || rowsPage.rows.some((row) => IDENTITIES[name]?.(row) !== null)
  // An officer who looks at a decision list also reads the reason of each row.
  const isFilteredByList = splitValues(address.filter.list).some((list) => list !== ON_NO_LIST)
  return {
    chosen,
    shown: [
      ...chosen.filter((name) => !IDENTIFYING.includes(name) || hasAnyValue(name)),
      ...(isFilteredByList ? (['reason'] as const) : []),
    ],
    choose(columns: ColumnName[] | undefined) {
      const text = columns?.join(',') ?? ''
      saveSetting(officer, 'columns', text)
      setSaved(text)
      go({ columns: text || undefined }, { replace: true })
    },
  }
}
