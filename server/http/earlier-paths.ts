// Addresses of earlier versions of the portal still work: `/api/staff/jobs/7/figures/` leads to
// `…/7/reports/`.

/** Maps a renamed part of an address from its earlier name to its present name. */
const RENAMED_CALLS: Record<string, string> = {
  lists: 'decisions',
  lookups: 'reference-data',
  figures: 'reports',
  acts: 'audit-log',
  notice: 'published-list',
  letters: 'emails',
}
const RENAMED_PAGES: Record<string, string> = {
  lists: 'decisions',
  lookups: 'reference-data',
  figures: 'reports',
  log: 'audit-log',
  notice: 'published-list',
}

const STAFF_CALL = /^(\/api\/staff\/(?:jobs\/[^/?]+\/)?)(lists|lookups|figures|acts|notice|letters)(?=[/?]|$)/
const STAFF_PAGE = /^(\/staff\/(?:jobs\/[^/?]+\/)?)(lists|lookups|figures|log|notice)(?=[/?]|$)/
/**
 * Matches plain pages, which the server writes itself: `/line/` and `/sw/register/plain/`, but not `/line`.
 * All other pages are found by the router in the browser, which ignores the last slash.
 */
const PLAIN_PAGE = /^((?:\/sw)?\/(?:line|register\/plain))\/(?=\?|$)/
/** Other calls: what their earlier addresses match, and the present addresses. */
const RENAMED_ADDRESSES: [RegExp, string][] = [
  [/^(\/api\/job-applications\/[^/?]+\/)looks(?=[/?]|$)/, '$1access-records'],
  [/^(\/api\/staff\/support\/people\/[^/?]+\/)sign-out(?=[/?]|$)/, '$1log-out'],
  [/^\/api\/faults-met(?=[/?]|$)/, '/api/validation-statistics'],
  [/^\/api\/jobs\/board(?=[/?]|$)/, '/api/jobs/counts'],
]

/**
 * The present address of a call whose path was renamed. Pages that were open during the update and programs
 * of others still use the earlier one.
 */
export const currentCallPath = (url: string) => {
  if (!url.startsWith('/api/')) return url
  const renamed = RENAMED_ADDRESSES.find(([earlier]) => earlier.test(url))
  if (renamed) return url.replace(...renamed)
  return url.replace(STAFF_CALL, (_match, before: string, name: string) => before + RENAMED_CALLS[name])
}

/**
 * The present address of an officer's page that was renamed, or of a plain page with a last slash. Undefined
 * for other addresses. Bookmarks and typed addresses may still be the earlier ones.
 */
export const currentPagePath = (url: string) => {
  if (PLAIN_PAGE.test(url)) return url.replace(PLAIN_PAGE, '$1')
  return STAFF_PAGE.test(url)
    ? url.replace(STAFF_PAGE, (_match, before: string, name: string) => before + RENAMED_PAGES[name])
    : undefined
}
