import { type MinifyOptions, minify as minifyWithTerser } from 'terser'
import { minify as minifyQuickly, type Plugin } from 'vite'
import { isForOfficers } from './texts/staff-features.ts'

// Terser's option `pure_getters` must stay off. It would break React, which reads some properties only to see
// whether that throws.
export const MINIFY = { ecma: 2020, compress: { passes: 3 }, toplevel: true } as const satisfies MinifyOptions

/** The library that draws PDF files. Only officers load it. */
const drawsPdf = (id: string) => id.includes('node_modules/pdfjs-dist/')

/**
 * Minifies the code that browsers load. Terser's files are 0.7 % smaller on the wire than those of Vite's own
 * minifier, which is faster. Code that only officers load gets the faster minifier, except for their text
 * editor. A test searches the editor's libraries for reviewed code in the form that Terser writes (T12).
 */
export const minified = (): Plugin => ({
  name: 'minified',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const isOfficersOnly = chunk.moduleIds.some((id) => isForOfficers(id) || drawsPdf(id))
        const { code } = isOfficersOnly
          ? await minifyQuickly(chunk.fileName, chunk.code, { module: true, compress: { target: 'es2020' } })
          : await minifyWithTerser(chunk.code, { ...MINIFY, module: true })
        if (code) chunk.code = code
      }
    },
  },
})
