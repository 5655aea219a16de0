import type { Right } from '#contract/staff/rights.ts'

/** The tabs of a job. */
export type JobTab =
  | 'job'
  | 'applications'
  | 'shares'
  | 'decisions'
  | 'messages'
  | 'reports'
  | 'exports'
  | 'published-list'

type StaffPage = {
  /** The right that the page needs. Without it, the menu and the tabs have no link to the page. */
  right?: Right
  /** The page itself says that it is closed. Any other page with a right is replaced by `ForbiddenPage`. */
  refusesItself?: true
  /** The tab that is marked as current on a page of a job. */
  tab?: JobTab
}

/**
 * Every page of officers who are logged in, by its address in `web/routes.ts`. A page without a right is for
 * every officer, or checks rights itself.
 */
export const STAFF_PAGES: Readonly<Record<string, StaffPage>> = {
  '/staff': {},
  '/staff/jobs': { right: 'jobs.read', refusesItself: true },
  '/staff/jobs/:id': { right: 'jobs.read', refusesItself: true, tab: 'job' },
  '/staff/jobs/:id/applications': { right: 'applications.read', refusesItself: true, tab: 'applications' },
  '/staff/jobs/:id/selection-rule': { right: 'jobs.read', tab: 'job' },
  '/staff/jobs/:id/selection': { tab: 'job' },
  '/staff/jobs/:id/selection/documents': { tab: 'decisions' },
  '/staff/jobs/:id/shares': { right: 'applications.read', tab: 'shares' },
  '/staff/jobs/:id/messages': { right: 'messages.read', tab: 'messages' },
  '/staff/messages/:id': { tab: 'messages' },
  '/staff/jobs/:id/reports': { right: 'reports.read', tab: 'reports' },
  '/staff/jobs/:id/exports': { right: 'applications.export', tab: 'exports' },
  '/staff/jobs/:id/published-list': { right: 'applications.export', tab: 'published-list' },
  '/staff/decisions': { right: 'applications.read', tab: 'decisions' },
  '/staff/decisions/:id': { right: 'applications.read' },
  '/staff/reports': { right: 'reports.read' },
  '/staff/last-hour': { right: 'reports.read' },
  '/staff/reference-data': { right: 'reference-data.manage' },
  '/staff/support': { right: 'support.help' },
  '/staff/support/people/:handle': { right: 'support.help' },
  '/staff/names': {},
  '/staff/corrections': { right: 'corrections.decide' },
  '/staff/retention': { right: 'retention.read' },
  '/staff/people': { right: 'people.read' },
  '/staff/audit-log': { right: 'log.read' },
  '/staff/account': {},
}

// The router, too, takes an address in capitals or with slashes at its end.
const PATTERNS = Object.entries(STAFF_PAGES).map(
  ([address, page]) => [new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}/*$`, 'i'), page] as const,
)

const pageAt = (path: string): StaffPage | undefined => {
  const [pathname = ''] = path.split('?')
  return PATTERNS.find(([pattern]) => pattern.test(pathname))?.[1]
}

/** The right without which an officer gets `ForbiddenPage` at this address; undefined if none. */
export function pageRight(pathname: string): Right | undefined {
  const page = pageAt(pathname)
  return page?.refusesItself ? undefined : page?.right
}

/** Whether an officer with these rights gets a link to the page at this address. */
export function isLinked(path: string, rights: readonly Right[]): boolean {
  const right = pageAt(path)?.right
  return right === undefined || rights.includes(right)
}

/** The tab that is marked as current at this address; undefined on pages of no job. */
export const tabAt = (pathname: string): JobTab | undefined => pageAt(pathname)?.tab
