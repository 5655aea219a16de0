import type { Route } from '../http/serve.ts'
import { caseRoutes } from './case-routes.ts'

export const reviewRoutes: Route[] = [...caseRoutes]
