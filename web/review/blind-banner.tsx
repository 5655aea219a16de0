import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, stampDate } from '#contract/dates.ts'
import { REVIEW } from '#contract/review/limits.ts'
import { call } from '../api.ts'
import { TextField } from '../form/field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { sentenceOf } from './use-moves.ts'

/** The most characters of a reason, as in the contract. */
const MAX_REASON = 500

type Props = {
  jobId: number
  /** Whether identities are hidden from this officer. */
  blind: boolean
  /** Until when this officer sees the names. Null: they are hidden, or the access has no end. */
  liftedUntil: string | null
  /** This officer's request to see names, if no one has decided on it yet. */
  ownRequest: { id: number; ends_at: string } | null
  onChanged: () => void
}

/** The form to ask another officer for a "lift": for some hours, this officer sees the hidden identities. */
function RevealDialog({
  jobId,
  onChanged,
  onClose,
}: Pick<Props, 'jobId' | 'onChanged'> & { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { errorAt, busy, send } = useSending((error) => {
    document.getElementById('lift-reason')?.focus()
    // The server's sentence about the reason, or else about the whole call.
    return [{ field: 'lift-reason', sentence: sentenceOf(error, ['reason']) }]
  })
  const askToReveal = async () => {
    await call('POST /api/staff/jobs/{id}/lift-blind/', { params: { id: jobId }, body: { reason } })
    onChanged()
    onClose()
  }
  return (
    <Dialog
      title={t`Ask to see who they are`}
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="lift" aria-disabled={busy}>
            {busy ? t`Asking...` : t`Ask another officer`}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>{t`Cancel`}</button>
        </>
      }
    >
      <form
        id="lift"
        onSubmit={(event) => {
          event.preventDefault()
          void send(askToReveal)
        }}
      >
        <p className="mb4">
          <Trans>
            An approver or administrator must agree. Then you see names, gender, age, disability and contacts
            of everyone who applied for this job, for {REVIEW.liftHours} hours. The log records this, and
            applicants can see it.
          </Trans>
        </p>
        <TextField
          id="lift-reason"
          label={t`Why`}
          hint={t`The other officer reads your reason, and the log keeps it.`}
          maxLength={MAX_REASON}
          autoComplete="off"
          value={reason}
          onValue={setReason}
          error={errorAt('lift-reason')}
        />
      </form>
    </Dialog>
  )
}

/** This officer's own request to see names, until another officer has decided on it. */
function OwnRequest({
  request: { id, ends_at },
  onWithdrawn,
}: {
  request: NonNullable<Props['ownRequest']>
  onWithdrawn: () => void
}) {
  const { errors, send } = useSending((error) => [{ sentence: sentenceOf(error) }])
  const until = new Date(ends_at)
  const withdraw = () =>
    send(async () => {
      await call('POST /api/staff/lifts/{id}/withdraw/', { params: { id } })
      onWithdrawn()
    })
  return (
    <p role="status">
      <Icon name="half" size="icon-small" />
      <span>
        <Trans>
          <b>You asked to see names.</b> Another officer must agree by {stampDate(until)}, {clockTime(until)};
          you get an email.
        </Trans>{' '}
        {errors[0]?.sentence}{' '}
        <button className="link" type="button" onClick={() => void withdraw()}>{t`Take back`}</button>
      </span>
    </p>
  )
}

/** Says whether this officer sees who the applicants are, why not, and until when. */
export function BlindBanner({ jobId, blind, liftedUntil, ownRequest, onChanged }: Props) {
  const { rights } = useMe()
  const [isAsking, setAsking] = useState(false)
  const until = liftedUntil ? new Date(liftedUntil) : undefined
  return (
    <div className={`review-blind${blind ? '' : ' is-open'}`}>
      {blind ? (
        <p>
          <Icon name="lock" size="icon-small" />
          <span>
            <Trans>
              <b>Identities are hidden,</b> so that you judge applications by their content. Names, gender,
              age, disability and contacts are shown when a decision list takes effect.
            </Trans>
          </span>
        </p>
      ) : (
        <p role="status">
          <Icon name="person" size="icon-small" />
          <span>
            {until ? (
              // `clockTime` ends with `a.m.` or `p.m.`, whose full stop also ends the sentence.
              <Trans>
                <b>Names are shown to you</b> until {stampDate(until)}, {clockTime(until)} The reason you gave
                is in the log.
              </Trans>
            ) : (
              <Trans>
                <b>Names are shown to you</b>. The reason you gave is in the log.
              </Trans>
            )}
          </span>
        </p>
      )}
      {blind && ownRequest && <OwnRequest request={ownRequest} onWithdrawn={onChanged} />}
      {blind && !ownRequest && rights.includes('identities.reveal') && (
        <button className="link" type="button" onClick={() => setAsking(true)}>
          <Trans>Ask to see who they are</Trans>
        </button>
      )}
      {isAsking && <RevealDialog jobId={jobId} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </div>
  )
}
