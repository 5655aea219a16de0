import { Link } from 'react-router'
import { clockTime, shortDeadline } from '#contract/dates.ts'
import type { DecisionList } from '#contract/decisions/endpoints.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { paths } from '../paths.ts'
import { formatNumber } from '../ui/card.ts'
import { ListStateMark } from './list-state.tsx'

const moved = (decisionList: DecisionList) =>
  decisionList.applied_at ?? decisionList.decided_at ?? decisionList.proposed_at ?? decisionList.made_at

const Line = ({ it, ofJob }: { it: DecisionList; ofJob: boolean }) => (
  <tr>
    <td className="st-job">
      <Link to={paths.staffDecision(it.id)}>{it.name}</Link>
      {!ofJob && (
        <span className="quiet tiny">
          <span className="ref">{it.job.reference}</span> {it.job.title}
        </span>
      )}
    </td>
    <td data-label="To">{STAGE_WORDS[it.to_stage]}</td>
    <td className="num fgr" data-label="on it">
      {formatNumber(it.size)}
    </td>
    <td data-label="State">
      <ListStateMark state={it.state} />
      {it.state === 'approved' && it.effective_at && (
        <span className="tiny quiet nw"> undo until {clockTime(new Date(it.effective_at))}</span>
      )}
    </td>
    <td data-label="By">{(it.proposed_by ?? it.made_by).name}</td>
    <td className="nw num quiet" data-label="Since">
      {shortDeadline(moved(it))}
    </td>
  </tr>
)

/**
 * Lists of decisions as rows, each a link to its page. `ofJob`: all belong to the job that the page names.
 */
export const ListsTable = ({
  lists,
  label,
  ofJob = false,
}: {
  lists: DecisionList[]
  label: string
  ofJob?: boolean
}) => (
  <table className="tbl st-jobs st-lists" aria-label={label}>
    <thead>
      <tr>
        <th scope="col">List</th>
        <th scope="col">To</th>
        <th scope="col" className="fgr">
          On it
        </th>
        <th scope="col">State</th>
        <th scope="col">By</th>
        <th scope="col">Since, EAT</th>
      </tr>
    </thead>
    <tbody>
      {lists.map((it) => (
        <Line key={it.id} it={it} ofJob={ofJob} />
      ))}
    </tbody>
  </table>
)
