import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline, shortMoment } from '#contract/dates.ts'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { formatNumber } from '../ui/card.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { ListReasons } from './list-reasons.tsx'
import { stageWords } from './list-words.ts'

const effectTerm = ({ state, applied_at }: DecisionListDetail) => {
  if (state === 'undone') return t`Would have taken effect`
  return applied_at ? t`Took effect` : t`Takes effect`
}

/** A draft or withdrawn list that was decided on was returned. Any other was approved. */
const wasReturnedLast = ({ state }: DecisionListDetail) => state === 'drafting' || state === 'withdrawn'

/** Whether a second person approved the list, so that its digest proves what they read. */
const isApprovedByTwo = ({ needs_second, state }: DecisionListDetail) =>
  needs_second && (state === 'approved' || state === 'applied' || state === 'undone')

/** Who proposed the list, who decided on it, and when it takes effect. */
const WhoDecided = ({ list }: { list: DecisionListDetail }) => (
  <>
    {list.proposed_by && list.proposed_at && (
      <>
        <dt>
          <Trans>Proposed</Trans>
        </dt>
        <dd>
          {list.proposed_by.name}, <span className="num">{shortMoment(list.proposed_at)}</span>
        </dd>
      </>
    )}
    {list.decided_by && list.decided_at && (
      <>
        <dt>{wasReturnedLast(list) ? t`Returned` : t`Approved`}</dt>
        <dd>
          {list.decided_by.name}, <span className="num">{shortMoment(list.decided_at)}</span>
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

/**
 * The facts of a list: the stage it leads to, why, and who did what when. `from`: how many of its
 * applications were at which stage. `left_out`: those whose stage changed before the list took effect.
 */
export const ListFacts = ({ list }: { list: DecisionListDetail }) => (
  <dl className="facts st-facts">
    <dt>
      <Trans>To</Trans>
    </dt>
    <dd>
      <b>{stageWords(list.to_stage)}</b>
    </dd>
    <dt>
      <Trans>On it</Trans>
    </dt>
    <dd className="num">
      {countedApplications(list.size)}
      {list.from.length > 0 && (
        <span className="quiet">
          {' '}
          <Trans>
            from{' '}
            {list.from.map(({ stage, count }) => `${STAGE_WORDS[stage]} ${formatNumber(count)}`).join(', ')}
          </Trans>
        </span>
      )}
      {list.left_out > 0 && (
        <span className="quiet">
          <Trans>
            ; {formatNumber(list.left_out)} had moved or were withdrawn by then and were not changed
          </Trans>
        </span>
      )}
    </dd>
    <dt>{list.reasons.length > 1 ? t`Reasons` : t`Reason`}</dt>
    <dd className="st-lines">
      <ListReasons list={list} />
    </dd>
    <dt>
      <Trans>Started</Trans>
    </dt>
    <dd>
      {list.made_by.name}, <span className="num">{shortMoment(list.made_at)}</span>
    </dd>
    <WhoDecided list={list} />
    {list.digest && (
      <>
        <dt>
          <Trans>Digest</Trans>
        </dt>
        <dd className="any tiny quiet">
          <Trans>
            <code>{list.digest}</code>. The log has it too.
          </Trans>{' '}
          {isApprovedByTwo(list) && t`It proves that the second person approved what they read.`}
        </dd>
      </>
    )}
  </dl>
)
