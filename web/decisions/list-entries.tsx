import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { type Loaded, useReload } from '../loaded.ts'
import { staffPaths } from '../staff-paths.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { Loading, LoadFailed } from '../staff-ui/loading.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useResolved } from '../staff-ui/use-resolved.ts'

export type Entries = Reply<'GET /api/staff/jobs/{id}/applications/'>

const SHOWN_ROWS = 10

const NAME: Column<ReviewRow> = { header: t`Name`, cell: (row) => row.name ?? t`Hidden` }

/** A list's columns. `level`: the highest qualification. `name` is null while identities are hidden. */
const columnsOf = (hasNames: boolean, addressOf: (row: ReviewRow) => string): Column<ReviewRow>[] => [
  {
    header: t`Reference`,
    className: 'st-job',
    cell: (row) => (
      <Link to={addressOf(row)}>
        <span className="nowrap">{row.reference}</span>
      </Link>
    ),
  },
  ...(hasNames ? [NAME] : []),
  { header: t`Where`, cell: (row) => `${row.constituency}, ${row.county}` },
  { header: t`Highest`, cell: (row) => row.level || t`None listed` },
  { header: t`Now`, cell: (row) => STAGE_WORDS[row.stage] },
  {
    header: t`Reason`,
    className: 'any',
    cell: (row) =>
      row.reason ?? (
        <span className="quiet">
          <Trans>None</Trans>
        </span>
      ),
  },
]

function EntriesTable({ list, entries }: { list: DecisionListDetail; entries: Entries }) {
  const query = `list=${list.id}`
  const hasNames = entries.rows.some(({ name }) => name !== null)
  const columns = columnsOf(hasNames, ({ id }) => staffPaths.applications(list.job.id, `${query}&open=${id}`))
  return (
    <>
      <DataTable
        label={t`The first on it`}
        layout="list"
        className="st-entries"
        columns={columns}
        rows={entries.rows.slice(0, SHOWN_ROWS)}
        rowKey={({ id }) => id}
      />
      <p className="mt2">
        <Link className="tap" to={staffPaths.applications(list.job.id, query)}>
          <Trans>All {countedApplications(entries.count)} in the table</Trans>
        </Link>
      </p>
    </>
  )
}

/** The page is shown before `pendingEntries` arrive. They are undefined if the list failed to load. */
type Props = { list: DecisionListDetail; pendingEntries: Promise<Loaded<Entries>> | undefined }

/** The first applications on a list, as in the table of applications, with a link to it. */
export function ListEntries({ list, pendingEntries }: Props) {
  const loaded = useResolved(pendingEntries)
  const [entries] = useLatestData(loaded)
  const reload = useReload(loaded?.error)
  return (
    <section className="st-part" aria-labelledby="entries">
      <h2 className="heading-small" id="entries">
        <Trans>On it</Trans>
      </h2>
      {!entries && !loaded && <Loading />}
      {!entries && loaded && <LoadFailed subject={t`Who is on it`} onRetry={reload} error={loaded.error} />}
      {entries?.rows.length === 0 && (
        <p className="empty">
          {list.state === 'drafting'
            ? t`This list has no applications yet. Choose applications in the table and add them here.`
            : t`This list has no applications any more.`}
        </p>
      )}
      {entries && entries.rows.length > 0 && <EntriesTable list={list} entries={entries} />}
    </section>
  )
}
