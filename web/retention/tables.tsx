import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { stampDate } from '#contract/dates.ts'
import { PERIODS } from '#contract/retention/periods.ts'
import type { GoingKind } from '#contract/retention/words.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { staffPaths } from '../staff-paths.ts'
import { formatNumber } from '../ui/card.ts'

type Retention = Reply<'GET /api/staff/retention/'>
type Job = Retention['jobs'][number]

const KIND_WORDS: Record<GoingKind, string> = {
  drafts: PERIODS.drafts.what,
  not_chosen: t`Applications, not chosen`,
  chosen: t`Applications, chosen`,
}

const JobLink = ({ job: { id, reference, title } }: { job: Job }) => (
  <>
    <Link className="any" to={staffPaths.job(id)}>
      {title}
    </Link>{' '}
    <span className="quiet small">{reference}</span>
  </>
)

const GOING_COLUMNS: Column<Retention['going'][number]>[] = [
  { header: t`Job`, cell: ({ job }) => <JobLink job={job} /> },
  { header: t`What goes`, cell: ({ kind }) => KIND_WORDS[kind] },
  { header: t`How many`, numeric: true, cell: ({ count }) => formatNumber(count) },
  {
    header: t`From`,
    // `held`: a hold delays this deletion until the hold ends.
    cell: ({ at: goesAt, held }) => (
      <>
        {stampDate(new Date(goesAt))}
        {held && ` (${t`end of a hold`})`}
      </>
    ),
  },
]

/** What is deleted in the next days, the first date first. */
export const GoingTable = ({ going }: Pick<Retention, 'going'>) => (
  <DataTable
    label={t`What will be deleted`}
    columns={GOING_COLUMNS}
    rows={going}
    rowKey={({ job, kind }) => `${job.id}-${kind}`}
  />
)

const UNDECIDED_COLUMNS: Column<Retention['without_end'][number]>[] = [
  { header: t`Job`, cell: ({ job }) => <JobLink job={job} /> },
  { header: t`Without a decision`, numeric: true, cell: ({ count }) => formatNumber(count) },
  { header: t`Closed`, cell: ({ closed_at: closedAt }) => stampDate(new Date(closedAt)) },
]

/** Closed jobs without a decision. The time after which they are deleted has not started. */
export const UndecidedJobsTable = ({ jobs }: { jobs: Retention['without_end'] }) => (
  <DataTable
    label={t`Closed without an end`}
    columns={UNDECIDED_COLUMNS}
    rows={jobs}
    rowKey={({ job }) => job.id}
  />
)

const PERIOD_COLUMNS: Column<Retention['periods'][number]>[] = [
  { header: t`What`, cell: ({ name }) => PERIODS[name].what },
  { header: t`Days`, numeric: true, cell: ({ days }) => formatNumber(days) },
  { header: t`Counted`, cell: ({ name }) => PERIODS[name].from },
  { header: t`Section`, cell: ({ name }) => PERIODS[name].law },
]

/** How long this portal stores each kind of data, and the section of the law that says so. */
export const PeriodTable = ({ periods }: Pick<Retention, 'periods'>) => (
  <DataTable
    label={t`How long each is kept`}
    columns={PERIOD_COLUMNS}
    rows={periods}
    rowKey={({ name }) => name}
  />
)
