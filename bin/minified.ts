import { type MinifyOptions, minify as minifyWithTerser } from 'terser'
import { minify as minifyQuickly, type Plugin } from 'vite'
import { isForOfficers } from './texts/staff-features.ts'

// Terser's option `pure_getters` would break React, which reads properties in a `try` only to see whether
// it may.
export const MINIFY = { ecma: 2020, compress: { passes: 3 }, toplevel: true } as const satisfies MinifyOptions

/** The library that draws PDF files, which only officers load. */
const drawsPdf = (id: string) => id.includes('node_modules/pdfjs-dist/')

/**
 * Minifies what browsers load. Terser makes smaller files than Vite's own minifier (0.7 % on the wire), and
 * slow phones need that more than a quick build. Code that only officers load is minified quickly, because it
 * is not worth the time. The libraries of their editor are an exception: a test looks for the reviewed ways
 * to run code in them, in the form that Terser gives (T12).
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
