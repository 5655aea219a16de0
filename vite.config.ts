import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { minify } from 'terser'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { BROWSER_FLOOR } from './bin/browser-floor.ts'
import { CHUNKS } from './bin/chunks.ts'
import { MINIFY, minified } from './bin/minified.ts'
import { withTexts } from './bin/texts/inline-texts.ts'
import { lookupOf, pageTexts } from './bin/texts/vite-plugin.ts'
import { unusedRouterParts } from './bin/unused-router-parts.ts'
import { KISWAHILI_PATH } from './contract/language/paths.ts'
import { CACHED_PAGES_PATTERN } from './contract/site/pages.ts'

/** The oldest browsers that the code must run in. */
const FLOOR_TARGET = Object.entries(BROWSER_FLOOR).map(([browser, version]) => browser + version)

// The style sheet is inlined in the head of each public page, which saves a request. The content policy
// allows it by its hash. Other pages load it as a file, which the browser keeps. In development it is an
// ordinary import, so that changes reload.
const inlinedSheet = (): Plugin => {
  let serving = false
  return {
    name: 'inlined-sheet',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    resolveId: (id) => (id === 'virtual:public-css' ? '\0public-css' : null),
    load(id) {
      if (id !== '\0public-css') return null
      if (serving) return 'import "/web/public.css"; export const styles = "", sheetUrl = "";'
      const file = 'export { default as sheetUrl } from "/web/public.css?url";'
      return this.environment.name === 'ssr'
        ? `${file} export { default as styles } from "/web/public.css?inline";`
        : `${file} export const styles = "";`
    },
  }
}

/** Pages are built once in each language (bin/run.mjs). */
const LANGUAGE = process.env['VITE_LANGUAGE']
const HOME = LANGUAGE === 'sw' ? KISWAHILI_PATH : ''

const STARTER = join(import.meta.dirname, 'web/starter')

/** The code of a plain script, without its types and with its texts in the language of this build. */
async function plainScript(name: string) {
  const path = join(STARTER, name)
  const { code } = withTexts(path, readFileSync(path, 'utf8'), lookupOf(LANGUAGE))
  // The address of the pages comes before the minifier, which works out its length.
  const script = stripTypeScriptTypes(code, { mode: 'strip' }).replaceAll('%HOME%', HOME)
  return (await minify(script, MINIFY)).code
}

/** The starter in one file that runs by itself. */
async function bundledStarter(): Promise<string> {
  const [output] = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [pageTexts()],
    build: {
      write: false,
      target: FLOOR_TARGET,
      minify: 'terser',
      terserOptions: MINIFY,
      lib: { entry: join(STARTER, 'starter.ts'), formats: ['iife'], name: 'starter' },
    },
  })) as { output: { code: string }[] }[]
  return output?.output[0]?.code.trim() ?? ''
}

// Two scripts must run before all others and are inlined. The starter is a file, which is loaded once.
const starter = (): Plugin => {
  let bundled: Promise<{ code: string; fileName: string }> | undefined
  const bundle = () =>
    (bundled ??= bundledStarter().then((code) => ({
      code,
      fileName: `assets/starter-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`,
    })))
  return {
    name: 'starter',
    sharedDuringBuild: true,
    resolveId: (id) => (id === 'virtual:starter' ? '\0starter' : null),
    async load(id) {
      if (id !== '\0starter') return null
      if (this.environment.name !== 'ssr') return 'export const earlyScripts = "", starterUrl = "";'
      if (this.environment.mode === 'dev')
        return `export const earlyScripts = ${JSON.stringify(await plainScript('old-streams.ts'))}, starterUrl = "";`
      const scripts = await Promise.all(['old-streams.ts', 'early.ts'].map(plainScript))
      const { fileName } = await bundle()
      return `export const earlyScripts = ${JSON.stringify(scripts.join(''))}, starterUrl = "/${fileName}";`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const { code, fileName } = await bundle()
      this.emitFile({ type: 'asset', fileName, source: code })
    },
  }
}

// Without a network the assistant cannot answer, nothing is shared, and no page is found. Few people correct
// an application: the form fetches the comparison for them at its first step.
const NEEDS_NETWORK = /web\/(?:assistant\/|receipt\/picture|ui\/not-found|job-applications\/what-changed)/
/**
 * Two pages may share a chunk. It has no main module (`facadeModuleId`), so all its modules are tested. A
 * chunk without modules only names another chunk.
 */
const needsNetwork = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk) => {
  const ids = facadeModuleId === null ? moduleIds : [facadeModuleId]
  return ids.length > 0 && ids.every((id) => NEEDS_NETWORK.test(id))
}

// The service worker is one plain file without imports, so it needs no bundler. The build writes three
// values into it: its own name, the pages to cache, and the files of the application form. So the form still
// works offline after an update, for people who used it before.
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle(_options, bundle) {
    const wizard = new Set<string>()
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const addWithImports = (fileName: string) => {
      const chunk = chunks.find((candidate) => candidate.fileName === fileName)
      if (!chunk || needsNetwork(chunk) || wizard.has(`/${fileName}`)) return
      wizard.add(`/${fileName}`)
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) wizard.add(`/${sheet}`)
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) addWithImports(next)
    }
    for (const { fileName, facadeModuleId } of chunks) {
      if (
        /web\/(?:entry\.client|root|layout\/public-layout|job-applications\/apply-page)\.tsx/.test(
          facadeModuleId ?? '',
        )
      )
        addWithImports(fileName)
    }
    // Without the starter no page starts its program, and without the sheet it has no styles.
    for (const name of Object.keys(bundle))
      if (/^assets\/(?:starter-|public-[\w-]+\.css)/.test(name)) wizard.add(`/${name}`)
    const build = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12)
    const script = (await plainScript('../service-worker.ts')) ?? ''
    const source = script
      .replaceAll('%BUILD%', build)
      .replace('%PAGES%', () => CACHED_PAGES_PATTERN)
      .replace(/['"]%WIZARD%['"]/, () => JSON.stringify(JSON.stringify([...wizard])))
    this.emitFile({ type: 'asset', fileName: `${HOME}/sw.js`.slice(1), source })
  },
})

// Some Chromium versions never load a module again after it failed once, while the page is open (N6). So a
// second try needs another address. This runs last, when the addresses are final.
const secondAddress = (): Plugin => ({
  name: 'second-address',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        chunk.code = chunk.code.replace(
          /\bimport\((['"`])(\.\/[\w.-]+\.js)\1\)/g,
          'import($1$2$1).catch(()=>import($1$2?again$1))',
        )
      }
    },
  },
})

// The files of pdf.js that it loads by itself, unchanged: the worker that reads a PDF, two decoders for
// scanned pages, and the fonts that a PDF may lack. The content policy of the worker is in
// server/page-cache/assets.ts.
const pdfFiles = (): Plugin => {
  const packageFolder = join(import.meta.dirname, 'node_modules/pdfjs-dist')
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  )
  const folder = `assets/pdfjs-${version}/`
  const fonts = readdirSync(join(packageFolder, 'standard_fonts'))
  const filesByName = new Map([
    ['pdf.worker.js', 'legacy/build/pdf.worker.min.mjs'],
    ...['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'].map(
      (name) => [name, `wasm/${name}`] as const,
    ),
    ...fonts.map(
      (name) => [name.startsWith('LICENSE') ? `${name}.txt` : name, `standard_fonts/${name}`] as const,
    ),
    ...['LICENSE_JBIG2', 'LICENSE_OPENJPEG'].map((name) => [`${name}.txt`, `wasm/${name}`] as const),
    ['LICENSE.txt', 'LICENSE'],
  ])
  const read = (name: string) => readFileSync(join(packageFolder, filesByName.get(name) ?? ''))
  return {
    name: 'pdf-pieces',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      for (const name of filesByName.keys())
        this.emitFile({ type: 'asset', fileName: folder + name, source: read(name) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${folder}`, (request, response, next) => {
        const name = request.url?.replace(/^\/|\?.*$/g, '') ?? ''
        if (!filesByName.has(name)) return next()
        response.setHeader(
          'content-type',
          name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
        )
        response.end(read(name))
      })
    },
  }
}

export default defineConfig({
  plugins: [
    pageTexts(),
    unusedRouterParts(),
    reactRouter(),
    inlinedSheet(),
    starter(),
    serviceWorker(),
    pdfFiles(),
    minified(),
    secondAddress(),
  ],
  build: {
    assetsInlineLimit: 0,
    // Browsers' code is minified at the end (bin/minified.ts). No one downloads the server's.
    minify: false,
    cssMinify: true,
  },
  worker: { plugins: () => [minified()] },
  environments: {
    client: {
      build: {
        target: FLOOR_TARGET,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: CHUNKS,
            },
          },
        },
      },
    },
  },
})
