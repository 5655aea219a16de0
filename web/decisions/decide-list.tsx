import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DECISIONS } from '#contract/decisions/limits.ts'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { STATUS_OF } from '#contract/review/stages.ts'
import { call } from '../api.ts'
import { formatNumber } from '../ui/card.ts'
import { Confirm } from '../staff-ui/confirm.tsx'
import { Decision } from '../staff-ui/decision.tsx'
import { EarlyWarning } from './early.tsx'
import { actionLabel, actionWords, stageWords } from './list-words.ts'
import type { useAttempt } from './use-attempt.ts'

type Props = {
  list: DecisionListDetail
  attempt: ReturnType<typeof useAttempt>
  note: string
  onNote: (note: string) => void
}

type ConfirmProps = Pick<Props, 'list'> & { busy: boolean; onConfirm: () => void; onClose: () => void }

/** Asks again before the approval. It says when each applicant reads the new stage. */
const ConfirmApproval = ({ list, busy, onConfirm, onClose }: ConfirmProps) => (
  <Confirm label={actionLabel(list)} busy={busy} onConfirm={onConfirm} onClose={onClose}>
    <EarlyWarning list={list} />
    <p>
      <Trans>
        {DECISIONS.undoMinutes} minutes later each applicant reads <b>{STATUS_OF[list.to_stage]}</b>, with a
        notification and an email. Until then you can undo it.
      </Trans>
    </p>
    {list.reasons.length > 1 && (
      <p className="mt2">
        <Trans>
          There are {formatNumber(list.reasons.length)} different reasons. All of them are listed on this
          page.
        </Trans>
      </p>
    )}
  </Confirm>
)

/** The second person's decision on a list that someone else proposed. Only an approval is confirmed first. */
export function DecideList({ list, attempt, note, onNote }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const decide = async (approve: boolean) => {
    setConfirming(false)
    await attempt.run({
      errorFields: ['note', 'digest'],
      doneWords: approve ? t`Approved.` : t`Returned, with your note.`,
      send: () =>
        call('POST /api/staff/decisions/{id}/decide/', {
          params: { id: list.id },
          // The digest of the decision list as this officer read it. If the list has changed since, the
          // server refuses. Only a draft list has no digest.
          body: { approve, note, digest: list.digest ?? '' },
        }),
    })
  }
  const confirmOrReturn = (approve: boolean) => {
    if (approve) setConfirming(true)
    else void decide(false)
  }
  return (
    <section className="st-proposal st-action" aria-labelledby="decide">
      <h2 id="decide">
        <Trans>Approve or return</Trans>
      </h2>
      <p className="mt2">
        <Trans>
          <b>{list.proposed_by?.name}</b> proposes to {actionWords(list)}. New stage:{' '}
          {stageWords(list.to_stage)}. Read the reasons, the email and the rows first.
        </Trans>
      </p>
      <Decision
        decision={{ ...attempt, id: 'note', note, setNote: onNote }}
        wording="approve"
        readers={t`Officers read it, applicants do not.`}
        maxLength={DECISIONS.maxReason}
        onDecide={confirmOrReturn}
      />
      {isConfirming && (
        <ConfirmApproval
          list={list}
          busy={attempt.busy}
          onConfirm={() => void decide(true)}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  )
}
