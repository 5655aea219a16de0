import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '@react-router/dev/config'

type RouteEntry = Record<string, unknown> & { parentId?: string; imports?: string[] }
type Manifest = { url: string; entry: { imports: string[] }; routes: Record<string, RouteEntry> }

/** The layout of all pages of officers. */
const OFFICERS_LAYOUT = 'staff-ui/frame'

// Every first visit loads the list of all pages, so it must be short. False values are left out, because the
// router reads a missing value as false. Scripts that the entry imports anyway are not named again. The pages
// of officers are in a second list, which only officers load (server/page-cache/pages.ts).
function splitManifest(file: string) {
  const [, scriptStart = '', json = '{}', scriptEnd = ''] =
    /^(window\.__reactRouterManifest=)(.*)(;)$/s.exec(readFileSync(file, 'utf8')) ?? []
  const manifest: Manifest = JSON.parse(json)
  const entryImports = new Set(manifest.entry.imports)
  for (const route of Object.values(manifest.routes)) {
    for (const name of Object.keys(route)) if (route[name] === false) delete route[name]
    if (route.imports) route.imports = route.imports.filter((script) => !entryImports.has(script))
  }
  const scriptOf = (pages: Manifest) => scriptStart + JSON.stringify(pages) + scriptEnd
  const url = manifest.url.replace('/manifest-', '/staff-manifest-')
  writeFileSync(join(dirname(file), basename(url)), scriptOf({ ...manifest, url }))
  const isForOfficers = (id: string): boolean => {
    const parent = manifest.routes[id]?.parentId
    return id === OFFICERS_LAYOUT || (parent !== undefined && isForOfficers(parent))
  }
  const publicRoutes = Object.entries(manifest.routes).filter(([id]) => !isForOfficers(id))
  writeFileSync(file, scriptOf({ ...manifest, routes: Object.fromEntries(publicRoutes) }))
}

export default {
  appDirectory: 'web',
  ssr: true,
  // A page and its loader are one file: two would be two requests, and a longer list of pages on every visit.
  splitRouteModules: false,
  // Few routes: the whole list travels with the page, and there is no extra address to serve.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) =>
    globSync(join(buildDirectory, 'client/assets/manifest-*.js')).forEach(splitManifest),
} satisfies Config
