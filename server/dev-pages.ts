import type { ServerBuild } from 'react-router'
import type { PagesOptions } from './page-cache/pages.ts'

/** Compiles each page when it is requested, with hot reload. Only development loads this compiler. */
export async function developmentPages(): Promise<Pick<PagesOptions, 'load' | 'mode' | 'before'>> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true } })
  const ssr = vite.environments.ssr
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('the compiler has no server environment')
  return {
    mode: 'development',
    load: () => ssr.runner.import('virtual:react-router/server-build') as Promise<ServerBuild>,
    before: (request, response, next) => vite.middlewares(request, response, next),
  }
}
