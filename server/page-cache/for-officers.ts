/**
 * Whether an address, with or without a query, is for officers, who use the portal in English only. It
 * matches `/staff`, `/staff/jobs` and `/staff?a`, not `/staffing`.
 */
export const isForOfficers = (address: string) => /^\/staff(?:$|[/?])/.test(address)

type Routes = Record<string, { parentId?: string | undefined } | undefined>

/** The layout of all pages of officers (web/routes.ts). */
const OFFICERS_LAYOUT = 'staff-ui/frame'

const isOfficersRoute = (routes: Routes, id: string): boolean => {
  const parent = routes[id]?.parentId
  return id === OFFICERS_LAYOUT || (parent !== undefined && isOfficersRoute(routes, parent))
}

/** The routes of all pages that are not for officers, by id. */
export const publicRoutes = <Table extends Routes>(routes: Table) =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => !isOfficersRoute(routes, id))) as Table
