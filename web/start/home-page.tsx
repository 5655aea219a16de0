import { Link } from 'react-router'
import { longDeadline } from '#contract/dates.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { Now } from '../reports/now.tsx'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { Attention } from './attention.tsx'
import { Counties, Jobs, Shares } from './jobs.tsx'
import { Waiting } from './waiting.tsx'
import type { Route } from './+types/home-page'
import './start.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Staff', index: false })

const Day = ({ me, start }: { me: StaffMember; start: StartPage }) => (
  <>
    <Attention start={start} />
    <div className={start.counties?.length ? 'so is-two' : 'so'}>
      <div>
        {start.to_decide && (
          <Waiting
            id="decide"
            heading="Waits for your decision"
            found={start.to_decide}
            empty="Nothing waits for your decision."
          />
        )}
        <Shares shares={start.shares} />
        <Waiting id="own" heading="Yours, not finished" found={start.own} />
        <Jobs jobs={start.jobs} reads={me.rights.includes('applications.read')} />
      </div>
      {start.counties && <Counties counties={start.counties} />}
    </div>
  </>
)

const areasOf = ({ areas }: StaffMember) => {
  const limited = areas.counties.length + areas.constituencies.length
  return limited === 0 ? 'The whole country' : limited === 1 ? 'Your one area' : `Your ${limited} areas`
}

/** The first page of an officer's day: their jobs, what waits for them, and what others gave them to do. */
export default function StaffHomePage() {
  const me = useMe()
  const answer = useAnswer('start', () => call('GET /api/staff/start/'))
  return (
    <>
      <h1>Start</h1>
      {answer.state === 'waiting' && <Loading />}
      {answer.state === 'failed' && (
        <Unread what="Your start page" again={answer.again} error={answer.error} />
      )}
      {answer.state === 'here' && <Day me={me} start={answer.data} />}
      {me.rights.includes('figures.read') && <Now />}
      <p className="tiny quiet so-foot">
        {ROLE_WORDS[me.role].name}. {ROLE_WORDS[me.role].may}. <span className="nw">{areasOf(me)}</span>. This
        session ends {longDeadline(me.expires_at)}. Everything you do here is recorded in a log that cannot be
        changed. Its digest is public: <Link to={paths.transparency}>how this is checked</Link>.
      </p>
    </>
  )
}
