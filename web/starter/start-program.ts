import { PROGRAM_ID, type Program, SCRIPT_ENDING, SCRIPT_FOLDER } from './program.ts'

/** Reads the program, which the server left in the page as JSON. */
export const heldProgram = (): Program =>
  JSON.parse((document.getElementById(PROGRAM_ID) as HTMLElement).textContent) as Program

// Some versions of Chromium never load a module again after it has failed once. So a second try uses another
// address (N6).
const load = (address: string): Promise<unknown> =>
  import(/* @vite-ignore */ address).catch(() => import(/* @vite-ignore */ `${address}?again`))

/**
 * Loads the program and starts it, as the framework's own scripts do. The list of all pages and the modules
 * of this page's routes come first. The entry comes last, because it starts the program. `beforeStart` runs
 * just before it. Rejects when a script cannot be loaded.
 */
export async function startProgram({ scripts, routes }: Program, beforeStart: () => void) {
  const addresses = scripts.map((name) => SCRIPT_FOLDER + name + SCRIPT_ENDING)
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const [pagesList, entry] = addresses as [string, string]
  const loadRoute = async ([id, place]: [string, number]) =>
    [id, await load(addresses[place] as string)] as const
  const modules = Promise.all(Object.entries(routes).map(loadRoute))
  await load(pagesList)
  Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(await modules) })
  beforeStart()
  await load(entry)
}
