import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import { BROWSER_FLOOR } from './contract/browser-floor.ts'

// In the build, the sheet of the public pages is text of the server's bundle alone: it is inlined in each
// page's head and allowed by its hash. In development it is an ordinary import, so that it reloads.
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
      if (serving) return 'import "/web/public.css"; export const styles = "";'
      return this.environment.name === 'ssr'
        ? 'export { default as styles } from "/web/public.css?inline";'
        : 'export const styles = "";'
    },
  }
}

// Text of the server's bundle alone, likewise: the pages hold it, allowed by its hash, and no script fetches
// it.
const inlinedScript = (): Plugin => ({
  name: 'inlined-script',
  resolveId: (id) => (id === 'virtual:old-streams' ? '\0old-streams' : null),
  async load(id) {
    if (id !== '\0old-streams') return null
    if (this.environment.name !== 'ssr') return 'export const oldStreams = "";'
    const file = join(import.meta.dirname, 'web/old-streams.ts')
    this.addWatchFile(file)
    const { code } = await minify(stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'strip' }), {
      ecma: 2020,
    })
    return `export const oldStreams = ${JSON.stringify(code)};`
  },
})

// The service worker is one plain file at /sw.js: it has no imports, so its types are stripped and that is
// all. It is told the name of the build, and of what the wizard is made, so that a new build can put it by
// for those who had it before.
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_options, bundle) {
    const wizard = new Set<string>()
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const take = (fileName: string) => {
      const chunk = chunks.find((candidate) => candidate.fileName === fileName)
      // The assistant answers nothing without a network.
      if (!chunk || /web\/assistant\//.test(chunk.facadeModuleId ?? '') || wizard.has(`/${fileName}`)) return
      wizard.add(`/${fileName}`)
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) wizard.add(`/${sheet}`)
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) take(next)
    }
    for (const { fileName, facadeModuleId } of chunks) {
      if (
        /web\/(?:entry\.client|root|layout\/public-layout|job-applications\/apply-page)\.tsx/.test(
          facadeModuleId ?? '',
        )
      )
        take(fileName)
    }
    const build = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12)
    const source = stripTypeScriptTypes(readFileSync('web/service-worker.ts', 'utf8'), { mode: 'strip' })
      .replace('%BUILD%', build)
      .replace('%WIZARD%', JSON.stringify([...wizard]))
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
})

// N6: many a Chromium remembers for as long as the page lives that a module did not come, and never asks for
// that address again.
// So the second try has another one. Last of all, when the addresses are final.
const secondAddress = (): Plugin => ({
  name: 'second-address',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(
            /\bimport\((['"`])(\.\/[\w.-]+\.js)\1\)/g,
            'import($1$2$1).catch(()=>import($1$2?again$1))',
          )
      }
    },
  },
})

// What draws applicants' PDF files stands as its makers published it, to the letter, and is fetched when a
// PDF asks for it: the worker that reads them (its policy: server/page-cache/assets.ts), two decoders of
// scanned pages, and the fonts
// that a PDF may leave out.
const pdfPieces = (): Plugin => {
  const from = join(import.meta.dirname, 'node_modules/pdfjs-dist')
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
  const folder = `assets/pdfjs-${version}/`
  const fonts = readdirSync(join(from, 'standard_fonts'))
  const pieces = new Map([
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
  const read = (name: string) => readFileSync(join(from, pieces.get(name) ?? ''))
  return {
    name: 'pdf-pieces',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      for (const name of pieces.keys())
        this.emitFile({ type: 'asset', fileName: folder + name, source: read(name) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${folder}`, (request, response, next) => {
        const name = request.url?.replace(/^\/|\?.*$/g, '') ?? ''
        if (!pieces.has(name)) return next()
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
  plugins: [reactRouter(), inlinedSheet(), inlinedScript(), serviceWorker(), pdfPieces(), secondAddress()],
  build: {
    assetsInlineLimit: 0,
    // Smaller than what comes with Vite, which on a slow phone is worth the seconds a build takes longer. Not
    // `pure_getters`:
    // React reads properties within a `try` to learn whether it may, and a reading without effect would be
    // thrown away.
    minify: 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
  },
  environments: {
    // Nobody downloads the server's bundle.
    ssr: { build: { minify: false, cssMinify: true } },
    client: {
      build: {
        target: Object.entries(BROWSER_FLOOR).map(([browser, version]) => browser + version),
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/,
                },
                // The libraries of the officers' editor, apart from what we wrote: tests read the two with
                // different eyes (T12).
                {
                  name: 'vendor-editor',
                  test: /node_modules[\\/](?:@tiptap|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname|linkifyjs)[\\/]/,
                },
                // What draws PDF files, likewise.
                { name: 'vendor-pdf', test: /node_modules[\\/]pdfjs-dist[\\/]/ },
                // What every page needs, in one piece: it compresses better than ten.
                {
                  name: 'shell',
                  test: /web[\\/](?:layout[\\/](?!not-found)|ui[\\/](?:icon|stamp|job-title|card)|jobs[\\/]use-now|root|api|paths|page-meta|form[\\/]use-hydrated|session[\\/](?:session|chosen-job)\.ts)|contract[\\/](?:dates|browser|accounts[\\/]session-limits|jobs[\\/](?:limits|words))\b|vite[\\/](?:preload|modulepreload)/,
                },
                // What sends an application, likewise.
                {
                  name: 'sending',
                  test: /web[\\/]sending[\\/](?!still-sending|own-drafts|held-back)|contract[\\/]job-applications[\\/](?:reference-numbers|sending-words)\b/,
                },
                // What the pages with a form share, likewise.
                {
                  name: 'forms',
                  test: /web[\\/](?:form[\\/](?:field|error-summary|password-field|needs-script|use-sending|form-errors)|session[\\/]guard|captcha[\\/]use-captcha|line[\\/]in-line)|contract[\\/](?:normalise|accounts[\\/](?:login-words|words|limits))\b/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
