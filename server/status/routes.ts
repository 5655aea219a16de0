import { answer, type Route } from '../endpoints/serve.ts'

export const statusRoutes: Route[] = [
  // `health` is undefined in a process without a health meter: then the page has no minutes and no
  // extensions.
  answer('GET /api/status/', async ({ health, brownout, now }, { query: { hours, language } }) => ({
    level: brownout?.level() ?? 0,
    minutes: [],
    extensions: [],
    ...health?.current(now(), hours, language),
  })),
]
