import { useEffect, useState } from 'react'
import type { DecisionListDetail } from '#contract/decisions/endpoints.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import type { useAttempt } from './use-attempt.ts'
import { deed } from './list-words.ts'
import { TakesEffect } from './takes-effect.tsx'

type Props = {
  list: DecisionListDetail
  attempt: ReturnType<typeof useAttempt>
  reason: string
  onReason: (reason: string) => void
  onPast: () => void
}

/** A list that was approved and has changed nothing yet. */
export function UndoList({ list, attempt, reason, onReason, onPast }: Props) {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (asked) document.getElementById('reason')?.focus()
  }, [asked])
  const undo = () =>
    void attempt.run(['reason'], 'Undone. Nothing was changed, and no one was notified.', () =>
      call('POST /api/staff/decisions/{id}/undo/', { params: { id: list.id }, body: { reason } }),
    )
  if (!list.effective_at) return null
  return (
    <section className="st-proposal st-act" aria-label="Takes effect soon">
      <TakesEffect at={list.effective_at} onPast={onPast} />
      <p className="small quiet mt1">
        Until then nothing changes. At that time the portal will {deed(list)} and notify the applicants.
      </p>
      {list.may.includes('undo') ? (
        <div className="form mt3">
          <ErrorSummary faults={attempt.faults} round={attempt.round} />
          {asked ? (
            <>
              <TextField
                id="reason"
                label="Why do you undo it?"
                hint="The log keeps it; applicants do not read it."
                maxLength={1_000}
                autoComplete="off"
                value={reason}
                onValue={onReason}
                fault={attempt.at('reason')}
              />
              <p className="btn-row mt3">
                <button className="btn btn-s" type="button" aria-disabled={attempt.busy} onClick={undo}>
                  Do not {deed(list)}
                </button>
                <button className="btn btn-2 btn-s" type="button" onClick={() => setAsked(false)}>
                  Leave it
                </button>
              </p>
            </>
          ) : (
            <button className="btn btn-2 btn-s" type="button" onClick={() => setAsked(true)}>
              Undo
            </button>
          )}
        </div>
      ) : (
        <p className="small mt2">Only the person who proposed or approved it can undo it.</p>
      )}
    </section>
  )
}
