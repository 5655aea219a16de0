import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { shortMoment } from '#contract/dates.ts'
import type { StaffJobLine } from '#contract/staff-jobs/staff-job.ts'
import { staffPaths } from '../staff-paths.ts'
import type { Column } from '../staff-ui/data-table.tsx'
import { formatNumber } from '../ui/card.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { JobStateMark } from './job-state.tsx'
import { CHANGE_WORDS } from './job-words.ts'

const JobLink = ({ job }: { job: StaffJobLine }) => (
  <>
    <Link to={staffPaths.job(job.id)}>
      <JobTitle title={job.title} />
    </Link>
    <span className="ref quiet">{job.reference}</span>
  </>
)

const State = ({ job: { state, publish_at } }: { job: StaffJobLine }) => (
  <>
    <JobStateMark state={state} />
    {state === 'scheduled' && publish_at && <span className="tiny quiet"> {shortMoment(publish_at)}</span>}
  </>
)

const SubmittedLink = ({ job }: { job: StaffJobLine }) => (
  <Link
    to={staffPaths.applications(job.id)}
    aria-label={t`${formatNumber(job.applications)} sent for ${job.title}`}
  >
    {formatNumber(job.applications)}
  </Link>
)

/** The columns of the table of jobs. `mayRead`: this officer may open the applications of a job. */
export const jobColumns = (mayRead: boolean): Column<StaffJobLine>[] => [
  { header: t`Job`, className: 'st-job', cell: (job) => <JobLink job={job} /> },
  { header: t`Type`, className: 'quiet', cell: (job) => job.job_type_name },
  { header: t`State`, cell: (job) => <State job={job} /> },
  {
    header: t`Deadline, EAT`,
    label: t`Deadline`,
    className: 'nowrap num',
    cell: ({ expiry_date }) => (expiry_date ? shortMoment(expiry_date) : t`None`),
  },
  {
    header: t`Sent`,
    numeric: true,
    cell: (job) =>
      mayRead && job.applications > 0 ? <SubmittedLink job={job} /> : formatNumber(job.applications),
  },
  { header: t`Drafts`, numeric: true, cell: ({ drafts }) => formatNumber(drafts) },
  {
    header: t`Waits for a second person`,
    label: t`Waits`,
    cell: ({ awaiting }) =>
      awaiting && (
        <b className="text-amber nowrap">
          <Icon name="half" size="icon-small" /> {CHANGE_WORDS[awaiting].noun}
        </b>
      ),
  },
]
