/**
 * From rows read with one more than a page holds: the page, and the id before which the next page starts;
 * null at the end.
 */
export function pageOf<Row extends { id: number }>(rows: Row[], size: number) {
  const shown = rows.slice(0, size)
  return { shown, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null }
}
