import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

// In the build, the sheet of the public pages is text of the server's bundle alone: it is inlined in each page's head and
// allowed by its hash. In development it is an ordinary import, so that it reloads.
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
      return this.environment.name === 'ssr' ? 'export { default as styles } from "/web/public.css?inline";' : 'export const styles = "";'
    },
  }
}

export default defineConfig({
  plugins: [reactRouter(), inlinedSheet()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        target: ['chrome87', 'firefox78', 'safari14'],
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/ },
                // What every page needs, in one piece: it compresses better than ten.
                {
                  name: 'shell',
                  test: /web[\\/](?:layout|ui[\\/](?:icon|stamp|not-found)|root|api|paths|page-meta|session[\\/](?:session|chosen-job)\.ts)|contract[\\/](?:dates|limits)\b|vite[\\/](?:preload|modulepreload)/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
