import type { EntryContext } from 'react-router'
import { starterUrl } from 'virtual:starter'
import { withoutLanguage } from '../language/paths.ts'
import {
  PROGRAM_ID,
  type Program,
  type ProgramStart,
  SCRIPT_ENDING,
  SCRIPT_FOLDER,
  startsAtOnce,
} from './program.ts'

const FORM = /^\/(?:login|register|verify)\/?$/

const PRELOADS = /<link rel="modulepreload"[^>]*>/g
const MODULE_START = /<script nonce="[^"]*" type="module" async="">/
const SCRIPT_END = '</script>'

function startOf(path: string): ProgramStart {
  if (startsAtOnce(path)) return 'at-once'
  return FORM.test(path) ? 'when-idle' : 'when-used'
}

const nameOf = (address: string) => address.slice(SCRIPT_FOLDER.length, -SCRIPT_ENDING.length)

function programOf(
  start: ProgramStart,
  { manifest, staticHandlerContext: { matches } }: EntryContext,
): Program {
  const routes = matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const modules = routes.flatMap(({ module, imports = [] }) => [module, ...imports])
  const { url, entry } = manifest
  const scripts = [...new Set([url, entry.module, ...entry.imports, ...modules])].map(nameOf)
  return {
    scripts,
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, scripts.indexOf(nameOf(module))])),
    start,
  }
}

/**
 * Takes the framework's scripts out of a page, and leaves their addresses for the starter. A page that starts
 * its program at once still names them first, so that they load as early as before.
 * @throws Error when the framework's markup is not what we expect
 */
export function holdProgram(html: string, path: string, entry: EntryContext): string {
  const moduleStart = MODULE_START.exec(html)
  if (!moduleStart) throw new Error('The script of the framework was not found in the page')
  const end = html.indexOf(SCRIPT_END, moduleStart.index)
  const start = startOf(withoutLanguage(path))
  const json = JSON.stringify(programOf(start, entry)).replaceAll('<', '\\u003c')
  const before = html.slice(0, moduleStart.index)
  return (
    (start === 'at-once' ? before : before.replace(PRELOADS, '')) +
    `<script type="application/json" id="${PROGRAM_ID}">${json}</script>` +
    `<script src="${starterUrl}" async="">` +
    html.slice(end)
  )
}
