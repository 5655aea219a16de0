import { longDeadline, shortDeadline } from '#contract/dates.ts'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { formatNumber } from '../ui/card.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { ListReasons } from './list-reasons.tsx'
import { stageWords } from './list-words.ts'

const effectTerm = ({ state, applied_at }: DecisionListDetail) => {
  if (state === 'undone') return 'Would have taken effect'
  return applied_at ? 'Took effect' : 'Takes effect'
}

/** Who proposed and decided, and when it takes effect. */
const WhoDecided = ({ list }: { list: DecisionListDetail }) => (
  <>
    {list.proposed_by && list.proposed_at && (
      <>
        <dt>Proposed</dt>
        <dd>
          {list.proposed_by.name}, <span className="num">{shortDeadline(list.proposed_at)}</span>
        </dd>
      </>
    )}
    {list.decided_by && list.decided_at && (
      <>
        <dt>{list.state === 'drafting' ? 'Returned' : 'Approved'}</dt>
        <dd>
          {list.decided_by.name}, <span className="num">{shortDeadline(list.decided_at)}</span>
          {list.note && <span className="any">: “{list.note}”</span>}
        </dd>
      </>
    )}
    {list.effective_at && list.state !== 'drafting' && list.state !== 'proposed' && (
      <>
        <dt>{effectTerm(list)}</dt>
        <dd className="num">{longDeadline(list.applied_at ?? list.effective_at)}</dd>
      </>
    )}
  </>
)

/** The stage a list leads to, why, and who did what when. */
export const ListFacts = ({ list }: { list: DecisionListDetail }) => (
  <dl className="facts st-facts">
    <dt>To</dt>
    <dd>
      <b>{stageWords(list.to_stage)}</b>
    </dd>
    <dt>On it</dt>
    <dd className="num">
      {countedApplications(list.size)}
      {list.from.length > 0 && (
        <span className="quiet">
          {' '}
          from{' '}
          {list.from.map(({ stage, count }) => `${STAGE_WORDS[stage]} ${formatNumber(count)}`).join(', ')}
        </span>
      )}
      {list.left_out > 0 && (
        <span className="quiet">; {formatNumber(list.left_out)} had moved by then and were not changed</span>
      )}
    </dd>
    <dt>{list.reasons.length > 1 ? 'Reasons' : 'Reason'}</dt>
    <dd className="st-lines">
      <ListReasons list={list} />
    </dd>
    <dt>Started</dt>
    <dd>
      {list.made_by.name}, <span className="num">{shortDeadline(list.made_at)}</span>
    </dd>
    <WhoDecided list={list} />
    {list.digest && (
      <>
        <dt>Digest</dt>
        <dd className="any tiny quiet">
          <code>{list.digest}</code>. The log has it too. It proves that the second person approved what they
          read.
        </dd>
      </>
    )}
  </dl>
)
