import { useState } from 'react'
import { DECISIONS } from '#contract/limits.ts'
import type { DecisionListWhole } from '#contract/staff-decisions.ts'
import { STATUS_OF } from '#contract/staff-stages.ts'
import { call } from '../../api.ts'
import { ErrorSummary } from '../../form/error-summary.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { figures } from '../../ui/card.ts'
import { AreaField } from '../area-field.tsx'
import { EarlyWarning } from './early.tsx'
import { Deed, deed, stageWords } from './list-words.ts'
import type { useAttempt } from './use-attempt.ts'

type Props = { list: DecisionListWhole; attempt: ReturnType<typeof useAttempt>; note: string; onNote: (note: string) => void }

/** The second person's decision on a list that somebody else proposed. */
export function DecideList({ list, attempt, note, onNote }: Props) {
  const [asked, setAsked] = useState(false)
  const decide = async (approve: boolean) => {
    setAsked(false)
    await attempt.run(['note', 'digest'], approve ? 'Approved.' : 'Returned, with your note.', () =>
      call('POST /api/staff/lists/{id}/decide/', { params: { id: list.id }, body: { approve, note, digest: list.digest ?? '' } }),
    )
  }
  return (
    <section className="st-proposal st-act" aria-labelledby="decide">
      <h2 id="decide">Approve or return</h2>
      <p className="mt2">
        <b>{list.proposed_by?.name}</b> proposes to {deed(list)}. New stage: {stageWords(list.to_stage)}. Read the reasons, the email and the rows first.
      </p>
      <div className="form mt3">
        <ErrorSummary faults={attempt.faults} round={attempt.round} />
        <AreaField
          id="note"
          label="Note"
          hint="To return the list, write what to change. Officers read it, applicants do not."
          rows={2}
          maxLength={DECISIONS.maxReason}
          value={note}
          onValue={onNote}
          fault={attempt.at('note')}
        />
        <p className="btn-row mt3">
          <button className="btn btn-s" type="button" aria-disabled={attempt.busy} onClick={() => setAsked(true)}>
            Approve
          </button>
          <button className="btn btn-2 btn-s" type="button" aria-disabled={attempt.busy} onClick={() => void decide(false)}>
            Return
          </button>
        </p>
      </div>
      {asked && (
        <Dialog
          title={`${Deed(list)}?`}
          onClose={() => setAsked(false)}
          buttons={
            <>
              <button className="btn" type="button" aria-disabled={attempt.busy} onClick={() => void decide(true)}>
                {Deed(list)}
              </button>
              <button className="btn btn-2" type="button" onClick={() => setAsked(false)}>
                Cancel
              </button>
            </>
          }
        >
          <EarlyWarning list={list} />
          <p>
            {DECISIONS.undoMinutes} minutes later each applicant reads <b>{STATUS_OF[list.to_stage]}</b>, with a notification and an email. Until then you can
            undo it.
          </p>
          {list.reasons.length > 1 && <p className="mt2">They read {figures(list.reasons.length)} different reasons, all listed on this page.</p>}
        </Dialog>
      )}
    </section>
  )
}
