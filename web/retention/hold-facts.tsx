import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment, stampDate } from '#contract/dates.ts'
import type { Hold } from '#contract/retention/endpoints.ts'
import type { HoldState } from '#contract/retention/words.ts'
import { Icon } from '../ui/icon.tsx'

const STATE_WORDS: Record<HoldState, string> = {
  waiting: t`Waits for a second officer`,
  held: t`In force`,
  lifting: t`In force; lifting it waits for a second officer`,
  returned: t`Returned`,
  withdrawn: t`Taken back`,
  lapsed: t`Not agreed in time`,
  lifted: t`Lifted`,
  ended: t`Ended`,
}

export const isWaiting = ({ state }: Hold) => state === 'waiting' || state === 'lifting'

const STATE_CLASSES: Partial<Record<HoldState, string>> = {
  waiting: 'text-amber bold small',
  lifting: 'text-amber bold small',
  held: 'text-green bold small',
}

type Proposal = Pick<Hold, 'proposed_by' | 'proposed_at' | 'decided_by' | 'decided_at' | 'note'>

/** Who proposed the hold and who decided on it. `stampDate` writes `3 Dec 2026`. */
const History = ({ proposal, isReturned }: { proposal: Proposal; isReturned: boolean }) => (
  <ul className="small quiet mt2">
    <li>
      <Trans>
        Proposed by {proposal.proposed_by.name}, {stampDate(new Date(proposal.proposed_at))}
      </Trans>
    </li>
    {proposal.decided_by && proposal.decided_at && (
      <li>
        {isReturned
          ? t`Returned by ${proposal.decided_by.name}, ${stampDate(new Date(proposal.decided_at))}`
          : t`Agreed by ${proposal.decided_by.name}, ${stampDate(new Date(proposal.decided_at))}`}
        {proposal.note && (
          <>
            : <q className="any">{proposal.note}</q>
          </>
        )}
      </li>
    )}
  </ul>
)

/** The state, the end, the reason and the history of a hold. */
export const HoldFacts = ({ hold }: { hold: Hold }) => (
  <>
    <p className={STATE_CLASSES[hold.state] ?? 'quiet small'}>
      {isWaiting(hold) && <Icon name="half" size="icon-small" />} {STATE_WORDS[hold.state]}
    </p>
    <p className="mt2">
      <Trans>
        Until the end of <b>{stampDate(new Date(hold.ends_at))}</b>
      </Trans>
    </p>
    <p className="mt2">
      <q className="any">{hold.reason}</q>
    </p>
    <History proposal={hold} isReturned={hold.state === 'returned'} />
    {hold.state === 'waiting' && (
      <p className="small mt2">
        <Trans>Nothing is deleted while it waits, until {shortMoment(hold.waits_until)}</Trans>
      </p>
    )}
    {hold.lift && (
      <>
        <p className="mt3">
          <Trans>
            Proposal to lift it: <q className="any">{hold.lift.reason}</q>
          </Trans>
        </p>
        {/* A decision on the proposal to lift either lifts the hold or returns the proposal. */}
        <History proposal={hold.lift} isReturned={hold.state !== 'lifted'} />
      </>
    )}
  </>
)
