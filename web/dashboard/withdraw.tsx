import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Application } from '#contract/job-applications/endpoints.ts'
import { mayWithdraw, WITHDRAWAL_WORDS as WORDS } from '#contract/job-applications/withdrawal.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import { Dialog } from '../ui/dialog.tsx'

const serverErrors = (error: unknown): FieldError[] => {
  const message = isCallFailed(error) && error.status === 409 ? firstOf(error.body, ['message']) : undefined
  return [{ sentence: message ?? WORDS.failed }]
}

function WithdrawDialog({
  application,
  onClose,
  onDone,
}: {
  application: Application
  onClose: () => void
  onDone: () => void
}) {
  const { errors, round, busy, send } = useSending(serverErrors)
  const withdraw = () =>
    send(async () => {
      await call('POST /api/job-applications/{id}/withdraw/', { params: { id: application.id } })
      onDone()
    })
  return (
    <Dialog
      title={WORDS.title}
      onClose={onClose}
      buttons={
        <>
          <button className="btn btn-2" type="button" onClick={onClose}>
            {translate(WORDS.keep)}
          </button>
          <button className="btn" type="button" aria-disabled={busy} onClick={() => void withdraw()}>
            {translate(busy ? WORDS.sending : WORDS.confirm)}
          </button>
        </>
      }
    >
      <ErrorSummary errors={errors} round={round} title={t`Not withdrawn`} />
      <p>
        {translate(WORDS.meaning)} {translate(application.job.is_expired ? WORDS.isClosed : WORDS.mayReapply)}
      </p>
      <p className="mt3">{translate(WORDS.mistake)}</p>
    </Dialog>
  )
}

/** The button to withdraw a sent application until there is a verdict, and the message once it is done. */
export function Withdraw({ application }: { application: Application }) {
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const doneMessage = useRef<HTMLParagraphElement>(null)
  // The pressed button disappears, so the message takes the focus. The message appears only when the reloaded
  // application has its new status.
  useEffect(() => doneMessage.current?.focus(), [isDone, application.status])
  const close = () => setIsAsking(false)
  const finish = () => {
    setIsDone(true)
    close()
    void revalidate()
  }
  return (
    <>
      <div role="status">
        {isDone && application.status === 'Withdrawn' && (
          <p className="callout is-green mt4" tabIndex={-1} ref={doneMessage}>
            {translate(WORDS.done)}
          </p>
        )}
      </div>
      {mayWithdraw(application.status) && (
        <section className="band">
          <h2>
            <Trans>Change your mind</Trans>
          </h2>
          <p className="mt2">
            <Trans>You can withdraw this application until it is decided.</Trans>
          </p>
          <p className="mt4">
            <button className="btn btn-2" type="button" onClick={() => setIsAsking(true)}>
              {translate(WORDS.button)}
            </button>
          </p>
        </section>
      )}
      {isAsking && <WithdrawDialog application={application} onClose={close} onDone={finish} />}
    </>
  )
}
