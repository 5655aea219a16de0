import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { staffPaths } from '../staff-paths.ts'

const TARGETS = { start: [staffPaths.home, t`Start`], jobs: [staffPaths.jobs, t`All jobs`] } as const

/** `next`: the page to which the link leads. */
type Props = { title: string; body?: string; next: keyof typeof TARGETS }

/** Replaces a page that has nothing to show. It says why, and links to where the officer can continue. */
export function EmptyPage({ title, body, next }: Props) {
  const [address, words] = TARGETS[next]
  return (
    <div className="empty">
      <h1>{title}</h1>
      {body && <p className="mt2">{body}</p>}
      <p className="mt2">
        <Link to={address}>{words}</Link>
      </p>
    </div>
  )
}
