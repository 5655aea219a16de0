import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For `shouldRevalidate` of a page: load again on another path, or if the query is the same, as in a reload.
 * A new query, such as a filter, changes only what the page shows of the loaded data.
 */
export const revalidateOnNewPathOrReload = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search
