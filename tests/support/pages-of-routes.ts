import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../web/routes.ts'

/** A page: its address, its own file, and the files of the layouts around it. */
export type RoutePage = { address: string; files: string[] }

const pagesOf = (entries: RouteConfigEntry[], parent: RoutePage = { address: '', files: [] }): RoutePage[] =>
  entries.flatMap(({ path, file, children }) => {
    const page = {
      address: path ? `${parent.address}/${path}` : parent.address,
      files: [...parent.files, file],
    }
    const inside = children ? pagesOf(children, page) : []
    // A layout is not a page itself if it has no path or has an index page.
    const isFrame = children && (!path || children.some(({ index }) => index))
    return isFrame ? inside : [page, ...inside]
  })

/** All pages of `web/routes.ts` except those that catch unknown addresses. */
export const knownPages = pagesOf(routes)
  .map((page) => ({ ...page, address: page.address || '/' }))
  .filter(({ address }) => !address.endsWith('*'))

/** Whether a path leads to this page. */
export const isPathOf = (page: RoutePage, path: string) =>
  new RegExp(`^${page.address.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`).test(
    path.replace(/\?.*$/, ''),
  )

/** The addresses of those pages to which none of the paths leads. */
export const addressesWithout = (paths: string[], pages: RoutePage[]) =>
  pages.filter((page) => !paths.some((path) => isPathOf(page, path))).map(({ address }) => address)
