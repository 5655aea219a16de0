import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CHANGE_REASONS, OUTCOME } from '#contract/selection-checks/outcome-words.ts'
import { CHANGE_REASON_KINDS } from '#contract/selections/change-reasons.ts'
import type { SelectionChange } from '#contract/selection-checks/outcome-endpoints.ts'
import { call } from '../api.ts'
import { Decision, useDecision } from '../staff-ui/decision.tsx'

type Props = { job: number; onDone: (words: string) => void }

const whyWords = (change: SelectionChange) => {
  const kind = CHANGE_REASON_KINDS.find((entry) => entry === change.reason_kind)
  return kind ? CHANGE_REASONS[kind] : change.reason_kind
}

/** `criteria`: the person's new points for each criterion; null if the person is gone. */
const whatWords = ({ criteria, points }: SelectionChange) =>
  criteria ? t`Points: ${points ?? 0} (${criteria.join(' + ')})` : t`Gone from the selection`

function ChangeCard({ job, change, onDone }: Props & { change: SelectionChange }) {
  const decision = useDecision(`note-${change.id}`)
  const { reference } = change
  const decide = (approve: boolean) =>
    void decision.send(async () => {
      await call('POST /api/staff/jobs/{id}/selection/changes/{change}/decide/', {
        params: { id: job, change: change.id },
        body: { approve, note: decision.note },
      })
      onDone(approve ? t`Approved. The next run counts it.` : t`Returned, with your note.`)
    })
  return (
    <article className="st-card is-waiting" aria-labelledby={`change-${change.id}`}>
      <h3 id={`change-${change.id}`} className="ref">
        {reference}
      </h3>
      <p>{whatWords(change)}</p>
      <p className="small">
        {whyWords(change)}: {change.reason}
      </p>
      <p className="tiny quiet">
        <Trans>Proposed by {change.proposed_by?.name}</Trans>
      </p>
      {change.may.includes('decide') && (
        <Decision
          decision={decision}
          wording="approve"
          readers={t`Officers read it.`}
          maxLength={OUTCOME.maxReason}
          subject={reference}
          onDecide={decide}
        />
      )}
    </article>
  )
}

/**
 * Changes of the selection that officers proposed after a check of documents. They wait for a second officer.
 */
export const WaitingChanges = ({ job, changes, onDone }: Props & { changes: SelectionChange[] }) => (
  <section className="mt6" aria-labelledby="changes">
    <h2 className="mb4" id="changes">
      <Trans>Changes that wait for a second person</Trans>
    </h2>
    {changes.length === 0 && (
      <p className="empty small">
        <Trans>No change waits.</Trans>
      </p>
    )}
    {changes.map((change) => (
      <ChangeCard key={change.id} job={job} change={change} onDone={onDone} />
    ))}
  </section>
)
