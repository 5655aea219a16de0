import { useEffect, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { DECISIONS } from '#contract/decisions/limits.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import type { useAttempt } from './use-attempt.ts'
import { actionWords } from './list-words.ts'
import { TakesEffect } from './takes-effect.tsx'

type Props = {
  list: DecisionListDetail
  attempt: ReturnType<typeof useAttempt>
  reason: string
  onReason: (reason: string) => void
  /** Called when the list should have taken effect, to load its new state. */
  onDue: () => void
}

/** A button that opens a small form. The form asks why the list is undone, and then undoes it. */
function UndoForm({ list, attempt, reason, onReason }: Omit<Props, 'onDue'>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) document.getElementById('reason')?.focus()
  }, [isOpen])
  const close = () => {
    attempt.clear()
    setOpen(false)
  }
  const undo = () =>
    void attempt.run({
      errorFields: ['reason'],
      doneWords: t`The list is undone. No status has changed, and no one was notified.`,
      send: () => call('POST /api/staff/decisions/{id}/undo/', { params: { id: list.id }, body: { reason } }),
    })
  return (
    <div className="form mt3">
      <ErrorSummary errors={attempt.errors} round={attempt.round} />
      {isOpen ? (
        <>
          <TextField
            id="reason"
            label={t`Why do you undo it?`}
            hint={t`The log keeps this reason. Applicants do not see it.`}
            maxLength={DECISIONS.maxReason}
            autoComplete="off"
            value={reason}
            onValue={onReason}
            error={attempt.errorAt('reason')}
          />
          <p className="btn-row mt3">
            <button className="btn btn-small" type="button" aria-disabled={attempt.busy} onClick={undo}>
              <Trans>Do not {actionWords(list)}</Trans>
            </button>
            <button className="btn btn-2 btn-small" type="button" onClick={close}>
              <Trans>Leave it</Trans>
            </button>
          </p>
        </>
      ) : (
        <button className="btn btn-2 btn-small" type="button" onClick={() => setOpen(true)}>
          <Trans>Undo</Trans>
        </button>
      )}
    </div>
  )
}

/** For an approved list that is not in effect yet: the time that is left, and the form to undo the list. */
export function UndoList({ onDue, ...formProps }: Props) {
  const { list } = formProps
  // The time when the list takes effect; null only before its approval.
  if (!list.effective_at) return null
  return (
    <section className="st-proposal st-action" aria-label={t`Takes effect soon`}>
      <TakesEffect effectiveAt={list.effective_at} mayUndo={list.may.includes('undo')} onDue={onDue} />
      <p className="small quiet mt1">
        <Trans>
          Until then nothing changes. At that time the portal will {actionWords(list)} and notify the
          applicants.
        </Trans>
      </p>
      {list.may.includes('undo') ? (
        <UndoForm {...formProps} />
      ) : (
        <p className="small mt2">
          <Trans>Only the person who proposed or approved this list can undo it.</Trans>
        </p>
      )}
    </section>
  )
}
