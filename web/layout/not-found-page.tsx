import { t } from '@lingui/core/macro'
import { data } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import { NotFound } from '../ui/not-found.tsx'
import type { Route } from './+types/not-found-page'

// The page answers with status 404, so that programs also know that it does not exist (N5).
export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Page Not Found`, index: false })

export default function NotFoundPage() {
  return <NotFound />
}
