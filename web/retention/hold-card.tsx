import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment, stampDate } from '#contract/dates.ts'
import type { Hold } from '#contract/retention/endpoints.ts'
import { HOLD_WORDS, type HoldState, RETENTION } from '#contract/retention/words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { Icon } from '../ui/icon.tsx'
import { LiftHold } from './lift-hold.tsx'

const STATE_WORDS: Record<HoldState, string> = {
  waiting: t`Waits for a second officer`,
  held: t`In force`,
  lifting: t`In force. Lifting it waits for a second officer`,
  returned: t`Returned`,
  withdrawn: t`Taken back`,
  lapsed: t`Not agreed in time`,
  lifted: t`Lifted`,
  ended: t`Ended`,
}
const isWaiting = ({ state }: Hold) => state === 'waiting' || state === 'lifting'
const STATE_CLASSES: Partial<Record<HoldState, string>> = {
  waiting: 'c-amber bold small',
  lifting: 'c-amber bold small',
  held: 'c-green bold small',
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

const HoldFacts = ({ hold }: { hold: Hold }) => (
  <>
    <p className={STATE_CLASSES[hold.state] ?? 'quiet small'}>
      {isWaiting(hold) && <Icon name="half" size="i-s" />} {STATE_WORDS[hold.state]}
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

type Props = { hold: Hold; onChanged: (hold: Hold, words: string) => void }

/** Decides on the proposal that waits, or takes it back. The proposal is a hold, or the lifting of a hold. */
function useHoldActions({ hold, onChanged }: Props) {
  const decision = useDecision(`hold-note-${hold.id}`)
  const params = { id: hold.id }
  // The id of the proposal to lift the hold; null if the hold itself waits.
  const liftId = hold.state === 'lifting' ? (hold.lift?.id ?? null) : null
  const approvedWords = liftId === null ? t`The hold is in force.` : t`The hold is lifted.`
  const decide = (approve: boolean) =>
    void decision.send(async () => {
      const changed = await call('POST /api/staff/holds/{id}/decide/', {
        params,
        body: { approve, note: decision.note, lift: liftId },
      })
      onChanged(changed, approve ? approvedWords : t`Returned, with your note.`)
    })
  const withdraw = () =>
    void decision.send(async () =>
      onChanged(
        await call('POST /api/staff/holds/{id}/withdraw/', { params }),
        t`The proposal is taken back.`,
      ),
    )
  return { decision, decide, withdraw }
}

/** One hold: its recruitment, its end, its reason, its proposer, and what this officer may do with it. */
export function HoldCard(props: Props) {
  const { hold, onChanged } = props
  const me = useMe()
  const { decision, decide, withdraw } = useHoldActions(props)
  const [isLifting, setLifting] = useState(false)
  const proposer = hold.state === 'lifting' ? hold.lift?.proposed_by : hold.proposed_by
  const { title, reference } = hold.job
  return (
    <article
      className={isWaiting(hold) ? 'st-card is-waiting' : 'st-card'}
      aria-labelledby={`hold-${hold.id}`}
    >
      <h3 id={`hold-${hold.id}`} className="any">
        {title}, {reference}
      </h3>
      <HoldFacts hold={hold} />
      {hold.may.includes('decide') ? (
        <Decision
          decision={decision}
          wording="approve"
          readers={t`Officers read it.`}
          maxLength={RETENTION.maxReason}
          subject={title}
          onDecide={decide}
        />
      ) : (
        <ErrorSummary errors={decision.errors} round={decision.round} />
      )}
      {isWaiting(hold) && proposer?.id === me.id && <p className="small mt3">{HOLD_WORDS.secondPerson}.</p>}
      {(hold.may.includes('withdraw') || hold.may.includes('lift')) && (
        <p className="btn-row mt3">
          {hold.may.includes('withdraw') && (
            <button
              className="btn btn-2 btn-s"
              type="button"
              aria-disabled={decision.busy}
              onClick={withdraw}
            >
              <Trans>Take back</Trans>
              <span className="sr-only">: {title}</span>
            </button>
          )}
          {hold.may.includes('lift') && (
            <button className="btn btn-2 btn-s" type="button" onClick={() => setLifting(true)}>
              <Trans>Lift the hold</Trans>
              <span className="sr-only">: {title}</span>
            </button>
          )}
        </p>
      )}
      {isLifting && (
        <LiftHold
          hold={hold}
          onClose={() => setLifting(false)}
          onProposed={(changed) => {
            setLifting(false)
            onChanged(changed, t`Proposed. The hold stays until a second officer agrees.`)
          }}
        />
      )}
    </article>
  )
}
