import { data, Link } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/no-page'

// Some clients read only the status, so it is a real 404 (N5).
export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Page Not Found', index: false })

/** A staff address that does not exist; the menu stays. */
export default function NoPage() {
  return (
    <div className="empty">
      <h1>Page Not Found</h1>
      <p className="mt2">The address may be wrong, or the page was removed.</p>
      <p className="mt2">
        <Link to={paths.staff}>Start</Link>
      </p>
    </div>
  )
}
