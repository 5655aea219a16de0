import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { paths } from '../paths.ts'
import { staffPaths } from '../staff-paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { formatNumber } from '../ui/card.ts'
import { JobStateMark } from './job-state.tsx'

/** The line below a job's head: its state, its deadline, and how many applied. */
export function JobSummary({ job }: { job: StaffJob }) {
  const { rights } = useMe()
  const submitted = formatNumber(job.applications)
  return (
    <p className="st-line">
      <span>
        <JobStateMark state={job.state} />
        {job.state === 'scheduled' && t`, public from ${longDeadline(job.publish_at)}`}
      </span>
      <span>{job.expiry_date ? longDeadline(job.expiry_date) : t`No deadline`}</span>
      <span className="num">
        <b>
          {rights.includes('applications.read') ? (
            <Link to={staffPaths.applications(job.id)}>{submitted}</Link>
          ) : (
            submitted
          )}
        </b>{' '}
        <Trans>
          sent, <b>{formatNumber(job.drafts)}</b> <Plural value={job.drafts} one="draft" other="drafts" />
        </Trans>
      </span>
      <Link to={staffPaths.selectionRule(job.id)}>
        <Trans>Selection rule</Trans>
      </Link>
      {job.state === 'closed' && (
        <Link to={staffPaths.selection(job.id)}>
          <Trans>Selection</Trans>
        </Link>
      )}
      {(job.state === 'published' || job.state === 'closed') && (
        <Link to={paths.job(job.id)}>
          <Trans>Public page</Trans>
        </Link>
      )}
    </p>
  )
}
