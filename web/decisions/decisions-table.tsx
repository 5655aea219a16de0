import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, shortMoment } from '#contract/dates.ts'
import type { DecisionList } from '#contract/decisions/decision-list.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { staffPaths } from '../staff-paths.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { formatNumber } from '../ui/card.ts'
import { ListStateMark } from './list-state.tsx'

/** The last of these times: effect, decision, proposal, start. An undo or a withdrawal does not count. */
const lastChange = (list: DecisionList) =>
  list.applied_at ?? list.decided_at ?? list.proposed_at ?? list.made_at

const NAME: Column<DecisionList> = {
  header: t`List`,
  className: 'st-job',
  cell: (list) => <Link to={staffPaths.decision(list.id)}>{list.name}</Link>,
}

const NAME_AND_JOB: Column<DecisionList> = {
  ...NAME,
  cell: (list) => (
    <>
      {NAME.cell(list)}
      <span className="quiet tiny">
        <span className="ref">{list.job.reference}</span> {list.job.title}
      </span>
    </>
  ),
}

const COLUMNS: Column<DecisionList>[] = [
  { header: t`To`, cell: (list) => STAGE_WORDS[list.to_stage] },
  { header: t`On it`, label: t`on it`, numeric: true, cell: (list) => formatNumber(list.size) },
  {
    header: t`State`,
    cell: ({ state, effective_at }) => (
      <>
        <ListStateMark state={state} />
        {state === 'approved' && effective_at && (
          <span className="tiny quiet nowrap">
            {' '}
            <Trans>undo until {clockTime(new Date(effective_at))}</Trans>
          </span>
        )}
      </>
    ),
  },
  { header: t`By`, cell: (list) => (list.proposed_by ?? list.made_by).name },
  {
    header: t`Since, EAT`,
    label: t`Since`,
    className: 'nowrap num quiet',
    cell: (list) => shortMoment(lastChange(list)),
  },
]

type Props = {
  lists: DecisionList[]
  label: string
  /** All lists in this table belong to the job that the page names, so the rows do not repeat it. */
  isForOneJob?: boolean
}

/** Lists of decisions as rows, each a link to its page. */
export const DecisionsTable = ({ lists, label, isForOneJob = false }: Props) => (
  <DataTable
    label={label}
    layout="list"
    className="st-lists"
    columns={[isForOneJob ? NAME : NAME_AND_JOB, ...COLUMNS]}
    rows={lists}
    rowKey={({ id }) => id}
  />
)
