import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { KISWAHILI_PATH } from './contract/language/paths.ts'
import { publicRoutes } from './server/page-cache/for-officers.ts'

type RouteEntry = Record<string, unknown> & { parentId?: string; imports?: string[] }
type Manifest = { url: string; entry: { imports: string[] }; routes: Record<string, RouteEntry> }

// Every first visit loads the list of all pages, so it must be short. False values are left out, because the
// router reads a missing value as false. Scripts that the entry imports anyway are not named again. The pages
// of officers are in a second list, which only officers load (server/page-cache/render-page.ts).
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
  writeFileSync(file, scriptOf({ ...manifest, routes: publicRoutes(manifest.routes) }))
}

const IS_KISWAHILI = process.env['VITE_LANGUAGE'] === 'sw'

/**
 * Deletes the scripts of pages for officers, who work in English. They are part of the build all the same, so
 * that the libraries get the same name in both languages, and a browser that has them loads them once.
 */
function deleteStaffFiles(folder: string) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))
  const isStart = (name: string) => /^(?:manifest|entry\.client|starter|public)-/.test(name)
  const kept = new Set(names.filter(isStart))
  for (const name of kept) {
    const text = readFileSync(join(folder, name), 'utf8')
    for (const other of names) if (text.includes(other)) kept.add(other)
  }
  for (const name of names) if (!kept.has(name)) rmSync(join(folder, name))
}

export default {
  appDirectory: 'web',
  ssr: true,
  // A page and its loader are one file: two would be two requests, and a longer list of pages on every visit.
  splitRouteModules: false,
  // The pages are built twice (bin/run.mjs): all of them in English, and those of applicants in Kiswahili.
  ...(IS_KISWAHILI ? { basename: KISWAHILI_PATH, buildDirectory: 'build-sw' } : {}),
  // Few routes: the whole list travels with the page, and there is no extra address to serve.
  routeDiscovery: { mode: 'initial' },
  buildEnd({ reactRouterConfig: { buildDirectory } }) {
    const assets = join(buildDirectory, 'client/assets')
    globSync(join(assets, 'manifest-*.js')).forEach(splitManifest)
    if (IS_KISWAHILI) deleteStaffFiles(assets)
  },
} satisfies Config
