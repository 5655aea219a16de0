import { Link } from 'react-router'
import { longDeadline } from '#contract/dates.ts'
import { ROLE_WORDS } from '#contract/staff-rights.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { useWaitingLists, type WaitingLists } from './decisions/use-waiting-lists.ts'
import { WaitingExports } from './exports/waiting-exports.tsx'
import { Now } from './figures/now.tsx'
import { WaitingMessages } from './messages/waiting-messages.tsx'
import { useMe } from './shell.tsx'
import type { Route } from './+types/home-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Staff', index: false })

const PARTS = [
  ['toDecide', 'waits for you to approve or return it', 'wait for you to approve or return them'],
  ['undoable', 'takes effect soon; you may still undo it', 'take effect soon; you may still undo them'],
  ['drafting', 'of yours is not proposed yet', 'of yours are not proposed yet'],
] as const

/** Lists of decisions that wait for this officer. */
const WaitingHere = ({ waiting }: { waiting: WaitingLists }) =>
  PARTS.filter(([part]) => waiting[part].length > 0).map(([part, one, several]) => {
    const [first, ...others] = waiting[part]
    return (
      <p className={part === 'drafting' ? 'callout mt4' : 'callout is-amber mt4'} key={part}>
        <Link to={others.length === 0 && first ? paths.staffList(first.id) : paths.staffLists()}>
          {others.length === 0 ? '1 list of decisions' : `${others.length + 1} lists of decisions`}
        </Link>{' '}
        {others.length === 0 ? one : several}.
      </p>
    )
  })

/** Appointments that another administrator proposed and this one may agree to. */
function WaitingAppointments() {
  const { rights } = useMe()
  const answer = useAnswer('appointments', async () => (rights.includes('people.manage') ? call('GET /api/staff/appointments/') : undefined))
  const count = answer.state === 'here' ? (answer.data?.waiting.filter(({ may }) => may.includes('decide')).length ?? 0) : 0
  if (count === 0) return null
  return (
    <p className="callout is-amber mt4">
      <Link to={paths.staffPeople}>{count === 1 ? '1 appointment' : `${count} appointments`}</Link> {count === 1 ? 'waits' : 'wait'} for you to agree or refuse.
    </p>
  )
}

/** Requests of others to see names that this officer may agree to. */
function WaitingLifts() {
  const { rights } = useMe()
  const answer = useAnswer('lifts', async () => (rights.includes('blind.agree') ? call('GET /api/staff/lifts/') : undefined))
  const count = answer.state === 'here' ? (answer.data?.to_decide.length ?? 0) : 0
  if (count === 0) return null
  return (
    <p className="callout is-amber mt4">
      <Link to={paths.staffNames}>{count === 1 ? '1 request to see names' : `${count} requests to see names`}</Link> {count === 1 ? 'waits' : 'wait'} for you to
      agree or refuse.
    </p>
  )
}

/** Where an officer begins: who they are here, and what is kept of what they do. */
export default function StaffHomePage() {
  const me = useMe()
  const waiting = useAnswer('awaiting', () => call('GET /api/staff/jobs/', { query: { state: 'awaiting' } }))
  const count = waiting.state === 'here' ? waiting.data.count : 0
  const lists = useWaitingLists(me)
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
      {lists.state === 'here' && <WaitingHere waiting={lists.data} />}
      <WaitingMessages />
      <WaitingExports />
      <WaitingAppointments />
      <WaitingLifts />
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
        Everything you do here is an entry of a log that nobody can change, with your name, the time and the reason you give. Its digest is public:{' '}
        <Link to={paths.transparency}>how this is checked</Link>.
      </p>
    </>
  )
}
