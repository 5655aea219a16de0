/** What the portal does with a page, besides showing it. */
type PageUse = {
  /** Whether sitemap.xml names the page for search engines. */
  inSitemap?: true
  /**
   * Whether the service worker caches the page. Such a page is the same for everyone, because personal data
   * comes by calls, which are never cached (T8).
   */
  isCached?: true
  /** Whether robots.txt asks search engines to leave out this page and all below it. */
  isPersonal?: true
}

/**
 * The pages of visitors and applicants, as `web/routes.ts` has them, in the order of sitemap.xml. Other lists
 * of pages are made from this one. The server alone draws `/line`. Officers' pages are not here, because no
 * sitemap, cache or answer of the assistant has them.
 */
export const PAGES = {
  '/': { inSitemap: true, isCached: true },
  '/jobs': { inSitemap: true, isCached: true },
  '/about': { inSitemap: true, isCached: true },
  '/services': { inSitemap: true, isCached: true },
  '/resources': { inSitemap: true, isCached: true },
  '/contact': { inSitemap: true, isCached: true },
  '/complaints': { inSitemap: true, isCached: true },
  '/transparency': { inSitemap: true },
  '/selections': { inSitemap: true },
  '/selections/sample': { inSitemap: true },
  '/status': { inSitemap: true },
  '/verify': { inSitemap: true },
  '/privacy': { inSitemap: true, isCached: true },
  '/terms': { inSitemap: true, isCached: true },
  '/register': { inSitemap: true, isCached: true },
  '/login': { inSitemap: true, isCached: true },
  // The sitemap has an entry for each open job and each help page.
  '/jobs/:id': { isCached: true },
  '/resources/:slug': {},
  '/selections/:job': {},
  '/selections/:job/results/:run/:unit': {},
  '/api-docs': {},
  '/line': {},
  '/dashboard': { isPersonal: true },
  '/dashboard/jobs': {},
  '/dashboard/applications': {},
  '/dashboard/applications/:id': {},
  '/dashboard/applications/:id/selection': {},
  '/dashboard/profile': {},
  '/dashboard/corrections': {},
  '/dashboard/notifications': {},
  '/dashboard/settings': {},
  '/dashboard/delete-account': {},
  '/apply': { isCached: true, isPersonal: true },
  '/forgot-password': {},
  '/security-setup': {},
  '/verify-email/:token?': { isPersonal: true },
  '/not-me/:token': {},
  '/confirm-email/:token': {},
  '/undo-email/:token': {},
  '/newsletter/confirm/:token': {},
  '/newsletter/stop/:token': {},
} satisfies Record<string, PageUse>
export type PageAddress = keyof typeof PAGES

const addressesWith = (use: keyof PageUse) =>
  Object.entries<PageUse>(PAGES).flatMap(([address, uses]) => (uses[use] ? [address] : []))

/** The addresses that sitemap.xml has on every day. */
export const SITEMAP_PAGES = addressesWith('inSitemap')

/** The starts of the addresses that robots.txt closes: `/verify-email`, without its token. */
export const PERSONAL_PAGES = addressesWith('isPersonal').map((address) => address.replace(/\/:.*/, ''))

/**
 * The address of a cached page as a part of a regular expression, without the first slash.
 * @throws Error if the address has a variable that is no id, because no pattern is known for its values
 */
function pathPattern(address: string): string {
  const pattern = address.slice(1).replaceAll('/', String.raw`\/`).replaceAll(/:id\b/g, String.raw`\d{1,10}`)
  if (pattern.includes(':')) throw new Error(`${address}: a cached page has no variable but :id`)
  return pattern
}

/** The cached pages as a part of a regular expression, without the first slash: `jobs|jobs\/\d{1,10}`. */
export const CACHED_PAGES_PATTERN = addressesWith('isCached').map(pathPattern).join('|')
