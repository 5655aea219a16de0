import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: true,
  // Few routes: the whole list travels with the page, and there is no extra address to serve.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
