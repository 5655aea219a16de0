import { data } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import { EmptyPage } from './empty-page.tsx'
import type { Route } from './+types/no-page'

// Some clients read only the status, so it is a real 404 (N5).
export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Page Not Found', index: false })

/** A staff address that does not exist; the menu stays. */
export default function NoPage() {
  return (
    <EmptyPage
      title="Page Not Found"
      body="The address may be wrong, or the page was removed."
      next="start"
    />
  )
}
