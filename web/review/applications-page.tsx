import { pageMeta } from '../page-meta.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { Review } from './review.tsx'
import type { Route } from './+types/applications-page'
import './review.css'
import './beside.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Applications', index: false })

/** The applications of one job: the table, and beside it the open application. */
export default function ApplicationsPage({ params }: Route.ComponentProps) {
  const me = useMe()
  return <Review key={params.id} job={Number(params.id)} officer={me} />
}
