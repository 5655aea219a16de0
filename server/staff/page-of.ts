/**
 * Makes a page from rows in descending order of id. `rows` has one row more than a page when there is a next
 * page. `next` is the id before which that page starts; null on the last page.
 */
export function pageOf<Row extends { id: number }>(rows: Row[], pageSize: number) {
  const shown = rows.slice(0, pageSize)
  const hasNext = rows.length > pageSize
  return { shown, next: hasNext ? (shown.at(-1)?.id ?? null) : null }
}
