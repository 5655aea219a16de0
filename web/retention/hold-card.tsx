import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Hold } from '#contract/retention/endpoints.ts'
import { HOLD_WORDS, RETENTION } from '#contract/retention/words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { HoldFacts, isWaiting } from './hold-facts.tsx'
import { LiftHold } from './lift-hold.tsx'

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

type ButtonsProps = { hold: Hold; busy: boolean; onWithdraw: () => void; onLift: () => void }

/** The buttons for the actions that this officer may do, besides a decision. */
function HoldButtons({ hold: { may, job }, busy, onWithdraw, onLift }: ButtonsProps) {
  const { title } = job
  if (!may.includes('withdraw') && !may.includes('lift')) return null
  return (
    <p className="btn-row mt3">
      {may.includes('withdraw') && (
        <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={onWithdraw}>
          <Trans>Take back</Trans>
          <span className="sr-only">: {title}</span>
        </button>
      )}
      {may.includes('lift') && (
        <button className="btn btn-2 btn-small" type="button" onClick={onLift}>
          <Trans>Lift the hold</Trans>
          <span className="sr-only">: {title}</span>
        </button>
      )}
    </p>
  )
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
      <HoldButtons hold={hold} busy={decision.busy} onWithdraw={withdraw} onLift={() => setLifting(true)} />
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
