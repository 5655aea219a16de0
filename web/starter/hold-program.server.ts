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

/** The pages with a form, whose program starts when the browser is idle. It matches `/login`, not `/jobs`. */
const FORM = /^\/(?:login|register|verify)\/?$/

const PRELOADS = /<link rel="modulepreload"[^>]*>/g
const MODULE_TAG = /<script nonce="[^"]*" type="module" async="">/
const SCRIPT_END = '</script>'

function startOf(path: string): ProgramStart {
  if (startsAtOnce(path)) return 'at-once'
  return FORM.test(path) ? 'when-idle' : 'when-used'
}

/** `entry-a1b2` of `/assets/entry-a1b2.js`. */
const nameOf = (address: string) => address.slice(SCRIPT_FOLDER.length, -SCRIPT_ENDING.length)

/** The names of the scripts for the page's routes, each once, and which of them belongs to each route. */
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
 * Takes the tags of the framework's scripts out of a page, and leaves the names of the scripts for the
 * starter. A page that starts its program at once keeps its preload tags, so that the scripts load early.
 * @throws Error when the framework's markup is not what we expect
 */
export function holdProgram(html: string, path: string, context: EntryContext): string {
  const moduleTag = MODULE_TAG.exec(html)
  if (!moduleTag) throw new Error('The script of the framework was not found in the page')
  const end = html.indexOf(SCRIPT_END, moduleTag.index)
  const start = startOf(withoutLanguage(path))
  // The JSON holds no `<`, because `</script>` in it would end the element.
  const json = JSON.stringify(programOf(start, context)).replaceAll('<', '\\u003c')
  const before = html.slice(0, moduleTag.index)
  // The end tag of the framework's script now ends the tag of the starter.
  return (
    (start === 'at-once' ? before : before.replace(PRELOADS, '')) +
    `<script type="application/json" id="${PROGRAM_ID}">${json}</script>` +
    `<script src="${starterUrl}" async="">` +
    html.slice(end)
  )
}
