import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '@react-router/dev/config'

type Entry = Record<string, unknown> & { parentId?: string; imports?: string[] }
type Manifest = { url: string; entry: { imports: string[] }; routes: Record<string, Entry> }

/** The layout of all pages of officers. */
const OFFICERS = 'staff-ui/frame'

// Every first visit carries the list of all pages. What a page has not is left out of it, and what the entry
// has brought is not named again: the router reads what is missing as no. Officers' pages stand in a list of
// their own, beside it, that only officers fetch (server/page-cache/pages.ts).
function slim(file: string) {
  const [, head = '', json = '{}', end = ''] =
    /^(window\.__reactRouterManifest=)(.*)(;)$/s.exec(readFileSync(file, 'utf8')) ?? []
  const manifest = JSON.parse(json) as Manifest
  const brought = new Set(manifest.entry.imports)
  for (const route of Object.values(manifest.routes)) {
    for (const name of Object.keys(route)) if (route[name] === false) delete route[name]
    if (route.imports) route.imports = route.imports.filter((script) => !brought.has(script))
  }
  const written = (pages: Manifest) => head + JSON.stringify(pages) + end
  const url = manifest.url.replace('/manifest-', '/staff-manifest-')
  writeFileSync(join(dirname(file), basename(url)), written({ ...manifest, url }))
  const isForOfficers = (id: string): boolean => {
    const parent = manifest.routes[id]?.parentId
    return id === OFFICERS || (parent !== undefined && isForOfficers(parent))
  }
  const ofOthers = Object.entries(manifest.routes).filter(([id]) => !isForOfficers(id))
  writeFileSync(file, written({ ...manifest, routes: Object.fromEntries(ofOthers) }))
}

export default {
  appDirectory: 'web',
  ssr: true,
  // A page and its loader are one file: two would be two requests, and a longer list of pages on every visit.
  splitRouteModules: false,
  // Few routes: the whole list travels with the page, and there is no extra address to serve.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) =>
    globSync(join(buildDirectory, 'client/assets/manifest-*.js')).forEach(slim),
} satisfies Config
