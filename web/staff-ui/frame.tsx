import { Link, Outlet } from 'react-router'
import { Trans } from '@lingui/react/macro'
import { SlimFooter } from '../layout/footer.tsx'
import { Mark, PageTop } from '../layout/page-top.tsx'
import { useSite } from '../layout/public-layout.tsx'
import { paths } from '../paths.ts'
import { staffPaths } from '../staff-paths.ts'
import './staff.css'

export { ErrorBoundary } from '../layout/public-layout.tsx'

/**
 * The frame of all staff pages. It is separate from the frame of applicants' pages, and no applicants' page
 * links to it.
 */
export default function StaffFrame() {
  const site = useSite()
  return (
    <>
      <PageTop />
      <header className="mast st-mast">
        <div className="wrap">
          <Link className="brand" to={staffPaths.home}>
            <Mark />
            <span>
              <b>{site?.organisation.acronym} Jobs</b>{' '}
              <span className="quiet">
                <Trans>Staff</Trans>
              </span>
            </span>
          </Link>
          <Link className="tap" to={paths.jobs}>
            <Trans>Public pages</Trans>
          </Link>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SlimFooter />
    </>
  )
}
