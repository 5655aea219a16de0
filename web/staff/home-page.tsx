import { Link } from 'react-router'
import { longDeadline } from '#contract/dates.ts'
import { ROLE_WORDS } from '#contract/staff-rights.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { Now } from './figures/now.tsx'
import { useMe } from './shell.tsx'
import type { Route } from './+types/home-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Staff', index: false })

/** Where an officer begins: who they are here, and what is kept of what they do. */
export default function StaffHomePage() {
  const me = useMe()
  const waiting = useAnswer('awaiting', () => call('GET /api/staff/jobs/', { query: { state: 'awaiting' } }))
  const count = waiting.state === 'here' ? waiting.data.count : 0
  const limited = me.areas.counties.length + me.areas.constituencies.length
  return (
    <>
      <h1>{me.name}</h1>
      {count > 0 && me.rights.includes('jobs.read') && (
        <p className="callout is-amber mt4">
          <Link to={paths.staffAwaiting}>{count === 1 ? '1 job' : `${count} jobs`}</Link> {count === 1 ? 'waits' : 'wait'} for a second person
          {me.rights.includes('jobs.approve') ? ': approve or return what somebody else proposed.' : '.'}
        </p>
      )}
      {me.rights.includes('figures.read') && <Now />}
      <dl className="facts mt4">
        <dt>Role</dt>
        <dd>
          {ROLE_WORDS[me.role].name}. {ROLE_WORDS[me.role].may}.
        </dd>
        <dt>Where</dt>
        <dd>{limited === 0 ? 'The whole country' : limited === 1 ? 'The one area that was given to you' : `The ${limited} areas that were given to you`}</dd>
        <dt>This session ends</dt>
        <dd>{longDeadline(me.expires_at)}, whatever you do</dd>
      </dl>
      <p className="callout mt5">
        Everything you do here is an entry of a log that nobody can change, with your name, the time and the reason you give. Its digest is public at{' '}
        <Link to={paths.transparency}>how this is checked</Link>.
      </p>
    </>
  )
}
