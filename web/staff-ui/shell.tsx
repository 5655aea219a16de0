import { useEffect, useRef, useState } from 'react'
import { NavLink, Outlet, useLocation, useNavigate, useOutletContext } from 'react-router'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { type Answered, useAnswer } from '../use-answer.ts'
import { rememberStaffPage } from './after-login.ts'
import { Closed, isClosed } from './closed.tsx'
import { Loading } from './loading.tsx'
import './staff.css'

/** The logged-in officer, for every page of the staff side. */
export const useMe = () => useOutletContext<StaffMember>()

function Bar({ me }: { me: StaffMember }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // On a phone the menu is wider than the screen, so scroll the present page into view.
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  const leave = async () => {
    await call('POST /api/staff/logout/').catch(() => {})
    await navigate(paths.staffLogin)
  }
  return (
    <div className="st-bar">
      <nav aria-label="Staff" ref={menu}>
        <NavLink to={paths.staff} end>
          Start
        </NavLink>
        {me.rights.includes('jobs.read') && <NavLink to={paths.staffJobs}>Jobs</NavLink>}
        {me.rights.includes('applications.read') && <NavLink to={paths.staffDecisions()}>Decisions</NavLink>}
        {me.rights.includes('figures.read') && <NavLink to={paths.staffPortalReports}>Reports</NavLink>}
        {me.rights.includes('figures.read') && <NavLink to={paths.staffLastHour}>Last hour</NavLink>}
        {me.rights.includes('lookups.manage') && (
          <NavLink to={paths.staffReferenceData}>Reference data</NavLink>
        )}
        {me.rights.includes('support.help') && <NavLink to={paths.staffSupport}>Support</NavLink>}
        {me.rights.includes('people.read') && <NavLink to={paths.staffPeople}>People</NavLink>}
        {me.rights.includes('log.read') && <NavLink to={paths.staffAuditLog}>Audit log</NavLink>}
      </nav>
      <p className="st-who">
        <span>
          {me.name}, <span className="quiet">{ROLE_WORDS[me.role].name}</span>
        </span>
        <NavLink className="tap" to={paths.staffAccount}>
          Your account
        </NavLink>
        <button className="link" type="button" onClick={() => void leave()}>
          Log out
        </button>
      </p>
    </div>
  )
}

/**
 * The logged-in officer, loaded again for each page. Until the response arrives the last one is used: menu
 * and focus stay, and the page loads at the same time.
 */
function useLastKnown(answer: Answered<StaffMember>): StaffMember | undefined {
  const [last, setLast] = useState<StaffMember>()
  const data = answer.state === 'here' ? answer.data : undefined
  useEffect(() => {
    if (data) setLast(data)
  }, [data])
  return answer.state === 'waiting' ? last : data
}

/**
 * The staff side's own shell. Anyone not logged in goes to the staff login. The menu follows the rights; the
 * server checks them again on each call.
 */
export default function StaffShell() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const answer = useAnswer(pathname, () => call('GET /api/staff/me/'))
  const me = useLastKnown(answer)
  const out = answer.state === 'failed' && isCallFailed(answer.error) && answer.error.status === 401
  useEffect(() => {
    if (!out) return
    rememberStaffPage(pathname + search)
    void navigate(paths.staffLogin, { replace: true })
  }, [out, pathname, search, navigate])
  if (me) {
    return (
      <div className="st wrap">
        <Bar me={me} />
        <div className="page">{isClosed(pathname, me) ? <Closed me={me} /> : <Outlet context={me} />}</div>
      </div>
    )
  }
  return (
    <div className="st wrap page">
      {answer.state === 'failed' && !out ? (
        <div className="callout is-red" role="alert">
          <p>The staff side could not be opened. You may be offline.</p>
          <p>
            <button className="link" type="button" onClick={answer.again}>
              Try again
            </button>
          </p>
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}
