import { useState } from 'react'
import { DECISIONS } from '#contract/limits.ts'
import type { DecisionListWhole } from '#contract/staff-decisions.ts'
import { STATUS_OF } from '#contract/staff-stages.ts'
import { call } from '../../api.ts'
import { ErrorSummary } from '../../form/error-summary.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { applications } from '../applications.ts'
import { AreaField } from '../area-field.tsx'
import { stageWords } from './list-words.ts'
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
        <b>{list.proposed_by?.name}</b> proposes {applications(list.size)} for {stageWords(list.to_stage)}. Look at the letter and at who is on it first.
      </p>
      <div className="form mt3">
        <ErrorSummary faults={attempt.faults} round={attempt.round} />
        <AreaField
          id="note"
          label="Note"
          hint="To return it, say what to change. It stands with the list; applicants do not read it."
          optional
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
          title={`Approve ${applications(list.size)}?`}
          onClose={() => setAsked(false)}
          buttons={
            <>
              <button className="btn" type="button" aria-disabled={attempt.busy} onClick={() => void decide(true)}>
                Approve {applications(list.size)}
              </button>
              <button className="btn btn-2" type="button" onClick={() => setAsked(false)}>
                Cancel
              </button>
            </>
          }
        >
          <p>
            {DECISIONS.undoMinutes} minutes later each of them reads <b>{STATUS_OF[list.to_stage]}</b>, with a notice and a letter. Until then you can undo it.
          </p>
        </Dialog>
      )}
    </section>
  )
}
