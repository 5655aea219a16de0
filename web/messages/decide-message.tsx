import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { SENDING } from '#contract/messages/limits.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { Confirm } from '../staff-ui/confirm.tsx'
import { Decision } from '../staff-ui/decision.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { countedApplicants } from './preview-emails.tsx'

type Props = {
  message: Reply<'GET /api/staff/messages/{id}/'>
  onDecided: (message: OfficersMessage, words: string) => void
  /** Called if another officer acted first. This officer must then check what may still be done. */
  onConflict: (sentence: string) => void
}

type ConfirmProps = Pick<Props, 'message'> & { busy: boolean; onConfirm: () => void; onClose: () => void }

/** Asks again before the approval, which sends the message. */
function ConfirmApproval({ message, busy, onConfirm, onClose }: ConfirmProps) {
  const recipientWords = countedApplicants(message.recipients)
  return (
    <Confirm label={t`Send to ${recipientWords}`} busy={busy} onConfirm={onConfirm} onClose={onClose}>
      <p>
        <Trans>
          Each applicant gets an email and a notification with the subject{' '}
          <q className="any">{message.subject}</q>. They go out in {SENDING.stopMinutes} minutes. Until then
          you can stop the message.
        </Trans>
      </p>
    </Confirm>
  )
}

/** The second person's decision on a message that someone else wrote. */
export function DecideMessage({ message, onDecided, onConflict }: Props) {
  const [note, setNote] = useState('')
  const [confirming, setConfirming] = useState(false)
  // Sends the decision once at a time. The callback turns an error of the call into errors of the fields.
  const sending = useSending((error) => {
    // 409: another officer changed or decided on the message.
    if (!isCallFailed(error) || error.status !== 409) return formErrors(error, ['note', 'digest'])
    onConflict(error.message)
    return []
  })
  const decide = (approve: boolean) => {
    setConfirming(false)
    void sending.send(async () => {
      // The digest of the message as this officer read it. If the message has changed since, the server
      // refuses. Only very old messages have no digest.
      const body = { approve, note, digest: message.digest ?? '' }
      const decided = await call('POST /api/staff/messages/{id}/decide/', {
        params: { id: message.id },
        body,
      })
      onDecided(decided, approve ? t`Approved. It can still be stopped.` : t`Returned, with your note.`)
    })
  }
  const confirmOrReturn = (approve: boolean) => {
    if (approve) setConfirming(true)
    else decide(false)
  }
  const recipientWords = countedApplicants(message.recipients)
  return (
    <section className="st-proposal st-action" aria-labelledby="decide">
      <h2 id="decide">
        <Trans>Approve or return</Trans>
      </h2>
      <p className="mt2">
        <Trans>
          <b>{message.sent_by.name}</b> proposes to send this to {recipientWords}. Read the text, the
          recipients and the first emails.
        </Trans>
      </p>
      <Decision
        decision={{ ...sending, id: 'note', note, setNote }}
        wording="approve"
        readers={t`Officers read it, applicants do not.`}
        maxLength={SENDING.maxNote}
        onDecide={confirmOrReturn}
      />
      {confirming && (
        <ConfirmApproval
          message={message}
          busy={sending.busy}
          onConfirm={() => decide(true)}
          onClose={() => setConfirming(false)}
        />
      )}
    </section>
  )
}
