/** The path with this query. Old browsers lack `URLSearchParams.size`, so the query's text is checked. */
export const withQuery = (path: string, search: URLSearchParams): string => {
  const query = search.toString()
  return query === '' ? path : `${path}?${query}`
}
