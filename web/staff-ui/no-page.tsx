import { data } from 'react-router'
import { t } from '@lingui/core/macro'
import { pageMeta } from '../page-meta.ts'
import { EmptyPage } from './empty-page.tsx'
import type { Route } from './+types/no-page'

// Programs that read only the status need a real 404 (N5).
export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Page Not Found`, index: false })

/** The page for a staff address that does not exist. It has the usual menu. */
export default function NoPage() {
  return (
    <EmptyPage
      title={t`Page Not Found`}
      body={t`The address may be wrong, or the page was removed.`}
      next="start"
    />
  )
}
