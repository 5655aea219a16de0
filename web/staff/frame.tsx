import { useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { SlimFooter } from '../layout/footer.tsx'
import { useSite } from '../layout/public-layout.tsx'
import { paths } from '../paths.ts'
import './staff.css'

export { ErrorBoundary } from '../layout/public-layout.tsx'

/** The staff side's own frame: nothing here belongs to applicants, and nothing of theirs leads here. */
export default function StaffFrame() {
  const site = useSite()
  const { pathname } = useLocation()
  useEffect(() => {
    if (history.state?.idx > 0) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="flag" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <header className="mast st-mast">
        <div className="wrap">
          <Link className="brand" to={paths.staff}>
            <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
              <rect x="2.5" y="5.5" width="20" height="20" rx="1" />
              <path d="M7.5 14.5l5 5.5 12.500-17" />
            </svg>
            <span>
              <b>{site?.organisation.acronym} Jobs</b> <span className="quiet">Staff</span>
            </span>
          </Link>
          <Link to={paths.jobs}>Public pages</Link>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SlimFooter />
    </>
  )
}
