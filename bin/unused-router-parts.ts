import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ROUTER = join(import.meta.dirname, '../node_modules/react-router/dist/production/lib/')

/** Replaces the text `from` by `to` in `file`. The text must occur `places` times, by default once. */
type Edit = { file: string; from: string; to: string; places?: number }

/**
 * Code of React Router that every browser would load and this portal never uses. With these replacements, the
 * minifier removes 3.6 KB.
 */
export const UNUSED: Edit[] = [
  // Each page contains the router's whole list of pages, so later loading is unused (react-router.config.ts).
  {
    file: 'dom/ssr/fog-of-war.js',
    from: 'return routeDiscovery.mode === "lazy" && ssr === true;',
    to: 'return false;',
  },
  // The router's hooks for measuring are unused: `HydratedRouter` gets none (entry.client.tsx).
  { file: 'router/router.js', from: 'if (init.instrumentations)', to: 'if (false)', places: 2 },
  {
    file: 'router/router.js',
    from: 'consumeInstrumentationClientResultMetaReceiver(router);',
    to: 'undefined;',
    places: 2,
  },
  // The router need not prefetch: no link of the portal has `prefetch`.
  {
    file: 'dom/ssr/components.js',
    from: 'function PrefetchPageLinks({ page, ...linkProps }) {',
    to: 'function PrefetchPageLinks() { return null;',
  },
  // The router's warnings are for developers, who see them in the development build.
  {
    file: 'router/history.js',
    from: 'function warning(cond, message) {',
    to: 'function warning() { return;',
  },
]

/**
 * Replaces the unused parts in the text of one of the router's files.
 * @throws Error when a text to replace does not occur as often as expected. Then the router has changed, and
 * an engineer must compare `UNUSED` with its new code.
 */
export function withoutUnused(file: string, code: string): string {
  return UNUSED.filter((edit) => edit.file === file).reduce((edited, { from, to, places = 1 }) => {
    const pieces = edited.split(from)
    if (pieces.length !== places + 1) throw new Error(`React Router has changed: ${from}`)
    return pieces.join(to)
  }, code)
}

export const routerFile = (file: string) => readFileSync(ROUTER + file, 'utf8')

/** Removes these parts of React Router from the code that browsers load. */
export const unusedRouterParts = (): Plugin => ({
  name: 'unused-router-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: (code, id) => (id.startsWith(ROUTER) ? withoutUnused(id.slice(ROUTER.length), code) : null),
})
