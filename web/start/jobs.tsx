import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import { staffPaths } from '../staff-paths.ts'
import { formatNumber } from '../ui/card.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { countedApplications } from '../staff-ui/applications.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'

type Job = StartPage['jobs']['items'][number]

const deadlineOf = ({ expiry_date, is_open }: Job) => {
  if (!expiry_date) return t`None`
  return is_open ? shortMoment(expiry_date) : t`Closed ${shortMoment(expiry_date)}`
}

const ApplicationCount = ({ job, mayRead }: { job: Job; mayRead: boolean }) =>
  mayRead && job.applications > 0 ? (
    <Link
      className="num"
      to={staffPaths.applications(job.id)}
      aria-label={t`${countedApplications(job.applications)} for ${job.title}`}
    >
      {formatNumber(job.applications)}
    </Link>
  ) : (
    <span className="num">{formatNumber(job.applications)}</span>
  )

const UnreadCount = ({ job: { id, title, unread } }: { job: Job }) =>
  unread ? (
    <Link
      className="num"
      to={staffPaths.applications(id, 'unread=anyone')}
      aria-label={t`${formatNumber(unread)} unread for ${title}`}
    >
      {formatNumber(unread)}
    </Link>
  ) : (
    <span className="num">0</span>
  )

/** Only officers who may read a job's applications see how many are unread. Otherwise `unread` is null. */
const columnsFor = (mayRead: boolean): Column<Job>[] => [
  {
    header: t`Job`,
    cell: ({ id, title }) => (
      <Link to={staffPaths.job(id)}>
        <JobTitle title={title} />
      </Link>
    ),
  },
  { header: t`Deadline, EAT`, cell: (job) => <span className="num">{deadlineOf(job)}</span> },
  { header: t`Applications`, numeric: true, cell: (job) => <ApplicationCount job={job} mayRead={mayRead} /> },
  ...(mayRead
    ? [
        {
          header: t`Unread`,
          numeric: true,
          cell: (job: Job) => job.unread !== null && <UnreadCount job={job} />,
        },
      ]
    : []),
]

/**
 * The officer's jobs, or all jobs if `mine` is false. The job with the next deadline is first. Closed jobs
 * with unread applications are last.
 */
export const Jobs = ({ jobs: { mine, items }, mayRead }: { jobs: StartPage['jobs']; mayRead: boolean }) => (
  <section className="start-part" aria-labelledby="jobs">
    <h2 id="jobs">{mine ? t`Your jobs` : t`Jobs`}</h2>
    {items.length === 0 ? (
      <p className="quiet">{t`No job is open, and no closed job has unread applications.`}</p>
    ) : (
      <DataTable
        label={t`Jobs by deadline`}
        columns={columnsFor(mayRead)}
        rows={items}
        rowKey={({ id }) => id}
      />
    )}
  </section>
)

/** Shares that others gave this officer to read. `more`: there are more than were counted. */
export const Shares = ({ shares }: { shares: StartPage['shares'] }) =>
  shares.length === 0 ? null : (
    <section className="start-part" aria-labelledby="shares">
      <h2 id="shares">{t`Shared with you`}</h2>
      <ul className="start-items any">
        {shares.map(({ job, by, at: since, kind, counties, unread, more }) => (
          <li key={job.id}>
            <Link to={staffPaths.applications(job.id, 'share=mine&unread=anyone')}>
              <JobTitle title={job.title} />
            </Link>
            <span className="tiny">
              <b className="num">
                {formatNumber(unread)}
                {more && '+'}
              </b>{' '}
              <Trans>unread</Trans> · {kind === 'county' ? counties.join(', ') : t`an equal part`}
            </span>
            <span className="tiny quiet">
              <Trans>
                from {by.name} · {shortMoment(since)}
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

type County = NonNullable<StartPage['counties']>[number]
type JobCounties = { job: County['job']; counties: County[] }

/** Groups counties by their job. The job that has the first county comes first. */
function groupByJob(counties: County[]): JobCounties[] {
  const jobs = new Map<number, JobCounties>(counties.map(({ job }) => [job.id, { job, counties: [] }]))
  for (const county of counties) jobs.get(county.job.id)?.counties.push(county)
  return [...jobs.values()]
}

/** The counties with the most unread applications. Each links to these applications. */
export const Counties = ({ counties }: { counties: County[] }) =>
  counties.length === 0 ? null : (
    <section className="start-part" aria-labelledby="counties">
      <h2 id="counties">{t`Unread by county`}</h2>
      {groupByJob(counties).map(({ job, counties: countiesOfJob }) => (
        <div key={job.id} className="start-job">
          <h3 className="small">
            <JobTitle title={job.title} />
          </h3>
          <ul className="start-items is-counts any">
            {countiesOfJob.map(({ code, name, unread }) => (
              <li key={code}>
                <Link to={staffPaths.applications(job.id, `county=${code}&unread=anyone`)}>{name}</Link>
                <span className="num">{formatNumber(unread)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
