import { answer, type Route } from '../endpoints/serve.ts'

export const statusRoutes: Route[] = [
  // Without a health meter, `health` is undefined: then the page has no minutes and no extensions.
  answer('GET /api/status/', async ({ health, brownout, now }, { query: { hours, language } }) => ({
    level: brownout?.level() ?? 0,
    minutes: [],
    extensions: [],
    ...health?.current(now(), hours, language),
  })),
]
