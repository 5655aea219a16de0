import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ROUTER = join(import.meta.dirname, '../node_modules/react-router/dist/production/lib/')

/** In `file`, the text `from` becomes `to`. It must occur as often as `places` says, by default once. */
export type Edit = { file: string; from: string; to: string; places?: number }

/**
 * What React Router loads in every browser and this portal never uses. With these values in its code, the
 * minifier finds that 3.6 KB never run (docs/decisions/program-on-first-use.md).
 */
export const UNUSED: Edit[] = [
  // The whole list of pages travels with the page (react-router.config.ts).
  {
    file: 'dom/ssr/fog-of-war.js',
    from: 'return routeDiscovery.mode === "lazy" && ssr === true;',
    to: 'return false;',
  },
  // No one measures navigation with the router's own hooks: `HydratedRouter` gets none (entry.client.tsx).
  { file: 'router/router.js', from: 'if (init.instrumentations)', to: 'if (false)', places: 2 },
  {
    file: 'router/router.js',
    from: 'consumeInstrumentationClientResultMetaReceiver(router);',
    to: 'undefined;',
    places: 2,
  },
  // No link has `prefetch`.
  {
    file: 'dom/ssr/components.js',
    from: 'function PrefetchPageLinks({ page, ...linkProps }) {',
    to: 'function PrefetchPageLinks() { return null;',
  },
  // Warnings are for developers, who see them in development.
  {
    file: 'router/history.js',
    from: 'function warning(cond, message) {',
    to: 'function warning() { return;',
  },
]

/** @throws Error when the file is not as we expect: then it must be read again */
export function withoutUnused(file: string, code: string): string {
  return UNUSED.filter((edit) => edit.file === file).reduce((edited, { from, to, places = 1 }) => {
    const pieces = edited.split(from)
    if (pieces.length !== places + 1) throw new Error(`React Router has changed: ${from}`)
    return pieces.join(to)
  }, code)
}

export const routerFile = (file: string) => readFileSync(ROUTER + file, 'utf8')

/** Leaves these parts out of what browsers load. */
export const unusedRouterParts = (): Plugin => ({
  name: 'unused-router-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: (code, id) => (id.startsWith(ROUTER) ? withoutUnused(id.slice(ROUTER.length), code) : null),
})
